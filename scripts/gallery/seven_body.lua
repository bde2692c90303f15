-- Seven bodies: which integrator for a mechanism of closed loops? Andrews' squeezing mechanism, 0.03 s.
-- System:    seven bodies with one freedom in a square of 0.1 m, ten pins, a spring, a motor of 0.033 N m.
-- Source:    Schiehlen (ed.), Multibody Systems Handbook (1990); data and reference solution: Mazzia and
--            Magherini, Test Set for IVP Solvers 2.4 (2008), ANDREWS; Hairer and Wanner II, sec. VII.7.
-- See:       every method comes to the published angles; those of high order need the least work at 1e-8,
--            rosenbrock4 and generalized_alpha are made for coarser tolerances.
-- Try:       1. --set time=0.1   2. c0 = 4.53e6: a stiff spring, who pays?   3. multipliers = "augmented"
-- Builds on: four_bar.lua, stiff_or_not.lua
local mbs = require "perilune"

local time = mbs.parameter { "time", 0.03, min = 1e-3, doc = "duration [s]; the reference is for 0.03" }

local m = { 0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498 }                     -- kg
local J = { 2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5 }              -- kg m^2
local A, B, C = { -0.06934, -0.00227 }, { -0.03635, 0.03273 }, { 0.014, 0.072 }                 -- m
local d, da, e, ea, rr, ra = 28e-3, 115e-4, 2e-2, 1421e-5, 7e-3, 92e-5                          -- m
local sa, sb, sc, sd, ta, tb = 1874e-5, 1043e-5, 18e-3, 2e-2, 2308e-5, 916e-5                         -- m
local u, ua, ub, zf, zt, fa = 4e-2, 1228e-5, 449e-5, 2e-2, 4e-2, 1421e-5                        -- m
local c0, l0, motor = 4530, 7785e-5, 0.033                                                      -- N/m, m, N m

-- Angles at the start [rad], and what the test set gives for them at 0.03 s.
local start = { beta = -0.0617138900142764496, theta = 0, gamma = 0.455279819163070380,
                phi = 0.222668390165885885, delta = 0.487364979543842550, omega = -0.222668390165885885,
                epsilon = 1.23054744454982119 }
local reference = { beta = 15.81077119629904, theta = -15.75637105984298, gamma = 0.04082224013073101,
                    phi = -0.5347301163226948, delta = 0.5244099658805304, omega = 0.5347301163226948,
                    epsilon = 1.048080741042263 }

-- The point that is (forward, aside) of a place in the direction of an angle.
local function off(place, angle, forward, aside)
  local c, s = math.cos(angle), math.sin(angle)
  return { place[1] + forward * c - (aside or 0) * s, place[2] + forward * s + (aside or 0) * c }
end

local function mechanism()
  local q = start
  local model = mbs.planar_model { name = "seven body" }
  local k2, k4, k6 = q.beta + q.theta, q.phi + q.delta, q.omega + q.epsilon          -- angles of these bodies
  local crank_end = off({ 0, 0 }, q.beta, rr)
  local P = off(crank_end, k2, -d)  -- where three bodies meet
  local on_k5, on_k7 = off(A, q.delta, zt), off(A, q.epsilon, 0, -u)
  local places = { off({ 0, 0 }, q.beta, ra), off(crank_end, k2, -da), off(B, q.gamma, sb, -sa),
                   off(on_k5, k4, 0, ea - e), off(A, q.delta, ta, tb), off(on_k7, k6, zf - fa),
                   off(A, q.epsilon, -ub, -ua) }
  local angles = { q.beta, k2, q.gamma, k4, q.delta, k6, q.epsilon }
  local body = { [0] = model.ground }
  for i = 1, 7 do
    body[i] = model:body { name = "K" .. i, mass = m[i], inertia = J[i], position = places[i],
                           angle = angles[i] }
  end
  for _, pin in ipairs { { 0, 1, { 0, 0 } }, { 1, 2, crank_end }, { 2, 3, P }, { 2, 4, P }, { 2, 6, P },
                         { 0, 3, B }, { 0, 5, A }, { 0, 7, A }, { 4, 5, on_k5 }, { 6, 7, on_k7 } } do
    model:revolute { between = { body[pin[1]], body[pin[2]] }, at = pin[3] }
  end
  local D = { sd - sb, sa - sc }                                                       -- in K3's frame
  model:spring { between = { model.ground:point(C), body[3]:point(D) }, stiffness = c0, free_length = l0 }
  model:torque { on = body[1], value = motor }
  return model
end

local function angles_of(run)
  local K = {}
  for i = 1, 7 do K[i] = run:final("K" .. i .. ".angle") end
  return { beta = K[1], theta = K[2] - K[1], gamma = K[3], delta = K[5], phi = K[4] - K[5], epsilon = K[7],
           omega = K[6] - K[7] }
end

local function largest_error(angles, from)
  local worst = 0
  for name, angle in pairs(angles) do worst = math.max(worst, math.abs(angle - from[name])) end
  return worst
end

local function simulate(name, rtol)
  return mechanism():simulate { duration = time,
    integrator = mbs.integrators[name] { rtol = rtol, atol = 1e-2 * rtol } }
end

if time ~= 0.03 then reference = angles_of(simulate("fehlberg78", 1e-12)) end

print "integrator          rtol   error of the angles   steps   right-hand sides   wall time"
local coarse = { generalized_alpha = 1e-4, rosenbrock4 = 1e-6 }
for _, name in ipairs { "dopri5", "fehlberg78", "cash_karp54", "bulirsch_stoer", "adams", "bdf", "radau5",
                        "rosenbrock4", "generalized_alpha" } do
  for _, rtol in ipairs { 1e-4, 1e-6, 1e-8 } do
    if rtol >= (coarse[name] or 0) then
      local run = simulate(name, rtol)
      assert(run.outcome == "reached_end", run.message)
      local error = largest_error(angles_of(run), reference)
      print(("%-18s %.0e        %.1e rad      %6d         %6d        %6.2f ms"):format(name, rtol, error,
        run.statistics.steps, run.statistics.rhs_evaluations, run.statistics.wall_time * 1e3))
      assert(error < 100 * rtol, name .. " keeps to its tolerance")
      assert(run:final "system.constraint_error" < 1e-10, "the pins hold")
    end
  end
end

local best = simulate("fehlberg78", 1e-11)
local off_by = largest_error(angles_of(best), reference)
print(("fehlberg78 at 1e-11: %.1e rad from the reference solution"):format(off_by))
assert(off_by < 1e-7)
