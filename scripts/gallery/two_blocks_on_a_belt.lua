-- Two blocks on a belt: three frictions, two of them always redundant when all stick.
-- System:    wall - spring - 4 kg - spring - 7 kg; both blocks on a belt at 0.3 m/s, the second rubs on the
--            first.
-- Source:    Oprea (2013), table 1, eqs 10, 17, 21b, figs 2, 4, 5; h with its physical sign, q = v = 0 at t =
--            0.
-- See:       12 transitions in 12 s, all found to 1e-8 s; where all stick the forces are those of least norm,
--            until one is at its limit. The paper's own flowchart comes to the same motion as its step
--            shrinks.
-- Try:       1. --set speed=0.1    2. kinetic = nil: Coulomb's law    3. a third block
-- Builds on: stiff_or_not.lua
local mbs = require "perilune"

local speed = mbs.parameter { "speed", 0.3, unit = "m/s", min = 0.01, doc = "of the belt" }
local k <const> = 14                                                       -- N/m
local limits <const> = { 4, 7, 5 }                                 -- N: block 1, block 2, between

local function two_blocks(more)
  local model = mbs.planar_model { name = "two blocks on a belt" }
  local one   = model:coordinate { name = "one", inertia = 4 }
  local two   = model:coordinate { name = "two", inertia = 7 }
  local belt  = model:coordinate { name = "belt", inertia = 1, velocity = speed }
  model:drive { name = "motor", coordinate = belt, value = function(t) return speed * t end }
  model:spring { between = { model.ground, one }, stiffness = k }
  model:spring { between = { one, two }, stiffness = k }
  local pairs_that_rub = { { one, belt }, { two, belt }, { one, two } }
  for i, pair in ipairs(pairs_that_rub) do
    model:dry_friction {
      name = "rub " .. i, between = pair, limit = limits[i],
      kinetic = function(c) return limits[i] / (1 + 3 * c.slip_speed) end,   -- eq. 21b
      stick = more and "flowchart", inverse = more }
  end
  return model
end

local run = two_blocks():simulate { duration = 12, integrator = mbs.integrators.dopri5 { rtol = 1e-10,
  atol = 1e-12 } }
assert(run.outcome == "reached_end", run.message)

-- What is stuck, 0, or slips, + or -, and when it begins to.
local function modes(t)
  local text = ""
  for i = 1, 3 do
    local state = run:at("rub " .. i .. ".state", t)
    text = text .. (state == 0 and "0" or state > 0 and "+" or "-")
  end
  return text
end

-- The first 12 s, by a method of order 8 at 1e-13 with the same equations: t [s], modes after it.
local paper <const> = {
  { 0.44913016878767, "000" }, { 2.38735311199607, "-0-" }, { 3.45417469401708, "---" }, { 3.9174407241897,
    "--+" },
  { 4.62634852547667, "0-+" }, { 4.83998215349658, "--+" }, { 5.30502371678661, "--0" }, { 7.51990250420672,
    "--+" },
  { 8.06434193067563, "0-+" }, { 8.28539363618272, "000" }, { 11.0230569017651, "--0" }, { 11.5507420340676,
    "---" } }

print " transition at          modes     T1        T2        T3        energy lost so far"
local found = {}
for _, event in ipairs(run.events) do
  if #found == 0 or event.t > found[#found] + 1e-9 then
    found[#found + 1] = event.t
    local t = event.t + 1e-9
    print(("  %.11f s     %s   %8.5f  %8.5f  %8.5f   %.4f J"):format(event.t, modes(t),
      run:at("rub 1.force", t),
      run:at("rub 2.force", t), run:at("rub 3.force", t), run:at("energy.dissipated", t)))
  end
end
if speed == 0.3 then
  assert(#found == #paper, "as many transitions")
  local latest = 0                                                         -- s
  for n, row in ipairs(paper) do
    latest = math.max(latest, math.abs(found[n] - row[1]))
    assert(math.abs(found[n] - row[1]) < 1e-7 and modes(found[n] + 1e-6) == row[2], "transition " .. n)
  end
  -- A friction jumps by twice its limit where its slip turns round, and by less where it comes to stick.
  local function jump(n, i)
    return run:at("rub " .. i .. ".force", found[n] + 1e-9) - run:at("rub " .. i .. ".force", found[n] - 1e-9)
  end
  assert(math.abs(jump(4, 3) + 2 * limits[3]) < 1e-6, "a slip that turns round")
  for _, stuck in ipairs { { 1, 1 }, { 1, 2 }, { 5, 1 }, { 7, 3 }, { 9, 1 } } do
    assert(math.abs(jump(stuck[1], stuck[2])) < 2 * limits[stuck[2]] - 0.1, "a slip that sticks")
  end
  mbs.output("transitions", #found)
  mbs.output("error of a transition [s]", latest)
end

-- All stick: T1 + T3 = -h1, T2 - T3 = -h2; of the many solutions that of least norm, -(2h1 + h2, h1 + 2h2, h1
--            - h2)/3.
if speed == 0.3 then
  local q1, q2 = run:at("one.position", 0.6), run:at("two.position", 0.6)
  local h1, h2 = -k * (2 * q1 - q2), k * (q1 - q2)
  assert(math.abs(run:at("rub 1.force", 0.6) + (2 * h1 + h2) / 3) < 1e-9)
  mbs.output("T1 from that of least norm [N]", run:at("rub 1.force", 0.6) + (2 * h1 + h2) / 3)
  assert(math.abs(run:at("rub 3.force", 0.6) + (h1 - h2) / 3) < 1e-9)
  assert(math.abs(run:at("rub 1.force", 2.2) - 4) < 1e-12, "one at its limit, and all still stick")
end
run:expect { "energy.residual", below = 1e-7 }                             -- J
local lost = run:series "energy.dissipated"
for i = 2, #lost do assert(lost[i] >= lost[i - 1] - 1e-12, "friction creates energy") end

-- The paper's figures 1 (one row for each coordinate), 4 and 5.
run:snapshots { times = { 2 }, file = mbs.out .. "/oprea_2013_fig1.svg" }
mbs.plot {
  { run = run, "one.velocity", label = "block 1" }, { run = run, "two.velocity", label = "block 2" },
  { run = run, "belt.velocity", label = "belt", style = "dashed" },
  y_label = "velocity", file = mbs.out .. "/oprea_2013_fig4.svg",
}
mbs.plot {
  { run = run, "rub 1.force", label = "block 1 - belt" },
  { run = run, "rub 2.force", label = "block 2 - belt" },
  { run = run, "rub 3.force", label = "block 1 - block 2" },
  y_label = "friction force", file = mbs.out .. "/oprea_2013_fig5.svg",
}

-- Fig. 2 as it is printed: modes change at the ends of fixed steps, stick forces by eq. 10 or eq. 17, which
-- leaves out
-- the masses. Eq. 17 lets what sticks drift, slip, and come back: it chatters, and is right on average.
print "\n step        largest error of v1 to 4.5 s, eq. 10     eq. 17"
local last = {}
for _, step in ipairs { 4e-3, 1e-3, 2.5e-4 } do
  local row = {}
  for _, inverse in ipairs { "mass_weighted", "plain" } do
    local stepped = two_blocks(inverse):simulate {
      duration = 4.5, integrator = mbs.integrators.rk4 { step = step }, record = { every = 0.02 } }
    assert(stepped.outcome == "reached_end", stepped.message)
    local worst = 0
    for t = 0.02, 4.48, 0.02 do
      worst = math.max(worst, math.abs(stepped:at("one.velocity", t) - run:at("one.velocity", t)))
    end
    row[inverse] = worst
  end
  print((" %.2e s                     %.2e m/s          %.2e m/s"):format(step, row.mass_weighted, row.plain))
  last[#last + 1] = row
end
assert(last[3].mass_weighted < 0.3 * last[1].mass_weighted, "the flowchart converges")
assert(last[3].plain < 0.3 * last[1].plain, "and so it does with eq. 17")
