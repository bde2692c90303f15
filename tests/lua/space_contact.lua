-- Contact in space: spheres on planes, on each other and in holes.
local mbs = require "perilune"
local checks = require "helpers.checks"
local fails, near, separations = checks.fails, checks.near, checks.separations
local tight = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 }

-- A dropped sphere bounces as the disc of the plane does, and a sphere against a sphere as two discs.
local law = mbs.laws.lankarani_nikravesh { stiffness = 140e6, restitution = 0.8 }
local flat = mbs.planar_model { name = "flat", gravity = { 0, -9.81 } }
local disc = flat:body { name = "ball", mass = 1, inertia = 0.004, position = { 0, 1 } }
flat:contact { name = "touch", between = { disc:circle { radius = 0.1 }, flat.ground:line {} }, law = law }
local known = separations(flat:simulate { duration = 2, integrator = tight })
for _, other in ipairs { "plane", "sphere" } do
  local model = mbs.spatial_model { name = other, gravity = { 0, 0, -9.81 } }
  local ball = model:body { name = "ball", mass = 1, inertia = { 4e-3, 4e-3, 4e-3 }, position = { 0, 0, 1 } }
  local ground = model.ground
  local base = other == "plane" and ground:plane {} or ground:sphere { radius = 1, at = { 0, 0, -1 } }
  model:contact { name = "touch", between = { ball:sphere { radius = 0.1 }, base }, law = law }
  local found = separations(model:simulate { duration = 2, integrator = tight })
  assert(#found == #known and #known == 3)
  for i, event in ipairs(known) do
    near(found[i].t, event.t, 1e-8)
    near(found[i].separation_speed, event.separation_speed, 1e-8)
  end
end

-- A sphere pushed off without spin slides until it rolls, whatever the friction: at v0 / (1 + J/m R^2), 5/7
-- of it where friction has the lever R = r. Here it acts midway between the surfaces.
do
  local model = mbs.spatial_model { name = "bowling", gravity = { 0, 0, -9.81 } }
  local m, r = 2, 0.1
  local J = 0.4 * m * r * r
  local K = 1e6
  local sag = (m * 9.81 / K) ^ (2 / 3)
  local ball = model:body { name = "ball", mass = m, inertia = { J, J, J }, position = { 0, 0, r - sag },
                            velocity = { 1.2, 1.6, 0 } }
  model:contact { name = "lane", between = { ball:sphere { radius = r }, model.ground:plane {} },
                  law = mbs.laws.hertz { stiffness = K },
                  friction = mbs.friction.regularized_coulomb { coefficient = 0.3 } }
  local run = model:simulate { duration = 1, integrator = mbs.integrators.dopri5 { rtol = 1e-8 } }
  local R = r - sag / 2
  local part = 1 / (1 + J / (m * R * R))
  near(run:final "ball.vx", part * 1.2, 1e-6)
  near(run:final "ball.vy", part * 1.6, 1e-6)
  near(run:final "ball.wy", part * 1.2 / R, 1e-5)
  near(run:final "ball.wx", -part * 1.6 / R, 1e-5)
  near(run.energy.dissipated, 0.5 * m * 4 * (1 - part), 1e-5)
  run:expect { "energy.residual", below = 1e-5 }
end

-- An elastic bounce gives all energy back, at any step; spin and what is along the plane stay.
for _, h in ipairs { 1e-2, 1e-3 } do
  local model = mbs.spatial_model { name = "elastic", gravity = { 0, 0, -9.81 } }
  local ball = model:body { name = "ball", mass = 1, inertia = { 4e-3, 4e-3, 4e-3 }, position = { 0, 0, 1 },
                            velocity = { 0.5, 0.2, 0 }, angular_velocity = { 1, 2, 3 } }
  model:contact { name = "touch", between = { ball:sphere { radius = 0.1 }, model.ground:plane {} },
                  law = mbs.laws.hertz { stiffness = 1e5 } }
  for _, locate in ipairs { "root", "stages" } do
    local run = model:simulate { duration = 1.5, integrator = mbs.integrators.energy_momentum { step = h },
                                 accept_step = mbs.accept.penetration { locate = locate } }
    assert(run.outcome == "reached_end" and #separations(run) >= 1, run.message)
    run:expect { "energy.residual", below = 1e-12 * 9.81 }
    near(run:final "ball.vx", 0.5, 1e-12)
    near(run:final "ball.wz", 3, 1e-11)
  end
end

-- In a spherical hole a sphere keeps its energy and its angular momentum about the vertical.
do
  local model = mbs.spatial_model { name = "bowl", gravity = { 0, 0, -9.81 } }
  local ball = model:body { name = "ball", mass = 1, inertia = { 4e-3, 4e-3, 4e-3 },
                            position = { 0.6, 0, -0.5 }, velocity = { 0, 1, 0 } }
  model:contact { name = "bowl", between = { ball:sphere { radius = 0.1 }, model.ground:hole { radius = 1 } },
                  law = mbs.laws.hertz { stiffness = 1e6 } }
  local run = model:simulate { duration = 1, integrator = tight }
  assert(run:largest "bowl.normal_force" > 9.81)
  near(run:final "system.angular_momentum.z", 0.6, 1e-9)
  run:expect { "energy.residual", below = 1e-6 }
end

-- Groups: spheres thrown at each other keep the momentum of all.
do
  local model = mbs.spatial_model { name = "swarm" }
  for i = 1, 27 do
    local x, y, z = i % 3 - 1, i // 3 % 3 - 1, (i - 1) // 9 - 1
    local ball = model:body { name = "ball " .. i, mass = 1, inertia = { 0.004, 0.004, 0.004 },
      position = { 0.3 * x, 0.3 * y + 0.01 * z, 0.3 * z + 0.02 * x }, velocity = { -x, -y, -z } }
    ball:sphere { radius = 0.1 }
  end
  model:contacts { name = "swarm", bodies = "all", law = mbs.laws.hertz { stiffness = 1e6 } }
  local run = model:simulate { duration = 0.5, integrator = mbs.integrators.dopri5 { rtol = 1e-8 } }
  local touches = separations(run)
  assert(#touches > 20, #touches)
  for _, axis in ipairs { "x", "y", "z" } do
    near(run:final("system.momentum." .. axis), run:at("system.momentum." .. axis, 0), 1e-10)
    near(run:final("system.angular_momentum." .. axis), run:at("system.angular_momentum." .. axis, 0), 1e-9)
  end
  run:expect { "energy.residual", below = 1e-5 }
end

fails("a plane and a hole cannot touch", function()
  local model = mbs.spatial_model { name = "wrong" }
  local body = model:body { name = "b", mass = 1, inertia = { 1, 1, 1 }, position = { 0, 0, 0 } }
  model:contact { between = { body:plane {}, model.ground:hole { radius = 1 } }, law = law }
end)
fails("'circle' belongs to planar models", function()
  local model = mbs.spatial_model { name = "wrong" }
  model.ground:circle { radius = 1 }
end)
