-- Painleve's rod: friction in a guide presses the guide, and beyond a coefficient nothing satisfies both.
-- System:    a rod between two parallel guides, leaning at 60 degrees; the lower slider rubs with mu |N|.
-- Source:    Painleve (1895), C. R. Acad. Sci. 121; the guided rod: Klein (1909), Z. Math. Phys. 58.
-- See:       N = N0/(1 +- kappa mu), exactly, whichever way it moves; at kappa mu >= 1 the run says that
--            there is no unique force, and where, instead of a number.
-- Try:       1. --set lean=30    2. an elastic guide: clearance_prismatic has an answer    3. the other
--            direction
-- Builds on: block_on_slope.lua
local mbs = require "perilune"

local lean = mbs.parameter { "lean", 60, unit = "deg", min = 5, max = 85,
  doc = "of the rod against the guides" }
local m <const>, ms <const>, l <const>, g <const> = 2, 0.5, 1, 9.81
local phi = lean * mbs.deg
local h = l * math.sin(phi)

-- Moments about the rod's centre and forces across the guides: N = N0 + kappa T, T the friction along x.
local kappa = math.tan(phi) / 2 * m / (m + ms)
local N0 = ms * g + m * g / 2

local function simulate(mu, v)
  local model  = mbs.planar_model { name = "Painleve rod", gravity = { 0, -g } }
  local slider = model:body { name = "slider", mass = ms, inertia = 1e-3, position = { 0, 0 },
    velocity = { v, 0 } }
  local rod    = model:body { name = "rod", mass = m, inertia = m * l ^ 2 / 12, angle = phi,
    position = { l / 2 * math.cos(phi), h / 2 }, velocity = { v, 0 } }
  local guide  = model:prismatic { name = "guide", between = { model.ground, slider }, axis = { 1, 0 },
    at = { 0, 0 } }
  model:revolute { between = { slider, rod }, at = { 0, 0 } }
  model:constraint { name = "upper guide", between = { rod:point { l / 2, 0 } },
    equations = function(tip) return { tip.y - h } end }
  model:dry_friction { name = "rub", joint = guide, coefficient = mu }
  return model:simulate { duration = 2 }
end

print " kappa mu   to      N             exact         stops after    exact"
for _, share in ipairs { 0.2, 0.6, 0.9 } do
  for _, v in ipairs { 1, -1 } do
    local mu = share / kappa
    local run = simulate(mu, v)
    assert(run.outcome == "reached_end", run.message)
    local N = N0 / (1 + (v > 0 and share or -share))
    local stop = (m + ms) / (mu * N)
    assert(math.abs(run:at("guide.fy", 0) - N) < 1e-6 * N)
    assert(#run.events == 1 and run.events[1].kind == "stick" and math.abs(run.events[1].t
      - stop) < 1e-6 * stop)
    print((" %.1f        %-5s   %10.6f N  %10.6f N  %.8f s   %.8f s"):format(share,
      v > 0 and "right" or "left",
      run:at("guide.fy", 0), N, run.events[1].t, stop))
    run:expect { "energy.residual", below = 1e-7 }                         -- J
    local lost = run:series "energy.dissipated"
    for i = 2, #lost do assert(lost[i] >= lost[i - 1] - 1e-12, "friction creates energy") end
  end
end

for _, v in ipairs { 1, -1 } do                                            -- two solutions, and none
  local run = simulate(1.1 / kappa, v)
  assert(run.outcome == "no_consistent_friction", run.outcome)
  assert(run.message:find("rub", 1, true))
  if v < 0 then print("\n kappa mu = 1.1: " .. run.message) end
end
