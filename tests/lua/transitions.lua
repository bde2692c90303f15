-- Transitions between stick and slip are found at their instants, with every integrator of the catalogue but
-- symplectic_euler, whose velocity is a step function: what it releases is not seen to move within the step.
local mbs = require "perilune"

-- A block of mass m on the ground, pushed by A sin(w t) against Coulomb's friction F. It begins to slip where
-- A sin(w t) = F; in phases p = w t the speed is A/(m w) (cos p1 - cos p - F/A (p - p1)), whose zero p2 comes
-- before the push is large enough the other way. Then everything repeats, mirrored, half a period later.
local m <const>, A <const>, F <const>, w <const> = 2, 10, 6, 4
local p1 = math.asin(F / A)
local function speed(p) return A / (m * w) * (math.cos(p1) - math.cos(p) - F / A * (p - p1)) end
local low, high = math.pi, math.pi + p1
assert(speed(low) > 0 and speed(high) < 0)
for _ = 1, 60 do
  local middle = (low + high) / 2
  if speed(middle) > 0 then low = middle else high = middle end
end
local p2 = low
local expected = {}
for half = 0, 3 do
  local direction = half % 2 == 0 and 1 or -1
  expected[#expected + 1] = { (p1 + half * math.pi) / w, "slip", direction, -direction * F }
  expected[#expected + 1] = { (p2 + half * math.pi) / w, "stick", 0,
    -A * math.sin(p2 + half * math.pi) }
end
expected[#expected] = nil
local duration = 4 * math.pi / w                                           -- s: the last stick comes later

-- What a fixed step allows, by order; with error control what its tolerance does.
local within <const> = { rk4 = 1e-8, bdf = 1e-6 }
local fixed <const> = { rk4 = 1e-2, variational_midpoint = 1e-3 }

local function check(name, integrator, build)
  local model = build()
  local run = model:simulate { duration = duration, integrator = integrator }
  assert(run.outcome == "reached_end", name .. ": " .. run.message)
  local found = {}
  for _, event in ipairs(run.events) do
    if event.kind == "stick" or event.kind == "slip" then found[#found + 1] = event end
  end
  local worst = 0
  for n, row in ipairs(expected) do
    local event = assert(found[n], name .. ": as many transitions")
    assert(event.kind == row[2] and event.direction == row[3] and event.element == "rub",
      name .. ": transition " .. n)
    worst = math.max(worst, math.abs(event.t - row[1]))
    assert(math.abs(event.force - row[4]) < 100 * (within[name] or 1e-8), name .. ": force at " .. n)
  end
  assert(#found == #expected, name .. ": no others")
  assert(worst < (within[name] or 1e-8), ("%s: off by %.1e s"):format(name, worst))
  -- In between the channels tell the same: what sticks carries the push, what slips has F against it.
  for n, row in ipairs(expected) do
    local t = row[1] + 1e-2
    local push = A * math.sin(w * t)
    assert(run:at("rub.state", t) == row[3], name)
    assert(math.abs(run:at("rub.force", t) + (row[3] == 0 and push or row[3] * F)) < 1e-6, name)
    if row[3] == 0 then assert(math.abs(run:at("rub.slip_velocity", t)) < 2e-12, name .. ": it does not move")
    else assert(run:at("rub.slip_velocity", t) * row[3] > 0, name .. " " .. n) end
  end
end

local function coordinate()
  local model = mbs.planar_model {}
  local block = model:coordinate { name = "block", inertia = m }
  model:force { on = block, value = function(t) return A * math.sin(w * t) end }
  model:dry_friction { name = "rub", between = { block, model.ground }, limit = F }
  return model
end

local count = 0
for name, make in pairs(mbs.integrators) do
  local options = fixed[name] and { step = fixed[name] } or { rtol = 1e-9, atol = 1e-11, max_step = 0.02 }
  if name == "generalized_alpha" or name == "energy_momentum"
    or name == "variational_midpoint" then
    local ok, message = pcall(check, name, make(options), coordinate)      -- they say so
    assert(not ok and message:find("set-valued friction, which it does not know", 1, true), message)
  elseif name ~= "symplectic_euler" then
    check(name, make(options), coordinate)
    count = count + 1
  end
end
assert(count >= 9, "all others: " .. count)
