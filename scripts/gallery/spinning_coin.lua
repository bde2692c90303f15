-- Spinning coin: as it comes to rest its rim runs around faster and faster.
-- System:    a disc of 0.44 kg, 38 mm in radius, with slightly rounded faces, that rolls around on its edge
--            with its centre nearly at rest, leaning by 25 degrees from lying flat; friction on the table;
--            a torque against the turning stands for the air and what else takes energy; 9.81 m/s^2.
-- Source:    Euler's disc; a thin one that leans by a rolls around with W^2 sin a = 4 g/R (Moffatt 2000,
--            Nature 404, 833-834). Dimensions of the toy.
-- See:       the less energy is left, 3/2 m g R sin a, the flatter it lies and the faster its rim runs
--            around, within four per cent of the law, which knows no torque of the air. Friction keeps it
--            rolling: it acts in both directions of the table, against whatever slips.
-- Try:       1. coefficient = 0.05: it slides outward   2. lean = 60   3. air = 0: it goes on for ever
-- Builds on: spinning_disc, heavy_top
local mbs = require "perilune"

local R, b, m, g = 38e-3, 0.8e-3, 0.44, 9.81                                  -- m, m, kg, m/s^2
local lean = mbs.deg * mbs.parameter { "lean", 25, unit = "degrees", min = 5, max = 80,
  doc = "from lying flat" }
local coefficient = mbs.parameter { "coefficient", 0.4, min = 0, doc = "of friction" }
local duration = mbs.parameter { "duration", 1.5, unit = "s", min = 0.1, doc = "of the run" }

local air = mbs.parameter { "air", 8e-5, unit = "N m s", min = 0, doc = "torque over angular velocity" }

local function rolling_rate(a) return math.sqrt(4 * g / (R * math.sin(a))) end
local K = 1e8                                                                 -- N/m^1.5
local model = mbs.spatial_model { name = "spinning coin", gravity = { 0, 0, -g } }
local sag = (m * g / K) ^ (2 / 3)                                             -- m, under its weight
local height = math.sqrt((R * math.sin(lean)) ^ 2 + (b * math.cos(lean)) ^ 2) - sag
local turning = rolling_rate(lean) * math.sin(lean)                           -- about the lowest radius
local coin = model:body { name = "coin", mass = m, inertia = { m * R * R / 4, m * R * R / 4, m * R * R / 2 },
  position = { 0, 0, height }, orientation = mbs.rotation.axis_angle { axis = { 1, 0, 0 }, angle = lean },
  angular_velocity = { 0, turning * math.cos(lean), turning * math.sin(lean) }, in_frame = "world" }
model:contact { name = "table", between = { coin:ellipsoid { radii = { R, R, b } }, model.ground:plane {} },
  law = mbs.laws.hunt_crossley { stiffness = K, restitution = 0.5 },
  friction = mbs.friction.regularized_coulomb { coefficient = coefficient, regularization_speed = 5e-3 } }
model:torque { name = "air", on = coin, value = function(_, s)
  return { -air * s.wx, -air * s.wy, -air * s.wz }
end }

local run = model:simulate { duration = duration, record = { every = 1e-3 },
                             integrator = mbs.integrators.dopri5 { rtol = 1e-7, atol = 1e-9 } }
assert(run.outcome == "reached_end", run.message)

-- The coin's axis, the third column of the rotation that a quaternion says: how far it leans, and how fast
-- the direction turns in which it does.
local series = {}
for _, q in ipairs { "qw", "qx", "qy", "qz" } do series[q] = run:series("coin." .. q) end
local function axis(i)
  local w, x, y, z = series.qw[i], series.qx[i], series.qy[i], series.qz[i]
  return 2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)
end
local t, leans, rates = run.time, {}, {}
for i = 1, #t do
  local x, y, z = axis(i)
  leans[i] = math.acos(math.min(1, math.abs(z)))
  if i > 1 then
    local u, v = axis(i - 1)
    rates[i] = math.abs(math.atan(u * y - v * x, u * x + v * y)) / (t[i] - t[i - 1])
  end
end
rates[1] = rates[2]
-- Over a tenth of a second, since it also nods a little.
local function mean(list, from, to)
  local sum = 0
  for i = from, to do sum = sum + list[i] end
  return sum / (to - from + 1)
end
local worst = 0
for i = 1, #t - 100, 200 do
  local a, W = mean(leans, i, i + 100), mean(rates, i, i + 100)
  worst = math.max(worst, math.abs(W / rolling_rate(a) - 1))
  print(("%.2f s: leans by %5.2f degrees, runs around with %6.2f rad/s; rolling says %6.2f rad/s"):format(
    t[i + 50], math.deg(a), W, rolling_rate(a)))
end
local total = run:series "energy.total"
print(("energy: %.4f J at the start, %.4f J at the end; 3/2 m g R sin a is %.4f J and %.4f J"):format(
  total[1], total[#total], 1.5 * m * g * R * math.sin(leans[1]), 1.5 * m * g * R * math.sin(leans[#leans])))
mbs.plot { { x = t, y = rates, label = "coin" }, title = "How fast the rim runs around", x_label = "time",
           x_unit = "s", y_label = "rate", y_unit = "rad/s", file = mbs.out .. "/spinning_coin.svg" }
assert(worst < 0.05 and leans[#leans] < 0.8 * leans[1])
run:expect { "energy.residual", below = 1e-6 }
