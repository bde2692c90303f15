-- Two prisms in a hinge: a torque between them must not change the angular momentum of both.
-- System:    prisms of 8 and 3 kg in a revolute joint, pushed by a dead force for 1 s; all the time 20 N m in
--            the hinge drive them against each other; no gravity.
-- Source:    Sänger, Betsch & Hesch, example 1 (its text has no dimensions and loads; this set is complete).
-- See:       energy_momentum keeps the angular momentum, 33.3934 N m s, with the contravariant torque and
--            with the angle as a coordinate (augmentation); the naive torque loses 3.7 per cent of it.
-- Try:       1. step = 5e-3: the naive loss falls to a quarter   2. dopri5: no difference   3. value = 6
-- Builds on: heavy_top
local mbs = require "perilune"

local function pair(formulation)
  local model = mbs.spatial_model { name = "revolute pair " .. formulation }
  local function prism(name, x, a, b, c)                                      -- of density 1 kg/m^3
    local m = a * b * c
    return model:body { name = name, mass = m, position = { x, 0, 0 },
      inertia = { m * (b * b + c * c) / 12, m * (c * c + a * a) / 12, m * (a * a + b * b) / 12 } }
  end
  local first, second = prism("I", -2, 4, 2, 1), prism("II", 1.5, 3, 1, 1)
  model:revolute { name = "hinge", between = { first, second }, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
  model:torque { name = "motor", between = { first, second }, axis = { 0, 1, 0 }, value = 20,
                 formulation = formulation }
  model:force { name = "push", on = first:point { -2, 1, 0.5 }, value = function(t)
    local f = t < 1 and math.sin(math.pi * t) or 0
    return { 8 * f, 0, 12 * f }
  end }
  return model
end

local function size_of_momentum(run, t)
  local sum = 0
  for _, axis in ipairs { "x", "y", "z" } do sum = sum + run:at("system.angular_momentum." .. axis, t) ^ 2 end
  return math.sqrt(sum)
end

-- |L| at 1 and 10 s [N m s], kinetic energy at 1, 5 and 10 s [J], from another program.
local known = {
  naive         = { 33.39143, 32.15067, 53.286, 938.820, 3786.008 },
  contravariant = { 33.39342, 33.39342, 53.295, 942.085, 3835.165 },
  augmentation  = { 33.39345, 33.39345, 53.292, 940.987, 3818.555 },
}
print "                 |L|(1)     |L|(10)    T(1)     T(5)      T(10)"
for _, formulation in ipairs { "naive", "contravariant", "augmentation" } do
  local run = pair(formulation):simulate {
    duration = 10, integrator = mbs.integrators.energy_momentum { step = 0.01 }, record = { every = 0.01 } }
  assert(run.outcome == "reached_end", run.message)
  local found = { size_of_momentum(run, 1), size_of_momentum(run, 10) }
  for _, t in ipairs { 1, 5, 10 } do found[#found + 1] = run:at("energy.kinetic", t) end
  print(("%-14s %9.5f  %9.5f  %7.3f  %8.3f  %9.3f"):format(formulation, table.unpack(found)))
  for i, value in ipairs(known[formulation]) do assert(math.abs(found[i] / value - 1) < 5e-4) end
  if formulation ~= "naive" then
    assert(math.abs(found[2] / found[1] - 1) < 1e-11, "angular momentum")
  end
  run:expect { "energy.residual", below = 1e-8 }
  run:expect { "hinge.error", below = 1e-10 }
end
