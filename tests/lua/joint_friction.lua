-- Friction in joints against closed forms: journals and guides, whose limits are their own reactions.
local mbs = require "perilune"
local fine = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 }
local g <const> = 9.81

local function simulate(model, duration)
  local run = model:simulate { duration = duration, integrator = fine }
  assert(run.outcome == "reached_end", run.message)
  run:expect { "energy.residual", below = 1e-8 }                           -- J
  return run
end
local function near(a, b, within) assert(math.abs(a - b) < within, ("%.12g, not %.12g"):format(a, b)) end

-- A journal carries a disc and the load P beside its weight: M = mu r (m g + P), it turns until w0 J/M, then
-- stays.
do
  local m <const>, J <const>, mu <const>, r <const>, P <const>, w0 <const> = 2, 0.05, 0.2, 0.03, 5, 4
  local model = mbs.planar_model { gravity = { 0, -g } }
  local wheel = model:body { name = "wheel", mass = m, inertia = J, position = { 0, 0 },
    angular_velocity = w0 }
  local pin = model:revolute { name = "pin", between = { model.ground, wheel }, at = { 0, 0 } }
  model:force { on = wheel, value = { 0, -P } }
  model:dry_friction { name = "journal", joint = pin, coefficient = mu, radius = r }
  local moment = mu * r * (m * g + P)
  local run = simulate(model, 3)
  near(run.events[1].t, w0 * J / moment, 1e-9)
  assert(#run.events == 1 and run.events[1].kind == "stick")
  near(run:at("journal.force", 0.5), -moment, 1e-9)
  near(run:final "wheel.angle", w0 ^ 2 * J / (2 * moment), 1e-8)
  near(run:final "energy.dissipated", J * w0 ^ 2 / 2, 1e-8)
end

-- A moment on a journal at rest: nothing up to the limit, then the rest of it accelerates.
do
  local m <const>, J <const>, mu <const>, r <const>, rate <const> = 3, 0.02, 0.25, 0.04, 0.2
  local model = mbs.planar_model { gravity = { 0, -g } }
  local wheel = model:body { name = "wheel", mass = m, inertia = J, position = { 0, 0 } }
  local pin = model:revolute { between = { model.ground, wheel }, at = { 0, 0 } }
  model:torque { on = wheel, value = function(t) return rate * t end }
  model:dry_friction { name = "journal", joint = pin, coefficient = mu, radius = r }
  local torn = mu * r * m * g / rate
  local run = simulate(model, 2)
  near(run.events[1].t, torn, 1e-8)
  assert(#run.events == 1 and run.events[1].kind == "slip" and run.events[1].direction == 1)
  near(run:at("journal.force", 0.5 * torn), -rate * 0.5 * torn, 1e-10)
  near(run:final "wheel.angular_velocity", rate / J * (2 - torn) ^ 2 / 2, 1e-7)
end

-- A guide at an angle: on its way up a sled has g (sin + mu cos) against it, down g (sin - mu cos).
for _, mu in ipairs { 0.2, 0.8 } do
  local slope <const>, v0 <const> = 0.5, 2
  local axis = { math.cos(slope), math.sin(slope) }
  local model = mbs.planar_model { gravity = { 0, -g } }
  local sled = model:body { name = "sled", mass = 4, inertia = 1, position = { 0, 0 },
    velocity = { v0 * axis[1], v0 * axis[2] } }
  local guide = model:prismatic { name = "guide", between = { model.ground, sled }, axis = axis,
    at = { 0, 0 } }
  model:dry_friction { name = "rub", joint = guide, coefficient = mu }
  local run = simulate(model, 1)
  local stops = v0 / (g * (math.sin(slope) + mu * math.cos(slope)))
  near(run.events[1].t, stops, 1e-9)
  local pull = math.max(0, g * (math.sin(slope) - mu * math.cos(slope)))
  assert(run.events[1].kind == (pull > 0 and "slip" or "stick") and #run.events == 1)
  local way = v0 * stops / 2 - pull * (1 - stops) ^ 2 / 2
  near(run:final "sled.x", way * axis[1], 1e-8)
  near(run:final "sled.y", way * axis[2], 1e-8)
  if pull == 0 then near(math.abs(run:final "rub.force"), 4 * g * math.sin(slope), 1e-8) end
end

-- A guide pushed across its way by P: the limit is mu |m g + P|, both parts of the reaction in one.
do
  local mu <const>, P <const>, m <const>, v0 <const> = 0.3, -12, 2, 1.5
  local model = mbs.planar_model { gravity = { 0, -g } }
  local sled = model:body { name = "sled", mass = m, inertia = 1, position = { 0, 0 }, velocity = { -v0, 0 } }
  local guide = model:prismatic { between = { model.ground, sled }, axis = { 1, 0 }, at = { 0, 0 } }
  model:force { on = sled, value = { 0, P } }
  model:dry_friction { name = "rub", joint = guide, coefficient = mu }
  near(simulate(model, 1).events[1].t, v0 * m / (mu * (m * g - P)), 1e-9)
end

-- A pendulum with a journal: the reaction grows with its speed, the amplitude falls from swing to swing, and
-- it sticks in the end where the journal holds its weight.
do
  local m <const>, l <const>, mu <const>, r <const> = 1, 0.5, 0.3, 0.02
  local model = mbs.planar_model { gravity = { 0, -g } }
  local bob = model:body { name = "bob", mass = m, inertia = 0.01, position = { 0, -l }, angular_velocity = 2,
    velocity = { 2 * l, 0 } }
  local pin = model:revolute { name = "pin", between = { model.ground, bob }, at = { 0, 0 } }
  model:dry_friction { name = "journal", joint = pin, coefficient = mu, radius = r }
  local run = simulate(model, 20)
  local last = run.events[#run.events]
  assert(last.kind == "stick" and run:final "journal.state" == 0)
  near(run:final "journal.force", m * g * l * math.sin(run:final "bob.angle"), 1e-6)
  assert(math.abs(m * g * l * math.sin(run:final "bob.angle")) <= mu * r * m * g * (1 + 1e-9))
  -- While it slips the moment is mu r |F|, F the reaction of the pin.
  local force = math.sqrt(run:at("pin.fx", 0.1) ^ 2 + run:at("pin.fy", 0.1) ^ 2)
  near(run:at("journal.force", 0.1), -mu * r * force, 1e-9)
end
