-- Bushings, gears, equations of velocities, static positions and small motions in space.
local mbs = require "perilune"
local checks = require "helpers.checks"
local near, fails, tight = checks.near, checks.fails, checks.tight
local em = mbs.integrators.energy_momentum

-- A bushing: a body on it swings with k/m along and kappa/J about each of its axes; small motions say so.
do
  local k, kappa, m, J = { 100, 400, 900 }, { 2, 3, 4 }, 2, { 0.1, 0.2, 0.25 }
  local function on_bushing(damping, still)
    local model = mbs.spatial_model { name = "on a bushing" }
    local body = model:body { name = "b", mass = m, inertia = J, position = { 0, 0, 0 },
                              velocity = { still and 0 or 0.1, 0, 0 },
                              angular_velocity = { 0, 0, still and 0 or 0.01 } }
    model:bushing { name = "soft", between = { model.ground, body }, at = { 0, 0, 0 }, stiffness = k,
                    rotational_stiffness = kappa, damping = { damping, 0, 0 } }
    return model
  end
  local modes = on_bushing(0, true):linearize {}.eigenvalues
  local known = {}
  for i = 1, 3 do
    known[#known + 1] = math.sqrt(k[i] / m)
    known[#known + 1] = math.sqrt(kappa[i] / J[i])
  end
  table.sort(known)
  assert(#modes == 12)
  for i, w in ipairs(known) do near(math.abs(modes[2 * i].im), w, 1e-6) end
  local w, d = math.sqrt(k[1] / m), 6 / (2 * m)
  local wd = math.sqrt(w * w - d * d)
  local run = on_bushing(6):simulate { duration = 1, integrator = tight }
  near(run:final "b.x", 0.1 / wd * math.exp(-d) * math.sin(wd), 1e-9)
  near(run:final "soft.fx", -100 * run:final "b.x" - 6 * run:final "b.vx", 1e-9)
  local wz = math.sqrt(kappa[3] / J[3])
  near(run:final "b.rotationz", 0.01 / wz * math.sin(wz), 1e-7)
  run:expect { "energy.residual", below = 1e-9 }
  local kept = on_bushing(6):simulate { duration = 2, integrator = em { step = 0.05 } }
  kept:expect { "energy.residual", below = 1e-13 }
  -- Two free bodies on one, turning: momenta and energy stay at large steps.
  local model = mbs.spatial_model { name = "two on one" }
  local a = model:body { name = "a", mass = 1, inertia = { 0.1, 0.2, 0.25 }, position = { 0, 0, 0 },
                         angular_velocity = { 3, 1, 0 } }
  local b = model:body { name = "b", mass = 2, inertia = { 0.2, 0.2, 0.1 }, position = { 0.3, 0, 0 },
                         velocity = { 0, 0.5, 0 } }
  model:bushing { between = { a, b }, at = { 0.2, 0, 0 }, axis = { 1, 1, 0 }, stiffness = k,
                  rotational_stiffness = kappa }
  local free = model:simulate { duration = 5, integrator = em { step = 0.02 } }
  free:expect { "energy.residual", below = 1e-12 }
  near(checks.change(free, "system.angular_momentum", 5), 0, 1e-12)
end
-- In the plane it is the same thing.
do
  local model = mbs.planar_model { name = "flat" }
  local body = model:body { name = "b", mass = 2, inertia = 0.1, position = { 0, 0 }, velocity = { 0.1, 0 },
                            angular_velocity = 0.01 }
  model:bushing { name = "soft", between = { model.ground, body }, at = { 0, 0 }, stiffness = { 100, 400 },
                  rotational_stiffness = 3 }
  local run = model:simulate { duration = 1, integrator = tight }
  near(run:final "b.x", 0.1 / math.sqrt(50) * math.sin(math.sqrt(50)), 1e-9)
  near(run:final "b.angle", 0.01 / math.sqrt(30) * math.sin(math.sqrt(30)), 1e-7)
  near(run:final "soft.fx", -100 * run:final "b.x", 1e-9)
  model:simulate({ duration = 1, integrator = em { step = 0.05 } }):expect { "energy.residual",
    below = 1e-13 }
end

-- A train of wheels: bevel wheels on axes at right angles, and a rack. Inertia as the ratios have it.
do
  local model = mbs.spatial_model { name = "train" }
  local small = model:body { name = "small", mass = 1, inertia = { 0.1, 0.1, 0.2 }, position = { 0, 0, 0 } }
  local large = model:body { name = "large", mass = 1, inertia = { 0.9, 0.5, 0.5 }, position = { 1, 0, 1 } }
  local rack = model:body { name = "rack", mass = 3, inertia = { 0.1, 0.1, 0.1 }, position = { 1, 1, 0 } }
  local a = model:revolute { name = "a", between = { model.ground, small }, at = { 0, 0, 0 }, axis = { 0, 0,
    1 } }
  local b = model:revolute { name = "b", between = { model.ground, large }, at = { 1, 0, 1 }, axis = { 1, 0,
    0 } }
  local c = model:prismatic { name = "c", between = { model.ground, rack }, at = { 1, 1, 0 }, axis = { 0, 1,
    0 } }
  model:gear { name = "bevel", between = { a, b }, ratio = -20 / 60 }
  model:gear { name = "teeth", between = { b, c }, ratio = 0.4 }              -- m/rad
  model:torque { between = { model.ground, small }, axis = { 0, 0, 1 }, value = 2,
    formulation = "augmentation" }
  local whole = 0.2 + 0.9 / 9 + 3 * (0.4 / 3) ^ 2                             -- kg m^2 at the small one
  for _, case in ipairs { { tight, 1e-7 }, { em { step = 1e-3 }, 1e-3 } } do  -- of order 2: 0.02 rad a step
    local run = model:simulate { duration = 4, integrator = case[1] }         -- some seven turns
    near(run:final "small.wz", 2 / whole * 4, case[2])
    near(run:final "large.wx", -2 / whole * 4 / 3, case[2])
    near(run:final "rack.y", 1 - 0.4 / 3 * 2 / whole * 8, case[2])
    near(run:final "teeth.effort", 3 * -0.4 / 3 * 2 / whole, 1e-6)
    run:expect { "energy.residual", below = 1e-6 }
    run:expect { "system.constraint_error", below = 1e-9 }
  end
  -- Energy is kept exactly through angles as well, at steps of half a radian.
  local coarse = model:simulate { duration = 4, integrator = em { step = 0.02 } }
  coarse:expect { "energy.residual", below = 1e-10 }
  fails("is no quotient of numbers of teeth", model.gear, model, { between = { a, b }, ratio = math.sqrt(2) })
  local pin = model:spherical { name = "pin", between = { small, large }, at = { 1, 1, 1 } }
  fails("'pin' is a spherical, which has no coordinate", model.gear, model, { between = { a, pin },
    ratio = 1 })
end

-- Equations of velocities in space: a ball that rolls down a slope goes with 5/7 of what slides.
do
  local R, m, g, slope = 0.1, 2, 9.81, 0.3
  local J = 0.4 * m * R * R
  local function ball(own)
    local model = mbs.spatial_model { name = "rolling", gravity = { g * math.sin(slope), 0,
      -g * math.cos(slope) } }
    local body = model:body { name = "ball", mass = m, inertia = { J, J, J }, position = { 0, 0, R },
      velocity = { 0, 0.5, 0 }, angular_velocity = { -5, 0, 3 } }
    if own then
      model:constraint { name = "rolls", between = { body }, equations = function(b) return { b.z - R } end,
        velocity_equations = function(b) return { b.vx - R * b.wy, b.vy + R * b.wx } end }
    end
    return model
  end
  for _, case in ipairs { { tight, 1e-8 }, { em { step = 1e-3 }, 1e-6 } } do  -- of order 2: 0.02 rad a step
    local run = ball(true):simulate { duration = 1, integrator = case[1] }
    assert(run.outcome == "reached_end", run.message)
    near(run:final "ball.vx", 5 / 7 * g * math.sin(slope), case[2])
    near(run:final "ball.vy", 0.5, case[2])
    near(run:final "ball.wz", 3, 1e-5)
    near(run:final "rolls.fx", -2 / 7 * m * g * math.sin(slope), 1e-5)
    near(run:final "rolls.my", 2 / 7 * m * g * math.sin(slope) * R, 1e-5)
    run:expect { "energy.residual", below = 1e-8 }
  end
end

-- Static positions and small motions: a body on three springs, and a compound pendulum in space.
do
  local l, m, g = 0.6, 1.5, 9.81
  local J = { 0.01, 0.05, 0.06 }
  local model = mbs.spatial_model { name = "pendulum", gravity = { 0, 0, -g } }
  local body = model:body { name = "b", mass = m, inertia = J, position = { l * math.sin(0.4), 0,
    -l * math.cos(0.4) },
    orientation = mbs.rotation.axis_angle { axis = { 0, 1, 0 }, angle = -0.4 } }
  model:spherical { name = "pin", between = { model.ground, body }, at = { 0, 0, 0 } }
  model:torsion_spring { name = "wire", between = { model.ground, body }, axis = { 0, 0, 1 },
    stiffness = 0.3 }
  local found = model:equilibrium {}
  assert(found.acceleration < 1e-8)
  local start = model:simulate { duration = 0.01, integrator = tight }
  near(start:at("b.x", 0), 0, 1e-9); near(start:at("b.z", 0), -l, 1e-9)
  local modes = model:linearize {}.eigenvalues
  local known = { math.sqrt(0.3 / J[3]), math.sqrt(m * g * l / (J[1] + m * l * l)),
                  math.sqrt(m * g * l / (J[2] + m * l * l)) }
  table.sort(known)
  assert(#modes == 6)
  for i, w in ipairs(known) do near(math.abs(modes[2 * i].im), w, 1e-5) end
  -- The slow one is the wire's: the body turns about z and nothing else.
  near(modes[1].shape["b.rotationz"], 1, 1e-9); near(modes[1].shape["b.x"], 0, 1e-6)
end

-- The angle of a hinge as a coordinate: it counts turns; a motor, a spring and a stop act on it; energy is
-- kept.
do
  local J = 0.2
  local function wheel()
    local model = mbs.spatial_model { name = "wheel" }
    local body = model:body { name = "wheel", mass = 1, position = { 0, 0, 0 }, inertia = { 0.1, 0.15, J },
                              angular_velocity = { 0, 0, 1 } }
    model:revolute { name = "hinge", between = { model.ground, body }, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
    return model, model:angle { name = "turn", between = { model.ground, body }, axis = { 0, 0, 1 } }
  end
  for _, case in ipairs { { tight, 1e-7 }, { em { step = 1e-3 }, 1e-3 } } do  -- of order 2: 0.01 rad a step
    local model, turn = wheel()
    model:force { name = "motor", on = turn, value = 0.6 }
    local run = model:simulate { duration = 4, integrator = case[1] }
    near(run:final "turn.position", 4 + 0.5 * 3 * 16, case[2])                -- more than four turns
    near(run:final "wheel.wz", 13, case[2])
    run:expect { "energy.residual", below = 1e-7 }
  end
  local model, turn = wheel()
  model:spring { between = { model.ground, turn }, stiffness = 5 }
  local w = math.sqrt(5 / J)
  local run = model:simulate { duration = 2, integrator = tight }
  near(run:final "turn.position", math.sin(2 * w) / w, 1e-8)
  model, turn = wheel()
  model:stop { name = "stop", between = { turn, model.ground }, gap = 1.2,
    law = mbs.laws.hertz { stiffness = 1e4 } }
  run = model:simulate { duration = 3, integrator = em { step = 5e-3 } }
  near(run:final "wheel.wz", -1, 1e-6)
  run:expect { "energy.residual", below = 1e-12 }
  fails("'between' names 'wheel' twice", function()
    model:angle { between = { model.bodies[1], model.bodies[1] }, axis = { 0, 0, 1 } }
  end)
end
