-- Stick-slip: a block on a moving belt, held by a spring, goes with the belt until the spring tears it off.
-- System:    1 kg on a belt at 0.1 m/s, spring of 100 N/m to the wall, static friction 0.5 N, kinetic 0.3 N
--            of the weight.
-- Source:    den Hartog (1931), Trans. ASME 53; the cycle is exact for set-valued friction: see `period`
--            below.
-- See:       every stick and every slip at its instant, to 1e-9 s; with regularised laws the block creeps
--            while it "sticks", and the cycle takes another time.
-- Try:       1. --set belt=0.5: sooner or later it slips for good    2. kinetic = 0.45    3. another law of
--            the list
-- Builds on: two_blocks_on_a_belt.lua
local mbs = require "perilune"

local belt_speed = mbs.parameter { "belt", 0.1, unit = "m/s", min = 1e-3, doc = "speed of the belt" }
local m <const>, k <const>, g <const> = 1, 100, 9.81
local static <const>, kinetic <const> = 0.5, 0.3
local fine = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 }

-- Tears off where the spring holds static m g, d = (static - kinetic) m g/k beyond the middle of its free
-- motion
-- u = d cos(w t) + v/w sin(w t); u' = v again after w t = 2 (pi - atan(d w/v)), then it sticks for 2 d/v.
local w = math.sqrt(k / m)
local d = (static - kinetic) * m * g / k
local slips_for  = 2 / w * (math.pi - math.atan(d * w / belt_speed))
local sticks_for = 2 * d / belt_speed
local period = slips_for + sticks_for

-- Set-valued: scalar coordinates and a friction between them.
local function exact()
  local model = mbs.planar_model { name = "stick-slip" }
  local block = model:coordinate { name = "block", inertia = m, velocity = belt_speed }
  local belt  = model:coordinate { name = "belt", inertia = 1, velocity = belt_speed }
  model:drive { coordinate = belt, value = function(t) return belt_speed * t end }
  model:spring { between = { model.ground, block }, stiffness = k }
  model:dry_friction { name = "rub", between = { block, belt }, limit = static * m * g,
    kinetic = kinetic * m * g }
  return model:simulate { duration = 10, integrator = fine }
end

local run = exact()
assert(run.outcome == "reached_end", run.message)
local torn, stuck = {}, {}
for _, event in ipairs(run.events) do
  local list = event.kind == "slip" and torn or stuck
  list[#list + 1] = event.t
end
local first = static * m * g / k / belt_speed
local line <const> = " %-11s torn off at %.10f s, sticks again at %.10f s, then every %.10f s"
print(line:format("set-valued:", torn[1], stuck[1], torn[2] - torn[1]))
print(line:format("exact:", first, first + slips_for, period))
assert(math.abs(torn[1] - first) < 1e-9)
for n = 1, #stuck do assert(math.abs(stuck[n] - torn[n] - slips_for) < 1e-8, "how long it slips") end
for n = 2, #torn do assert(math.abs(torn[n] - stuck[n - 1] - sticks_for) < 1e-8, "how long it sticks") end
run:expect { "energy.residual", below = 1e-7 }                             -- J

-- The same with laws of contact: a block of 1 kg on a belt that is a body, pressed on it by its weight.
local function compared(friction)
  local model = mbs.planar_model { name = "stick-slip", gravity = { 0, -g } }
  local K <const> = 1e7                                                    -- N/m^1.5
  local sag = (m * g / K) ^ (2 / 3)
  local block = model:particle { name = "block", mass = m, position = { 0, 0.05 - sag },
    velocity = { belt_speed, 0 } }
  local belt = model:body { name = "belt", mass = 1, inertia = 1, position = { 0, 0 },
    velocity = { belt_speed, 0 } }
  model:drive { body = belt, value = function(t) return { belt_speed * t, 0, 0 } end }
  model:force { on = block, value = function(_, s) return { -k * s.x, 0 } end }
  model:contact { name = "touch", between = { block:circle { radius = 0.05 }, belt:line { normal = { 0,
    1 } } },
    law = mbs.laws.hertz { stiffness = K }, friction = friction }
  local one = model:simulate { duration = 6,
    integrator = mbs.integrators.radau5 { rtol = 1e-7, atol = 1e-9 } }
  one:expect { "energy.residual", below = 1e-5 }                           -- J
  return one
end

print "\n law                    falls behind while it sticks    largest pull of the spring"
local both = { static_coefficient = static, kinetic_coefficient = kinetic }
local laws = {
  { "coulomb, set-valued", mbs.friction.coulomb { coefficient = kinetic, static_coefficient = static } },
  { "karnopp, 1e-3 m/s", mbs.friction.karnopp { coefficient = kinetic, static_coefficient = static } },
  { "stribeck", mbs.friction.stribeck { static_coefficient = static, kinetic_coefficient = kinetic,
    stribeck_speed = 1e-3 } },
  { "hollars", mbs.friction.hollars(both) }, { "bengisu_akay", mbs.friction.bengisu_akay(both) },
  { "brown_mcphee", mbs.friction.brown_mcphee(both) },
  { "lugre, bristles", mbs.friction.lugre(both), true }, { "gonthier, bristles", mbs.friction.gonthier(both),
    true } }
for n, law in ipairs(laws) do
  local one = compared(law[2])
  assert(one.outcome == "reached_end", one.message)
  local behind = belt_speed * 0.3 - one:at("block.x", 0.3)
  local pull = 0
  for _, x in ipairs(one:series "block.x") do pull = math.max(pull, k * x) end
  print((" %-22s %.3e m                     %.5f N"):format(law[1], behind, pull))
  if n == 1 and belt_speed == 0.1 then assert(math.abs(behind) < 1e-12, "what sticks does not creep") end
  local lost = one:series "energy.dissipated"
  for i = 2, #lost do                                                      -- bristles give back
    assert(lost[i] >= (law[3] and 0 or lost[i - 1]) - 1e-6, law[1] .. " creates energy")
  end
end
