-- Quick return with clearance: four revolute joints are pins in holes that are half a millimetre larger.
-- System:    a crank at 3 rad/s drives a block along a rocker, whose end moves a slider through a coupler.
--            Crank on ground (driven), block on rocker and slider on ground are ideal; O3 (ground, rocker),
--            A (crank, block), B (rocker, coupler), C (coupler, slider) have clearance; steel, c_e = 0.9.
-- Source:    Flores, Ambrosio (2010), Multibody Syst Dyn 24, sec. 5.2, figs 8-11. The geometry is only drawn;
--            assumed: O3 = (0, 0), O2 = (0, 0.2), crank 0.1, rocker 0.5, coupler 0.12 m to the right, slider
--            on y = 0.5, weight along -y; at t = 0 crank along +x, ideal speeds, pins centred. Masses and
--            inertias were found from the first twelve impacts of a reference solution, which fix them: they
--            came out round. Rocker and block turn together: only the sum of their inertias matters.
-- See:       journals fly, strike and follow their bearings, and the slider keeps to the ideal motion to
--            1.6 mm. Without control of the first depth: meganewtons, or no numbers at all.
-- Try:       1. --set ce=0.5   2. journal = 9.9 * mbs.mm   3. friction = mbs.friction.ambrosio { ... }
--            4. integrator = mbs.integrators.bdf {} in the long run: 1.7 times the right-hand sides of
--            dopri5, radau5 {}: 2.3 times. Impacts are no stiffness: neither is worth its cost here.
-- Builds on: quick_return_ideal.lua, slider_crank_clearance.lua
local mbs = require "perilune"

local ce    = mbs.parameter { "ce", 0.9, min = 0.1, max = 1, doc = "restitution asked of the law" }
local turns = mbs.parameter { "turns", 2, min = 0.05, max = 10, doc = "of the crank, of the long run" }
local omega = 3.0                                                          -- rad/s
local journal, bearing = 9.5 * mbs.mm, 10 * mbs.mm
local O2, O3 = { 0, 0.2 }, { 0, 0 }                                        -- m
local crank, rocker, coupler, height = 0.1, 0.5, 0.12, 0.5                 -- m

-- The ideal mechanism at t: A, B, C, angles of rocker and coupler, and their rates.
local function ideal(t)
  local c, s = crank * math.cos(omega * t), crank * math.sin(omega * t)
  local A  = { O2[1] + c, O2[2] + s }
  local vA = { -omega * s, omega * c }
  local r2 = A[1] ^ 2 + A[2] ^ 2
  local psi, psi_rate = math.atan(A[2], A[1]), (A[1] * vA[2] - A[2] * vA[1]) / r2
  local B  = { rocker * math.cos(psi), rocker * math.sin(psi) }
  local vB = { -psi_rate * B[2], psi_rate * B[1] }
  local phi = math.asin((height - B[2]) / coupler)
  local phi_rate = -vB[2] / (coupler * math.cos(phi))
  return { A = A, vA = vA, B = B, vB = vB, psi = psi, psi_rate = psi_rate, phi = phi, phi_rate = phi_rate,
    X = B[1] + coupler * math.cos(phi), V = vB[1] - phi_rate * coupler * math.sin(phi) }
end

local function middle(a, b) return { (a[1] + b[1]) / 2, (a[2] + b[2]) / 2 } end

local K = mbs.stiffness.hertz {
  radius_i = journal, radius_j = -bearing,
  young_i = 207 * mbs.GPa, poisson_i = 0.3, young_j = 207 * mbs.GPa, poisson_j = 0.3 }
mbs.output("stiffness of a pin in a hole [N/m^1.5]", K)
local law = mbs.laws.lankarani_nikravesh { restitution = ce, stiffness = K }

local function mechanism()
  local model = mbs.planar_model { name = "quick return", gravity = { 0, -9.81 } }
  local at = ideal(0)
  local C, vC = { at.X, height }, { at.V, 0 }
  -- What is driven, and what cannot turn: their inertia does not matter.
  local body2 = model:body { name = "crank", mass = 0.2, inertia = 1e-4, position = O2,
    angular_velocity = omega }
  local body3 = model:body { name = "rocker", mass = 1.0, inertia = 0.1, position = middle(O3, at.B),
    angle = at.psi, velocity = middle({ 0, 0 }, at.vB), angular_velocity = at.psi_rate }
  local body4 = model:body { name = "block", mass = 0.5, inertia = 0.025, position = at.A, angle = at.psi,
    velocity = at.vA, angular_velocity = at.psi_rate }
  local body5 = model:body { name = "coupler", mass = 0.24, inertia = 0.012, position = middle(at.B, C),
    angle = at.phi, velocity = middle(at.vB, vC), angular_velocity = at.phi_rate }
  local body6 = model:body { name = "slider", mass = 0.5, inertia = 1e-4, position = C, velocity = vC }
  -- Nine degrees of freedom, eight with the drive.
  local motor = model:revolute { name = "motor", between = { model.ground, body2 }, at = O2 }
  model:drive { name = "crank drive", joint = motor, value = function(t) return omega * t end }
  model:prismatic { name = "block on rocker", between = { body3, body4 }, axis = at.B, at = at.A }
  model:prismatic { name = "guide", between = { model.ground, body6 }, axis = { 1, 0 }, at = C }
  for _, joint in ipairs { { "O3", body3, model.ground, O3 }, { "A", body2, body4, at.A },
                           { "B", body3, body5, at.B }, { "C", body5, body6, C } } do
    model:clearance_revolute { name = joint[1], between = { joint[2], joint[3] }, at = joint[4],
      journal_radius = journal, bearing_radius = bearing, law = law }
  end
  return model
end

-- The contacts of a run, in the order in which they began.
local function impacts(run)
  local last, list = {}, {}
  for _, event in ipairs(run.events) do
    if event.kind == "contact begin" then
      list[#list + 1] = { joint = event.element, t = event.t, depth = event.penetration }
      last[event.element] = list[#list]
    else
      local impact = last[event.element]
      impact.force, impact.deepest, impact.duration = event.max_force, event.max_penetration, event.duration
    end
  end
  return list
end

-- 1. The first impacts: joint, begin, largest force; DOP853 at 1e-12, restarted at touches and separations.
local reference = {
  { "C",  0.010075387622908,  599.51784 }, { "O3", 0.010111553262186, 1381.7142 },
  { "A",  0.010137195304768,  952.66258 }, { "O3", 0.022433285394598,  545.46189 },
  { "A",  0.026237635562564, 1563.9761 },  { "O3", 0.027990949200805,  931.70595 },
  { "C",  0.028551936763887,  528.47169 }, { "A",  0.03068496053284,   845.63892 },
  { "B",  0.036418506208861,  472.57177 }, { "O3", 0.039073733109926,  305.88318 },
  { "A",  0.039792922100369, 1323.6874 },  { "O3", 0.040376930515762,  275.3791 } }

local run = mechanism():simulate {
  duration    = 0.0408,
  integrator  = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 },
  accept_step = mbs.accept.penetration { tolerance = 1e-9, min_step = 1e-12 },
}
local latest = 0                                                           -- s: error of a begin
print "joint   begins at        lasts        deepest      largest force"
for i, impact in ipairs(impacts(run)) do
  print(("  %-2s    %.9f s    %5.1f us   %5.2f um    %10.4f N"):format(impact.joint, impact.t,
    impact.duration * 1e6, impact.deepest * 1e6, impact.force))
  if ce == 0.9 then
    local joint, t, force = table.unpack(reference[i])
    assert(impact.joint == joint and math.abs(impact.t - t) < 1e-7, "begin of an impact")
    assert(math.abs(impact.force / force - 1) < 1e-4, "largest force of an impact")
    latest = math.max(latest, math.abs(impact.t - t))
  end
end
run:expect { "energy.residual", below = 1e-9 }
mbs.output("first impact [s]", impacts(run)[1].t)
mbs.output("error of the begin of an impact [s]", latest)

-- Fig. 10: what the step does in the first impact of joint A.
local impact, inside, smallest = impacts(run)[3], 0, math.huge
for _, step in ipairs(run.steps) do
  if step.accepted and step.t >= impact.t and step.t < impact.t + impact.duration then
    inside, smallest = inside + 1, math.min(smallest, step.dt)
  end
end
run:plot { "A.penetration", "A.normal_force", "step.size", from = impact.t, to = impact.t + impact.duration,
  file = mbs.out .. "/flores_ambrosio_2010_fig10.svg" }
print(("%d steps in the first impact of %s, the smallest %.1e s"):format(inside, impact.joint, smallest))

-- 2. Two turns. The motion is chaotic after 0.1 s; what is left to compare are bounds.
run = mechanism():simulate { duration = turns * 2 * math.pi / omega, record = { every = 1e-3 } }
assert(run.outcome == "reached_end", run.message)
run:expect { "energy.residual", below = 1e-5 }
run:expect { "system.constraint_error", below = 1e-10 }
local X, V, off, fast = run:series "slider.x", run:series "slider.vx", 0, 0
for i, t in ipairs(run.time) do
  if t <= 0.5 then
    off, fast = math.max(off, math.abs(X[i] - ideal(t).X)), math.max(fast, math.abs(V[i] - ideal(t).V))
  end
end
print(("\n%g turns: %d contacts; to 0.5 s the slider is within %.2f mm and %.3f m/s of the ideal one"):format(
  turns, #impacts(run), off * 1e3, fast))
mbs.output("slider from the ideal one [m]", off)
if ce == 0.9 then assert(off <= 1.6e-3 and fast <= 0.08, "the slider's bounds") end

-- Fig. 9 draws the first half of a second, fig. 11 a tenth of one with a point for every accepted step.
local last = math.min(0.5, run.time[#run.time])
local ts, xs, vs = {}, {}, {}
for i = 0, 200 do
  local t = last * i / 200
  ts[#ts + 1], xs[#xs + 1], vs[#vs + 1] = t, ideal(t).X, ideal(t).V
end
mbs.plot {
  { run = run, "slider.x", to = last, label = "clearance" },
  { run = run, "slider.vx", to = last, label = "clearance" },
  { x = ts, y = xs, unit = "m", label = "ideal", style = "dashed" },
  { x = ts, y = vs, unit = "m/s", label = "ideal", style = "dashed" },
  y_label = { "slider", "its speed" }, file = mbs.out .. "/flores_ambrosio_2010_fig9.svg",
}
run:snapshots { times = { 0, last / 3, 2 * last / 3, last }, columns = 4, trace = "slider",
  file = mbs.out .. "/flores_ambrosio_2010_fig8.svg" }
local short, play, around = math.min(0.1, last), bearing - journal, { x = {}, y = {} }
for i = 0, 120 do
  local angle = 2 * math.pi * i / 120
  around.x[i + 1], around.y[i + 1] = play * math.cos(angle), play * math.sin(angle)
end
for _, joint in ipairs { "O3", "B" } do
  local ends = { x = {}, y = {} }
  for _, step in ipairs(run.steps) do
    if step.accepted and step.t <= short then
      ends.x[#ends.x + 1] = run:at(joint .. ".ex", step.t)
      ends.y[#ends.y + 1] = run:at(joint .. ".ey", step.t)
    end
  end
  mbs.plot { { run = run, x = joint .. ".ex", joint .. ".ey", to = short, label = "journal" },
    { x = ends.x, y = ends.y, unit = "m", label = "accepted steps", style = "points" },
    { x = around.x, y = around.y, unit = "m", label = "clearance", style = "dashed" },
    y_label = joint .. ".ey", equal_axes = true, width = 0.09, height = 0.085,
    file = ("%s/flores_ambrosio_2010_fig11_%s.svg"):format(mbs.out, joint) }
end

-- Fig. 11: the journals stay within their clearance circles, but for the depth of their contacts.
print "joint   flies    impacts   follows   furthest from the bearing's centre"
for _, joint in ipairs { "O3", "A", "B", "C" } do
  local state, ex, ey = run:series(joint .. ".state"), run:series(joint .. ".ex"), run:series(joint .. ".ey")
  local count, furthest = { [0] = 0, 0, 0 }, 0
  for i, mode in ipairs(state) do
    count[mode], furthest = count[mode] + 1, math.max(furthest, math.sqrt(ex[i] ^ 2 + ey[i] ^ 2))
  end
  print(("  %-2s    %4.1f %%   %4.1f %%    %4.1f %%    %.6f mm"):format(joint, 100 * count[0] / #state,
    100 * count[1] / #state, 100 * count[2] / #state, furthest * 1e3))
  local beyond = furthest - (bearing - journal) - run:largest(joint .. ".penetration")
  assert(beyond <= 1e-12)
  mbs.output(("journal %s beyond clearance and depth [m]"):format(joint), math.max(0, beyond))
end

-- 3. No control of the first depth. A first step of 18.6 ms ends with every journal that has fallen meanwhile
--    g t^2/2 less the clearance deep in its bearing: 1.2 mm.
local function without_control(integrator)
  return mechanism():simulate { duration = 0.05, integrator = integrator,
    accept_step = mbs.accept.penetration { locate = "none" } }
end
run = without_control(mbs.integrators.dopri5 { initial_step = 0.0186, max_step = 0.0186 })
print "\nwithout control of the first depth:"
local first
for _, one in ipairs(impacts(run)) do if one.joint == "O3" then first = first or one end end
print(("dopri5, first step 18.6 ms: O3 is seen %.3f mm deep, %.2f MN; %s, energy off by %.1e J"):format(
  first.depth * 1e3, first.force / 1e6, run.outcome, run:final "energy.residual"))
assert(math.abs(first.t - 0.0186) < 1e-12 and math.abs(first.depth - 1.2e-3) < 1e-5, "at the end of the step")
assert(math.abs(first.force / 3e6 - 1) < 0.05, "about 3 MN")
-- Steps of 1e-4 s are as long as an impact, and nothing is located: energy grows with every impact.
run = without_control(mbs.integrators.rk4 { step = 1e-4 })
print(("rk4 at 1e-4 s: %s\n%s"):format(run.outcome, run.message))
assert(run.outcome == "nonfinite" and run.message:find "contact", "an outcome with a message, not a hang")
assert(math.abs(run.time[#run.time] - 0.021) < 0.002, "the paper's commercial program")
