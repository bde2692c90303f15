-- Keep the energy or the action? Two midpoint rules and a Runge-Kutta formula on a double pendulum in
-- space.
-- System:    two rods of 1 kg and 1 m on spherical joints, let go from the side with a push; 9.81 m/s^2;
--            steps of 10 ms throughout.
-- Source:    energy_momentum: Betsch & Steinmann (2001); variational_midpoint: Wendlandt & Marsden (1997).
-- See:       energy_momentum keeps the energy to rounding. The variational rule does not, but its error
--            swings and stays as small after 50 s as after 5; both keep the angular momentum about the
--            vertical. rk4, at the same step, loses energy all the time. The motion is chaotic: none is
--            exact for long.
-- Try:       1. step = 5e-3: the swing falls to a quarter   2. duration = 500   3. dopri5 {}
-- Builds on: heavy_top
local mbs = require "perilune"

local duration = mbs.parameter { "duration", 50, unit = "s", min = 1, doc = "of each run" }
local function pendulum()
  local model = mbs.spatial_model { name = "double pendulum", gravity = { 0, 0, -9.81 } }
  local last, at = model.ground, 0
  for i, name in ipairs { "upper", "lower" } do
    local rod = model:body { name = name, mass = 1, inertia = { 1e-4, 1 / 12, 1 / 12 },
      position = { i - 0.5, 0, 0 }, velocity = { 0, i - 0.5, 0 }, angular_velocity = { 0, 0, 1 } }
    model:spherical { name = name .. " joint", between = { last, rod }, at = { at, 0, 0 } }
    last, at = rod, i
  end
  return model
end

-- The energy from the books: what there is less what was put in.
local function error_of_energy(run)
  local total, errors = run:series "energy.total", {}
  for i, e in ipairs(total) do errors[i] = e - total[1] end
  return errors
end
local function largest(list, from, to)
  local most = 0
  for i = from, to do most = math.max(most, math.abs(list[i])) end
  return most
end

local curves, drift = {}, {}
for _, method in ipairs { "energy_momentum", "variational_midpoint", "rk4" } do
  local run = pendulum():simulate { duration = duration, record = { every = 0.05 },
                                    integrator = mbs.integrators[method] { step = 0.01 } }
  assert(run.outcome == "reached_end", run.message)
  local errors = error_of_energy(run)
  local n, L = #errors, run:series "system.angular_momentum.z"
  drift[method] = { largest(errors, 1, n // 10), largest(errors, n - n // 10, n),
                    math.abs(L[#L] - L[1]) }
  print(("%-21s energy off by %.1e J in the first tenth, %.1e J in the last; L_z by %.0e N m s"):format(
    method, table.unpack(drift[method])))
  curves[#curves + 1] = { x = run.time, y = errors, label = method }
  run:expect { "system.constraint_error", below = 1e-9 }
end
curves.title, curves.file = "Energy that was not there", mbs.out .. "/energy_or_action.svg"
curves.x_label, curves.x_unit, curves.y_label, curves.y_unit = "time", "s", "error of the energy", "J"
mbs.plot(curves)

assert(drift.energy_momentum[2] < 1e-9 and drift.energy_momentum[3] < 1e-10)
assert(drift.variational_midpoint[3] < 1e-9)
assert(drift.variational_midpoint[2] < 3 * drift.variational_midpoint[1], "it does not drift")
