-- Two bars and a motor that fails at half time: multipliers spread what is not finite over all bodies, yet
-- the message names the force that began it, with every kind of integrator.
local mbs = require "perilune"

for _, name in ipairs { "rk4", "dopri5", "bdf", "radau5", "adams" } do
  local model = mbs.planar_model {}
  local a = model:body { name = "a", mass = 1, inertia = 1, position = { 0, 0 } }
  local b = model:body { name = "b", mass = 1, inertia = 1, position = { 1, 0 } }
  model:revolute { name = "pin", between = { a, b }, at = { 0.5, 0 } }
  model:revolute { name = "foot", between = { model.ground, a }, at = { 0, 0 } }
  model:force { name = "motor", on = b, value = function(t) return t > 0.5 and { 0 / 0, 0 } or { 1, 0 } end }
  local run = model:simulate { duration = 1,
    integrator = mbs.integrators[name] { step = name == "rk4" and 1e-3 or nil } }
  assert(run.outcome == "nonfinite", name)
  assert(run.message:find("force 'motor'", 1, true), name .. ": " .. run.message)
  assert(math.abs(run.time[#run.time] - 0.5) <= 1e-3, name)
end
