-- Constraints of the user's own, of positions and of velocities, against built-in joints and closed forms.
local mbs = require "perilune"

local dopri5 = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 }
local cos, sin, pi = math.cos, math.sin, math.pi

local function near(a, b, tolerance, what)
  assert(math.abs(a - b) <= tolerance, ("%s: %.15g instead of %.15g"):format(what, a, b))
end

local function simulate(model, duration)
  local run = model:simulate { duration = duration, integrator = dopri5 }
  assert(run.outcome == "reached_end", run.message)
  return run
end

-- ---- a constraint that says what a built-in joint says does what that does ----
local function pendulums(join)
  local model = mbs.planar_model { gravity = { 0, -9.81 } }
  local bar = model:body { name = "bar", mass = 2, inertia = 0.3, position = { 0.5, 0 } }
  local bob = model:particle { name = "bob", mass = 1, position = { 1, -0.7 } }
  join(model, bar, bob)
  return simulate(model, 2)
end
local built_in = pendulums(function(model, bar, bob)
  model:revolute { name = "pin", between = { model.ground, bar }, at = { 0, 0 } }
  model:rod { name = "rod", between = { bar:point { 0.5, 0 }, bob } }
end)
local mine = pendulums(function(model, bar, bob)
  model:constraint {
    name = "pin", between = { { 0, 0 }, bar:point { -0.5, 0 } },
    equations = function(a, b) return { b.x - a.x, b.y - a.y } end,
  }
  model:constraint {
    name = "rod", between = { bar:point { 0.5, 0 }, bob },
    equations = function(a, b) return ((b.x - a.x) ^ 2 + (b.y - a.y) ^ 2 - 0.49) / 1.4 end,
  }
end)
for _, channel in ipairs { "bar.angle", "bar.angular_velocity", "bob.x", "bob.vy" } do
  near(mine:final(channel), built_in:final(channel), 1e-10, channel)
end
for _, channel in ipairs { "pin.fx", "pin.fy", "rod.fx", "rod.fy" } do
  for _, t in ipairs { 0.3, 1, 1.9 } do near(mine:at(channel, t), built_in:at(channel, t), 1e-7, channel) end
end

-- A body given by itself is its centre; angles; the ground has the angle 0; a scalar coordinate its position.
local model = mbs.planar_model {}
local wheel = model:body { name = "wheel", mass = 1, inertia = 0.5, position = { 0, 0 }, angular_velocity = 2,
                           velocity = { 0, 0.6 } }
local q = model:coordinate { name = "q", inertia = 3, velocity = 1 }
model:constraint { between = { wheel, model.ground }, equations = function(a, b)
  return { a.x - b.x, a.y - 0.3 * (a.angle - b.angle) }
end }
model:constraint { name = "screw", between = { wheel, q }, equations = function(a, b)
  return { b.position - 0.5 * a.angle }
end }
local free = simulate(model, 1)
near(free:final "wheel.y", 0.6, 1e-12, "height of the wheel")
near(free:final "q.position", 1, 1e-12, "position of q")

-- Moving with time: a bead on a rod that turns with w flies outwards, r = r0 cosh w t.
model = mbs.planar_model {}
model:particle { name = "bead", mass = 1, position = { 0.2, 0 }, velocity = { 0, 0.2 * 3 } }
model:constraint { name = "rod", between = { model.bodies[1] }, equations = function(a, t)
  return { a.y * cos(3 * t) - a.x * sin(3 * t) }
end }
local bead = simulate(model, 1)
near(bead:final "bead.x", 0.2 * (math.exp(3) + math.exp(-3)) / 2 * cos(3), 1e-8, "bead on a rod")
near(bead:final "energy.residual", 0, 1e-9, "work of the rod")

-- ---- equations of velocities ----
-- At constant speed under gravity, v^2 = V^2, not linear in v: vx = V / cosh(g t/V), vy = -V tanh(g t/V).
model = mbs.planar_model { gravity = { 0, -9.81 } }
local p = model:particle { name = "p", mass = 2, position = { 0, 0 }, velocity = { 5, 0 } }
model:constraint { name = "cruise", between = { p }, velocity_equations = function(a)
  return { a.vx ^ 2 + a.vy ^ 2 - 25 }
end }
local cruise = simulate(model, 1)
local s = 9.81 / 5
near(cruise:final "p.vx", 2 * 5 / (math.exp(s) + math.exp(-s)), 1e-9, "vx at constant speed")
near(cruise:final "p.vy", -5 * (math.exp(s) - math.exp(-s)) / (math.exp(s) + math.exp(-s)), 1e-9, "vy")
near(cruise:largest "cruise.error", 0, 1e-10, "the speed")
near(cruise:largest "energy.residual", 0, 1e-8, "work of the constraint")

-- Explicit in time: vx = t^2.
model = mbs.planar_model {}
p = model:particle { name = "p", mass = 2, position = { 0, 0 } }
model:constraint { name = "push", between = { p, model.ground }, velocity_equations = function(a, b, t)
  return a.vx - b.vx - t ^ 2
end }
local push = simulate(model, 2)
near(push:final "p.x", 8 / 3, 1e-10, "x")
near(push:final "push.fx", -8, 1e-9, "the ground is what it pushes off from: -m a")
near(push:final "p.ax", 4, 1e-9, "acceleration 2 t")

-- Scalar coordinates: a differential whose wheels roll.
model = mbs.planar_model {}
local fast = model:coordinate { name = "u", inertia = 1, velocity = 2 }
local slow = model:coordinate { name = "w", inertia = 4, velocity = 1 }
model:constraint { name = "gear", between = { fast, slow }, velocity_equations = function(a, b)
  return { a.velocity - 2 * b.velocity }
end }
model:force { on = fast, value = 1 }
local gear = simulate(model, 1)
near(gear:final "u.velocity", 2 + 1 / (1 + 4 / 4), 1e-12, "geared coordinates")
near(gear:final "gear.effort", 4 * 0.25, 1e-12, "effort on w")

-- Assembly may put a skate where it could not slip to; simulation may not.
model = mbs.planar_model {}
local skate = model:body { name = "skate", mass = 1, inertia = 1, position = { 0, 0.5 },
                           velocity = { 1, 0.1 } }
model:constraint { name = "blade", between = { skate }, velocity_equations = function(a)
  return { a.vx * sin(a.angle) - a.vy * cos(a.angle) }
end }
model:constraint { name = "track", between = { skate }, equations = function(a) return { a.y } end }
near(model:assemble {}.moved, 0.5, 1e-12, "moved by assembly")
local on_track = simulate(model, 1)
near(on_track:final "skate.x", 1, 1e-12, "the skate on its track")
near(on_track:at("skate.vy", 0), 0, 1e-14, "velocity across the blade")

-- ---- rolling ----
local alpha, g, mass, radius = 0.4, 9.81, 3, 0.2
local function roll(slope, start)
  model = mbs.planar_model { gravity = { 0, -g } }
  local n = { -sin(slope), cos(slope) }
  local disc = model:body { name = "disc", mass = mass, inertia = mass * radius ^ 2 / 2,
                            position = { radius * n[1], radius * n[2] }, velocity = start.velocity,
                            angular_velocity = start.spin }
  model:rolling { name = "rolling",
                  between = { disc:circle { radius = radius }, model.ground:line { normal = n } } }
  return simulate(model, 1.5)
end
local down = roll(-alpha, {})
local distance = g * sin(alpha) / 3 * 1.5 ^ 2            -- a = 2/3 g sin alpha
near(down:final "disc.x", radius * sin(alpha) + distance * cos(alpha), 1e-9, "x down the slope")
near(down:final "disc.y", radius * cos(alpha) - distance * sin(alpha), 1e-9, "y down the slope")
near(down:final "disc.angle", -distance / radius, 1e-8, "angle")
near(down:final "rolling.normal_force", mass * g * cos(alpha), 1e-8, "normal force")
near(math.abs(down:final "rolling.friction_force"), mass * g * sin(alpha) / 3, 1e-8, "friction")
-- What acts on the ground is the weight that does not accelerate the disc.
near(down:final "rolling.fx", -mass * 2 / 3 * g * sin(alpha) * cos(alpha), 1e-8, "fx on the ground")
near(down:final "rolling.fy", -mass * g + mass * 2 / 3 * g * sin(alpha) ^ 2, 1e-8, "fy on the ground")
near(down:largest "energy.residual", 0, 1e-9, "energy")

-- ---- curves ----
-- A bead on a cycloid swings with w = sqrt(g/4r) whatever its amplitude: s = s0 cos w t, y = s^2/8r.
local r = 0.25
local function cycloid(u)
  return { r * (u + sin(u)), r * (1 - cos(u)) }
end
for _, u0 in ipairs { 0.3, 2 } do
  model = mbs.planar_model { gravity = { 0, -g } }
  local ball = model:particle { name = "ball", mass = 2, position = cycloid(u0) }
  model:point_on_curve { name = "wire", between = { model.ground, ball }, curve = cycloid,
                         range = { -2.8, 2.8 } }
  local run = simulate(model, 2)
  for _, t in ipairs { 0.1, 0.77, 2 } do
    local along = 4 * r * sin(u0 / 2) * cos(math.sqrt(g / (4 * r)) * t)
    near(run:at("ball.y", t), along ^ 2 / (8 * r), 1e-8, "height on the cycloid")
  end
  near(run:largest "energy.residual", 0, 1e-8, "the wire does no work")
end

-- The same joint on a body that turns: a ring about its own centre is a rod.
local function ring(join)
  model = mbs.planar_model { gravity = { 0, -g } }
  local carrier = model:body { name = "carrier", mass = 1, inertia = 0.2, position = { 0, 0 },
                                angular_velocity = 3 }
  local ball = model:particle { name = "ball", mass = 1, position = { 0.5, 0 }, velocity = { 0, 1 } }
  join(carrier, ball)
  return simulate(model, 1)
end
local as_rod = ring(function(a, b) model:rod { name = "joint", between = { a, b } } end)
local as_ring = ring(function(a, b)
  model:point_on_curve { name = "joint", between = { a, b }, closed = true, range = { 0, 2 * pi },
                         curve = function(angle) return { 0.5 * cos(angle), 0.5 * sin(angle) } end }
end)
for _, channel in ipairs { "ball.x", "ball.vy", "carrier.y", "carrier.angle", "joint.fx", "joint.fy" } do
  near(as_ring:final(channel), as_rod:final(channel), 1e-8, channel)
end

-- ---- reusable kinds ----
local slot = mbs.joint {
  name = "slot", parameters = { slope = 0, height = 0 },
  equations = function(a, b, k) return { b.y - a.y - k.height - k.slope * (b.x - a.x) } end,
}
model = mbs.planar_model { gravity = { 0, -g } }
local left, right = model:particle { name = "left", mass = 1, position = { 0, 1 } },
                    model:particle { name = "right", mass = 1, position = { 2, 0 } }
local first = slot(model, { name = "level", between = { { 0, 0 }, left }, height = 1 })
local second = slot(model, { between = { { 2, 0 }, right }, slope = -0.75 })
assert(tostring(first) == "slot 'level'" and second.name == "slot 1")
local slid = simulate(model, 1)
near(slid:final "left.y", 1, 1e-12, "on the level")
near(slid:final "right.y", -g * 0.6 / 2 * 0.6, 1e-9, "down the slope 3:4")   -- a = g sin, sin = 0.6
local wheels = mbs.joint { velocity_equations = function(a, _, _, t) return { a.vx - 2 * t } end }
model = mbs.planar_model {}
wheels(model, { between = { model:particle { name = "cart", mass = 1, position = { 0, 0 } }, model.ground } })
near(simulate(model, 1):final "cart.x", 1, 1e-12, "a kind without parameters")
