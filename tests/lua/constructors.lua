-- Models, bodies, points, shapes and forces from their one table of named fields.
local mbs = require "perilune"

local model = mbs.planar_model { name = "mechanism", gravity = { 0, -9.81 } }
assert(model.name == "mechanism" and tostring(model) == "model 'mechanism'")
assert(mbs.planar_model {}.name == "constructors")

local body = model:body { name = "plate", mass = 2, inertia = 0.1, position = { 1, 2 }, angle = 0.3 }
assert(body.name == "plate" and body.x == 1 and body.y == 2 and tostring(body) == "body 'plate'")
assert(body == model.bodies[1] and #model.bodies == 1)
assert(model.ground == model.ground and model.ground ~= body and model.ground.name == "ground")

-- A bar lies between two places; x, y mean its middle.
local crank = model:bar { name = "crank", from = { 0, 0 }, to = { 3, 4 }, mass = 2 }
assert(crank.length == 5 and crank.x == 1.5 and crank.y == 2)
assert(tostring(crank.from) == "point { -2.5, 0 } of 'crank'")
assert(tostring(crank.tip) == "point { 2.5, 0 } of 'crank'")
local rod = model:bar { name = "rod", from = crank.tip, to = { 3, 10 }, mass = 1 }
assert(math.abs(rod.length - 6) < 1e-15 and math.abs(rod.x - 3) < 1e-15)
assert(not pcall(function() return body.tip end))

local point = body:point { 0.1, 0 }
assert(point == body:point { 0.1, 0 } and point ~= body.center and point.body == body)

local shape = body:circle { radius = 9.5 * mbs.mm, at = { 0, 0.1 } }
assert(tostring(shape) == "circle of 'plate'" and shape.body == body)

local coordinate = model:coordinate { name = "q", inertia = 1 }
local ok, message = pcall(function() return coordinate.x end)
assert(not ok and message:find "coordinate 'q': has no place in space")
assert(not pcall(coordinate.point, coordinate, { 0, 0 }))

-- Names are made when none is given; a body stands for its centre, { x, y } for a point of the ground.
local spring = model:spring { between = { body, { 0, 0 } }, stiffness = 10 }
assert(spring.name == "spring 1" and tostring(spring) == "spring 'spring 1'")
assert(model:spring { between = { point, crank.tip }, stiffness = 10, damping = 1 }.name == "spring 2")
assert(model:force { on = point, value = { 0, 1 } }.name == "force 1")
assert(model:torque { name = "motor", on = crank, value = 3 }.name == "motor")
assert(model:drive { coordinate = coordinate, value = function(t) return t ^ 2 end }.name == "drive 1")

-- Units are plain multipliers.
assert(mbs.mm == 1e-3 and mbs.deg == math.pi / 180 and mbs.rpm == 2 * math.pi / 60 and mbs.GPa == 1e9)

-- Hertz stiffness of steel spheres of 0.1 m: K = 4/(3·2σ) √(R/2), σ = (1 − ν²)/E
-- (Flores & Ambrósio 2010, eqs 2, 3).
local sigma = (1 - 0.3 ^ 2) / 207e9
local K = mbs.stiffness.hertz {
  radius_i = 0.1, radius_j = 0.1, young_i = 207e9, poisson_i = 0.3, young_j = 207e9, poisson_j = 0.3,
}
assert(math.abs(K / (4 / (3 * 2 * sigma) * math.sqrt(0.05)) - 1) < 1e-14)

-- Integrators say what they are; the one that acts on positions takes a spectral radius.
for _, name in ipairs { "dopri5", "bdf", "radau5", "rosenbrock4", "generalized_alpha" } do
  local method = mbs.integrators[name] {}
  for _, text in ipairs { "family", "order", "use", "cost" } do
    assert(#method[text] > 0, name .. "." .. text)
  end
end
mbs.integrators.generalized_alpha { spectral_radius = 0.5, rtol = 1e-5 }
local taken, refusal = pcall(mbs.integrators.generalized_alpha, { spectral_radius = 1.5 })
assert(not taken and tostring(refusal):find("spectral_radius = 1.5", 1, true), tostring(refusal))
taken, refusal = pcall(mbs.integrators.radau5, { spectral_radius = 0.5 })
assert(not taken and tostring(refusal):find("spectral_radius", 1, true), tostring(refusal))
