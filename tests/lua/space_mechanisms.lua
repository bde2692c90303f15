-- Mechanisms in space against the planar engine, against minimal coordinates, and against themselves.
local mbs = require "perilune"
local checks = require "helpers.checks"
local near, tight = checks.near, checks.tight

-- One mechanism, built in the plane or in the plane z = 0 of space; x and y are the same.
local Builder = {}
Builder.__index = Builder
local function build(space)
  local gravity = space and { 0, -9.81, 0 } or { 0, -9.81 }
  local make = space and mbs.spatial_model or mbs.planar_model
  local model = make { name = space and "space" or "plane", gravity = gravity }
  return setmetatable({ space = space, model = model }, Builder)
end
function Builder:at(x, y) return self.space and { x, y, 0 } or { x, y } end
function Builder:bar(name, x0, y0, x1, y1, mass)
  local dx, dy = x1 - x0, y1 - y0
  local inertia, angle = mass * (dx * dx + dy * dy) / 12, math.atan(dy, dx)
  local t = { name = name, mass = mass, position = self:at((x0 + x1) / 2, (y0 + y1) / 2) }
  if self.space then
    t.inertia = { inertia / 50, inertia, inertia }
    t.orientation = mbs.rotation.axis_angle { axis = { 0, 0, 1 }, angle = angle }
  else
    t.inertia, t.angle = inertia, angle
  end
  return self.model:body(t)
end
function Builder:hinge(name, a, b, x, y)
  local t = { name = name, between = { a, b }, at = self:at(x, y) }
  if self.space then t.axis = { 0, 0, 1 } end
  return self.model:revolute(t)
end
function Builder:slide(name, a, b, x, y)
  return self.model:prismatic { name = name, between = { a, b }, at = self:at(x, y), axis = self:at(1, 0) }
end

local function slider_crank(space)
  local b = build(space)
  local crank, rod = b:bar("crank", 0, 0, 0.12, 0.16, 1), b:bar("rod", 0.12, 0.16, 0.6, 0, 0.8)
  local slider = b:bar("slider", 0.55, 0, 0.65, 0, 0.5)
  b:hinge("motor", b.model.ground, crank, 0, 0)
  b:hinge("crank pin", crank, rod, 0.12, 0.16)
  b:hinge("wrist pin", rod, slider, 0.6, 0)
  b:slide("guide", b.model.ground, slider, 0.6, 0)
  return b.model
end
local function four_bar(space)
  local b = build(space)
  local crank, coupler = b:bar("crank", 0, 0, 0.12, 0.16, 1), b:bar("coupler", 0.12, 0.16, 0.65, 0.5, 0.8)
  local rocker = b:bar("rocker", 0.6, 0, 0.65, 0.5, 0.5)
  b:hinge("A", b.model.ground, crank, 0, 0)
  b:hinge("B", crank, coupler, 0.12, 0.16)
  b:hinge("C", coupler, rocker, 0.65, 0.5)
  b:hinge("D", b.model.ground, rocker, 0.6, 0)
  return b.model
end

-- The same motion, with three redundant equations in each loop: named, and no trouble.
for _, case in ipairs {
  { slider_crank, { "crank.x", "rod.y", "slider.x", "crank pin.fx", "guide.fy" } },
  { four_bar, { "crank.x", "coupler.y", "rocker.x", "B.fx", "C.fy" } },
} do
  local make, channels = case[1], case[2]
  local plane = make(false):simulate { duration = 1, integrator = tight }
  local space = make(true):simulate { duration = 1, integrator = tight }
  assert(#plane.warnings == 0 and #space.warnings == 1, "one warning")
  assert(space.warnings[1]:find("redundant constraints", 1, true), space.warnings[1])
  for _, channel in ipairs(channels) do
    local scale = math.max(1, plane:largest(channel))
    for _, t in ipairs { 0.3, 0.7, 1 } do near(space:at(channel, t), plane:at(channel, t), 1e-8 * scale) end
  end
  space:expect { "energy.residual", below = 1e-8 }
  space:expect { "system.constraint_error", below = 1e-10 }
end

-- energy_momentum follows the same mechanism in the plane and in space, with order 2, and keeps the energy.
local exact = slider_crank(false):simulate { duration = 0.5, integrator = tight }
for _, space in ipairs { false, true } do
  local errors = {}
  for i, h in ipairs { 4e-3, 2e-3 } do
    local em = mbs.integrators.energy_momentum { step = h }
    local run = slider_crank(space):simulate { duration = 0.5, integrator = em }
    errors[i] = math.abs(run:final "slider.x" - exact:final "slider.x")
    run:expect { "energy.residual", below = 1e-10 }
    run:expect { "system.constraint_error", below = 1e-11 }
  end
  assert(errors[1] / errors[2] > 3.6 and errors[1] / errors[2] < 4.4, errors[1] / errors[2])
end

-- A driven hinge turns as it is told, over more than a turn, and a screw moves on as it turns.
do
  local model = mbs.spatial_model { name = "driven" }
  local wheel = model:body { name = "wheel", mass = 1, inertia = { 0.1, 0.1, 0.2 }, position = { 0, 0, 0 } }
  local nut = model:body { name = "nut", mass = 1, inertia = { 0.1, 0.1, 0.1 }, position = { 0, 0, 1 } }
  local hinge = model:revolute { name = "hinge", between = { model.ground, wheel }, at = { 0, 0, 0 },
                                 axis = { 0, 0, 1 } }
  model:drive { name = "motor", joint = hinge, value = function(t) return 5 * t * t end }
  model:screw { name = "thread", between = { wheel, nut }, at = { 0, 0, 1 }, axis = { 0, 0, 1 },
                pitch = -0.1 }
  model:point_on_line { name = "rail", between = { model.ground, nut:point { 0, 0.2, 0 } },
                        axis = { 0, 0, 1 } }
  local run = model:simulate { duration = 1.5, integrator = tight }
  near(run:final "wheel.wz", 15, 1e-8)
  near(run:at("hinge.angle", 1), 5 - 2 * math.pi, 1e-8)
  near(run:final "nut.z", 1 + 0.1 * 5 * 1.5 ^ 2 / (2 * math.pi), 1e-8)
  -- The motor turns the wheel and, by the thread, lifts the nut: J w' + m z'' p / 2 pi.
  local p = 0.1 / (2 * math.pi)
  near(run:final "motor.effort", 0.2 * 10 + 1 * (p * 10) * p, 1e-8)
  near(run:final "thread.fz", p * 10, 1e-8)
  run:expect { "energy.residual", below = 1e-7 }
end

-- Two prisms in a hinge against a solution in minimal coordinates, by DOP853 at 1e-13.
do
  local model = mbs.spatial_model { name = "pair" }
  local I = model:body { name = "I", mass = 8, position = { 0, 0, 0 },
                         inertia = { 8 * 5 / 12, 8 * 17 / 12, 8 * 20 / 12 } }
  local II = model:body { name = "II", mass = 4, position = { 3, 0, 0 },
                          inertia = { 4 * 5 / 12, 4 * 5 / 12, 4 * 8 / 12 } }
  model:revolute { name = "hinge", between = { I, II }, at = { 2, 0, 0 }, axis = { 0, 1, 0 } }
  model:torque { between = { I, II }, axis = { 0, 1, 0 }, value = 1 }
  model:force { on = I:point { -2, 1, 0.5 }, value = function(t)
    local f = t < 0.5 and 2 * t or t < 1 and 2 * (1 - t) or 0
    return { 2 * f, 4 * f, 8 * f }
  end }
  local reference = {
    [1] = { x = 0.06346526160862, y = 0.1698531041516, z = 0.3178463938882, wx = 0.5521186513082 },
    [10] = { x = 1.385766568068, y = 1.814218990994, z = 2.382444534186, wx = -0.576905309572 },
  }
  local tested = { { mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 }, 1e-8 },
    { mbs.integrators.radau5 { rtol = 1e-9, atol = 1e-11 }, 1e-6 } }
  for _, case in ipairs(tested) do
    local run = model:simulate { duration = 10, integrator = case[1], record = { every = 1 } }
    for t, row in pairs(reference) do
      for channel, value in pairs(row) do
        near(run:at("I." .. channel, t), value, case[2] * math.max(1, math.abs(value)))
      end
    end
    near(run:final "energy.kinetic", 10.11466489099, 10 * case[2])
    near(run:final "system.angular_momentum.y", 8.475824202299, 10 * case[2])
  end
  local errors = {}
  for i, h in ipairs { 0.02, 0.01 } do
    local run = model:simulate { duration = 10, integrator = mbs.integrators.energy_momentum { step = h } }
    errors[i] = math.abs(run:final "energy.kinetic" - 10.11466489099)
    near(run:final "system.angular_momentum.y", run:at("system.angular_momentum.y", 1), 1e-11)
  end
  assert(errors[2] < 1e-4 * 10.1 and errors[1] / errors[2] > 3.6 and errors[1] / errors[2] < 4.4, errors[2])
end
