-- Callbacks that look at a step or an instant are compiled where they are pure: the same verdicts, the same
-- events, the same steps as interpreted.
local mbs = require "perilune"

local tolerance, kinds = 1e-5, { "ball.y", "ball.vy" }

local function simulate(accept, value, verify)
  local model = mbs.planar_model { name = "ball", gravity = { 0, -9.81 } }
  local ball = model:particle { name = "ball", mass = 1, position = { 0, 0.5 } }
  model:contact { name = "touch", between = { ball:circle { radius = 0.1 }, model.ground:line {} },
                  law = mbs.laws.flores { stiffness = 1e7, restitution = 0.7 } }
  if value then model:event { name = "section", value = value } end
  local run = model:simulate { duration = 1, accept_step = accept, verify_laws = verify }
  assert(run.outcome == "reached_end", run.message)
  return run
end

local function same(a, b)
  for _, count in ipairs { "steps", "rhs_evaluations" } do
    assert(a.statistics[count] == b.statistics[count], count)
  end
  assert(#a.events == #b.events)
  for i, event in ipairs(a.events) do assert(event.t == b.events[i].t and event.kind == b.events[i].kind) end
  assert(a:final "ball.y" == b:final "ball.y")
end

-- Every kind of answer and of question.
local function deep(step)
  for i, contact in ipairs(step.new_contacts) do
    if contact.penetration > tolerance and contact.name == "touch" and i == #step.new_contacts then
      return false, math.max(step.dt / 2, 1e-12)
    end
  end
  if #step.contacts > 0 and step.attempt // 1 > 1000 then return "stop" end
  if step:value(kinds[1]) > 0.3 and step.t_next - step.t > 0.0201 then return false, 0.02 end
  if step:value "ball.vy" > step:value_before "ball.vy" + 100 then return false end
  return true
end
local function interpreted(step)
  assert(("x"):rep(2) == "xx")
  return deep(step)
end
same(simulate(deep), simulate(interpreted))
same(simulate(deep), simulate(deep, nil, 1))

-- What it reads outside may change.
tolerance = 1e-6
same(simulate(deep), simulate(interpreted))

-- Events.
local function section(s) return s:value "ball.y" - 0.2 * math.sin(s.t) end
same(simulate(nil, section), simulate(nil, function(s) return section(s) + #"" end))
same(simulate(nil, section), simulate(nil, section, 1))

-- Errors are the interpreter's.
local function fails(accept, value, text)
  local model = mbs.planar_model { name = "ball", gravity = { 0, -9.81 } }
  model:particle { name = "ball", mass = 1, position = { 0, 0.5 } }
  if value then model:event { name = "section", value = value } end
  local run = model:simulate { duration = 0.1, accept_step = accept, record = "none" }
  assert(run.outcome == "script_error" and run.message:find(text, 1, true), run.outcome .. run.message)
end
fails(function(step) return step:value "ball.z" > 0 end, nil, "ball.z")
fails(function() return true, -1 end, nil, "it must be > 0 and finite")
fails(function(step) return step.dt end, nil, "it must return true, false")
fails(function(step) return step.Dt == nil end, nil, "Dt")
fails(function(step) error("at " .. step.t) end, nil, "compiled_views.lua")
fails(nil, function(s) return 0 / (s.t - s.t) end, "it must return a finite number")
