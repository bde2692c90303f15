-- My acceptance: a step counts only when a function in the script says so, too.
-- System:    the elastic ball of falling_ball.lua.
-- Source:    Flores & Ambrosio (2010), Multibody Syst Dyn 24, procedure 2: refuse a step whose first depth
--            exceeds the tolerance, let the integrator reduce it, give up below a least step.
-- See:       the paper's rule written by hand does what the built-in rule does; a better idea of the next
--            step needs a seventh of the refusals. Refused trials leave no trace.
-- Try:       1. return "stop" at the first touch    2. print from the rule: it is asked once per trial
--            3. refuse steps that change the height by more than 1 cm: step:value "ball.y"
-- Builds on: falling_ball.lua
local mbs = require "perilune"

local tolerance, least_step = 1e-6, 1e-7                 -- m, s

-- Procedure 2, word for word.
local function paper_rule(step)
  for _, contact in ipairs(step.new_contacts) do
    if contact.penetration > tolerance and step.dt > least_step then return false end
  end
  return true
end

-- The same promise, but with the step to the touch estimated from gap before and depth after (regula falsi).
local function secant_rule(step)
  for _, contact in ipairs(step.new_contacts) do
    if contact.penetration > tolerance and step.dt > least_step then
      local share = contact.gap_before / (contact.gap_before + contact.penetration)
      return false, step.dt * share + 0.1 * tolerance / contact.impact_speed
    end
  end
  return true
end

local asked = 0
local function counted(step)
  asked = asked + 1
  return paper_rule(step)
end

local function fall(accept)
  local model = mbs.planar_model { name = "my acceptance", gravity = { 0, -9.81 } }
  local ball  = model:body { name = "ball", mass = 1.0, inertia = 0.004, position = { 0, 1.0 } }
  model:contact {
    name    = "contact",
    between = { ball:circle { radius = 0.1 }, model.ground:line { at = { 0, 0 }, normal = { 0, 1 } } },
    law     = mbs.laws.hertz { stiffness = 140e6 },
  }
  return model:simulate {
    duration    = 3.0,
    integrator  = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12, max_step = 1e-2 },
    accept_step = accept,
  }
end

local runs = {
  { "built-in reject", fall(mbs.accept.penetration {
    tolerance = tolerance, min_step = least_step, locate = "reject" }) },
  { "reject by hand",  fall(counted) },
  { "secant by hand",  fall(secant_rule) },
}

print "rule              steps   refused by the rule   deepest start   energy residual"
local refusals = {}
for _, entry in ipairs(runs) do
  local name, run = entry[1], entry[2]
  local refused, deepest = 0, 0
  for _, attempt in ipairs(run.steps) do
    if attempt.reason == "callback" or attempt.reason == "penetration" then refused = refused + 1 end
  end
  for _, event in ipairs(run.events) do
    if event.kind == "contact begin" then deepest = math.max(deepest, event.penetration) end
  end
  refusals[name] = refused
  print(("%-16s  %5d   %10d            %.3e m     %.3e J"):format(name, run.statistics.steps, refused,
    deepest, run:final "energy.residual"))
  assert(deepest <= tolerance, "no contact starts deeper than the rule allows")
  assert(#run.events >= 6, "three impacts in 3 s")
end
assert(refusals["reject by hand"] == refusals["built-in reject"], "the same rule, the same refusals")
assert(refusals["secant by hand"] < refusals["reject by hand"] / 3, "a better guess needs fewer tries")
assert(asked > refusals["reject by hand"])
