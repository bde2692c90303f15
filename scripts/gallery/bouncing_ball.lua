-- Bouncing ball: a soft ball falls on the ground and bounces until it stays there.
-- System:    a disc of 1 kg and 0.1 m radius, released with its centre 1.0 m above a half-plane.
-- Source:    Flores, Machado, Silva, Martins (2011), Multibody Syst Dyn 25, eq. 43 (their law) and fig. 5.
-- See:       42 impacts; each returns less than the last, and the ball is at rest on the ground after 7.56 s.
-- Try:       1. restitution = 0.5    2. mbs.laws.hertz (it never stops)    3. run with --set cr=0.95
-- Builds on: nothing; start here.
local mbs = require "perilune"

local cr = mbs.parameter { "cr", 0.9, min = 0.1, max = 1, doc = "restitution asked of the law" }

local model = mbs.planar_model { name = "bouncing ball", gravity = { 0, -9.81 } }
local ball  = model:body { name = "ball", mass = 1.0, inertia = 0.004, position = { 0, 1.0 } }

model:contact {
  name    = "ball on ground",
  between = { ball:circle { radius = 0.1 }, model.ground:line { at = { 0, 0 }, normal = { 0, 1 } } },
  law     = mbs.laws.flores { stiffness = 140e6, restitution = cr },       -- N/m^1.5
}

local run = model:simulate {
  duration   = 8.0,
  integrator = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 },
}

print " bounce   touches at    arrives with   returns with   deepest     largest force"
local bounces, last_begin = 0, 0
for _, event in ipairs(run.events) do
  if event.kind == "contact begin" then last_begin = event.t end
  if event.kind == "contact end" then
    bounces = bounces + 1
    if bounces <= 5 or bounces % 10 == 0 then
      print(("  %3d     %9.6f s  %9.6f m/s  %9.6f m/s  %6.1f um  %9.2f N"):format(bounces, last_begin,
        event.impact_speed, event.separation_speed, event.max_penetration * 1e6, event.max_force))
    end
  end
end
print(("after %d bounces the ball stays on the ground from t = %.4f s"):format(bounces, last_begin))

-- At rest the law carries the weight: K depth^1.5 = m g.
local sag = (1.0 * 9.81 / 140e6) ^ (2 / 3)
local sunk = run:final "ball on ground.penetration"
print(("it sinks in by %.3f um, Hertz says %.3f um"):format(sunk * 1e6, sag * 1e6))

if cr == 0.9 then                                                          -- the figure's case, to 40 digits
  assert(bounces == 41, "it separates 41 times and stays at the 42nd touch")
  assert(math.abs(last_begin - 7.558011979553375) < 1e-6, "time of the last touch")
  assert(math.abs(sunk - sag) < 1e-8, "static depth")
end
mbs.output("last touch [s]", last_begin)
run:expect { "energy.residual", below = 1e-8 }                             -- J
run:plot { "ball.y", y_label = "height of the centre", file = mbs.out .. "/flores_2011_fig5.svg" }
