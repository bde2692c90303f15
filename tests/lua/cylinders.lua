-- A law that has no force beyond some depth says so: when asked, and at the end of a run that went there.
local mbs = require "perilune"

local fields = { journal_radius = 9.5e-3, bearing_radius = 10e-3, length = 15e-3,
                 young_i = 207e9, poisson_i = 0.3, young_j = 207e9, poisson_j = 0.3 }
local johnson = mbs.laws.johnson(fields)
local deepest = 4 * 0.5e-3 / math.exp(2)                     -- m, 4 dR/e^2

-- At the largest depth F = L 4 pi E* dR/e^2.
local modulus = 207e9 / (2 * (1 - 0.3 ^ 2))
local strongest = 15e-3 * 4 * math.pi * modulus * 0.5e-3 / math.exp(2)
assert(math.abs(johnson:force(deepest * (1 - 1e-14), 0, 1) / strongest - 1) < 1e-6)
local ok, message = pcall(johnson.force, johnson, 3e-4, 0, 1)
assert(not ok and message:find "law 'johnson': penetration = 0.0003 m is beyond 0.00027067", message)

-- A pin of 50 kg that strikes at 100 m/s would have to go deeper: an outcome that names the law.
local function strike(law)
  local model = mbs.planar_model { name = "strike" }
  local pin   = model:body {
    name = "pin", mass = 50, inertia = 1, position = { 0, 0 }, velocity = { 0, -100 } }
  model:clearance_revolute { name = "bearing", between = { pin, model.ground }, at = { 0, 0 },
    journal_radius = 9.5e-3, bearing_radius = 10e-3, law = law }
  return model:simulate { duration = 1e-4 }
end
local run = strike(johnson)
assert(run.outcome == "nonfinite", run.outcome)
assert(run.message:find("contact 'bearing' (law 'johnson') is 0.000", 1, true), run.message)
assert(run.message:find("has no force beyond 0.0002707 m", 1, true), run.message)
run = strike(mbs.laws.liu(fields))
assert(run.outcome == "reached_end", run.message)
run:expect { "energy.residual", below = 1e-3 }
