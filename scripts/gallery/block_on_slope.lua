-- Block on a slope: it stays where tan(slope) <= mu, and does not creep; a little steeper it slides.
-- System:    1 kg on an inclined plane that carries it elastically, Coulomb's law with mu = 0.5.
-- Source:    Coulomb (1785); the boundary and the acceleration g (sin - mu cos) are exact.
-- See:       a millionth of a radian on either side of the boundary decides; in 100 s the block that sticks
--            moves less than 1e-12 m, with every regularised law it creeps.
-- Try:       1. --set mu=0.2    2. velocity: it slides, stops and stays    3. static_coefficient
-- Builds on: stick_slip_oscillator.lua
local mbs = require "perilune"

local mu = mbs.parameter { "mu", 0.5, min = 0.01, max = 2, doc = "coefficient of friction" }
local g <const>, K <const>, r <const> = 9.81, 1e7, 0.05

-- x runs up the slope, y away from it; the block begins where the plane carries it.
local function simulate(slope, friction, duration, speed)
  local model = mbs.planar_model { name = "block on slope", gravity = { -g * math.sin(slope),
    -g * math.cos(slope) } }
  local sag = (g * math.cos(slope) / K) ^ (2 / 3)
  local block = model:particle { name = "block", mass = 1, position = { 0, r - sag },
    velocity = { speed or 0, 0 } }
  model:contact { name = "touch", between = { block:circle { radius = r }, model.ground:line { normal = { 0,
    1 } } },
    law = mbs.laws.hertz { stiffness = K }, friction = friction }
  local run = model:simulate { duration = duration, record = { every = duration / 50 } }
  assert(run.outcome == "reached_end", run.message)
  run:expect { "energy.residual", below = 1e-6 }                           -- J
  local lost = run:series "energy.dissipated"
  for i = 2, #lost do assert(lost[i] >= lost[i - 1] - 1e-9, "friction creates energy") end
  return run
end
local coulomb = mbs.friction.coulomb { coefficient = mu }
local boundary = math.atan(mu)

print " slope - atan(mu)     after 1 s"
for _, beyond in ipairs { -1e-3, -1e-6, 1e-6, 1e-3 } do
  local slope = boundary + beyond
  local moved = simulate(slope, coulomb, 1):final "block.x"
  local pull = math.max(0, math.sin(slope) - mu * math.cos(slope)) * g
  print((" %+.0e rad          %+.9e m, exact %+.9e m"):format(beyond, moved, -pull / 2))
  assert(math.abs(moved + pull / 2) < 1e-9)
end

-- Up the slope: it stops after v/(g (sin + mu cos)), and stays or comes back.
local slope = 0.9 * boundary
local up = simulate(slope, coulomb, 1, 1)
local stops = 1 / (g * (math.sin(slope) + mu * math.cos(slope)))
assert(up.events[#up.events].kind == "stick" and math.abs(up.events[#up.events].t - stops) < 1e-7)
local down = simulate(1.2 * boundary, coulomb, 1, 1)
assert(down.events[#down.events].kind == "slip" and down.events[#down.events].direction == -1, "it reverses")
print((" up the slope it stops after %.9f s, exact %.9f s, and stays"):format(up.events[#up.events].t, stops))

print "\n creep of a block that should stick, tan(slope) = mu/2"
local gentle = math.atan(mu / 2)
local held = simulate(gentle, coulomb, 100)
print((" %-22s %.1e m in 100 s"):format("coulomb, set-valued", math.abs(held:final "block.x")))
assert(math.abs(held:final "block.x") < 1e-12)
local both = { static_coefficient = 1.2 * mu, kinetic_coefficient = mu }
for _, law in ipairs { { "tanh", mbs.friction.regularized_coulomb { coefficient = mu } },
  { "threlfall", mbs.friction.threlfall { coefficient = mu } }, { "ambrosio",
    mbs.friction.ambrosio { coefficient = mu } },
  { "bengisu_akay", mbs.friction.bengisu_akay(both) }, { "hollars", mbs.friction.hollars(both) },
  { "brown_mcphee", mbs.friction.brown_mcphee(both) }, { "stribeck", mbs.friction.stribeck(both) },
  { "anderson", mbs.friction.anderson(both) } } do
  local creep = math.abs(simulate(gentle, law[2], 1):final "block.x") * 100
  print((" %-22s %.1e m in 100 s"):format(law[1], creep))
  assert(creep > 1e-4, "a regularised law creeps")
end
