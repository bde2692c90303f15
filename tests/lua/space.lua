-- Spatial models: bodies, rotations, joints as scripts say them, and what is said when they are wrong.
local mbs = require "perilune"
local checks = require "helpers.checks"
local fails, near, tight = checks.fails, checks.near, checks.tight

-- Rotations, said in four ways: a third of a turn about (1, 1, 1) takes x to y, y to z, z to x.
local third = 2 * math.pi / 3
local ways = {
  mbs.rotation.axis_angle { axis = { 1, 1, 1 }, angle = third },
  mbs.rotation.quaternion { 1, 1, 1, 1 },
  mbs.rotation.euler { angles = { math.pi / 2, math.pi / 2, 0 } },
}
for _, rotation in ipairs(ways) do
  local model = mbs.spatial_model { name = "turned" }
  model:body { name = "b", mass = 1, inertia = { 1, 1, 1 }, position = { 0, 0, 0 }, orientation = rotation,
               angular_velocity = { 0.3, 0, 0 } }
  local run = model:simulate { duration = 0.1, integrator = tight }
  for _, q in ipairs { "qw", "qx", "qy", "qz" } do near(run:at("b." .. q, 0), 0.5) end
  near(run:at("b.wy", 0), 0.3)      -- the body's x axis is the world's y axis
  near(run:at("b.w1", 0), 0.3)
  near(run:at("b.rotationx", 0), third / math.sqrt(3))
end
local model = mbs.spatial_model { name = "between", gravity = { 0, 0, -9.81 } }
model:body { name = "b", mass = 1, inertia = { 1, 1, 1 }, position = { 1, 2, 3 }, velocity = { 0, 4, 0 },
             orientation = mbs.rotation.between { from = { 0, 0, 1 }, to = { 2, 0, 0 } },
             angular_velocity = { 0, 0, 2 }, in_frame = "world" }
model:particle { name = "p", mass = 2, position = { 0, 0, 0 }, velocity = { 1, 0, 0 } }
local run = model:simulate { duration = 1, integrator = tight }
near(run:at("b.qy", 0), math.sqrt(0.5)); near(run:final "b.wz", 2, 1e-9); near(run:final "b.y", 6, 1e-10)
near(run:final "b.z", 3 - 9.81 / 2, 1e-9)
near(run:final "p.z", -9.81 / 2, 1e-9); near(run:final "p.x", 1, 1e-10)
run:expect { "energy.residual", below = 1e-8 }

-- Springs and forces reach bodies in space.
model = mbs.spatial_model { name = "loads" }
local body = model:body { name = "b", mass = 2, inertia = { 0.1, 0.2, 0.25 }, position = { 0, 0, 0 } }
model:force { on = body, value = { 0, 0, 6 } }
model:torque { on = body, value = { 0.3, 0, 0 } }
run = model:simulate { duration = 1, integrator = tight }
near(run:final "b.z", 1.5, 1e-9); near(run:final "b.wx", 3, 1e-9)

-- What is wrong is said with the element and what to do.
fails("inertia has the principal moments", model.body, model,
      { name = "c", mass = 1, inertia = { 1, 1, 3 }, position = { 0, 0, 0 } })
fails("is not symmetric", model.body, model,
      { name = "c", mass = 1, inertia = { { 1, 0.1, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, position = { 0, 0, 0 } })
fails("three: { x, y, z }", model.particle, model, { name = "c", mass = 1, position = { 0, 0 } })
fails("orientation = 3 must be a rotation", model.body, model,
      { name = "c", mass = 1, inertia = { 1, 1, 1 }, position = { 0, 0, 0 }, orientation = 3 })
fails("'spherical' belongs to spatial models", function()
  local planar = mbs.planar_model { name = "flat" }
  planar:spherical { between = { planar.ground, planar.ground }, at = { 0, 0 } }
end)
fails("'bar' belongs to planar models", model.bar, model, { from = { 0, 0 }, to = { 1, 0 }, mass = 1 })
fails("'axis' is missing", model.revolute, model, { between = { model.ground, body }, at = { 0, 0, 0 } })
fails("needs two", model.universal, model,
      { between = { model.ground, body }, at = { 0, 0, 0 }, axes = { { 1, 0, 0 } } })
fails("sequence = \"xyw\"", mbs.rotation.euler, { sequence = "xyw", angles = { 0, 0, 0 } })
fails("'axis' is {0, 0, 0}", mbs.rotation.axis_angle, { axis = { 0, 0, 0 }, angle = 1 })

-- A start that a joint forbids names the joint.
model = mbs.spatial_model { name = "wrong start" }
body = model:body { name = "b", mass = 1, inertia = { 1, 1, 1 }, position = { 1, 0, 0 },
                    velocity = { 1, 0, 0 } }
model:spherical { name = "pin", between = { model.ground, body }, at = { 0, 0, 0 } }
fails("spherical 'pin': the velocities at t = 0 violate it by 1 m/s", model.simulate, model, { duration = 1 })
assert(model:assemble {}.velocity > 0.9)
assert(model:simulate({ duration = 0.1 }).outcome == "reached_end")
