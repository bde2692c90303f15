-- Implicit methods take a Lua law's own derivatives: no more of Newton's iterations than with the law of the
-- catalogue, whose derivatives are exact.
local mbs = require "perilune"

local K, c_r = 1e7, 0.7                                             -- N/m^1.5
local eta = 8 * (1 - c_r) / (5 * c_r)

-- The text of flores, operation by operation.
local function flores_force(c)
  if c.penetration <= 0 then return 0 end
  local ratio = math.max(-2, math.min(c.penetration_rate / math.max(c.impact_speed, 1e-3), 2))
  return K * (c.penetration * math.sqrt(c.penetration)) * math.max(1 + eta * ratio, 0)
end
local built_in = mbs.laws.flores { stiffness = K, restitution = c_r }
local compiled = mbs.law { name = "flores in Lua", force = flores_force, strict = true }
-- A ball that falls, rebounds and comes to rest, and two on each other.
local function run(law, integrator, balls)
  local model = mbs.planar_model { name = "balls", gravity = { 0, -9.81 } }
  local below = model.ground:line { normal = { 0, 1 } }
  for i = 1, balls do
    local ball = model:body { name = "ball " .. i, mass = 1, inertia = 0.004, position = { 0, 0.25 * i } }
    local circle = ball:circle { radius = 0.1 }
    model:contact { between = { circle, below }, law = law }
    below = circle
  end
  local done = model:simulate { duration = 1, integrator = integrator, record = "none" }
  assert(done.outcome == "reached_end", done.message)
  return done
end

for _, method in ipairs { "radau5", "bdf" } do
  for balls = 1, 2 do
    local integrator = mbs.integrators[method] { rtol = 1e-7, atol = 1e-9 }
    local catalogue, mine = run(built_in, integrator, balls), run(compiled, integrator, balls)
    local allowed, taken = catalogue.statistics.newton_iterations, mine.statistics.newton_iterations
    assert(allowed > 100 and taken <= allowed,
      ("%s, %d balls: %d iterations, %d with the catalogue's law"):format(method, balls, taken, allowed))
    print(method, balls, taken, allowed)
  end
end
