-- Box of discs: a thousand discs of three sizes fall into a box and come to rest on each other.
-- System:    discs of 9, 10 and 11 mm radius, 1000 kg/m^2, in a box of three thin walls; one model:contacts.
-- Source:    discs in a box: Cundall & Strack (1979), Geotechnique 29; law: Tsuji, Tanaka & Ishida (1992).
-- See:       the books close: what the fall sets free is lost in contacts, nothing is made; no disc gets out.
-- Try:       1. --set discs=4000 (time per disc stays)   2. restitution = 0.9   3. locate = "root", discs=100
-- Builds on: bouncing_ball.
local mbs = require "perilune"

local count = mbs.parameter { "discs", 1000, min = 10, doc = "number of discs" }
local time  = mbs.parameter { "time", 1.2, unit = "s", min = 0, doc = "simulated" }

local columns = math.floor(math.sqrt(count / 1.6) + 0.5)
local pitch   = 0.024                                               -- m, of the lattice they start from
local width   = columns * pitch
local height  = 2 * math.ceil(count / columns) * pitch

local model = mbs.planar_model { name = "box of discs", gravity = { 0, -9.81 } }
model.ground:segment { from = { 0, 0 },     to = { width, 0 } }
model.ground:segment { from = { 0, 0 },     to = { 0, height } }
model.ground:segment { from = { width, 0 }, to = { width, height } }

local seed = 1
local function random()                                             -- Park & Miller (1988)
  seed = seed * 16807 % 2147483647
  return seed / 2147483647
end

local discs, weight = {}, 0
for i = 0, count - 1 do
  local radius = (9 + i % 3) * mbs.mm
  local mass   = 1000 * math.pi * radius ^ 2
  local body   = model:body {
    name     = "disc " .. (i + 1), mass = mass, inertia = mass * radius ^ 2 / 2,
    position = { (i % columns + 0.5) * pitch, (i // columns + 0.5) * pitch },
    velocity = { 0.4 * (random() - 0.5), 0.4 * (random() - 0.5) },
  }
  body:circle { radius = radius }
  discs[#discs + 1] = { name = body.name, radius = radius }
  weight = weight + mass * 9.81
end

model:contacts { name = "grains", bodies = "all",
                 law = mbs.laws.tsuji { stiffness = 1e7, restitution = 0.5 } }     -- N/m^1.5

local run = model:simulate {
  duration    = time,
  integrator  = mbs.integrators.rk4 { step = 1e-4 },                  -- a twentieth of a contact
  accept_step = mbs.accept.penetration { locate = "stages" },         -- touches are no events among so many
  record      = { every = time / 60 },
}

-- How far a disc may press into a wall that carries all of the weight.
local deepest = (weight / 1e7) ^ (2 / 3)
local outside = 0
for _, disc in ipairs(discs) do
  local x, y = run:final(disc.name .. ".x"), run:final(disc.name .. ".y")
  local room = disc.radius - deepest
  if x < room or x > width - room or y < room then outside = outside + 1 end
end
local free = run:series "energy.total" [1] - run:final "energy.total"
local lost, open = run:final "energy.dissipated", run:largest "energy.residual"
local touching, cost = run:final "grains.count", run.statistics.wall_time / run.statistics.steps / count
print(("%d discs, %d contacts at the end, %d outside the box"):format(count, touching, outside))
print(("set free %.6g J, lost in contacts %.6g J, books open by %.1e of it"):format(free, lost, open / lost))
print(("kinetic energy left %.3g J"):format(run:final "energy.kinetic"))
print(("%d steps, %.3g us for each and disc"):format(run.statistics.steps, 1e6 * cost))

assert(outside == 0, "a disc left the box")
run:expect { "energy.residual", below = 1e-4 * lost }
