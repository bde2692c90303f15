-- Step-acceptance callbacks, with every integrator.
local mbs = require "perilune"

local function build()
  local model = mbs.planar_model { gravity = { 0, -9.81 } }
  local ball = model:particle { name = "ball", mass = 1, position = { 0, 1 } }
  model:contact {
    name = "touch", law = mbs.laws.hertz { stiffness = 1e7 },
    between = { ball:circle { radius = 0.1 }, model.ground:line {} },
  }
  return model
end

-- What a callback sees.
local seen = { new = 0, closed = 0 }
local run = build():simulate { duration = 0.5, accept_step = function(step)
  assert(step.t_next == step.t + step.dt and step.attempt >= 1 and step.error <= 1)
  assert(math.abs(step.energy_residual) < 10 and step.constraint_error == 0)
  assert(step:value "ball.y" ~= nil and step:value_before "ball.y" ~= nil)
  for _, contact in ipairs(step.new_contacts) do
    seen.new = seen.new + 1
    assert(contact.name == "touch" and contact.gap_before >= 0 and contact.impact_speed > 0)
    if contact.penetration > 1e-6 then return false, step.dt * 0.3 end
  end
  seen.closed = seen.closed + #step.contacts
  return true
end }
assert(run.outcome == "reached_end" and seen.new > 0 and seen.closed > 0)
assert(run.statistics.rejected.callback > 0 and run.events[1].penetration <= 1e-6)

-- value_before is the value at t, value that at t_next.
build():simulate { duration = 0.2, accept_step = function(step)
  assert(math.abs(step:value_before "ball.vy" + 9.81 * step.t) < 1e-9)
  assert(math.abs(step:value "ball.vy" + 9.81 * step.t_next) < 1e-9)
  return true
end }

-- All entries of a list must accept, in their order; a later one sees what the earlier have accepted.
local order = {}
run = build():simulate { duration = 0.5, accept_step = {
  mbs.accept.penetration { tolerance = 1e-6 },
  function(step)
    for _, contact in ipairs(step.new_contacts) do assert(contact.penetration <= 1e-6) end
    order[#order + 1] = "second"
    return true
  end,
  function()
    order[#order + 1] = "third"
    return true
  end,
} }
assert(run.outcome == "reached_end" and order[1] == "second" and order[2] == "third" and #order % 2 == 0)

-- A refusal leaves no trace: the energy is kept as without.
local integrators = {
  mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 },
  mbs.integrators.fehlberg78 { rtol = 1e-10, atol = 1e-12 },
  mbs.integrators.adams { rtol = 1e-10, atol = 1e-12 },
  mbs.integrators.cash_karp54 { rtol = 1e-10, atol = 1e-12 },
  mbs.integrators.bulirsch_stoer { rtol = 1e-10, atol = 1e-12 },
  mbs.integrators.bdf { rtol = 1e-10, atol = 1e-12 },
  mbs.integrators.radau5 { rtol = 1e-10, atol = 1e-12 },
}
for _, integrator in ipairs(integrators) do
  local tries = 0
  local refusing = build():simulate { duration = 1, integrator = integrator, accept_step = {
    mbs.accept.penetration {},
    function(step)
      tries = tries + 1
      if tries % 3 == 0 and step.attempt < 3 then return false, step.dt / 2 end
      return true
    end,
  } }
  assert(refusing.outcome == "reached_end", tostring(integrator))
  assert(refusing.statistics.rejected.callback > 0, tostring(integrator))
  assert(math.abs(refusing:largest "energy.residual") < 1e-7, tostring(integrator))
end

-- A proposed step is taken when error control agrees.
local longest = 0
run = build():simulate { duration = 0.3, accept_step = function(step)
  longest = math.max(longest, step.t > 0 and step.dt or 0)
  return true, 0.01
end }
assert(longest <= 0.01 + 1e-12 and run.statistics.steps >= 20)

-- No control at all, and the rules themselves.
assert(build():simulate { duration = 0.5, accept_step = mbs.accept.none {} }.outcome == "reached_end")
assert(not pcall(mbs.accept.penetration, { tolerance = -1 }))
assert(not pcall(build().simulate, build(), { duration = 1, accept_step = 3 }))
assert(not pcall(build().simulate, build(), { duration = 1, accept_step = { 3 } }))

-- The energy rule: a contact may begin as deep as 2/5 K depth^2.5 = per_impact, and the ledger shows no more.
for _, locate in ipairs { "root", "reject", "halve" } do
  run = build():simulate {
    duration = 2,
    integrator = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13, max_step = 1e-2 },
    accept_step = mbs.accept.energy { per_impact = 1e-5, locate = locate },
  }
  local deepest, impacts = (5 * 1e-5 / (2 * 1e7)) ^ (2 / 5), 0
  for _, event in ipairs(run.events) do
    if event.kind == "contact begin" then
      impacts = impacts + 1
      assert(event.penetration <= deepest, locate)
    end
  end
  assert(impacts >= 2 and math.abs(run:final "energy.residual") <= impacts * 1e-5, locate)
end
local default = mbs.accept.energy {}
assert(tostring(default) == "accept.energy {}")
assert(not pcall(mbs.accept.energy, { per_impact = 0 }))
assert(not pcall(mbs.accept.energy, { tolerance = 1e-6 }))
