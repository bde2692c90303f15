-- Magnets: three of them on an air table find each other. One force on all three, written here.
-- System:    discs of 20 g, each a dipole in the plane, sliding without friction, hitting each other.
-- Source:    forces of point dipoles: Yung, Landecker & Villani (1998), Magn. Electr. Sep. 9, 39-52.
-- See:       their work is what the potential loses, through every impact; momenta stay what they were.
-- Try:       1. turn the last one round: angle = 2   2. a fourth magnet: `starts` gets longer
--            3. air that slows them: -0.01 v in every load; which check fails now, and why?
-- Builds on: bouncing_ball, my_law, newtons_cradle.
local mbs = require "perilune"

local radius, mass = 10 * mbs.mm, 20e-3                              -- m, kg
local moment = 0.5                                                   -- A m^2, a disc of neodymium
local strength = 1e-7 * moment^2                                     -- mu0 / (4 pi) m^2 [N m^4]

local function dot(u, v) return u[1] * v[1] + u[2] * v[2] end
local function cross(u, v) return u[1] * v[2] - u[2] * v[1] end
-- Of two magnets: the direction and distance from the first to the second, and their moments' directions.
local function pair(a, b)
  local x, y = b.x - a.x, b.y - a.y
  local r = math.sqrt(x^2 + y^2)
  local function along(angle) return { math.cos(angle), math.sin(angle) } end
  return { x / r, y / r }, r, along(a.angle), along(b.angle)
end
local function potential(a, b)
  local e, r, m, n = pair(a, b)
  return strength / r^3 * (dot(m, n) - 3 * dot(m, e) * dot(n, e))
end
-- The moment on m in the field of n.
local function turning(m, n, e, r) return strength / r^3 * (3 * dot(n, e) * cross(m, e) - cross(m, n)) end

local model = mbs.planar_model { name = "magnets" }                  -- seen from above
local starts = {
  { x = 0, y = 0, angle = 0.3 }, { x = 0.07, y = 0.01, angle = 1.9 }, { x = 0.02, y = 0.06, angle = -2 },
}

-- A load { fx, fy, m } for each magnet, from every pair. The last argument is the time.
local function attraction(...)
  local magnets, loads = { ... }, {}
  for i = 1, #starts do loads[i] = { 0, 0, 0 } end
  for i = 1, #starts do
    for j = i + 1, #starts do
      local e, r, m, n = pair(magnets[i], magnets[j])
      local a, b, f = dot(m, e), dot(n, e), 3 * strength / r^4
      local on_i, on_j = loads[i], loads[j]
      for k = 1, 2 do
        local push = f * (a * n[k] + b * m[k] + (dot(m, n) - 5 * a * b) * e[k])
        on_i[k], on_j[k] = on_i[k] - push, on_j[k] + push
      end
      on_i[3] = on_i[3] + turning(m, n, e, r)
      on_j[3] = on_j[3] + turning(n, m, e, r)
    end
  end
  return loads
end

local discs = {}
for i, start in ipairs(starts) do
  discs[i] = model:body { name = "magnet " .. i, mass = mass, inertia = 0.5 * mass * radius^2,
                          position = { start.x, start.y }, angle = start.angle }
  discs[i]:circle { radius = radius }
end
model:contacts { bodies = discs, law = mbs.laws.flores { stiffness = 1e6, restitution = 0.5 } }
model:user_force { name = "attraction", on = discs, force = attraction }

local run = model:simulate {
  duration = 0.8, integrator = mbs.integrators.dopri5 { rtol = 1e-9, atol = 1e-12 },
}

local function all_potentials(record)
  local sum, views = 0, {}
  for i = 1, #discs do
    local function number(name) return run:series(("magnet %d.%s"):format(i, name))[record] end
    views[i] = { x = number "x", y = number "y", angle = number "angle" }
    for j = 1, i - 1 do sum = sum + potential(views[j], views[i]) end
  end
  return sum
end
local released = all_potentials(1) - all_potentials(#run.time)
for _, event in ipairs(run.events) do
  if event.kind == "contact begin" then
    print(("%.4f s: %s at %.3f m/s"):format(event.t, event.element, event.impact_speed))
    break
  end
end
print(("the magnets gave %.6f mJ, their potential lost %.6f mJ; impacts took %.6f mJ"):format(
  1e3 * run:final "energy.work", 1e3 * released, 1e3 * run:final "energy.dissipated"))
assert(math.abs(run:final "energy.work" - released) < 1e-6 * released)
run:expect { "system.momentum.x", below = 1e-12 }
run:expect { "system.momentum.y", below = 1e-12 }
run:expect { "system.angular_momentum.z", below = 1e-12 }
run:expect { "energy.residual", below = 1e-9 }
run:plot { "magnet 1.x", "magnet 2.x", "magnet 3.x", y_label = "centres", file = mbs.out .. "/magnets.svg" }
