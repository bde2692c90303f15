-- Newton's cradle: one ball strikes a row of four equal balls.
-- System:    five elastic spheres of 1 kg on a straight frictionless track, Hertz contact between neighbours.
-- Source:    Herrmann, Schmaelzle (1981), Am J Phys 49, 761; Hinch, Saint-Jean (1999), Proc R Soc A 455.
-- See:       apart by 1 mm the balls hand on the whole speed; touching, the last one leaves with a little
--            less and all the others move.
-- Try:       1. --set n=3    2. stiffness = 1e6 in both rows    3. a last ball of 2 kg
-- Builds on: bouncing_ball.lua
local mbs = require "perilune"

local n = mbs.parameter { "n", 5, min = 2, max = 20, doc = "number of balls" }
local radius <const>, speed <const> = 0.05, 1.0                            -- m, m/s

-- A row with free distances `apart`; returns the run and the speeds at its end.
local function strike(apart, stiffness, duration)
  local model = mbs.planar_model { name = "cradle" }
  local law = mbs.laws.hertz { stiffness = stiffness }                     -- N/m^1.5
  local last
  for i = 1, n do
    local ball = model:particle { name = "ball " .. i, mass = 1, velocity = { i == 1 and speed or 0, 0 },
                                  position = { (i - 1) * (2 * radius + apart), 0 } }
    local disc = ball:circle { radius = radius }
    if last then model:contact { name = "gap " .. i - 1, between = { last, disc }, law = law } end
    last = disc
  end
  local run = model:simulate {
    duration = duration, integrator = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 } }
  assert(run.outcome == "reached_end", run.message)
  local speeds, momentum, energy = {}, 0, 0
  for i = 1, n do
    speeds[i] = run:final("ball " .. i .. ".vx")
    momentum, energy = momentum + speeds[i], energy + 0.5 * speeds[i] ^ 2
  end
  assert(math.abs(momentum - speed) < 1e-10, "momentum")
  assert(math.abs(energy - 0.5 * speed ^ 2) < 1e-8, "energy: nothing is left in the contacts")
  run:expect { "energy.residual", below = 1e-8 }                           -- J
  return speeds
end

local function show(title, speeds)
  local list = {}
  for i = 1, n do list[i] = ("%9.6f"):format(speeds[i]) end
  print(("%-22s %s m/s"):format(title, table.concat(list, " ")))
end

local separate = strike(1e-3, 1e9, 0.1)
show("1 mm apart", separate)
for i = 1, n - 1 do assert(math.abs(separate[i]) < 1e-8, "a ball that has struck stands still") end
assert(math.abs(separate[n] - speed) < 1e-8, "the last one has all the speed")

local touching = strike(0, 1e9, 0.1)
show("touching", touching)
for i = 2, n do assert(touching[i] > touching[i - 1] - 1e-9, "they part, in the order of the row") end

-- Hertz's force has no scale of its own: stiffness changes the times, K^(-2/5), not the speeds.
local softer = strike(0, 1e7, 0.1)
show("touching, 1/100 as stiff", softer)
for i = 1, n do assert(math.abs(softer[i] - touching[i]) < 1e-6, "the same speeds at every stiffness") end
if n > 2 then
  assert(touching[n] < 0.999 * speed and touching[1] < 0, "touching balls are not pairs of balls")
end
