-- My joint: joints written in the script, equal to the built-in ones; derivatives are the engine's business.
-- System:    a double pendulum: a bar on a pin, a second bar in a slot of the first, held by a rod.
-- Source:    Nikravesh (1988), Computer-Aided Analysis of Mechanical Systems, eqs 4.6 (pin), 4.10 (slot).
-- See:       the same motion to 1e-10 m and the same reactions, from the constraint equations alone.
-- Try:       1. 2 * (b.x - a.x) for b.x - a.x: what changes?   2. let the pin move: - 0.1 * math.sin(t)
--            3. forget an equation of the pin and see what `perilune check` counts
-- Builds on: simple_pendulum, my_law.
local mbs = require "perilune"

local g = 9.81

-- Two points coincide.
local pin = mbs.joint {
  name = "pin",
  equations = function(a, b) return { b.x - a.x, b.y - a.y } end,
}
-- Two points keep a distance.
local link = mbs.joint {
  name = "link", parameters = { length = 1 },
  equations = function(a, b, p)
    return { ((b.x - a.x) ^ 2 + (b.y - a.y) ^ 2 - p.length ^ 2) / (2 * p.length) }
  end,
}

local function swing(join)
  local model = mbs.planar_model { name = "my joint", gravity = { 0, -g } }
  local upper = model:bar { name = "upper", from = { 0, 0 }, to = { 1, 0 }, mass = 2 }
  local lower = model:bar { name = "lower", from = { 1, -0.4 }, to = { 1.8, -0.4 }, mass = 1 }
  join(model, upper, lower)
  return model:simulate { duration = 2, integrator = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 } }
end

local built_in = swing(function(model, upper, lower)
  model:revolute { name = "pivot", between = { model.ground, upper }, at = upper.from }
  model:rod { name = "rod", between = { upper.tip, lower.from } }
end)
local mine = swing(function(model, upper, lower)
  pin(model, { name = "pivot", between = { { 0, 0 }, upper.from } })
  link(model, { name = "rod", between = { upper.tip, lower.from }, length = 0.4 })
end)

local worst = 0
for _, channel in ipairs { "upper.x", "upper.y", "upper.angle", "lower.x", "lower.y", "lower.angle" } do
  for i, value in ipairs(built_in:series(channel)) do
    worst = math.max(worst, math.abs(mine:series(channel)[i] - value))
  end
end
print(("a second of motion takes: built in %.1f ms, written here %.1f ms"):format(
  500 * built_in.statistics.wall_time, 500 * mine.statistics.wall_time))
print(("they differ by %.1e m or rad, the pins' forces by %.1e N of %.1f N"):format(worst,
  math.abs(mine:final "pivot.fy" - built_in:final "pivot.fy"), built_in:largest "pivot.fy"))
assert(worst < 1e-10)
assert(math.abs(mine:final "pivot.fy" - built_in:final "pivot.fy") < 1e-7)
mine:expect { "energy.residual", below = 1e-8 }
mine:expect { "system.constraint_error", below = 1e-10 }
