-- My law: a contact law written in the script, no recompiling.
-- System:    the ball of bouncing_ball.lua, once with the built-in law and once with the same in Lua.
-- Source:    Flores, Machado, Silva, Martins (2011), Multibody Syst Dyn 25, eq. 43:
--                F = K d^1.5 (1 + 8 (1 - c_r)/(5 c_r) d'/v),   v = d' when the contact began.
-- See:       the same bounces to the last digits that matter; what a law delivers is asked of it alone.
-- Try:       1. change the 8 into a 4 and see what it delivers then    2. forget the factor d'/v
--            3. a law with memory: states = { hardening = 0 }
-- Builds on: bouncing_ball.lua
local mbs = require "perilune"

local mine = mbs.law {
  name = "mine", parameters = { K = 140e6, cr = 0.8 },
  force = function(c, p)
    local eta = 8 * (1 - p.cr) / (5 * p.cr)
    return p.K * c.penetration ^ 1.5 * (1 + eta * c.penetration_rate / c.impact_speed)
  end,
}
local built_in = mbs.laws.flores { stiffness = 140e6, restitution = 0.8 }

local function bounce(law)
  local model = mbs.planar_model { name = "my law", gravity = { 0, -9.81 } }
  local ball  = model:body { name = "ball", mass = 1.0, inertia = 0.004, position = { 0, 1.0 } }
  model:contact {
    name    = "ball on ground",
    between = { ball:circle { radius = 0.1 }, model.ground:line { at = { 0, 0 }, normal = { 0, 1 } } },
    law     = law,
  }
  local run = model:simulate {
    duration   = 2.5,
    integrator = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 },
  }
  run:expect { "energy.residual", below = 1e-8 }
  return run
end

local a, b = bounce(built_in), bounce(mine)

print "event             t, built-in       t, mine           restitution, built-in    mine"
assert(#a.events == #b.events and #a.events > 8, "both bounce equally often")
for i, event in ipairs(a.events) do
  local other = b.events[i]
  assert(event.kind == other.kind and math.abs(event.t - other.t) < 1e-10, "at the same times")
  if event.kind == "contact end" then
    print(("%-15s  %.12f s  %.12f s  %.12f        %.12f"):format(event.kind, event.t, other.t,
      event.restitution, other.restitution))
    assert(math.abs(event.restitution - other.restitution) < 1e-10)
  end
end
assert(math.abs(a:final "ball.y" - b:final "ball.y") < 1e-10)

-- The law by itself: a single force, and what it delivers when 0.8 is asked for.
local here = 140e6 * 1e-3 ^ 1.5 * (1 + 0.4 * 2 / 4)
assert(math.abs(mine:force(1e-3, 2, 4) - here) < 1e-9 * here)
assert(math.abs(mine:force(1e-3, 2, 4) - built_in:force(1e-3, 2, 4)) < 1e-9 * here)
print(("1 mm deep at half its impact speed it pushes with %.3f N"):format(here))
print(("asked for 0.8 it delivers %.9f"):format(mine:restitution(4.0, 1.0)))
assert(math.abs(mine:restitution(4.0, 1.0) - 0.788539125907) < 1e-8)     -- as restitution_curves.lua has it
