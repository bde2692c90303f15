-- Friction never creates energy, with every law and every integrator. What is looked at, exactly:
--   * the books close: energy.residual stays below what the method's accuracy allows;
--   * stateless laws, set-valued or not: energy.dissipated never falls;
--   * laws with bristles exchange energy: what they have taken so far is never less than nothing, since they
--     begin unbent; with Dahl's law, what is taken less what is stored, N s0 z^2/2, never falls. (LuGre's and
--     Gonthier's laws have no such function for all parameters.)
local mbs = require "perilune"

local g <const>, K <const>, radius <const> = 9.81, 1e7, 0.05
local sag = (g / K) ^ (2 / 3)
local seed = 4
local function random()                                                    -- Park & Miller (1988)
  seed = seed * 16807 % 2147483647
  return seed / 2147483647
end

-- Methods that act on positions do not know set-valued friction, and say so elsewhere; symplectic_euler does
-- not find its transitions.
local on_positions <const> = { generalized_alpha = true, energy_momentum = true,
  variational_midpoint = true }
-- s: bristles are stiff
local fixed <const> = { symplectic_euler = 2e-5, rk4 = 2e-5, variational_midpoint = 1e-4 }
local function integrator_of(name)
  local rtol = on_positions[name] and 1e-5 or 1e-8                         -- they have order 2
  if fixed[name] then return mbs.integrators[name] { step = fixed[name] } end
  -- Long steps across the kinks of laws spoil the ledger, which error control leaves out.
  local longest = ({ bulirsch_stoer = 1e-4, bdf = 1e-4 })[name]
  return mbs.integrators[name] { rtol = rtol, atol = 1e-2 * rtol, max_step = longest }
end
local function sorted(list)                                                -- the same numbers in every run
  local names = {}
  for name in pairs(list) do names[#names + 1] = name end
  table.sort(names)
  return names
end
-- Of the energy that goes through the books [-]. Symplectic Euler's are right to the step.
local accuracy <const> = { symplectic_euler = 1e-2, energy_momentum = 1e-3, generalized_alpha = 1e-3,
  variational_midpoint = 1e-3 }

local function check(run, what, name)
  assert(run.outcome == "reached_end", what .. ": " .. run.message)
  local lost, kinetic = run:series "energy.dissipated", run:series "energy.kinetic"
  local turned = math.abs(run:final "energy.work") + kinetic[1] + lost[#lost]
  local residual = run:largest "energy.residual" / turned
  local allowed = accuracy[name] or 1e-6
  assert(residual < allowed, ("%s: books open by %.1e"):format(what, residual))
  return lost, allowed * turned
end

-- A block on the ground, pushed to and fro.
local function pushed(law, name)
  local model = mbs.planar_model { gravity = { 0, -g } }
  local block = model:particle { name = "block", mass = 1, position = { 0, radius - sag },
    velocity = { 2 * random() - 1, 0 } }
  local size, rate, phase = 2 + 4 * random(), 20 + 20 * random(), 6 * random()
  model:force { on = block, value = function(t) return { size * math.sin(rate * t + phase), 0 } end }
  model:contact { name = "touch", between = { block:circle { radius = radius }, model.ground:line {} },
    law = mbs.laws.hertz { stiffness = K }, friction = law }
  return model:simulate { duration = 0.3, integrator = integrator_of(name), record = { every = 1e-3 } }
end

local both <const> = { static_coefficient = 0.4, kinetic_coefficient = 0.3 }
local laws = 0
for _, law_name in ipairs(sorted(mbs.friction)) do
  local make = mbs.friction[law_name]
  laws = laws + 1
  local ok, law = pcall(make, { coefficient = 0.3 })
  if not ok then law = make(both) end
  local is_dahl = law_name == "dahl"
  local has_bristles = is_dahl or law_name == "lugre" or law_name == "gonthier"
  for _, name in ipairs(sorted(mbs.integrators)) do
    local finds_transitions = not on_positions[name] and name ~= "symplectic_euler"
    local sticks = law_name == "coulomb" or law_name == "karnopp"
    if not (sticks and not finds_transitions or on_positions[name] and has_bristles) then
      local what = law_name .. ", " .. name
      local run = pushed(law, name)
      local lost, within = check(run, what, name)
      local bristle = is_dahl and run:series "touch.bristle"
      local before = 0
      for i = 1, #lost do
        local taken = lost[i] - (is_dahl and g * 1e4 * bristle[i] ^ 2 / 2 or 0)
        assert(taken >= before - within, ("%s: %.1e J come back"):format(what, before - taken))
        if not has_bristles or is_dahl then before = math.max(before, taken) end
      end
    end
  end
end
assert(laws >= 13)

-- A chain with random redundant frictions, pushed to and fro: every friction for itself only takes.
for _, name in ipairs(sorted(mbs.integrators)) do
  if not on_positions[name] and name ~= "symplectic_euler" then
    local model, blocks = mbs.planar_model {}, {}
    local names = {}
    for i = 1, 5 do
      blocks[i] = model:coordinate { name = "block " .. i, inertia = 1 + random() }
      model:dry_friction { name = "ground " .. i, between = { blocks[i], model.ground },
        limit = 2 * random() }
      names[#names + 1] = "ground " .. i
      if i > 1 then
        model:spring { between = { blocks[i - 1], blocks[i] }, stiffness = 50 }
        local limit = 2 * random()
        model:dry_friction { name = "pair " .. i, between = { blocks[i - 1], blocks[i] }, limit = limit,
          kinetic = function(c) return limit / (1 + 2 * c.slip_speed) end }
        names[#names + 1] = "pair " .. i
      end
    end
    model:force { on = blocks[5], value = function(t) return 8 * math.sin(6 * t) end }
    local run = model:simulate { duration = 1, integrator = integrator_of(name) }
    local lost, within = check(run, name, name)
    for i = 2, #lost do assert(lost[i] >= lost[i - 1] - within, name .. ": friction gives back") end
    for _, friction in ipairs(names) do
      assert(run.energy.dissipated_by[friction] >= -within, name .. ": " .. friction)
      local force, slip = run:series(friction .. ".force"), run:series(friction .. ".slip_velocity")
      for i = 1, #force do assert(force[i] * slip[i] <= 1e-9, name .. ": " .. friction .. " pushes along") end
    end
  end
end
