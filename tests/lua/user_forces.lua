-- model:user_force: forces and moments on any number of participants, in Lua.
local mbs = require "perilune"

local function fails(add, text)
  local fine, message = pcall(add)
  assert(not fine and tostring(message):find(text, 1, true), tostring(message))
end
local function close(a, b, tolerance)
  local is_close = math.abs(a - b) <= tolerance                      -- not so for NaN
  if not is_close then error(("%.17g against %.17g"):format(a, b), 2) end
end

-- ---- written as a spring it moves as model:spring ----

local k, c, l0 = 200, 3, 0.4                                        -- N/m, N s/m, m
local function spring(a, b)
  local rx, ry = b.x - a.x, b.y - a.y
  local l = math.sqrt(rx^2 + ry^2)
  local rate = (rx * (b.vx - a.vx) + ry * (b.vy - a.vy)) / l
  local f = (k * (l - l0) + c * rate) / l
  return { { f * rx, f * ry }, { -f * rx, -f * ry } }               -- moments left out
end
local function swing(integrator, add)
  local model = mbs.planar_model { name = "pair", gravity = { 0, -9.81 } }
  local a = model:body { name = "a", mass = 1, inertia = 0.02, position = { 0.5, 0 }, angle = 0.3,
                         angular_velocity = 2 }
  local b = model:particle { name = "b", mass = 2, position = { 1, -0.2 }, velocity = { 0.3, 0 } }
  add(model, "first", { model.ground:point { 0.1, 0.2 }, a:point { 0.1, 0.05 } })
  add(model, "second", { a:point { 0.2, -0.1 }, b })
  local run = model:simulate { duration = 1, integrator = integrator, verify_laws = 7 }
  assert(run.outcome == "reached_end", run.message)
  return run
end
local function with_springs(integrator)
  return swing(integrator, function(model, name, ends)
    model:spring { name = name, between = ends, stiffness = k, damping = c, free_length = l0 }
  end)
end
local function with_forces(integrator)
  return swing(integrator, function(model, name, ends)
    model:user_force { name = name, on = ends, force = spring }
  end)
end
for _, integrator in ipairs {
  mbs.integrators.dopri5 {}, mbs.integrators.rk4 { step = 1e-3 }, mbs.integrators.radau5 {},
  mbs.integrators.bdf {}, mbs.integrators.rosenbrock4 {}, mbs.integrators.generalized_alpha {},
} do
  local sprung, own = with_springs(integrator), with_forces(integrator)
  for _, channel in ipairs { "a.x", "a.y", "a.angle", "b.y", "b.vx" } do
    local off = math.abs(own:final(channel) - sprung:final(channel))
    assert(off < 1e-9, ("%s, %s: %g"):format(integrator, channel, off))
  end
  assert(own.statistics.steps == sprung.statistics.steps)
  close(own:final "second.b.fx", -own:final "second.a.fx", 0)
  own:expect { "energy.residual", below = 1e-4 }
  -- What a spring stores and a damper loses is work here: whether a force does either is not known.
  assert(own:final "energy.dissipated" == 0 and own:final "energy.work" < 0)
end

-- ---- magnetic dipoles: three bodies, forces and moments, momentum and energy kept ----

local strength = 1e-3                                               -- mu0/(4 pi) m^2 [N m^4]
local function pair(a, b)
  local rx, ry = b.x - a.x, b.y - a.y
  local r = math.sqrt(rx^2 + ry^2)
  local ux, uy = rx / r, ry / r
  local ax, ay, bx, by = math.cos(a.angle), math.sin(a.angle), math.cos(b.angle), math.sin(b.angle)
  local ma, mb, ab = ax * ux + ay * uy, bx * ux + by * uy, ax * bx + ay * by
  local f, moment = 3 * strength / r^4, strength / r^3
  return f * (ma * bx + mb * ax + (ab - 5 * ma * mb) * ux), f * (ma * by + mb * ay + (ab - 5 * ma * mb) * uy),
         moment * (bx * (3 * mb * uy - by) - by * (3 * mb * ux - bx)),
         moment * (ax * (3 * mb * uy - by) - ay * (3 * mb * ux - bx)),
         moment * (bx * (3 * ma * uy - ay) - by * (3 * ma * ux - ax)),
         moment * (ab - 3 * ma * mb)
end
local function dipoles(...)
  local magnets = { ... }
  local loads = { { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }
  for i = 1, 2 do
    for j = i + 1, 3 do
      local fx, fy, _, on_a, on_b = pair(magnets[i], magnets[j])
      local one, other = loads[i], loads[j]
      one[1], one[2], one[3] = one[1] - fx, one[2] - fy, one[3] + on_a
      other[1], other[2], other[3] = other[1] + fx, other[2] + fy, other[3] + on_b
    end
  end
  return loads
end
local function energy(views)
  local sum = 0
  for i = 1, 2 do
    for j = i + 1, 3 do sum = sum + select(6, pair(views[i], views[j])) end
  end
  return sum
end
local function floating(integrator)
  local model = mbs.planar_model { name = "magnets" }
  local bodies = {}
  for i, start in ipairs { { 0, 0, 0.3 }, { 0.5, 0.1, 1.1 }, { 0.2, 0.4, 2.5 } } do
    bodies[i] = model:body { name = "m" .. i, mass = 0.1, inertia = 1e-4, position = { start[1], start[2] },
                             angle = start[3], velocity = { 0.01 * i, -0.02 * i } }
  end
  model:user_force { name = "magnets", on = bodies, force = function(a, b, d) return dipoles(a, b, d) end }
  local run = model:simulate { duration = 0.2, integrator = integrator }
  assert(run.outcome == "reached_end", run.message)
  return run
end
local function views(run, last)
  local list = {}
  for i = 1, 3 do
    local view = {}
    for _, number in ipairs { "x", "y", "angle" } do
      local series = run:series("m" .. i .. "." .. number)
      view[number] = series[last and #series or 1]
    end
    list[i] = view
  end
  return list
end
-- Work less what the potential of dipoles loses; momenta stay.
local function imbalance(integrator)
  local run = floating(integrator)
  for _, channel in ipairs { "system.momentum.x", "system.momentum.y", "system.angular_momentum.z" } do
    local series = run:series(channel)
    close(series[#series], series[1], 1e-11)
  end
  local lost = energy(views(run)) - energy(views(run, true))
  assert(math.abs(lost) > 1e-3)
  return run:final "energy.work" - lost
end
close(imbalance(mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 }), 0, 1e-10)
close(imbalance(mbs.integrators.radau5 { rtol = 1e-8, atol = 1e-11 }), 0, 1e-8)
-- The middle of a step knows no potential: momenta are kept to rounding, work is right to h^2.
local coarse = imbalance(mbs.integrators.energy_momentum { step = 1e-3 })
local fine = imbalance(mbs.integrators.energy_momentum { step = 5e-4 })
close(coarse / fine, 4, 0.1)

-- ---- one participant, scalar coordinates, time ----

local function drawn(force, on)
  local model = mbs.planar_model { name = "drawn" }
  local q = model:coordinate { name = "q", inertia = 2 }
  local body = model:body { name = "body", mass = 2, inertia = 0.5, position = { 0, 0 } }
  model:user_force { name = "pull", on = on(model, q, body), force = force }
  return model:simulate { duration = 2 }
end
local function only_q(_, q) return { q } end
local function only_body(_, _, body) return { body } end
for _, force in ipairs { function(_, t) return -3 * t end, function(_, t) return { -3 * t } end,
                         function(_, t) return { { -3 * t } } end } do
  local run = drawn(force, only_q)
  close(run:final "q.position", -3 / 2 * 2^3 / 6, 1e-9)
  close(run:final "pull.Q", -6, 0)
end
for _, force in ipairs { function() return { 4, -2, 1 } end, function() return { { 4, -2, 1 } } end } do
  local run = drawn(force, only_body)
  close(run:final "body.x", 4, 1e-9)
  close(run:final "body.y", -2, 1e-9)
  close(run:final "body.angle", 4, 1e-9)
  close(run:final "energy.work", run:final "energy.kinetic", 1e-9)
  close(run:final "pull.moment", 1, 0)
end
-- A coordinate drives a body; the same body twice, at two points: a couple.
local both = drawn(function(q, body) return { -body.vx, { q.velocity + 1, 0 } } end,
                   function(_, q, body) return { q, body } end)
close(both:final "body.vx", math.sin(1), 1e-7)
local couple = drawn(function(a, b) return { { 0, -1 }, { 0, b.x - a.x > 0.1 and 1 or 1 } } end,
  function(_, _, body) return { body:point { -0.5, 0 }, body:point { 0.5, 0 } } end)
close(couple:final "body.y", 0, 1e-12)
assert(couple:final "body.angle" > 0.5)

-- ---- in space ----

local function in_space(integrator)
  local model = mbs.spatial_model { name = "space" }
  local a = model:body { name = "a", mass = 1, inertia = { 1, 2, 1.5 }, position = { 0, 0, 0 },
                         angular_velocity = { 0.1, 2, 0.3 } }
  local b = model:particle { name = "b", mass = 2, position = { 1, 0, 0.5 }, velocity = { 0, 0.4, 0 } }
  local tip = a:point { 0.3, 0, 0.1 }
  model:user_force { name = "pull", on = { tip, b, a, model.ground }, force = function(p, q, r, ground)
    local x, y, z = q.x - p.x, q.y - p.y, q.z - p.z
    return { { 3 * x, 3 * y, 3 * z }, { -3 * x, -3 * y, -3 * z },
             { 0, 0, 0, -0.2 * r.wx, -0.2 * r.wy, -0.2 * r.wz * ground.d3[3] * r.d1[1]^0 }, { 0, 0, 0 } }
  end }
  local run = model:simulate { duration = 1, integrator = integrator }
  assert(run.outcome == "reached_end", run.message)
  return run
end
local function sprung_in_space()
  local model = mbs.spatial_model { name = "space" }
  local a = model:body { name = "a", mass = 1, inertia = { 1, 2, 1.5 }, position = { 0, 0, 0 },
                         angular_velocity = { 0.1, 2, 0.3 } }
  local b = model:particle { name = "b", mass = 2, position = { 1, 0, 0.5 }, velocity = { 0, 0.4, 0 } }
  model:spring { between = { a:point { 0.3, 0, 0.1 }, b }, stiffness = 3, free_length = 0 }
  model:torque { on = a, value = function(_, s) return { -0.2 * s.wx, -0.2 * s.wy, -0.2 * s.wz } end }
  return model:simulate { duration = 1, integrator = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 } }
end
local exact = sprung_in_space()
for name, case in pairs {
  dopri5 = { mbs.integrators.dopri5 {}, 1e-7 }, radau5 = { mbs.integrators.radau5 {}, 1e-6 },
  generalized_alpha = { mbs.integrators.generalized_alpha { step = 1e-3 }, 1e-5 },
  energy_momentum = { mbs.integrators.energy_momentum { step = 1e-3 }, 1e-5 },
} do
  local run = in_space(case[1])
  for _, channel in ipairs { "a.x", "a.z", "a.wy", "b.y", "b.vz" } do
    local off = math.abs(run:final(channel) - exact:final(channel))
    assert(off < case[2], ("%s, %s: off by %g"):format(name, channel, off))
  end
  close(run:final "pull.a.fz", -run:final "pull.b.fz", 0)
  close(run:final "pull.c.my", -0.2 * run:final "a.wy", 1e-9)
  for _, axis in ipairs { "x", "y", "z" } do
    local series = run:series("system.momentum." .. axis)
    close(series[#series], series[1], 1e-10)
  end
  run:expect { "energy.residual", below = 1e-4 }
end

-- ---- equilibrium, linearization, kinematics ----

local rest = mbs.planar_model { name = "rest", gravity = { 0, -9.81 } }
local weight = rest:body { name = "weight", mass = 1, inertia = 0.1, position = { 0, -0.3 } }
rest:user_force { on = { rest.ground, weight }, force = function(g, w)
  return { { 0, 0 }, { -40 * (w.x - g.x), -40 * (w.y - g.y), -10 * w.angle } }
end }
rest:equilibrium {}
local modes, expected = rest:linearize {}.eigenvalues, { math.sqrt(40), math.sqrt(40), 10 }
for i, value in ipairs(expected) do close(modes[2 * i].frequency, value / (2 * math.pi), 1e-6) end

local driven = mbs.planar_model { name = "driven" }
local slide = driven:coordinate { name = "s", inertia = 2 }
driven:drive { name = "motor", coordinate = slide, value = function(t) return t^2 end }
driven:user_force { on = { slide }, force = function(s) return -0.5 * s.velocity end }
close(driven:kinematics { duration = 1 }:final "motor.effort", 2 * 2 + 0.5 * 2, 1e-9)

-- ---- what is wrong is said ----

local model = mbs.planar_model { name = "wrong" }
local one = model:body { name = "one", mass = 1, inertia = 1, position = { 0, 0 } }
local two = model:particle { name = "two", mass = 1, position = { 1, 0 } }
local q = model:coordinate { name = "q", inertia = 1 }
local function refused(on, force, text)
  fails(function() model:user_force { on = on, force = force } end, text)
end
refused({ one, two }, function(a) return { { a.X, 0 }, { 0, 0 } } end,
  "no field 'X'; did you mean 'x'? (a has: x, y, angle, vx, vy, angular_velocity)")
refused({ one, two }, function(_, b) return { { b.angle, 0 }, { 0, 0 } } end, "no field 'angle'")
refused({ one, two }, function() return { { 0, 0 } } end,
  "returned 1 entries in a table, it must return { { fx, fy[, m] }, { fx, fy } }")
refused({ one, two }, function() return { { 0, 0 }, { 0, 0, 1 } } end, "returned for b 3 numbers in a table")
refused({ one, two }, function() return { { 0 }, { 0, 0 } } end, "returned for a 1 number in a table")
refused({ one, two }, function() return { { 0, 0 }, 3 } end, "returned for b 3")
refused({ one, two }, function() return { { 0, 0, "m" }, { 0, 0 } } end, "returned for a as number 3")
refused({ one, two }, function() end, "returned nil")
refused({ one, two }, function() return { { 0, 0 }, { 0, 0 } }, 1 end, "returned also 1")
refused({ one, two }, function() return { 0, 0 }, { 0, 0 } end, "returned also")
refused({ q }, function() return { 1, 2 } end, "returned for a 2 numbers")
refused({ one, two }, function(a) return { { 0, 0 }, { a.x / a.y, 0 } } end,
  "fx of the load on b ('two') is ")
refused({ one, two }, function() error "out of range" end, "out of range")
refused({}, function() return {} end, "on is empty")
refused({ model.ground }, function() return { { 0, 0 } } end, "'on' has nothing that can move")
local stranger = mbs.planar_model { name = "other" }:particle { mass = 1, position = { 0, 0 } }
refused({ stranger }, function() return { 0, 0 } end, "other")
fails(function() model:user_force { on = { one } } end, "force")
fails(function() model:user_force { on = { one }, forse = 1 } end, "did you mean 'force'?")

-- One that fails while it runs ends the run at the last step that stands.
local late = mbs.planar_model { name = "late" }
local runner = late:particle { name = "runner", mass = 1, position = { 0, 0 }, velocity = { 1, 0 } }
late:user_force { on = { runner }, force = function(a, t) return t < 0.5 and { a.x, 0 } or { 0 } end }
local run = late:simulate { duration = 1 }
assert(run.outcome == "script_error" and run.message:find "returned for a 1 number", run.message)
