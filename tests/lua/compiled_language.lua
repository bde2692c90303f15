-- What users write beyond formulas is compiled too: functions within functions, pairs, methods, lists read at
-- places that are only known when they run. Every law here is also called as a plain function.
local mbs = require "perilune"

local function bits(x) return string.pack("d", x) end
local depths = { 0.0, -0.0, 1.0, -1.0, 2.5, -0.25, 3.5, 7.9, 12.0, 1e308, 2.0 ^ 53, 9.3e18 }

-- The law gives what its function gives, to the last bit, or the same error.
local function check(force)
  local law = mbs.law { name = "l", force = force }
  for _, depth in ipairs(depths) do
    local c = { penetration = depth, penetration_rate = 0.5, impact_speed = 2.0, t = 0.0 }
    local fine, expected = pcall(force, c, {})
    local same, value = pcall(law.force, law, depth, 0.5, 2.0)
    if not (fine and type(expected) ~= "number") then
      assert(fine == same, tostring(expected) .. " against " .. tostring(value))
      if not fine then assert(value:find(expected, 1, true), value)
      elseif expected == expected then
        assert(bits(expected) == bits(value), expected .. " against " .. value)
      else assert(value ~= value) end
    end
  end
  return law
end
local function compiles(force)
  local law = check(force)
  assert(law.compiled and law.reason == nil, law.reason)
  return law
end
local function stays(force, reason)
  local law = check(force)
  assert(law.reason and law.reason:find(reason, 1, true), law.reason)
end

-- ---- functions within functions ----

compiles(function(c) local f = function() return c.t end return f() + 1 end)
compiles(function(c)
  local function smooth(x) local u = math.max(0, math.min(1, x)) return u * u * (3 - 2 * u) end
  return smooth(c.penetration) * (1 - smooth(c.penetration - 2))
end)
-- They share variables with what is around them, and write them.
compiles(function(c)
  local sum, n = 0, 0
  local function add(x) sum = sum + x n = n + 1 end
  for i = 1, 3 do add(c.penetration / i) end
  add(1)
  return sum * n
end)
-- Each round of a loop has a variable of its own; one outside is the same for all.
compiles(function(c)
  local list, outside = {}, 0
  for i = 1, 3 do
    local own = c.penetration * i
    list[i] = function() own = own + 1 outside = outside + i return own end
  end
  local first = list[1]() + list[1]() + list[2]()
  return first * 100 + list[3]() + outside
end)
compiles(function(c)
  local function counter(from) local n = from return function(by) n = n + by return n end end
  local a, b = counter(1), counter(c.penetration)
  a(2) b(3)
  return a(1) * 10 + b(1)
end)
-- Variables that are only shared stay what they are up to there.
compiles(function(c)
  local x = c.penetration
  local y = 2
  if x > 1 then y = 3 end
  local f = function() return x * y end
  if x > 2 then x = x + 1 end
  y = y + 1
  return f()
end)
-- A function given to a function; a block that ends before it is called.
local function integrate(f, a, b) return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b)) end
compiles(function(c) return integrate(function(x) return x ^ 2 * c.penetration end, 0, 1) end)
compiles(function(c)
  local f
  do local hidden = c.penetration + 1 f = function() hidden = hidden * 2 return hidden end end
  local other = 5
  return f() + f() + other
end)
-- Made outside, with a variable of their own; a write to that is interpreted.
local function make_ramp(a, h) return function(t) return t < a and h * t / a or h end end
local ramp = make_ramp(0.5, 3)
compiles(function(c) return ramp(c.penetration) end)
local calls = 0
local counting = mbs.law { force = function()
  local f = function() calls = calls + 1 return calls end
  return f()
end }
assert(not counting.compiled and counting.reason:find("writes upvalue 'calls'", 1, true), counting.reason)
assert(counting:force(1, 0, 1) == 1 and counting:force(1, 0, 1) == 2)
-- Within itself, as far as that is known.
local function legendre(n, x)
  if n == 0 then return 1 elseif n == 1 then return x end
  return ((2 * n - 1) * x * legendre(n - 1, x) - (n - 1) * legendre(n - 2, x)) / n
end
compiles(function(c) return legendre(4, c.penetration) end)
compiles(function(c)
  local function power(x, n) if n == 0 then return 1 end return x * power(x, n - 1) end
  return power(c.penetration, 5)
end)

-- ---- variable numbers of arguments ----

local function total(...) local s = 0 for _, x in ipairs { ... } do s = s + x end return s end
compiles(function(c) return total(c.penetration, c.t, 1) + total() end)
local function second(_, ...) local x, y = ... return y or x end
compiles(function(c) return second(1, c.penetration, 2) + second(1, c.penetration) end)
compiles(function(c) return math.max(table.unpack { c.penetration, 1, 2.5 }) + (select(2, 1, c.t)) end)

-- ---- methods and classes ----

local pid = { kp = 10, kd = 2, limit = 5 }
function pid:clamp(x) return math.max(-self.limit, math.min(self.limit, x)) end
function pid:force(e, rate) return self:clamp(self.kp * e - self.kd * rate) end
compiles(function(c) return pid:force(c.penetration, c.penetration_rate) end)
local Base = {} Base.__index = Base
function Base:gain() return self.k * 2 end
local Derived = setmetatable({}, { __index = Base }) Derived.__index = Derived
function Derived:force(x) return self:gain() * x end
local soft, hard = setmetatable({ k = 3 }, Derived), setmetatable({ k = 30 }, Derived)
compiles(function(c) return soft:force(c.penetration) + hard:force(c.t) + (soft.missing and 1 or 0) end)
-- What a metatable answers may change.
local law = mbs.law { force = function(c) return soft:force(c.penetration) end }
assert(law:force(1, 0, 1) == 6)
function Base:gain() return self.k * 5 end
assert(law:force(1, 0, 1) == 15)
function soft:gain() return self.k * 7 end
assert(law:force(1, 0, 1) == 21)
setmetatable(soft, { __index = { force = function() return 1 end } })
assert(law:force(1, 0, 1) == 1 and law.compiled)
local plain = { k = 1 }
local reader = mbs.law { force = function() return plain.missing or 2 end }
assert(reader.compiled and reader:force(1, 0, 1) == 2)
setmetatable(plain, { __index = { missing = 9 } })
assert(reader:force(1, 0, 1) == 9)
stays(function() return setmetatable({}, {}) and 1 end, "calls setmetatable")
-- Vectors of a class, with operators; the order of operands counts.
local V = {} V.__index = V
local function vec(x, y) return setmetatable({ x = x, y = y }, V) end
local origin = vec(0.5, -1)
function V.__add(a, b) return vec(a.x + b.x, a.y + b.y) end
function V.__sub(a, b)
  if type(b) == "number" then return vec(a.x - b, a.y - 2 * b) end
  return vec(a.x - b.x, a.y - b.y)
end
function V.__mul(a, b)
  if type(a) == "number" then return vec(a * b.x, a * b.y + 1) end
  return vec(a.x * b, a.y * b)
end
function V.__div(a, b) return vec(a.x / b, a.y / b) end
function V.__unm(a) return vec(-a.x, -a.y) end
function V:dot(b) return self.x * b.x + self.y * b.y end
function V:length() return math.sqrt(self:dot(self)) end
compiles(function(c)
  local r = vec(c.penetration, c.t) - origin
  local s = 2 * r + r * 3 - 1 + -r / 2 + r * c.penetration + 0.5 * origin
  return s:dot(r) + s:length() * (s.missing and 1 or 2)
end)
-- Operators are not inherited: a class of a class has none.
local W = setmetatable({}, V) W.__index = W
stays(function(c) return (setmetatable({ x = 1, y = c.t }, W) + 1).x end, "arithmetic on a table value")
stays(function(c) return (vec(1, 2) == vec(c.t, 2)) and 1 or 2 end, "compares tables")
stays(function() return #setmetatable({}, getmetatable(soft)) + 1 end, "calls getmetatable")

-- ---- pairs: in order, whatever the table was made like ----

local harmonics = { [5] = 0.1, [1] = 0.5, [3] = 0.2, name = 4, a = 2.5, [-1] = 7 }
compiles(function(c)
  local s = 0
  for n, amplitude in pairs(harmonics) do
    if type(n) == "number" then s = s * 3 + amplitude * math.sin(n * c.penetration)
    elseif n == "a" then s = s - amplitude end
  end
  return s
end)
compiles(function(c)
  local s, own = 0, { c.penetration, 2, k = c.t, a = 5 }
  for key, x in pairs(own) do
    s = s * 2 + x
    if key == 1 then own.k = 8 end
  end
  return s
end)
compiles(function(c) local n = 0 for name in pairs(c) do n = n * 3 + #name end return n + c.t end)
law = mbs.law { force = function()
  local s = 0
  for _, x in pairs(harmonics) do s = s * 2 + x end
  return s
end }
local before = law:force(1, 0, 1)
harmonics.zeta = 1
assert(law.compiled and law:force(1, 0, 1) == before * 2 + 1)
harmonics.zeta = nil
assert(law:force(1, 0, 1) == before)
harmonics[0.5] = 1
assert(law:force(1, 0, 1) ~= before and not law.compiled)
harmonics[0.5] = nil
stays(function() local s = 0 for _ in pairs(soft) do s = s + 1 end return s end,
  "calls pairs with a table that has a metatable")
stays(function() local s = 0 for _ in next, harmonics do s = s + 1 end return s end,
  "loops over another iterator")

-- ---- lists read at places that are only known when it runs ----

local xs, ys = {}, {}
for i = 1, 30 do xs[i], ys[i] = (i - 1) / 10, i % 7 == 0 and i or math.sin(i) end
compiles(function(c)
  local x = c.penetration
  if x <= xs[1] or x ~= x then return ys[1] end
  for i = 1, #xs - 1 do
    if x < xs[i + 1] then return ys[i] + (x - xs[i]) / (xs[i + 1] - xs[i]) * (ys[i + 1] - ys[i]) end
  end
  return ys[#ys]
end)
local curve = {}
for i = 1, 41 do curve[i] = { (i - 1) / 10, math.cos(i), name = i } end
compiles(function(c)
  local low, high = 1, #curve
  while high - low > 1 do
    local middle = (low + high) // 2
    if curve[middle][1] > c.penetration then high = middle else low = middle end
  end
  local p, q = curve[low], curve[high]
  return p[2] + (c.penetration - p[1]) * (q[2] - p[2]) / (q[1] - p[1]) + p.name // 2 * #p
end)
local function equidistant(x)
  local u = math.max(0, math.min(x * 10, #curve - 2))
  local i = math.floor(u)
  return curve[i + 1][2] + (u - i) * (curve[i + 2][2] - curve[i + 1][2])
end
compiles(function(c) return equidistant(c.penetration) end)
-- The types of entries count; beyond the list there is nothing.
local mixed = { 1, 2.5, -0.0, 0, 7 }
compiles(function(c) local i = math.floor(c.penetration) return (mixed[i] or 3) // 2 end)
compiles(function(c) return -mixed[math.floor(c.penetration) % #mixed + 1] / 0 end)
compiles(function(c)
  local own = { c.penetration, 3, c.t }
  return own[math.floor(c.penetration) % 3 + 1] * 2
end)
stays(function(c) return curve[math.floor(c.penetration)] == curve[2] and 1 or 0 end, "compares tables")
law = mbs.law { force = function(c) return mixed[math.floor(c.penetration)] end }
assert(law:force(2, 0, 1) == 2.5)
mixed[2] = 4
assert(law:force(2, 0, 1) == 4 and law.compiled)

-- ---- texts ----

compiles(function(c)
  assert(c.penetration < 1e6, ("too deep: %.3f m at %g s, %s %d%%"):format(c.penetration, c.t, "x", 3))
  if c.penetration < -0.5 then error(string.format("pulled apart by %g", -c.penetration)) end
  return c.penetration
end)
stays(function(c) return #("%d"):format(c.penetration) end, "calls string.format")
local names = { load1 = 2, load2 = 3 }
compiles(function(c) local s = 0 for i = 1, 2 do s = s + names["load" .. i] * c.penetration end return s end)
local mode = "smooth"
compiles(function(c)
  if mode == "hard" then return 1e6 * c.penetration end
  if mode == "smooth" then return 1e6 * c.penetration ^ 1.5 end
  error("unknown mode " .. mode)
end)
compiles(function(c) return math.abs(math.floor(c.penetration)) // 2 - math.abs(-7) end)
