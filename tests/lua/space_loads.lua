-- Springs of angles, torques and constraints of the user's own, in space.
local mbs = require "perilune"
local checks = require "helpers.checks"
local fails, near, tight = checks.fails, checks.near, checks.tight

-- A wheel on a torsion spring swings as phi0 cos(w t), with a damper as phi0 e^(-d t)(cos w t + d/w sin w t).
local J, k, start = 0.2, 5.0, 0.8
local function wheel(space, damping)
  local model = space and mbs.spatial_model { name = "wheel" } or mbs.planar_model { name = "wheel" }
  local zero = space and { 0, 0, 0 } or { 0, 0 }
  local inertia = space and { 0.1, 0.15, J } or J
  local body = model:body { name = "wheel", mass = 1, position = zero, inertia = inertia }
  local axis = space and { 0, 0, 1 } or nil
  model:revolute { name = "hinge", between = { model.ground, body }, at = zero, axis = axis }
  model:torsion_spring { name = "spring", between = { model.ground, body }, axis = axis, stiffness = k,
                         damping = damping, free_angle = start }
  return model
end
for _, space in ipairs { false, true } do
  for _, damping in ipairs { 0, 0.3 } do
    local run = wheel(space, damping):simulate { duration = 2, integrator = tight }
    local d = damping / (2 * J)
    local w = math.sqrt(k / J - d * d)
    for _, t in ipairs { 0.7, 2 } do
      local left = -start * math.exp(-d * t) * (math.cos(w * t) + d / w * math.sin(w * t))
      near(run:at("spring.angle", t), start + left, 1e-8)
    end
    run:expect { "energy.residual", below = 1e-8 }
    -- energy_momentum keeps the energy, and what the damper takes is in the books.
    local em = mbs.integrators.energy_momentum { step = 0.02 }
    run = wheel(space, damping):simulate { duration = 2, integrator = em }
    run:expect { "energy.residual", below = 1e-12 }
    if damping > 0 then assert(run.energy.dissipated > 0.5) end
  end
end
fails("'axis' is missing", function()
  local model = mbs.spatial_model { name = "no axis" }
  local body = model:body { name = "b", mass = 1, position = { 0, 0, 0 }, inertia = { 1, 1, 1 } }
  model:torsion_spring { between = { model.ground, body }, stiffness = 1 }
end)

-- The work of a torque between two bodies over steps: with the angle as a coordinate, M times the angle.
do
  local function pair(formulation)
    local model = mbs.spatial_model { name = formulation }
    local a = model:body { name = "a", mass = 2, position = { 0, 0, 0 }, inertia = { 0.3, 0.4, 0.5 },
                           angular_velocity = { 0.5, -0.4, 0.3 } }
    local b = model:body { name = "b", mass = 1, position = { 0, 0, 0 }, inertia = { 0.2, 0.2, 0.1 } }
    model:revolute { name = "hinge", between = { a, b }, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
    model:torque { between = { a, b }, axis = { 0, 0, 1 }, value = 0.2, formulation = formulation }
    model:assemble {}
    return model:simulate { duration = 0.8, integrator = mbs.integrators.energy_momentum { step = 0.05 } }
  end
  for formulation, exact in pairs { augmentation = true, contravariant = false, naive = false } do
    local run = pair(formulation)
    local gained = run:final "energy.kinetic" - run:series "energy.kinetic"[1]
    local work = 0.2 * (run:final "hinge.angle" - run:at("hinge.angle", 0))
    if exact then near(gained, work, 1e-12) else assert(math.abs(gained - work) > 1e-6) end
    local turned = 0
    for _, axis in ipairs { "x", "y", "z" } do
      local channel = "system.angular_momentum." .. axis
      turned = math.max(turned, math.abs(run:final(channel) - run:at(channel, 0)))
    end
    assert((turned < 1e-12) == (formulation ~= "naive"), turned)
  end
end

-- A hinge of one's own does what the engine's does; so does a kind of joint.
do
  local own = mbs.joint { name = "own hinge", parameters = { height = 0 }, equations = function(a, b, p)
    return { b.x - a.x, b.y - a.y, b.z - a.z - p.height, b.d2[1], b.d2[3] }
  end }
  local makers = {
    function(model, bar)
      model:revolute { name = "pin", between = { model.ground, bar }, at = { 0, 0, 0 }, axis = { 0, 1, 0 } }
    end,
    function(model, bar)
      model:constraint { name = "pin", between = { model.ground, bar:point { -0.5, -0.1, 0 } },
        equations = function(a, b) return { b.x - a.x, b.y - a.y, b.z - a.z, b.d2[1], b.d2[3] } end }
    end,
    function(model, bar)
      own(model, { name = "pin", between = { model.ground, bar:point { -0.5, -0.1, 0.2 } }, height = 0.2 })
    end,
  }
  local known
  for i, make in ipairs(makers) do
    local model = mbs.spatial_model { name = "hinges", gravity = { 0, 0, -9.81 } }
    local bar = model:body { name = "bar", mass = 1, position = { 0.5, 0.1, 0 },
                             inertia = { { 0.05, 0.01, 0 }, { 0.01, 0.1, 0 }, { 0, 0, 0.12 } } }
    make(model, bar)
    local run = model:simulate { duration = i < 3 and 0.6 or 0.01, integrator = tight }
    assert(run.outcome == "reached_end", run.message)
    run:expect { "energy.residual", below = 1e-8 }
    known = known or run
    for _, channel in ipairs { "bar.x", "bar.z", "pin.fx", "pin.fz", "pin.mx", "pin.mz" } do
      if i < 3 then near(run:final(channel), known:final(channel), 1e-7) end
    end
  end
end
