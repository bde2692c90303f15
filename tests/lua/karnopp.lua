-- Karnopp's law: a slip that falls to stick_speed sticks there, at an instant known in closed form; what
-- breaks away crosses that band and slips.
local mbs = require "perilune"

local g <const>, K <const>, radius <const>, band <const> = 9.81, 1e7, 0.05, 0.05
local sag <const> = (g / K) ^ (2 / 3)

-- 1 kg on the ground, thrown at 1 m/s and pushed from 0.5 s on: 40 N/s.
local function thrown(integrator)
  local model = mbs.planar_model { gravity = { 0, -g } }
  local block = model:particle { name = "block", mass = 1, position = { 0, radius - sag },
    velocity = { 1, 0 } }
  model:force { on = block, value = function(t) return { 40 * math.max(0, t - 0.5), 0 } end }
  model:contact { name = "touch", between = { block:circle { radius = radius }, model.ground:line {} },
    law = mbs.laws.hertz { stiffness = K },
    friction = mbs.friction.karnopp { coefficient = 0.3, static_coefficient = 0.4, stick_speed = band } }
  return model:simulate { duration = 0.8, integrator = integrator }
end

for _, name in ipairs { "dopri5", "bdf", "radau5" } do
  local run = thrown(mbs.integrators[name] { rtol = 1e-10, atol = 1e-12 })
  assert(run.outcome == "reached_end", run.message)
  local changes = {}
  for _, event in ipairs(run.events) do
    if event.kind == "stick" or event.kind == "slip" then changes[#changes + 1] = event end
  end
  assert(#changes == 2, name .. ": sticks once, breaks away once")
  local stops, leaves = (1 - band) / (0.3 * g), 0.5 + 0.4 * g / 40
  assert(changes[1].kind == "stick" and math.abs(changes[1].t - stops) < 1e-8, name .. ": sticks")
  assert(changes[2].kind == "slip" and math.abs(changes[2].t - leaves) < 1e-8, name .. ": breaks away")
  -- Stands still in between, and comes through the band again: v = (0.4 - 0.3) g s + 20 s^2, s since then.
  assert(math.abs(run:at("block.vx", 0.5)) < 1e-12, name .. ": stands")
  local s = 0.8 - leaves
  assert(math.abs(run:final "block.vx" - (0.1 * g * s + 20 * s ^ 2)) < 1e-7, name .. ": slips")
  -- What was left of the motion is a correction of the ledger, which closes.
  assert(math.abs(run:final "energy.corrections" + band ^ 2 / 2) < 1e-6, name .. ": corrections")
  run:expect { "energy.residual", below = 1e-6 }                           -- J
end
