-- What the compiler must not get wrong, one by one: every law here is also called as a plain function.
local mbs = require "perilune"

local function bits(x) return string.pack("d", x) end
local depths = { 0.0, -0.0, 1.0, -1.0, 2.5, -0.25, 1e308, 2.0 ^ 53, 9.3e18 }

-- The law gives what its function gives, to the last bit, or the same error.
local function check(force, parameters)
  local law = mbs.law { name = "l", force = force, parameters = parameters }
  for _, depth in ipairs(depths) do
    local c = { penetration = depth, penetration_rate = 0.5, impact_speed = 2.0, t = 0.0 }
    local p = {}
    for name, value in pairs(parameters or {}) do p[name] = value + 0.0 end
    local fine, expected = pcall(force, c, p)
    local same, value = pcall(law.force, law, depth, 0.5, 2.0)
    assert(fine == same, tostring(expected) .. " against " .. tostring(value))
    if not fine then assert(value:find(expected, 1, true), value)
    elseif expected == expected then assert(bits(expected) == bits(value), expected .. " against " .. value)
    else assert(value ~= value) end
  end
  return law
end
local function compiles(force, parameters)
  local law = check(force, parameters)
  assert(law.compiled and law.reason == nil, law.reason)
  return law
end
local function stays(force, reason)
  local law = check(force)
  assert(not law.compiled and law.reason:find(reason, 1, true), law.reason)
  assert(law.reason:find "compiled_laws.lua:%d+: " and law:explain():find(reason, 1, true))
end

-- Integers and floats, and the sign of zero.
compiles(function(c) return 10 // 3 + c.penetration // 1 end)
compiles(function(c) return -2 * math.max(c.penetration, 0) end)
compiles(function(c) return -math.floor(c.penetration) end)
compiles(function() return math.maxinteger + 1 end)
compiles(function(c) return c.penetration ^ 2 + 2 ^ c.penetration + c.penetration ^ -1 end)
compiles(function(c) return c.penetration % -3 + 7 % 3 end)
compiles(function(c) local s = c.penetration > 0 and 1 or c.penetration < 0 and -1 or 0 return s / 2 end)
compiles(function(c) return c.penetration < math.maxinteger and 1 or 2 end)
compiles(function(c) return math.floor(c.penetration) == c.penetration and 1.5 or 0 end)

-- Errors keep their words and lines; an integer divided by zero is one.
compiles(function(c) if c.penetration < 0 then error("too deep: " .. c.penetration) end return 1 end)
compiles(function(c) assert(c.penetration >= 0, "negative") return c.penetration end)
compiles(function(c) return 7 // math.max(c.penetration, 0) end)

-- Helpers, loops, tables, several results.
local function newton(x) local y = 1.0 for _ = 1, 20 do y = y - (y * y - x) / (2 * y) end return y end
compiles(function(c, p) return newton(math.abs(c.penetration) + p.a) end, { a = 1 })
compiles(function(c)
  local s = 0
  for i = 1, math.min(c.penetration, 20) do
    s = s + i
    if s > 50 then break end
  end
  return s
end)
compiles(function(c) local s = 0.0 for x = 1, -1, -0.25 do s = s + x * c.penetration end return s end)
compiles(function(c) local t = { c.penetration, k = 2 } t[2] = t[1] * t.k return t[2] + #t end)
compiles(function(c) local n = 0 while n < c.penetration and n < 9 do n = n + 1 end return n end)
compiles(function(c) ::again:: if c.t < 0 then goto again end return c.penetration end)
local function both(x, y) return x + y, x - y end
compiles(function(c) local a, b = both(c.penetration, c.t) return a * b end)
local library = { f = function(x) return x * 2 end, sub = { c = 0.5 }, 3 }
compiles(function(c) return library.f(c.penetration) * library.sub.c + library[1] end)
local abs = math.abs
compiles(function(c) return abs(c.penetration) + math.pi end)

-- Whatever is not pure arithmetic is interpreted, and says so.
local count = 0
local counting = mbs.law { name = "counting", force = function() count = count + 1 return count end }
assert(not counting.compiled and counting.reason:find("writes upvalue 'count'", 1, true))
assert(counting:force(1, 0, 1) == 1 and counting:force(1, 0, 1) == 2 and count == 2)
stays(function(c) LAST = c.t return 1 end, "writes global 'LAST'") -- luacheck: ignore
stays(function(c) return c.penetration * select("#", 1, 2) end, "calls select")
stays(function(c) return #tostring(c.penetration) end, "takes the length of a string value")
stays(function() return ("x"):rep(2) == "xx" and 1 or 0 end, "calls string.rep")
stays(function() return (("x").y or 0) + 1 end, "indexes a string value")
stays(function(c) return c.penetration | 0 end, "uses an operator on bits")

-- Lists whose length is known, those of the function and those outside.
local weights = { 0.5, 2, 3.25 }
compiles(function(c) local s = 0 for i, x in ipairs { c.penetration, c.t } do s = s + i * x end return s end)
compiles(function(c)
  local s = 0
  for i, weight in ipairs(weights) do
    if weight > 3 then break end
    s = s + weight * c.penetration ^ i
  end
  return s
end)
-- What max and min make of whole numbers.
local function clamp(x, low, high) return math.max(low, math.min(x, high)) end
compiles(function(c) local s = clamp(c.penetration, 0, 1) return 200 * s * s * (3 - 2 * s) end)
compiles(function(c) local s = clamp(c.penetration, -1, 2) return -2 * s // 3 + s / 0 end)
compiles(function(c) return clamp(c.penetration, 0, 1) * math.maxinteger + math.min(clamp(c.t, -3, 3), 1) end)
local factorial
factorial = function(n) return n <= 1 and 1 or n * factorial(n - 1) end
local recursive = check(function(c) return factorial(math.min(math.abs(c.penetration), 5)) end)
assert(recursive.reason:find("calls a function within itself many times", 1, true))
assert(not mbs.law { force = function() return math.random() end }.compiled)

-- A rare way that is interpreted leaves the rest compiled; strict refuses it.
local function rare(c)
  if c.penetration > 1e300 then
    return math.floor(c.t) | 0
  end
  return 2
end
local in_part = check(rare)
assert(in_part.compiled and in_part.reason:find("operator on bits", 1, true))
local ok, message = pcall(mbs.law, { force = rare, strict = true })
assert(not ok and message:find("interpreted in part: .*operator on bits"))

-- What is read from outside may change: upvalues, fields, functions of the library, helpers made later.
local K, later = 2, nil
local outside = { k = 1 }
local law = mbs.law {
  force = function(c) return K * c.penetration + outside.k + (later and later(c.t) or 0) end,
}
assert(law.compiled and law:force(3, 0, 1) == 7)
K = 2.5
assert(law:force(3, 0, 1) == 8.5)
outside.k = 10
assert(law:force(3, 0, 1) == 17.5)
later = function() return 100 end
assert(law:force(3, 0, 1) == 117.5 and law.compiled)
local sine = math.sin
local waving = mbs.law { force = function(c) return math.sin(c.penetration) end }
math.sin = function() return 42 end -- luacheck: ignore
assert(waving:force(1, 0, 1) == 42)
math.sin = sine -- luacheck: ignore
assert(waving:force(1, 0, 1) == math.sin(1))

-- Memory: rates come in a table, on_commit writes its argument.
local memory = mbs.law {
  name = "memory", states = { z = 0, w = 1 },
  force = function(c) return c.z + c.penetration, { z = c.penetration_rate, w = -c.w } end,
  on_commit = function(c) if c.z > 1 then c.z = 0 end end,
}
assert(memory.compiled and memory.reason == nil and memory:force(3, 0, 1) == 3)

-- A run with compiled laws, each call also interpreted.
local model = mbs.planar_model { name = "verified", gravity = { 0, -9.81 } }
local ball = model:body { name = "ball", mass = 1, inertia = 0.004, position = { 0, 0.2 } }
model:contact {
  between = { ball:circle { radius = 0.1 }, model.ground:line {} },
  law = mbs.law {
    parameters = { K = 1e8 },
    force = function(c, p)
      return p.K * c.penetration ^ 1.5 * (1 + 0.2 * c.penetration_rate / c.impact_speed)
    end,
  },
}
model:force { on = ball.center, value = function(t, s) return { math.sin(t), -s.vy } end }
local run = model:simulate { duration = 0.3, verify_laws = 1 }
assert(run.outcome == "reached_end", run.message)
assert(not pcall(model.simulate, model, { duration = 1, verify_laws = 1.5 }))
