-- Spinning disc: friction turns backspin into rolling, and can send a disc back to where it came from.
-- System:    a solid disc (1 kg, 0.1 m) with backspin, laid on the ground or dropped on it.
-- Source:    Bengisu & Akay (1994), J. Sound Vib. 171, Brown & McPhee (2016), J. Comput. Nonlinear Dyn. 11,
--            and the other regularised friction laws; impulse and angular momentum as in any textbook.
-- See:       friction acts at the ground, so m v - J w/R never changes, slide, bounce or fly: whatever the
--            law and its coefficient, the disc ends rolling with v = (m v0 - J w0/R)/(m + J/R^2).
--            In an impact it either slides all the way or grips; the regularised law says exactly how much.
-- Try:       1. spin = 60 in the first part: it comes back    2. coefficient = 0.05 in the drop: more bounces
--            slide    3. a regularization_speed of 0.1 m/s: where does the closed form still hold?
-- Builds on: bouncing_ball.lua
local mbs = require "perilune"

local m, R, g, K = 1.0, 0.1, 9.81, 33.9e9                -- kg, m, m/s^2, N/m^1.5 (steel)
local J = m * R ^ 2 / 2                                  -- kg m^2, solid disc

-- The ground's force acts half a penetration above the disc's lowest point, at this distance from its centre.
local function lever(depth) return R - depth / 2 end

-- Positive spin is counter-clockwise: a disc that moves to the right with it has backspin.
local function rolling_speed(v, spin, arm) return (m * v - J * spin / arm) / (m + J / arm ^ 2) end

local function disc_on_ground(start, law, friction)
  local model = mbs.planar_model { name = "spinning disc", gravity = { 0, -g } }
  local disc  = model:body {
    name = "disc", mass = m, inertia = J, position = { 0, start.height },
    velocity = { start.speed, 0 }, angular_velocity = start.spin,
  }
  model:contact {
    name     = "disc on ground",
    between  = { disc:circle { radius = R }, model.ground:line { normal = { 0, 1 } } },
    law      = law,
    friction = friction,
  }
  return model:simulate {
    duration   = start.duration,
    integrator = mbs.integrators.dopri5 { rtol = 1e-9, atol = 1e-11 },
  }
end

-- Part 1: laid on the ground with 4 m/s and 20 rad/s of backspin. Each law, and the slip it may end with: a
-- law creeps below its regularisation speed, and ambrosio lets go below lower_speed.
local speed, spin, mu = 4, 20, 0.3
local mine = mbs.friction_law {
  name = "mine", parameters = { mu = mu, v = 1e-3 },
  force = function(c, p)
    return p.mu * c.normal_force * c.slip_speed / math.sqrt(c.slip_speed ^ 2 + p.v ^ 2)
  end,
}
local peak = { static_coefficient = 0.4, kinetic_coefficient = mu }
local laws = {
  { mbs.friction.regularized_coulomb { coefficient = mu }, 1e-3 },
  { mbs.friction.threlfall { coefficient = mu }, 1e-3 },
  { mbs.friction.ambrosio { coefficient = mu, lower_speed = 1e-4, upper_speed = 1e-3 }, 1e-4 },
  { mbs.friction.bengisu_akay(peak), 1e-3 },
  { mbs.friction.stribeck(peak), 1e-4 },
  { mbs.friction.hollars(peak), 1e-3 },
  { mbs.friction.brown_mcphee(peak), 1e-3 },
  { mbs.friction.anderson(peak), 1e-4 },
  { mine, 1e-3 },
}

local sag = (m * g / K) ^ (2 / 3)                        -- m: there the ground carries the weight
local arm = lever(sag)
local slip, share = speed + spin * arm, 1 + m * arm ^ 2 / J   -- slip changes `share` times as much as v
local rolls = rolling_speed(speed, spin, arm)
local lost = m * slip ^ 2 / (2 * share)                  -- J, what it costs to come from sliding to rolling
print(("laid down with %g m/s and %g rad/s it must end with %.6f m/s, %.6f rad/s and lose %.6f J"):format(
  speed, spin, rolls, -rolls / arm, lost))
print "friction law            v [m/s]     spin [rad/s]   slip [m/s]   rubbed away [J]"
for _, entry in ipairs(laws) do
  local friction, least_slip = entry[1], entry[2]
  local run = disc_on_ground({ height = R - sag, speed = speed, spin = spin, duration = 1.0 },
    mbs.laws.hertz { stiffness = K }, friction)
  local v, w = run:final "disc.vx", run:final "disc.angular_velocity"
  local s, rubbed = v + w * arm, run:final "energy.dissipated"
  print(("%-20s  %10.6f    %11.6f    %9.2e     %9.6f"):format(friction.name, v, w, s, rubbed))
  assert(math.abs(s) <= least_slip + 1e-9, "it creeps below the law's own speed at most")
  assert(math.abs(v - rolls - s / share) < 1e-8, "m v - J w/R stays what it was")
  assert(math.abs(rubbed - lost + m * s ^ 2 / (2 * share)) < 1e-7, "energy of the slip")
  run:expect { "energy.residual", below = 1e-7 }         -- J, of 9 J
end

-- Part 2: dropped from 0.9 m with 1 m/s and 50 rad/s of backspin. With F = mu N tanh(s/u) the slip s obeys
--     m ds/dp = -(1 + m R r/J) mu tanh(s/u),
-- p being the impulse of the ground and r the lever of its force, so sinh(s/u) falls by a factor that does
-- not ask how the normal force goes. r lies between R and its value at the deepest point: so must the slip.
local u = 1e-3
local function slip_after(s, coefficient, impulse, r)
  local exponent = (1 + m * R * r / J) * coefficient * impulse / (m * u)
  local logarithm = s / u + math.log((1 - math.exp(-2 * s / u)) / 2) - exponent    -- of sinh
  if logarithm > 20 then return u * (logarithm + math.log(2)) end
  local x = math.exp(logarithm)
  return u * math.log(x + math.sqrt(x ^ 2 + 1))
end

local drop = { height = R + 0.9, speed = 1, spin = 50, duration = 4.5 }
for _, coefficient in ipairs { 0.05, 0.5 } do
  local run = disc_on_ground(drop, mbs.laws.flores { stiffness = K, restitution = 0.5 },
    mbs.friction.regularized_coulomb { coefficient = coefficient, regularization_speed = u })
  print(("dropped, coefficient %g: the slip before and after each impact, and what it may be"):format(
    coefficient))
  local before, deepest = drop.speed + drop.spin * R, 0
  local count = { slides = 0, grips = 0 }
  for _, event in ipairs(run.events) do
    if event.kind == "contact end" then
      local after = run:at("disc.vx", event.t) + run:at("disc.angular_velocity", event.t) * R
      local impulse = m * (event.impact_speed + event.separation_speed + g * event.duration)
      local least = slip_after(before, coefficient, impulse, R)
      local most = slip_after(before, coefficient, impulse, lever(event.max_penetration))
      local what = most < u and "grips" or "slides"
      count[what] = count[what] + 1
      if before > u then
        print(("  %.6f s   %9.6f  ->  %9.6f m/s   %9.6f .. %9.6f m/s   %s"):format(event.t, before, after,
          least, most, what))
      end
      if what == "slides" then
        assert(least - 1e-7 <= after and after <= most + 1e-7, "slip after the impact")
      else
        assert(math.abs(after) < u, "hardly any slip is left")
      end
      before, deepest = after, math.max(deepest, event.max_penetration)
    end
  end
  assert((count.slides == 0) == (coefficient == 0.5) and (count.grips == 0) == (coefficient == 0.05))
  -- Each impulse of friction acts at a lever that is short by at most half the depth.
  local v, w = run:final "disc.vx", run:final "disc.angular_velocity"
  rolls = rolling_speed(drop.speed, drop.spin, R)
  local margin = (drop.speed - rolls) * deepest / (2 * R) / (1 + J / (m * R ^ 2)) + u / 3
  print(("  at last it rolls with %.6f m/s, %.6f rad/s; by formula %.6f m/s to %.0e"):format(v, w, rolls,
    margin))
  assert(math.abs(v + w * R) < u and math.abs(v - rolls) < margin, "it comes back, rolling")
  run:expect { "energy.residual", below = 1e-7 }         -- J, of 16 J
end
