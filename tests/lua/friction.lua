-- Friction laws of the catalogue and of the script.
local mbs = require "perilune"

-- Formulas: tanh, and 1 - e^(-3x) below the regularisation speed.
local coulomb = mbs.friction.regularized_coulomb { coefficient = 0.3, regularization_speed = 2e-3 }
assert(coulomb.name == "regularized_coulomb" and coulomb.compiled and coulomb.reason == nil)
assert(math.abs(coulomb:force(1e-3, 10) - 3 * (math.exp(1) - 1) / (math.exp(1) + 1)) < 1e-12)
assert(coulomb:force(0, 10) == 0 and tostring(coulomb) == "friction law 'regularized_coulomb'")
local threlfall = mbs.friction.threlfall { coefficient = 0.3, regularization_speed = 2e-3 }
assert(math.abs(threlfall:force(1e-3, 10) - 3 * (1 - math.exp(-1.5))) < 1e-12)

-- The catalogue. What is regularized has no force at rest; Coulomb's law slips with mu N, bristles give what
-- steady sliding would.
local at_rest = { coulomb = 0.3, karnopp = 0.3, dahl = 0.3, lugre = 0.4, gonthier = 0.3 }
local count = 0
for name, make in pairs(mbs.friction) do
  count = count + 1
  local given = pcall(make, { coefficient = 0.3 }) and { coefficient = 0.3 }
    or { static_coefficient = 0.4, kinetic_coefficient = 0.3 }
  assert(make(given):force(0, 1) == (at_rest[name] or 0), name)
end
assert(count == 13)

-- A law of the script gets slip speed, load, time and its parameters.
local mine = mbs.friction_law {
  name = "mine", parameters = { mu = 0.25 },
  force = function(c, p) return p.mu * c.normal_force * c.slip_speed + c.t end,
}
assert(mine:force(2, 10, 0.5) == 5.5 and mine:force(2, 10) == 5 and mine.compiled)
assert(mine.reason == nil and mine:explain():find "friction.lua:27: force of friction law 'mine': compiled")

local function fails(text, call, ...)
  local good, why = pcall(call, ...)
  assert(not good and tostring(why):find(text, 1, true), why)
end
fails("slip_speed = -1 m/s must be >= 0", mine.force, mine, -1, 10)
local wrong = mbs.friction_law { name = "wrong", force = function() return -2 end }
fails("friction law 'wrong' returned -2 N at slip_speed = 3 m/s: a magnitude is", wrong.force, wrong, 3, 10)

-- A block slides on the ground where the ground carries its weight: v = v0 - mu g t, in both directions.
local g, K, mu = 9.81, 140e6, 0.3
local function slide(speed, friction)
  local model = mbs.planar_model { gravity = { 0, -g } }
  local block = model:particle {
    name = "block", mass = 1, position = { 0, 0.1 - (g / K) ^ (2 / 3) }, velocity = { speed, 0 },
  }
  model:contact {
    name = "floor", law = mbs.laws.hertz { stiffness = K }, friction = friction,
    between = { block:circle { radius = 0.1 }, model.ground:line {} },
  }
  return model:simulate {
    duration = 0.5, integrator = mbs.integrators.dopri5 { rtol = 1e-10, atol = 1e-12 },
  }
end
local linear = mbs.friction.regularized_coulomb { coefficient = mu, shape = "linear" }
local by_hand = mbs.friction_law {
  parameters = { mu = mu },
  force = function(c, p) return p.mu * c.normal_force * math.min(c.slip_speed / 1e-3, 1) end,
}
for _, friction in ipairs { linear, by_hand } do
  for _, speed in ipairs { 1, -1 } do
    local run = slide(speed, friction)
    assert(run.outcome == "reached_end", run.message)
    assert(math.abs(run:at("block.vx", 0.3) - speed * (1 - mu * g * 0.3)) < 1e-7)
    assert(math.abs(run:at("floor.friction_force", 0.3) - mu * g) < 1e-5)
    assert(math.abs(run:at("floor.slip_speed", 0.3) - (1 - mu * g * 0.3)) < 1e-7)
    local lost = run.energy.dissipated_by.floor
    assert(math.abs(lost - 0.5) < 1e-7, "all of it: " .. lost)
    run:expect { "energy.residual", below = 1e-7 }
  end
end

-- A magnitude below zero would feed energy: the run ends with what the law returned.
local run = slide(1, wrong)
assert(run.outcome == "script_error" and run.message:find("returned -2 N", 1, true), run.message)
