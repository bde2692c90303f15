-- Implicit methods take the derivatives of what the script wrote: no more of Newton's iterations with an
-- element in Lua than with the engine's own that says the same, and no element is evaluated for differences.
local mbs = require "perilune"

local function run(integrator, build)
  local model = mbs.planar_model { name = "both ways", gravity = { 0, -9.81 } }
  build(model)
  local done = model:simulate { duration = 1, integrator = integrator, record = "none" }
  assert(done.outcome == "reached_end", done.message)
  return done.statistics
end

local function body(model, name, x, y, velocity)
  return model:body {
    name = name, mass = 2, inertia = 0.05, position = { x, y }, velocity = velocity or { 0.3, 0 },
  }
end

-- Each pair: the engine's, the script's.
local pairs_of_elements = {}

local k, damping, l0 = 2e5, 300, 0.4                                -- N/m, N s/m, m
pairs_of_elements["spring"] = {
  function(model)
    local a = body(model, "a", 0.5, 0)
    model:spring {
      between = { model.ground, a:point { 0.1, 0.05 } }, stiffness = k, damping = damping, free_length = l0,
    }
  end,
  function(model)
    local a = body(model, "a", 0.5, 0)
    model:interaction { between = { model.ground, a:point { 0.1, 0.05 } }, force = function(s)
      return k * (s.distance - l0) + damping * s.distance_rate
    end }
  end,
}
pairs_of_elements["torsion spring"] = {
  function(model)
    local a = body(model, "a", 0, 0)
    model:torque { on = a, value = 3 }
    model:torsion_spring { between = { model.ground, a }, stiffness = 1e5, damping = 20 }
  end,
  function(model)
    local a = body(model, "a", 0, 0)
    model:torque { on = a, value = function() return 3 end }
    model:torque { on = a, value = function(_, s) return -1e5 * s.angle - 20 * s.angular_velocity end }
  end,
}
pairs_of_elements["rod"] = {
  function(model)
    local a, b = body(model, "a", 1, 0, { 0, 0.3 }), body(model, "b", 1.5, 0.5, { 0, 0.3 })
    model:rod { between = { model.ground, a } }
    model:rod { between = { a:point { 0.1, 0 }, b } }
  end,
  function(model)
    local a, b = body(model, "a", 1, 0, { 0, 0.3 }), body(model, "b", 1.5, 0.5, { 0, 0.3 })
    local function apart(length)
      return function(p, q) return { math.sqrt((q.x - p.x) ^ 2 + (q.y - p.y) ^ 2) - length } end
    end
    model:constraint { between = { model.ground, a }, equations = apart(1) }
    model:constraint { between = { a:point { 0.1, 0 }, b }, equations = apart(math.sqrt(0.4 ^ 2 + 0.5 ^ 2)) }
  end,
}
local nx, ny = 0.1 / math.sqrt(1.01), 1 / math.sqrt(1.01)           -- of a slope
pairs_of_elements["rolling"] = {
  function(model)
    local disc = body(model, "disc", 0.3 * nx, 0.3 * ny, { 0, 0 })
    model:rolling { between = { disc:circle { radius = 0.3 }, model.ground:line { normal = { 0.1, 1 } } } }
  end,
  function(model)
    local disc = body(model, "disc", 0.3 * nx, 0.3 * ny, { 0, 0 })
    model:constraint { between = { disc },
      equations = function(d) return { nx * d.x + ny * d.y - 0.3 } end,
      velocity_equations = function(d) return { -ny * d.vx + nx * d.vy - 0.3 * d.angular_velocity } end,
    }
  end,
}
local law = mbs.laws.hertz { stiffness = 1e6 }
local function slide(friction)
  return function(model)
    local disc = body(model, "disc", 0, 0.3)
    model:contact {
      between = { disc:circle { radius = 0.3 }, model.ground:line {} }, law = law, friction = friction,
    }
  end
end
local mu, v_r = 0.3, 1e-2
pairs_of_elements["friction"] = {
  slide(mbs.friction.regularized_coulomb { coefficient = mu, regularization_speed = v_r, shape = "atan" }),
  slide(mbs.friction_law { name = "mine", parameters = { mu = mu }, force = function(c, p)
    return p.mu * c.normal_force * (math.atan(c.slip_speed / v_r) * (2 / math.pi))
  end }),
}
local sigma0 = 500
pairs_of_elements["bristles"] = {
  slide(mbs.friction.dahl { coefficient = mu, bristle_stiffness = sigma0 }),
  slide(mbs.friction_law {
    name = "mine", parameters = { mu = mu }, states = { z = 0 },
    force = function(c, p, z)
      local v = c.slip_velocity
      return c.normal_force * sigma0 * z, { z = v - sigma0 * math.abs(v) * z / p.mu }
    end,
  }),
}

for name, pair in pairs(pairs_of_elements) do
  for _, method in ipairs { "radau5", "bdf", "rosenbrock4" } do
    local integrator = mbs.integrators[method] { rtol = 1e-7, atol = 1e-9 }
    local own, mine = run(integrator, pair[1]), run(integrator, pair[2])
    print(name, method, own.newton_iterations, mine.newton_iterations, own.jacobian_differences)
    assert(own.jacobian_differences == 0 and mine.jacobian_differences == 0, name)
    -- Slopes that differ in the last bit let an iteration more or less be the last one, thousands of times.
    assert(mine.newton_iterations <= 1.01 * own.newton_iterations,
      ("%s, %s: %d iterations, %d with the engine's"):format(
        name, method, mine.newton_iterations, own.newton_iterations))
    assert(mine.newton_iterations > 5)
  end
end

-- A cam drawn by a function of the script: nothing is differenced; one that is interpreted has no third
-- derivatives.
local calls = 0
local function cam(curve)
  return function(model)
    local follower = body(model, "follower", 0.5, 0.075, { 0.3, 0.03 })
    model:point_on_curve { between = { model.ground, follower }, curve = curve, range = { -2, 2 } }
  end
end
local implicit = mbs.integrators.radau5 {}
assert(run(implicit, cam(function(u) return { u, u * u * 0.1 + 0.05 } end)).jacobian_differences == 0)
local interpreted = run(implicit, cam(function(u)
  calls = calls + 1                                                 -- writes: not compiled
  return { u, u * u * 0.1 + 0.05 }
end))
assert(calls > 0 and interpreted.jacobian_differences > 0)
