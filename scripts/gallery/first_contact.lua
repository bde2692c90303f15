-- First contact: force, depth and loop of the first impact, for three laws and five restitutions.
-- System:    the ball of bouncing_ball.lua during the millisecond of its first touch.
-- Source:    Flores, Machado, Silva, Martins (2011), Multibody Syst Dyn 25, figs 6a-d; law of eq. 43, and of
--            Hunt & Crossley (1975), Lankarani & Nikravesh (1990).
-- See:       depth falls as c_r falls. The text says the same of the force; for the paper's own law it is so
--            only down to c_r = 0.69, then damping at the very touch dominates and the force rises again.
-- Try:       1. mbs.laws.exact    2. stiffness = 1.4e7: which columns change?    3. look at the time of the
--            largest force: before the deepest point whenever something is lost
-- Builds on: bouncing_ball.lua
local mbs = require "perilune"

local mass, g = 1.0, 9.81

local function first_impact(law)
  local model = mbs.planar_model { name = "first contact", gravity = { 0, -g } }
  local ball  = model:body { name = "ball", mass = mass, inertia = 0.004, position = { 0, 1.0 } }
  model:contact {
    name    = "contact",
    between = { ball:circle { radius = 0.1 }, model.ground:line { at = { 0, 0 }, normal = { 0, 1 } } },
    law     = law,
  }
  local run = model:simulate {
    duration    = 0.45,
    integrator  = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 },
    record      = "steps",
  }
  run:expect { "energy.residual", below = 1e-8 }
  for _, event in ipairs(run.events) do
    if event.kind == "contact end" then return event, run end
  end
  error "the ball never came back up"
end

local laws = { "hunt_crossley", "lankarani_nikravesh", "flores" }
local largest_force, depth = {}, {}
local worst = 0                                          -- J: largest error of a loop's area
local loops, courses = {}, {}                            -- curves of the figure, for the paper's law
print "law                   c_r   deepest     largest force   duration     leaves with     loop area"
for _, name in ipairs(laws) do
  for _, cr in ipairs { 1, 0.8, 0.6, 0.4, 0.2 } do
    local impact, run = first_impact(mbs.laws[name] { stiffness = 140e6, restitution = cr })
    print(("%-20s  %3.1f  %8.2f um  %10.2f N  %9.3f us  %10.6f m/s  %9.6f J"):format(name, cr,
      impact.max_penetration * 1e6, impact.max_force, impact.duration * 1e6, impact.separation_speed,
      impact.dissipated))
    -- Touch and separation are at the same height: the loop is the kinetic energy that is missing.
    local missing = mass / 2 * (impact.impact_speed ^ 2 - impact.separation_speed ^ 2)
    assert(math.abs(impact.dissipated - missing) < 1e-7, "area of the loop")
    worst = math.max(worst, math.abs(impact.dissipated - missing))
    assert(math.abs(impact.impact_speed - math.sqrt(2 * g * 0.9)) < 1e-9, "free fall over 0.9 m")
    if name == "flores" then
      assert(#depth == 0 or impact.max_penetration < depth[#depth], "deformation falls with c_r")
      depth[#depth + 1], largest_force[#largest_force + 1] = impact.max_penetration, impact.max_force
      local label, from = ("c_r = %.1f"):format(cr), impact.t - impact.duration
      loops[#loops + 1] = { run = run, x = "contact.penetration", "contact.normal_force", label = label,
        from = from, to = impact.t }
      for _, channel in ipairs { "contact.penetration", "contact.normal_force" } do
        courses[#courses + 1] = { run = run, channel, label = label, from = from, to = from + 1.6e-3 }
      end
    end
  end
end

-- 40-digit Taylor series of the same equations, gravity included.
for i, reference in ipairs { 11622.8476, 10631.6456, 10589.7173, 11541.7223, 14495.9117 } do
  assert(math.abs(largest_force[i] - reference) < 1e-3, "largest force of the paper's law")
end
mbs.output("largest force at c_r = 0.2 [N]", largest_force[5])
mbs.output("area of a loop less the energy lost [J]", worst)
print "the largest force of flores does not fall all the way with c_r, though the text says so"

courses.y_label, courses.file = { "depth", "force" }, mbs.out .. "/flores_2011_fig6abc.svg"
mbs.plot(courses)
loops.x_label, loops.y_label, loops.file = "depth", "force", mbs.out .. "/flores_2011_fig6d.svg"
mbs.plot(loops)
