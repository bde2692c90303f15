-- model:event finds the roots of a function of the solution on the interpolant of every step.
local mbs = require "perilune"
local pi <const> = math.pi

-- q = sin(omega t), omega = 2 rad/s.
local function oscillator()
  local model = mbs.planar_model { name = "oscillator" }
  local q = model:coordinate { name = "q", inertia = 1, position = 0, velocity = 2 }
  model:force { on = q, value = function(_, s) return -4 * s.position end }
  return model
end
local function position(s) return s:value "q.position" end

local function times(run, name)
  local list = {}
  for _, event in ipairs(run.events) do
    if event.kind == "event" and event.element == name then list[#list + 1] = event.t end
  end
  return list
end

-- Zeros at k pi / omega, whatever the integrator (the interpolant, of order 9, asks bulirsch_stoer for steps
-- shorter than the 0.45 s it would take); the start on the section is no crossing.
local controlled = { "dopri5", "fehlberg78", "adams", "bulirsch_stoer", "cash_karp54", "bdf", "radau5" }
for _, integrator in ipairs(controlled) do
  local model = oscillator()
  model:event { name = "both", value = position }
  model:event { name = "up", value = position, direction = "rising" }
  model:event { name = "down", value = position, direction = "falling" }
  model:event { name = "clock", value = function(s) return s.t - 3 end }
  local run = model:simulate { duration = 10,
    integrator = mbs.integrators[integrator] { rtol = 1e-12, atol = 1e-13, max_step = 0.25 } }
  local both, up = times(run, "both"), times(run, "up")
  local down, clock = times(run, "down"), times(run, "clock")
  assert(#both == 6 and #up == 3 and #down == 3 and #clock == 1, integrator)
  for k, t in ipairs(both) do assert(math.abs(t - k * pi / 2) < 1e-9, integrator .. " zero " .. k) end
  for k, t in ipairs(up) do assert(t == both[2 * k], integrator) end
  for k, t in ipairs(down) do assert(t == both[2 * k - 1], integrator) end
  assert(math.abs(clock[1] - 3) < 1e-15 * 4)
  for i = 2, #run.events do assert(run.events[i].t >= run.events[i - 1].t) end
end

-- Watching changes nothing, to the last bit.
local plain = oscillator():simulate { duration = 10, record = "steps" }
local model = oscillator()
model:event { name = "zero", value = position }
local watched = model:simulate { duration = 10, record = "steps" }
assert(#plain.time == #watched.time)
for i, x in ipairs(plain:series "q.position") do assert(x == watched:series "q.position"[i]) end

-- stop: the last state is the event's instant.
for _, integrator in ipairs(controlled) do
  model = oscillator()
  model:event { name = "top", value = function(s) return s:value "q.velocity" end,
    direction = "falling", stop = true }
  model:event { name = "second top", value = function(s) return s.t - 1.25 * pi end }
  local run = model:simulate { duration = 10,
    integrator = mbs.integrators[integrator] { rtol = 1e-12, atol = 1e-13 } }
  assert(run.outcome == "finished_early" and run.message:find "event 'top' ended the run", run.message)
  local stops = times(run, "top")
  assert(#stops == 1 and #times(run, "second top") == 0)
  assert(run.time[#run.time] == stops[1], integrator)
  assert(math.abs(stops[1] - pi / 4) < 1e-9, integrator)
  assert(math.abs(run:final "q.velocity") < 1e-10, integrator)
end

-- Next to impacts: a ball from 1 m on elastic ground touches at sqrt(2 * 0.9 / g), is on top as long after.
local function bouncing()
  local bouncer = mbs.planar_model { gravity = { 0, -9.81 } }
  local ball = bouncer:particle { name = "ball", mass = 1, position = { 0, 1 } }
  bouncer:contact { name = "touch", law = mbs.laws.hertz { stiffness = 1e9 },
    between = { ball:circle { radius = 0.1 }, bouncer.ground:line {} } }
  return bouncer
end
local precise = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 }
local fall = math.sqrt(2 * 0.9 / 9.81)
model = bouncing()
model:event { name = "top", direction = "falling", stop = true,
  value = function(s) return s:value "ball.vy" end }
local top = model:simulate { duration = 5, integrator = precise }
assert(top.outcome == "finished_early" and math.abs(top:final "ball.vy") < 1e-10)
assert(math.abs(top:final "ball.y" - 1) < 1e-8)
local stay = top.events[2].duration
assert(top.events[2].kind == "contact end" and math.abs(top.time[#top.time] - 2 * fall - stay) < 1e-6)

model = bouncing()
model:event { name = "landing", value = function(s) return s:value "touch.gap" end, stop = true }
local ground = model:simulate { duration = 5, integrator = precise }
assert(ground.outcome == "finished_early" and math.abs(ground.time[#ground.time] - fall) < 1e-10)

local free = bouncing():simulate { duration = 3, record = "steps" }
model = bouncing()
model:event { name = "force", value = function(s) return s:value "touch.normal_force" - 1e3 end }
local forced = model:simulate { duration = 3, record = "steps" }
assert(#times(forced, "force") > 4 and #free.time == #forced.time)
for i, y in ipairs(free:series "ball.y") do assert(y == forced:series "ball.y"[i]) end

-- A root exactly on a node is reported once: steps of 1/64 s are exact in binary.
model = mbs.planar_model {}
model:coordinate { name = "q", inertia = 1, position = -1, velocity = 1 }
model:event { name = "zero", value = position }
model:event { name = "at", value = function(s) return s.t - 0.5 end, direction = "rising" }
model:event { name = "not", value = function(s) return s.t - 0.5 end, direction = "falling" }
local run = model:simulate { duration = 2, integrator = mbs.integrators.rk4 { step = 1 / 64 } }
assert(#times(run, "zero") == 1 and math.abs(times(run, "zero")[1] - 1) < 1e-15 * 8)
assert(#times(run, "at") == 1 and times(run, "at")[1] == 0.5 and #times(run, "not") == 0)

-- Where contacts act in stages and touches are no events, a run that an event stops ends on it all the same.
model = mbs.planar_model {}
model:coordinate { name = "q", inertia = 1, position = -1, velocity = 1 }
model:event { name = "zero", value = position, stop = true }
run = model:simulate { duration = 2, integrator = mbs.integrators.rk4 { step = 0.3 },
                       accept_step = mbs.accept.penetration { locate = "stages" } }
assert(run.outcome == "finished_early" and #times(run, "zero") == 1)
assert(math.abs(run.time[#run.time] - 1) < 1e-14 and math.abs(run:final "q.position") < 1e-14)

-- A function that fails ends the run with the results so far.
model = oscillator()
model:event { name = "bad", value = function(s) if s.t > 1 then error "no idea" end return 1 end }
run = model:simulate { duration = 10 }
assert(run.outcome == "script_error" and run.message:find "no idea" and run.message:find "events.lua:%d+")
assert(run.time[#run.time] <= 1 and run.time[#run.time] > 0)

model = oscillator()
model:event { name = "bad", value = function(s) return s:value "q.positoin" end }
run = model:simulate { duration = 1 }
assert(run.outcome == "script_error" and run.message:find "q.position")

model = oscillator()
model:event { name = "bad", value = function() return "high" end }
run = model:simulate { duration = 1 }
assert(run.outcome == "script_error" and run.message:find "must return a finite number", run.message)

-- Bad input.
local function refused(fields, expected)
  local ok, message = pcall(model.event, model, fields)
  assert(not ok and message:find(expected, 1, true) and message:find "events.lua:%d+", message)
end
refused({ name = "e" }, "event 'e': 'value' is missing")
refused({ name = "e", value = 3 }, "value = 3 must be a function(s)")
refused({ name = "e", value = position, direction = "risng" }, "did you mean 'rising'?")
refused({ name = "bad", value = position }, "the name 'bad' is taken")
refused({ name = "q", value = position }, "the name 'q' is taken")
