-- Equilibrium and small motions against closed forms.
local mbs = require "perilune"
local g = 9.81

local function near(a, b, relative)
  assert(math.abs(a - b) <= relative * math.abs(b) + 1e-12, ("%.12g is not %.12g"):format(a, b))
end
local function frequency_of(linear, i) return linear.eigenvalues[i].im end

-- A bar of length l on a pin hangs down; omega^2 = 3 g/(2 l).
local function pendulum(angle)
  local l = 0.8
  local model = mbs.planar_model { gravity = { 0, -g } }
  local bar = model:bar { name = "bar", from = { 0, 0 }, to = { l * math.cos(angle), l * math.sin(angle) },
                          mass = 2 }
  model:revolute { between = { model.ground, bar }, at = { 0, 0 } }
  return model, math.sqrt(3 * g / (2 * l)), l
end
for _, angle in ipairs { 0.3, 1.2, 3.0, -2.5 } do
  local model, omega, l = pendulum(angle)
  local found = model:equilibrium {}
  assert(found.acceleration <= 1e-9 and tostring(found):find "equilibrium after")
  local run = model:simulate { duration = 0.1 }
  near(run:final "bar.y", -l / 2, 1e-10)
  local linear = model:linearize {}
  assert(#linear.eigenvalues == 2 and #linear.matrix == 2)
  near(frequency_of(linear, 2), omega, 1e-8)
  near(linear.eigenvalues[2].frequency, omega / (2 * math.pi), 1e-8)
  assert(math.abs(linear.eigenvalues[2].re) < 1e-8)
  near(linear.eigenvalues[1].shape["bar.angle"], 1, 1e-6)
  near(math.abs(linear.eigenvalues[1].shape["bar.x"]), l / 2, 1e-6)
end

-- Upright it would stay: an unstable position has an eigenvalue to the right.
do
  local model, omega = pendulum(math.pi / 2)
  model:equilibrium {}
  local linear = model:linearize {}
  near(linear.eigenvalues[1].re, -omega, 1e-7)
  near(linear.eigenvalues[2].re, omega, 1e-7)
end

-- Mass on a spring and damper: lambda = -c/(2 m) +- i sqrt(k/m - c^2/(4 m^2)).
do
  local m, k, c = 2.0, 800.0, 12.0
  local model = mbs.planar_model {}
  local q = model:coordinate { name = "q", inertia = m, position = 0.3 }
  local wall = model:coordinate { name = "wall", inertia = 1 }
  model:drive { coordinate = wall, value = 0 }
  model:spring { between = { wall, q }, stiffness = k, damping = c, free_length = 0.1 }
  local found = model:equilibrium {}
  near(found.moved, 0.2, 1e-9)
  local linear = model:linearize {}
  assert(#linear.eigenvalues == 2)
  near(linear.eigenvalues[2].re, -c / (2 * m), 1e-8)
  near(math.abs(linear.eigenvalues[2].im), math.sqrt(k / m - (c / (2 * m)) ^ 2), 1e-8)
  near(linear.eigenvalues[2].damping_ratio, c / (2 * math.sqrt(k * m)), 1e-8)
end

-- A parallel four-bar, cranks of length l and mass m, coupler M, on a spring k:
--   omega^2 = ((m + M) g l + k l^2)/((2/3 m + M) l^2).
do
  local l, m, M, k = 0.5, 1.2, 3.0, 90.0
  local model = mbs.planar_model { gravity = { 0, -g } }
  local left = model:bar { name = "left", from = { 0, 0 }, to = { 0, -l }, mass = m }
  local right = model:bar { name = "right", from = { 1, 0 }, to = { 1, -l }, mass = m }
  local coupler = model:bar { name = "coupler", from = { 0, -l }, to = { 1, -l }, mass = M }
  model:revolute { between = { model.ground, left }, at = { 0, 0 } }
  model:revolute { between = { model.ground, right }, at = { 1, 0 } }
  model:revolute { between = { left, coupler }, at = { 0, -l } }
  model:revolute { between = { coupler, right }, at = { 1, -l } }
  model:spring { between = { coupler, model.ground:point { 3, -l } }, stiffness = k }
  local found = model:equilibrium {}
  assert(found.moved < 1e-9)
  local linear = model:linearize {}
  assert(#linear.eigenvalues == 2)
  local omega = math.sqrt(((m + M) * g * l + k * l * l) / ((2 / 3 * m + M) * l * l))
  near(linear.eigenvalues[2].im, omega, 1e-7)
end

-- A ball pressed on the ground: delta = (m g/K)^(2/3), omega^2 = (3/2) K sqrt(delta)/m.
do
  local K, m = 1.4e8, 1.0
  local model = mbs.planar_model { gravity = { 0, -g } }
  local ball = model:body { name = "ball", mass = m, inertia = 0.004, position = { 0, 0.3 } }
  model:contact { name = "contact", between = { ball:circle { radius = 0.1 }, model.ground:line {} },
                  law = mbs.laws.hertz { stiffness = K } }
  model:equilibrium {}
  local depth = (m * g / K) ^ (2 / 3)
  local run = model:simulate { duration = 0.01,
                               integrator = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-14 } }
  near(0.1 - run:final "ball.y", depth, 1e-8)
  local linear = model:linearize {}
  near(linear.eigenvalues[#linear.eigenvalues].im, math.sqrt(1.5 * K * math.sqrt(depth) / m), 1e-5)
end

-- Nothing holds this one.
do
  local model = mbs.planar_model { gravity = { 0, -g } }
  model:body { name = "stone", mass = 1, inertia = 1, position = { 0, 0 } }
  local ok, message = pcall(model.equilibrium, model, {})
  assert(not ok and message:find("equilibrium: found no static position", 1, true)
    and message:find("'stone' still accelerates by 9.81", 1, true), message)
end
