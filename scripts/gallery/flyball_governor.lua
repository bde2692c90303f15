-- Flyball governor: the faster it turns, the higher the slider; very stiff springs stand for the coupling
-- rods.
-- System:    a shaft about z, a slider of 3 kg on it, two arms of 1 m with balls of 5 kg, hinged at the
--            shaft's top; from the middle of each arm to the slider a spring of 8e5 N/m with a damper of
--            4e4 N s/m.
-- Source:    IFToMM Library of Computational Benchmark Problems, A05 (data: González, Dopico, Lugrís,
--            Cuadrado 2006; hinges 0.1 m apart); beside it three equations in the angles, by the
--            Runge-Kutta formula.
-- See:       let go at one turn a second the slider rises by 14 cm and swings; the angular momentum stays.
--            An explicit method takes steps of 0.1 ms for the dampers' sake, radau5 does with a hundredth
--            of them.
-- Try:       1. faster = 2   2. K = 8e3: the rods give way   3. dopri5 {}: how many steps does it need?
-- Builds on: stiff_or_not, spatial_slider_crank
local mbs = require "perilune"

local K = mbs.parameter { "K", 8e5, unit = "N/m", min = 0, doc = "stiffness of the coupling rods" }
local faster = mbs.parameter { "faster", 1, unit = "-", min = 0, doc = "turns a second at the start" }
local C, rest, g = 4e4, 0.5, 9.81                                             -- N s/m, m, m/s^2
local x0, top, start = 0.05, 1.0,
  0.5                                         -- m: hinges, shaft's end, slider
local alpha = 30 * mbs.deg                                                    -- of the arms, downward
local rod, ball, slider_mass, rho_l = 0.3, 5.0, 3.0, 1.0                      -- kg, kg, kg, m
local spin = 2 * math.pi * faster                                             -- rad/s
local section = 0.01 ^ 2 / 12                                                 -- m^2, of bars 1 cm wide

-- An arm with its ball: mass, centre from the hinge, moments about the centre.
local mass = rod + ball
local centre = (rod * rho_l / 2 + ball * rho_l) / mass                        -- m
local across = rod * (rho_l ^ 2 / 12 + section) + rod * (centre - rho_l / 2) ^ 2 + ball * (rho_l - centre) ^ 2
local along = 2 * rod * section

local function governor()
  local model = mbs.spatial_model { name = "flyball governor", gravity = { 0, 0, -g } }
  local turning = { 0, 0, spin }
  local shaft = model:body { name = "shaft", mass = 0.3, position = { 0, 0, 0.5 },
    inertia = { 0.3 * (1 / 12 + section), 0.3 * (1 / 12 + section), 0.3 * 2 * section },
    angular_velocity = turning, in_frame = "world" }
  local slider = model:body { name = "slider", mass = slider_mass, position = { 0, 0, start },
    inertia = { 0.005, 0.005, 0.005 }, angular_velocity = turning, in_frame = "world" }
  model:revolute { name = "bearing", between = { model.ground, shaft }, at = { 0, 0, 0 }, axis = { 0, 0, 1 } }
  model:prismatic { name = "guide", between = { shaft, slider }, at = { 0, 0, start }, axis = { 0, 0, 1 } }
  for side, name in pairs { [1] = "right", [-1] = "left" } do
    local out = x0 + centre * math.cos(alpha)
    local arm = model:body { name = name, mass = mass, inertia = { along, across, across },
      position = { side * out, 0, top - centre * math.sin(alpha) },
      orientation = mbs.rotation.axis_angle { axis = { 0, 1, 0 },
                                              angle = side > 0 and alpha or math.pi - alpha },
      velocity = { 0, side * out * spin, 0 }, angular_velocity = turning, in_frame = "world" }
    model:revolute { name = name .. " hinge", between = { shaft, arm }, at = { side * x0, 0, top },
                     axis = { 0, 1, 0 } }
    model:spring { name = name .. " coupling", stiffness = K, damping = C, free_length = rest,
      between = { slider:point { side * x0, 0, 0 }, arm:point { rho_l / 2 - centre, 0, 0 } } }
  end
  return model
end

-- The same in angles: phi of the shaft, b of both arms below the horizontal, s of the slider. L is constant.
local about_z = 0.3 * 2 * section + 0.005
local hinge = across + mass * centre ^ 2
local function moment_of_inertia(b)
  local c, s = math.cos(b), math.sin(b)
  return about_z + 2 * (mass * (x0 + centre * c) ^ 2 + across * c * c + along * s * s)
end
local L = moment_of_inertia(alpha) * spin
local function rates(y)
  local b, s, db, ds = y[1], y[2], y[3], y[4]
  local cosb, sinb = math.cos(b), math.sin(b)
  local px, pz = 0.5 * cosb,
    top - 0.5 * sinb - s                             -- from the slider to the arm's middle
  local length = math.sqrt(px * px + pz * pz)
  local dpx, dpz = -0.5 * sinb * db, -0.5 * cosb * db - ds
  local force = K * (length - rest) + C * (px * dpx + pz * dpz) / length      -- N, pulls together
  local slope = 2 * (-2 * mass * (x0 + centre * cosb) * centre * sinb - 2 * (across - along) * cosb * sinb)
  local omega = L / moment_of_inertia(b)
  local turning = 0.5 * omega * omega * slope / 2 + mass * g * centre * cosb
                  - force * (px * -0.5 * sinb + pz * -0.5 * cosb) / length
  return { db, ds, turning / hinge, -g + 2 * force * pz / length / slider_mass }
end
local function by_angles(duration, h)
  local y = { alpha, start, 0, 0 }
  local function along_by(k, factor)
    local z = {}
    for i = 1, 4 do z[i] = y[i] + factor * k[i] end
    return z
  end
  for _ = 1, math.floor(duration / h + 0.5) do
    local k1 = rates(y)
    local k2 = rates(along_by(k1, h / 2))
    local k3 = rates(along_by(k2, h / 2))
    local k4 = rates(along_by(k3, h))
    for i = 1, 4 do y[i] = y[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]) end
  end
  return y[2]
end

local duration = 4                                                            -- s
local known = by_angles(duration, 1e-4)
local run = governor():simulate { duration = duration,
                                  integrator = mbs.integrators.radau5 { rtol = 1e-7, atol = 1e-9 } }
assert(run.outcome == "reached_end", run.message)
print(("slider at 4 s: %.7f m in angles, %.7f m by radau5 in %d steps; between %.4f and %.4f m"):format(
  known, run:final "slider.z", run.statistics.steps, math.min(table.unpack(run:series "slider.z")),
  math.max(table.unpack(run:series "slider.z"))))
local errors = {}
for i, h in ipairs { 4e-3, 2e-3 } do
  local other = governor():simulate { duration = duration,
                                      integrator = mbs.integrators.energy_momentum { step = h } }
  errors[i] = math.abs(other:final "slider.z" - known)
  print(("energy_momentum at %.0f ms: off by %.1e m"):format(1e3 * h, errors[i]))
  other:expect { "energy.residual", below = 1e-9 }
end
run:plot { "slider.z", y_label = "slider above the foot", file = mbs.out .. "/flyball_governor.svg" }

assert(math.abs(run:final "slider.z" - known) < 1e-6)
assert(errors[1] / errors[2] > 3 and errors[1] / errors[2] < 5, "second order")
local turning = run:series "system.angular_momentum.z"
assert(math.abs(turning[#turning] / turning[1] - 1) < 1e-7)
run:expect { "system.constraint_error", below = 1e-9 }
