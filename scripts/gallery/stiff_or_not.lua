-- Stiff or not: which integrator suits a bounce, and which a ball that rests?
-- System:    a ball of 1 kg, dropped from 1 m for 1.5 s (two impacts); then lying on the ground for 10 s.
-- Source:    Flores, Machado, Silva, Martins (2011), Multibody Syst Dyn 25, eq. 43 (law); Hairer and
--            Wanner, Solving Ordinary Differential Equations I and II (the methods).
-- See:       while it bounces, explicit methods need the fewer right-hand sides.
--            At rest nothing happens, yet the contact could vibrate at 150 Hz: explicit methods must follow
--            that; implicit ones cross ten seconds in a few steps, dopri5 holds what rests.
-- Try:       1. restitution 0.5 in both    2. stiffness 1.4e10: who pays?    3. rtol 1e-12
-- Builds on: bouncing_ball.lua, procedures_compared.lua
local mbs = require "perilune"

local K, g, mass, radius = 140e6, 9.81, 1.0, 0.1         -- N/m^1.5, m/s^2, kg, m
local sag = (mass * g / K) ^ (2 / 3)                     -- m, at which the law carries the weight

local function simulate(height, duration, integrator)
  local model = mbs.planar_model { name = "stiff or not", gravity = { 0, -g } }
  local ball  = model:body { name = "ball", mass = mass, inertia = 0.004, position = { 0, height } }
  model:contact {
    name    = "contact",
    between = { ball:circle { radius = radius }, model.ground:line { at = { 0, 0 }, normal = { 0, 1 } } },
    law     = mbs.laws.flores { stiffness = K, restitution = 0.9 },
  }
  return model:simulate { duration = duration, integrator = integrator }
end

local names = { "dopri5", "cash_karp54", "fehlberg78", "bulirsch_stoer", "adams", "bdf", "radau5",
                "rosenbrock4", "generalized_alpha" }
local implicit = { bdf = true, radau5 = true, rosenbrock4 = true, generalized_alpha = true }

print "integrator         family                                          order             for"
for _, name in ipairs(names) do
  local method = mbs.integrators[name] {}
  print(("%-17s  %-46s  %-16s  %s"):format(name, method.family, method.order, method.use))
end

local exact = simulate(1.0, 1.5, mbs.integrators.fehlberg78 { rtol = 1e-13, atol = 1e-15 }):final "ball.y"
print "\nintegrator         rtol      error of the height   steps   right-hand sides"
for _, name in ipairs(names) do
  -- generalized_alpha is of order 2: for 1e-9 it would take a hundred thousand steps.
  for _, rtol in ipairs(name == "generalized_alpha" and { 1e-4, 1e-5 } or { 1e-5, 1e-7, 1e-9 }) do
    local run = simulate(1.0, 1.5, mbs.integrators[name] { rtol = rtol, atol = 1e-2 * rtol })
    local error = math.abs(run:final "ball.y" - exact)
    print(("%-17s  %.0e      %.2e m         %6d        %6d"):format(name, rtol, error, run.statistics.steps,
      run.statistics.rhs_evaluations))
    assert(run.outcome == "reached_end" and error < 1e-3)
    if implicit[name] then assert(error < 100 * rtol, name .. " keeps to its tolerance") end
  end
end

print "\nat rest for 10 s    steps   refused   right-hand sides   Newton iterations"
local work = {}
for _, name in ipairs(names) do
  local run = simulate(radius - sag, 10, mbs.integrators[name] {})
  local s = run.statistics
  work[name] = s.rhs_evaluations
  print(("%-17s  %6d    %6d            %7d             %6d"):format(name, s.steps, s.attempts - s.steps,
    s.rhs_evaluations, s.newton_iterations))
  assert(math.abs(run:final "ball.y" - (radius - sag)) < 1e-9, "it stays where it lies")
  if implicit[name] then assert(s.steps < 300, "nothing happens, so hardly a step is needed") end
end
print(("cash_karp54 works %.0f times as much as radau5 for nothing"):format(work.cash_karp54 / work.radau5))
assert(work.cash_karp54 > 50 * work.radau5 and work.cash_karp54 > 50 * work.bdf)
assert(work.cash_karp54 > 50 * work.dopri5, "dopri5 sees that nothing moves, and holds it")
