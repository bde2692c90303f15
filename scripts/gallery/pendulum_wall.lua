-- Pendulum and wall: a steel ball on an arm swings down from the level and strikes a wall at the bottom.
-- System:    1 kg, radius 0.05 m, arm of 1 m to its centre, released from 90 deg; elastic wall at x = -R.
-- Source:    Flores, Ambrosio (2010), Multibody Syst Dyn 24, sec. 5.1, figs 5-7; K of steel on a plane.
--            Arm, mass, release and wall are only drawn there: those above are assumed.
-- See:       the step drops a hundredfold for the 147 us of contact and comes back (fig. 6); without control
--            of the first depth the same integrator finds the ball centimetres inside the wall and shoots it
--            back with up to three million joules (fig. 7).
-- Try:       1. lankarani_nikravesh with restitution = 0.9   2. steps of 0.01 s   3. arm of another length
-- Builds on: simple_pendulum.lua, procedures_compared.lua
local mbs = require "perilune"

local g, L, R, m, K = 9.81, 1.0, 0.05, 1.0, 3.39e10      -- m/s^2, m, m, kg, N/m^1.5
local dopri5 = mbs.integrators.dopri5

-- Cartesian coordinates and a joint: x, y of a point mass on a rod; or x, y, angle of a ball in a revolute.
local function pendulum(kind, is_free)
  local model = mbs.planar_model { name = "pendulum and wall (" .. kind .. ")", gravity = { 0, -g } }
  local ball
  if kind == "rod" then
    ball = model:particle { name = "ball", mass = m, position = { L, 0 } }
    model:rod { name = "arm", between = { { 0, 0 }, ball } }
  else
    ball = model:body { name = "ball", mass = m, inertia = 0.4 * m * R ^ 2, position = { L, 0 } }
    model:revolute { name = "arm", between = { model.ground, ball }, at = { 0, 0 } }
  end
  if not is_free then
    model:contact {
      name    = "wall",
      between = { ball:circle { radius = R }, model.ground:line { at = { -R, 0 }, normal = { 1, 0 } } },
      law     = mbs.laws.lankarani_nikravesh { stiffness = K, restitution = 1 },
    }
  end
  return model
end

-- 1. Three bounces against the exact solution (elliptic flight, 40 digits in contact).
local speed    = math.sqrt(2 * g * L)
local touches  = { 0.59196048689405936, 1.7760280981984321, 2.9600957095028049 }
local leaves   = { 0.59210712441031339, 1.7761747357146862, 2.9602423470190589 }
local depth, force = 0.0002206803798937798, 111133.57433326405
local latest = 0                                         -- s: the largest error of a touch

print "arm         bounce   touches at        leaves at         deepest         largest force"
for _, kind in ipairs { "rod", "revolute" } do
  local run = pendulum(kind):simulate { duration = 3.1, integrator = dopri5 { rtol = 1e-11, atol = 1e-13 } }
  assert(run.outcome == "reached_end", run.message)
  -- The ball's own inertia makes J = m L^2 (1 + e). Nothing damps: the same motion, slower by sqrt(1 + e).
  local slower = kind == "rod" and 1 or math.sqrt(1 + 0.4 * R ^ 2 / L ^ 2)
  local bounce = 0
  for _, event in ipairs(run.events) do
    if event.kind == "contact begin" then
      bounce = bounce + 1
      assert(math.abs(event.t / slower - touches[bounce]) < 1e-8, "time of the touch")
      latest = math.max(latest, math.abs(event.t / slower - touches[bounce]))
      assert(math.abs(event.impact_speed * slower / speed - 1) < 1e-8, "speed of the touch")
    else
      print(("%-9s   %d        %.11f s   %.11f s   %.7f um   %.4f N"):format(kind, bounce,
        event.t - event.duration, event.t, event.max_penetration * 1e6, event.max_force))
      assert(math.abs(event.t / slower - leaves[bounce]) < 1e-8, "time of the separation")
      assert(math.abs(event.max_penetration / depth - 1) < 1e-6, "depth")
      assert(math.abs(event.max_force / force - 1) < 1.5e-6, "force: 3/2 of the depth's error")
    end
  end
  assert(bounce == 3)
  if kind == "revolute" then
    run:snapshots { times = { 0, 0.3, 0.45, leaves[1], 0.9, touches[2] }, columns = 6, trace = "ball",
      file = mbs.out .. "/flores_ambrosio_2010_fig5.svg" }
  end
  run:expect { "energy.residual", below = 1e-8 }
  run:expect { "arm.error", below = 1e-10 }
end

mbs.output("error of a touch [s]", latest)
mbs.output("stiffness of a steel ball on a plane [N/m^1.5]", mbs.stiffness.hertz {
  radius_i = R, young_i = 207 * mbs.GPa, poisson_i = 0.3, young_j = 207 * mbs.GPa, poisson_j = 0.3 })

-- 2. Fig. 6: the size of the step, at most 1e-4 s.
local run = pendulum "revolute":simulate { duration = 0.65, record = "steps",
  integrator = dopri5 { rtol = 1e-8, atol = 1e-10, max_step = 1e-4 } }
local touch, leave = run.events[1].t, run.events[2].t
local count, smallest = { flight = 0, contact = 0 }, math.huge
for _, step in ipairs(run.steps) do
  if step.accepted then
    local where = step.t >= touch and step.t < leave and "contact" or "flight"
    count[where] = count[where] + 1
    if where == "contact" then smallest = math.min(smallest, step.dt) end
  end
end
print(("\nat most 1e-4 s: %d steps in flight, %d in the %.1f us of contact, the smallest %.2e s"):format(
  count.flight, count.contact, (leave - touch) * 1e6, smallest))
assert(run:largest "step.size" <= 1e-4 * (1 + 1e-12), "the limit")
mbs.output("largest step [s]", run:largest "step.size")
assert(smallest < 1e-5 and run:final "step.size" > 1e-5, "small in contact, then large again")
assert(count.flight < 1.01 * 0.65 / 1e-4 + 20, "flight keeps to the limit")
assert(run:largest "energy.residual" < 1e-4)
run:plot { "step.size", log = "y", file = mbs.out .. "/flores_ambrosio_2010_fig6.svg" }

-- 3. Fig. 7: no control of the first depth. The ball is first seen inside the wall at the end of some step;
--    what that start adds is the energy it takes to get so deep, 2/5 K depth^2.5. The ball had 9.81 J.
local free = pendulum("revolute", true):simulate {
  duration = 0.65, integrator = dopri5 { rtol = 1e-11, atol = 1e-13 } }
local forces = { y_label = "force of the wall", file = mbs.out .. "/flores_ambrosio_2010_fig7.svg" }
local worst = 0
print "\n  step       first seen at   depth         energy gained    2/5 K depth^2.5   returns with"
for _, h in ipairs { 0.02, 0.0175, 0.015 } do
  local seen   = h * math.ceil(touch / h)
  local failed = pendulum "revolute":simulate { duration = seen + 2e-4,
    integrator  = dopri5 { rtol = 1e-6, atol = 1e-8, max_step = h, initial_step = h },
    accept_step = mbs.accept.penetration { locate = "none" } }
  local begin, leaving = failed.events[1], failed.events[2]
  local inside   = -free:at("ball.x", seen)
  local gained   = failed:at("energy.residual", leaving.t)
  local expected = 0.4 * K * inside ^ 2.5
  print(("  %.4f s   %.6f s      %.5f m     %.6e J   %.6e J    %.0f m/s"):format(h, begin.t,
    begin.penetration, gained, expected, leaving.separation_speed))
  assert(math.abs(begin.t - seen) < 1e-9, "first seen at the end of a step")
  assert(math.abs(begin.penetration / inside - 1) < 1e-6, "as deep as the free swing is by then")
  assert(math.abs(gained / expected - 1) < 1e-5, "the energy of a deep start")
  worst = math.max(worst, math.abs(gained / expected - 1))
  forces[#forces + 1] = { run = failed, "wall.normal_force", from = 0.59, label = ("%.4g s"):format(h) }
end
mbs.output("relative error of 2/5 K depth^2.5", worst)
forces[#forces + 1] = { run = run, "wall.normal_force", from = 0.59, to = 0.61, label = "with control" }
mbs.plot(forces)
