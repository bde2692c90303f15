-- Mass, inertia and centre from shape and density, against the closed forms.
local mbs = require "perilune"

local function near(a, b) assert(math.abs(a - b) <= 1e-13 * math.abs(b), a .. " is not " .. b) end

local disc = mbs.mass_properties.disc { radius = 0.2, density = 7800, thickness = 0.01 }
near(disc.mass, 7800 * 0.01 * math.pi * 0.04)
near(disc.inertia, disc.mass * 0.04 / 2)
assert(disc.center[1] == 0 and disc.center[2] == 0)

local ring = mbs.mass_properties.disc { radius = 0.2, inner_radius = 0.1, density = 1 }
near(ring.mass, math.pi * 0.03)
near(ring.inertia, ring.mass * 0.05 / 2)

-- A rectangle of 0.3 m by 0.4 m far from the origin: m (a^2 + b^2)/12 about its middle.
local plate = mbs.mass_properties.polygon {
  points = { { 5, 1 }, { 5.3, 1 }, { 5.3, 1.4 }, { 5, 1.4 } }, density = 1000, thickness = 0.01,
}
assert(math.abs(plate.mass - 1.2) < 1e-12)
assert(math.abs(plate.inertia - 1.2 * 0.25 / 12) < 1e-13)
assert(math.abs(plate.center[1] - 5.15) < 1e-13 and math.abs(plate.center[2] - 1.2) < 1e-13)

-- The table is what a body takes.
local model = mbs.planar_model { name = "plate" }
model:body { name = "plate", mass = plate.mass, inertia = plate.inertia, position = plate.center }

local function refused(make, pattern)
  local ok, message = pcall(make)
  assert(not ok and tostring(message):find(pattern), message)
end
refused(function() mbs.mass_properties.disc { radius = 0.1, inner_radius = 0.2, density = 1 } end,
  "inner_radius = 0.2 m must be less than radius = 0.1 m")
refused(function() mbs.mass_properties.disc { radius = 0.1 } end, "density")
refused(function() mbs.mass_properties.polygon { points = { { 0, 0 }, { 1, 0 } }, density = 1 } end, "three")
refused(function() mbs.mass_properties.disk { radius = 0.1, density = 1 } end, "did you mean 'disc'")
