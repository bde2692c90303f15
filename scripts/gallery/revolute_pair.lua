-- Two prisms in a hinge: a torque between them must not change the angular momentum of both.
-- System:    prisms of 8 and 3 kg in a revolute joint, pushed by a dead force for 1 s; all the time 20 N m
--            in the hinge drive them against each other; no gravity.
-- Source:    Sänger, Betsch & Hesch, example 1 (its text has no dimensions and loads; this set is
--            complete).
-- See:       once the push is over nothing may change the angular momentum, 33.3934 N m s, and the kinetic
--            energy may grow only by 20 N m times the angle. The naive torque loses 3.7 per cent of the one
--            (figure 3). With the angle as a coordinate both are kept, unless the equation that binds it
--            has a second solution: the classical one changes over to that, and the motor brakes (figure
--            4). The contravariant torque needs no coordinate; its work is off by the difference of tangent
--            and angle.
-- Try:       1. step = 5e-3: the naive loss falls to a quarter   2. dopri5: no difference   3. value = 6
-- Builds on: heavy_top
local mbs = require "perilune"

local M = 20                                                                  -- N m
local function pair(formulation)
  local model = mbs.spatial_model { name = "revolute pair " .. formulation }
  local function prism(name, x, a, b, c)                                      -- of density 1 kg/m^3
    local m = a * b * c
    return model:body { name = name, mass = m, position = { x, 0, 0 },
      inertia = { m * (b * b + c * c) / 12, m * (c * c + a * a) / 12, m * (a * a + b * b) / 12 } }
  end
  local first, second = prism("I", -2, 4, 2, 1), prism("II", 1.5, 3, 1, 1)
  model:revolute { name = "hinge", between = { first, second }, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
  model:torque { name = "motor", between = { first, second }, axis = { 0, 1, 0 }, value = M,
                 formulation = formulation }
  model:force { name = "push", on = first:point { -2, 1, 0.5 }, value = function(t)
    local f = t < 1 and math.sin(math.pi * t) or 0
    return { 8 * f, 0, 12 * f }
  end }
  return model
end

local function size_of_momentum(run, i)
  local sum = 0
  for _, axis in ipairs { "x", "y",
    "z" } do sum = sum + run:series("system.angular_momentum." .. axis)[i] ^ 2 end
  return math.sqrt(sum)
end

-- The hinge says its angle up to whole turns only; from one record to the next it is far less than one.
local function angles(run)
  local list, turns = {}, 0
  for i, angle in ipairs(run:series "hinge.angle") do
    if i > 1 then
      local step = angle + turns - list[i - 1]
      turns = turns - 2 * math.pi * math.floor(step / (2 * math.pi) + 0.5)
    end
    list[i] = angle + turns
  end
  return list
end

-- The five ways of the note that goes with this data; what is known of each: |L| at 1 and 10 s [N m s], the
-- kinetic energy at 1, 5 and 10 s [J] and what it gained from 1 to 10 s beyond 20 N m times the angle [J],
-- from another program.
local variants = {
  { "naive", {}, { 33.39143, 32.15067, 53.286, 938.820, 3786.008, -24.97 } },
  { "contravariant", {}, { 33.39342, 33.39342, 53.295, 942.085, 3835.165, 12.67 } },
  { "augmentation", {}, { 33.39345, 33.39345, 53.292, 940.987, 3818.555, 0 } },
  { "classical_augmentation", { newton_start = "previous", unknowns = "directors" },
    { 33.39345, 33.39345, 53.292, 469.562, 34.953, -1300.7 } },
  { "classical_augmentation", { newton_start = "predicted", unknowns = "directors" },
    { 33.39345, 33.39345, 53.292, 940.987, 1775.328, -1841.2 } },
}
local runs = {}
print "                                   |L|(1)     |L|(10)    T(1)     T(5)      T(10)  less M angle"
for _, variant in ipairs(variants) do
  local formulation, options, known = table.unpack(variant)
  options.step = 0.01
  local run = pair(formulation):simulate {
    duration = 10, integrator = mbs.integrators.energy_momentum(options), record = { every = 0.01 } }
  assert(run.outcome == "reached_end", run.message)
  local T, angle = run:series "energy.kinetic", angles(run)
  local found = { size_of_momentum(run, 101), size_of_momentum(run, 1001), T[101], T[501], T[1001] }
  local gained = T[1001] - T[101] - M * (angle[1001] - angle[101])
  print(("%-22s %-9s %9.5f  %9.5f  %7.3f  %8.3f  %9.3f  %10.3f"):format(
    formulation, options.newton_start or "", found[1], found[2], found[3], found[4], found[5], gained))
  for i, value in ipairs(found) do assert(math.abs(value / known[i] - 1) < 5e-4, formulation .. i) end
  assert(math.abs(gained - known[6]) < math.max(5e-3, 5e-4 * math.abs(known[6])), formulation)
  if formulation ~= "naive" then
    assert(math.abs(found[2] / found[1] - 1) < 1e-11, "angular momentum")
  end
  if formulation == "augmentation" then
    for i = 101, 1001 do assert(math.abs(T[i] - T[101] - M * (angle[i] - angle[101])) < 1e-10 * T[1001]) end
  end
  run:expect { "energy.residual", below = 1e-8 }
  run:expect { "hinge.error", below = 1e-10 }
  runs[#runs + 1] = run
  if #runs < 3 and formulation ~= "augmentation" then
    mbs.output(formulation .. ": angular momentum at 10 s [N m s]", found[2])
  end
  if options.newton_start == "previous" then mbs.output("classical: energy at 10 s [J]", T[1001]) end
end

local t = runs[1].time
local function momentum(run)
  local list = {}
  for i = 1, #t do list[i] = size_of_momentum(run, i) end
  return list
end
mbs.plot {
  { x = t, y = momentum(runs[1]), label = "naive" },
  { x = t, y = momentum(runs[2]), label = "contravariant", style = "dashed" },
  title = "Angular momentum of both", x_label = "time", x_unit = "s", y_label = "|L|", y_unit = "N m s",
  file = mbs.out .. "/saenger_fig3.svg",
}
mbs.plot {
  { x = t, y = runs[4]:series "energy.kinetic", label = "classical augmentation" },
  { x = t, y = runs[3]:series "energy.kinetic", label = "variable augmentation", style = "dashed" },
  title = "Kinetic energy", x_label = "time", x_unit = "s", y_label = "T", y_unit = "J",
  file = mbs.out .. "/saenger_fig4.svg",
}
runs[2]:snapshots { times = { 0, 0.5, 1, 1.5, 2, 2.5 }, columns = 3, trace = "II",
  file = mbs.out .. "/saenger_fig2.svg" }
