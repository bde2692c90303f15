-- A law of one's own in space: a rubber ball with a damper of a memory, thrown into a corner.
-- System:    a ball of 60 g and 33 mm in radius, thrown with spin into the corner of two walls and a floor.
-- Source:    a Maxwell element beside a Hertz spring (standard linear solid): F = K d^1.5 + s, s' = k d' -
--            s/tau.
-- See:       functions of the script are compiled and cost what C++ costs, in space as in the plane; the
--            contact is the same whether the ball meets the floor or a wall; friction of one's own turns
--            the ball.
-- Try:       1. tau = 1e-4: nearly elastic   2. take friction away: the spin stays   3. my_law:explain()
-- Builds on: my_law, spinning_disc
local mbs = require "perilune"

local my_law = mbs.law {
  name = "rubber", parameters = { K = 3e5, k = 2e4, tau = 1e-3 },             -- N/m^1.5, N/m, s
  states = { s = 0 },                                                         -- N, the damper's force
  force = function(c, p)
    local elastic = p.K * c.penetration ^ 1.5
    return math.max(0, elastic + c.s), { s = p.k * c.penetration_rate - c.s / p.tau }
  end,
}
local my_friction = mbs.friction_law {
  name = "grippy", parameters = { mu = 0.5, v = 0.05 },                       -- -, m/s
  force = function(c, p)
    return p.mu * c.normal_force * c.slip_speed / math.sqrt(c.slip_speed ^ 2 + p.v ^ 2)
  end,
}
print(("the law is %s, the friction %s"):format(my_law.compiled and "compiled" or my_law.reason,
                                                my_friction.compiled and "compiled" or my_friction.reason))

local m, R = 0.06, 0.033                                                      -- kg, m
local J = 2 / 3 * m * R * R                                                   -- of a shell
local function throw(walls)
  local model = mbs.spatial_model { name = "corner", gravity = { 0, 0, -9.81 } }
  local ball = model:body { name = "ball", mass = m, inertia = { J, J, J }, position = { 1, 1.2, 1 },
                            velocity = { -6, -5, 1 }, angular_velocity = { 0, 40, -30 } }
  local sphere = ball:sphere { radius = R }
  for name, normal in pairs(walls) do
    model:contact { name = name, between = { sphere, model.ground:plane { normal = normal } }, law = my_law,
                    friction = my_friction }
  end
  return model
end
local model = throw { ["floor"] = { 0, 0, 1 }, ["wall x"] = { 1, 0, 0 }, ["wall y"] = { 0, 1, 0 } }
local run = model:simulate { duration = 1, integrator = mbs.integrators.dopri5 { rtol = 1e-8, atol = 1e-10 } }
assert(run.outcome == "reached_end", run.message)
for _, event in ipairs(run.events) do
  if event.kind == "contact end" then
    print(("%.4f s: off the %-6s, %.3f of the speed, %.1f ms, up to %.0f N"):format(
      event.t, event.element, event.restitution, 1e3 * event.duration, event.max_force))
  end
end
print(("spin: from %.1f to %.1f rad/s"):format(
  50, math.sqrt(run:final "ball.wx" ^ 2 + run:final "ball.wy" ^ 2 + run:final "ball.wz" ^ 2)))
run:plot { "ball.x", "ball.y", "ball.z", file = mbs.out .. "/my_spatial_law.svg" }

-- The same law in the plane, straight down: the same bounce.
local function drop(flat)
  local make = flat and mbs.planar_model or mbs.spatial_model
  local down = flat and { 0, -9.81 } or { 0, 0, -9.81 }
  local drops = make { name = flat and "flat" or "straight down", gravity = down }
  local ball = drops:body { name = "ball", mass = m, inertia = flat and J or { J, J, J },
                            position = flat and { 0, 0.5 } or { 0, 0, 0.5 } }
  local shape = flat and ball:circle { radius = R } or ball:sphere { radius = R }
  drops:contact { name = "floor", between = { shape, flat and drops.ground:line {} or drops.ground:plane {} },
                  law = my_law }
  local fall = drops:simulate { duration = 0.6, integrator = mbs.integrators.dopri5 { rtol = 1e-10,
    atol = 1e-12 } }
  for _, event in ipairs(fall.events) do
    if event.kind == "contact end" then return event end
  end
end
local a, b = drop(true), drop(false)
print(("dropped: %.9f of the speed in the plane, %.9f in space"):format(a.restitution, b.restitution))
assert(math.abs(a.restitution - b.restitution) < 1e-8 and math.abs(a.t - b.t) < 1e-8)
run:expect { "energy.residual", below = 1e-6 }
