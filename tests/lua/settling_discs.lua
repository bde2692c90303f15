-- Discs with set-valued friction fall into a box and come to rest on each other: redundant contacts that
-- stick, contacts that are just being loaded, laws that begin with a jump.
local mbs = require "perilune"

local function settle(discs, law, duration, random)
  local model = mbs.planar_model { name = "discs", gravity = { 0, -9.81 } }
  for i = 1, discs do
    local radius = 0.05 + 0.003 * (i % 3)
    local column, row = (i - 1) % 3, (i - 1) // 3
    local disc = model:body {
      name = "disc " .. i, mass = 1, inertia = 0.5 * radius ^ 2,
      position = { 0.13 * (column - 1) + 0.011 * (row % 3), 0.1 + 0.13 * row },
      velocity = { random() - 0.5, random() - 0.5 },
    }
    disc:circle { radius = radius }
  end
  model.ground:line { normal = { 0, 1 } }
  model.ground:line { at = { -0.21, 0 }, normal = { 1, 0 } }
  model.ground:line { at = { 0.21, 0 }, normal = { -1, 0 } }
  model:contacts { name = "grains", bodies = "all", law = law,
    friction = mbs.friction.coulomb { coefficient = 0.3 } }
  return model:simulate { duration = duration }
end

-- Energy is what the ledger says, and never grows: by the error of a run at rtol 1e-8 at most.
local function check(run, name, steps, largest_speed)
  assert(run.outcome == "reached_end", name .. ": " .. run.message)
  assert(run.statistics.steps < steps, name .. ": " .. run.statistics.steps .. " steps")
  run:expect { "energy.residual", below = 1e-6 }                           -- J
  local total, lost = run:series "energy.total", run:series "energy.dissipated"
  for i = 2, #total do
    assert(total[i] <= total[i - 1] + 1e-6, name .. ": the total grows")
    assert(lost[i] >= lost[i - 1] - 1e-6, name .. ": friction gives back")
  end
  assert(run:final "energy.kinetic" < 0.5 * largest_speed ^ 2, name .. ": at rest")
  local sticks = 0
  for _, event in ipairs(run.events) do sticks = sticks + (event.kind == "stick" and 1 or 0) end
  assert(sticks > 10, name)
end

local seed = 18
local function random()                                                    -- Park & Miller (1988)
  seed = seed * 16807 % 2147483647
  return seed / 2147483647
end
random()
check(settle(6, mbs.laws.lankarani_nikravesh { stiffness = 1e7, restitution = 0.5 }, 3, random),
  "lankarani_nikravesh", 15000, 1e-5)
check(settle(6, mbs.laws.kelvin_voigt { stiffness = 1e5, restitution = 0.5 }, 3, random),
  "kelvin_voigt", 15000, 1e-5)
check(settle(6, mbs.laws.flores { stiffness = 1e6, restitution = 0.3 }, 3, random), "flores", 15000, 1e-5)
check(settle(12, mbs.laws.flores { stiffness = 1e6, restitution = 0.3 }, 3, random), "a pile", 30000, 1e-5)
