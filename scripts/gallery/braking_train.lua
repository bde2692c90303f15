-- Braking train: twenty wagons with friction in their draw gear, and brakes that come on one after the other.
-- System:    20 wagons of 40 t at 20 m/s; between two of them a spring and dry friction; brakes hold up to 12
--            % of the weight, applied along the train at 250 m/s.
-- Source:    in the spirit of Oprea's railway papers (2013 and before): a chain whose frictions are redundant
--            when all stick. Data of this script.
-- See:       the front brakes first, the train is pressed together, wagon against wagon, and stands after
--            18.6 s with 39 frictions that stick, 19 of them redundant; no coupling creeps any more.
-- Try:       1. --set wagons=5    2. --set wave=1e6: all brake at once    3. limit = 0: nothing damps the
--            springs
-- Builds on: two_blocks_on_a_belt.lua
local mbs = require "perilune"

local N    = math.tointeger(mbs.parameter { "wagons", 20, min = 2, max = 60, doc = "wagons, a whole number" })
local wave = mbs.parameter { "wave", 250, unit = "m/s", min = 1, doc = "speed of the brakes' air wave" }
local m <const>, length <const>, v0 <const>, g <const> = 40e3, 15, 20, 9.81
local brake <const>, gear <const>, stiffness <const> = 0.12 * m * g, 30e3, 5e6    -- N, N, N/m

local model = mbs.planar_model { name = "braking train" }
local wagons = {}
for i = 1, N do
  wagons[i] = model:coordinate { name = "wagon " .. i, inertia = m, velocity = v0 }
  local from = (i - 1) * length / wave                                     -- s, then fully on within 2 s
  model:dry_friction { name = "brake " .. i, between = { wagons[i], model.ground },
    limit = function(c) return brake * math.min(1, math.max(0, (c.t - from) / 2)) end }
  if i > 1 then
    model:spring { between = { wagons[i], wagons[i - 1] }, stiffness = stiffness }
    model:dry_friction { name = "gear " .. i - 1, between = { wagons[i - 1], wagons[i] }, limit = gear }
  end
end

local run = model:simulate { duration = 22, integrator = mbs.integrators.dopri5 { rtol = 1e-7, atol = 1e-9 } }
assert(run.outcome == "reached_end", run.message)

local changes = 0
for _, event in ipairs(run.events) do changes = changes + (event.kind == "stick" and 1 or 0) end
local rear = "wagon " .. N
local v1, vN = run:series "wagon 1.velocity", run:series(rear .. ".velocity")
local x1, xN = run:series "wagon 1.position", run:series(rear .. ".position")
local stands, shortest = 0, 0
for i, t in ipairs(run.time) do
  if math.max(math.abs(v1[i]), math.abs(vN[i])) > 1e-9 then stands = t end
  shortest = math.max(shortest, xN[i] - x1[i])
  if i % 100 == 0 then
    print((" %5.2f s   front %8.4f m/s   rear %8.4f m/s   train shorter by %6.2f mm"):format(t, v1[i], vN[i],
      1e3 * (xN[i] - x1[i])))
  end
end
assert(shortest > 1e-3, "it is pressed together")
print((" stands after %.2f s; %d times something began to stick"):format(stands, changes))
for i = 1, N do
  assert(run:final("brake " .. i .. ".state") == 0)
  assert(math.abs(run:final("wagon " .. i .. ".velocity")) < 1e-12)
end
-- What brakes can do: m v^2/2 <= force times way, and the way from the average of the delays.
local way = run:final "wagon 1.position"
print((" the front wagon came to a stand after %.1f m"):format(way))
assert(N * m * v0 ^ 2 / 2 > brake * way * N * 0.8 and way > v0 ^ 2 / (2 * brake / m))
assert(math.abs(run:final "energy.dissipated" + run:final "energy.potential"
  - N * m * v0 ^ 2 / 2) < 1e-6 * N * m * v0 ^ 2)
local lost = run:series "energy.dissipated"
for i = 2, #lost do assert(lost[i] >= lost[i - 1] - 1, "friction creates energy") end    -- J, of 160 MJ
