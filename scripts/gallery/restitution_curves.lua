-- Restitution curves: what a law delivers for what one asks of it.
-- System:    a mass against a fixed plane, no gravity; one impact for each law and each c_r.
-- Source:    Flores, Machado, Silva, Martins (2011), Multibody Syst Dyn 25, fig. 7.
-- See:       hunt_crossley and lankarani_nikravesh only fit near c_r = 1; flores fits to 0.045 everywhere and
--            `exact` fits. For F = K d^n (1 + eta d'/v) the delivered e obeys
--                eta (1 + e) = ln((1 + eta)/(1 - eta e)),
--            whatever K, n, the mass and the speed are.
-- Try:       1. exponent = 2.2    2. another speed, another mass    3. mbs.laws.kelvin_voigt
-- Builds on: first_contact.lua
local mbs = require "perilune"

local stiffness, speed, mass = 140e6, 4.0, 1.0           -- N/m^1.5, m/s, kg

local laws = {
  { "hunt_crossley",       function(c) return 3 * (1 - c) / 2 end },
  { "lankarani_nikravesh", function(c) return 3 * (1 - c ^ 2) / 4 end },
  { "flores",              function(c) return 8 * (1 - c) / (5 * c) end },
}

-- The relation above solved for e by bisection: left minus right side changes sign once in (0, 1].
local function delivered(eta)
  if eta == 0 then return 1 end
  local low, high = 1e-12, math.min(1, (1 - 1e-15) / eta)
  local function defect(e) return eta * (1 + e) - math.log((1 + eta) / (1 - eta * e)) end
  for _ = 1, 200 do
    local middle = (low + high) / 2
    if defect(middle) > 0 then low = middle else high = middle end
  end
  return low
end

print " c_r     hunt_crossley   lankarani_nikravesh   flores      exact"
local worst, worst_cr = 0, 0
local asked, found = {}, { {}, {}, {}, {} }
for percent = 4, 100, 4 do
  local cr, row = percent / 100, {}
  for i, entry in ipairs(laws) do
    local name, eta = entry[1], entry[2](cr)
    row[i] = mbs.laws[name] { stiffness = stiffness, restitution = cr }:restitution(speed, mass)
    assert(math.abs(row[i] - delivered(eta)) < 1e-8, name .. ": simulated impact and closed relation")
  end
  row[4] = mbs.laws.exact { stiffness = stiffness, restitution = cr }:restitution(speed, mass)
  assert(math.abs(row[4] - cr) < 1e-8, "exact delivers what is asked")
  asked[#asked + 1] = cr
  for i, e in ipairs(row) do found[i][#asked] = e end
  if math.abs(row[3] - cr) > worst then worst, worst_cr = math.abs(row[3] - cr), cr end
  if percent % 10 == 0 or percent == 4 then
    print((" %4.2f    %9.6f       %9.6f         %9.6f   %9.6f"):format(cr, table.unpack(row)))
  end
end
print(("flores misses by at most %.4f, at c_r = %.2f"):format(worst, worst_cr))
mbs.output("largest error of flores", worst)
assert(worst_cr == 0.24 and math.abs(worst - 0.0454) < 5e-5, "its largest error")

mbs.plot {
  { x = asked, y = found[1], label = "hunt_crossley" },
  { x = asked, y = found[2], label = "lankarani_nikravesh" },
  { x = asked, y = found[3], label = "flores" },
  { x = asked, y = found[4], label = "exact", style = "dashed" },
  x_label = "restitution asked of the law", y_label = "restitution delivered", x_limits = { 0, 1 },
  y_limits = { 0, 1 }, file = mbs.out .. "/flores_2011_fig7.svg",
}
