-- Every integrator runs models in space: a spinning body on a universal joint, with a spring, a damper and
-- gravity.
local mbs = require "perilune"
local checks = require "helpers.checks"

local function model()
  local m = mbs.spatial_model { name = "in space", gravity = { 0, 0, -9.81 } }
  local carrier = m:body { name = "carrier", mass = 1, inertia = { 0.02, 0.03, 0.04 }, position = { 0.2, 0,
    0 },
                           angular_velocity = { 0, 0.5, 0 }, velocity = { 0, 0, -0.1 } }
  local spinner = m:body { name = "spinner", mass = 1, inertia = { 0.01, 0.01, 0.016 }, position = { 0.4, 0,
    0.1 },
                           angular_velocity = { 0, 0.5, 8 }, velocity = { 0.05, 0, -0.2 } }
  m:universal { name = "cross", between = { m.ground, carrier }, at = { 0, 0, 0 },
                axes = { { 0, 0, 1 }, { 0, 1, 0 } } }
  m:revolute { name = "axle", between = { carrier, spinner }, at = { 0.4, 0, 0 }, axis = { 0, 0, 1 } }
  m:spring { name = "spring", between = { { 0.4, 0, 0.6 }, carrier:point { 0.2, 0, 0 } }, stiffness = 60,
             damping = 1, free_length = 0.3 }
  return m
end
local exact = model():simulate { duration = 1, integrator = checks.tight }
local cases = {
  { "dopri5", { rtol = 1e-8, atol = 1e-10 }, 1e-6 }, { "fehlberg78", { rtol = 1e-8, atol = 1e-10 }, 1e-6 },
  { "cash_karp54", { rtol = 1e-8, atol = 1e-10 }, 1e-6 }, { "bulirsch_stoer", { rtol = 1e-8, atol = 1e-10 },
    1e-6 },
  { "adams", { rtol = 1e-8, atol = 1e-10 }, 1e-5 }, { "bdf", { rtol = 1e-7, atol = 1e-9 }, 1e-4 },
  { "radau5", { rtol = 1e-7, atol = 1e-9 }, 1e-5 }, { "rosenbrock4", { rtol = 1e-7, atol = 1e-9 }, 1e-5 },
  { "generalized_alpha", { rtol = 1e-6, atol = 1e-8 }, 1e-3 }, { "rk4", { step = 1e-3 }, 1e-6 },
  { "symplectic_euler", { step = 1e-4 }, 1e-2 }, { "energy_momentum", { step = 1e-3 }, 1e-4 },
  { "variational_midpoint", { step = 1e-3 }, 1e-4 },
}
for _, case in ipairs(cases) do
  local name, options, tolerance = table.unpack(case)
  local run = model():simulate { duration = 1, integrator = mbs.integrators[name](options) }
  assert(run.outcome == "reached_end", name .. ": " .. run.message)
  for _, channel in ipairs { "carrier.z", "spinner.x", "spinner.w3", "spinner.qz" } do
    local off = math.abs(run:final(channel) - exact:final(channel))
    assert(off < tolerance * math.max(1, math.abs(exact:final(channel))), ("%s: %s is off by %.2e"):format(
      name, channel, off))
  end
  run:expect { "system.constraint_error", below = 1e-8 }
end
-- generalized_alpha has order 2 in space as well.
local errors = {}
for i, h in ipairs { 2e-3, 1e-3 } do
  local run = model():simulate { duration = 1, integrator = mbs.integrators.generalized_alpha { step = h } }
  errors[i] = math.abs(run:final "spinner.x" - exact:final "spinner.x")
end
assert(errors[1] / errors[2] > 3.2 and errors[1] / errors[2] < 4.8, errors[1] / errors[2])
