-- Laws in Lua: every contact law of the catalogue once more, as a law of one's own.
-- System:    none; forces at many depths and rates.
-- Source:    as `perilune laws NAME` says for each; that command also prints these texts.
-- See:       each text is compiled and gives the catalogue's force to the last bits.
-- Try:       1. perilune laws tsuji   2. copy one, change a term, use it in bouncing_ball.lua
--            3. a restitution of 1.1 in flores: what the catalogue refuses
-- Builds on: my_law, law_catalogue.
local mbs = require "perilune"

local laws = {}                     -- by name: takes the fields of the law (SI units), returns the force

-- Where f, which rises from below 0, is 0.
local function root(f, low, high)
  for _ = 1, 200 do
    local middle = (low + high) / 2
    if f(middle) < 0 then low = middle else high = middle end
  end
  return (low + high) / 2
end

-- ---- elastic

function laws.hertz(f)
  local K, n = f.stiffness, f.exponent or 1.5
  return function(c) return K * c.penetration ^ n end
end

-- ---- damping that grows with the elastic force, by the ratio of rate and impact speed

local function rate_ratio(f, n, eta, approach_only)
  local K, least, most = f.stiffness, f.min_impact_speed or 1e-3, f.rate_ratio_limit or 2
  n = f.exponent or n
  return function(c)
    if c.penetration <= 0 then return 0 end
    local ratio = math.max(-most, math.min(c.penetration_rate / math.max(c.impact_speed, least), most))
    if approach_only then ratio = math.max(ratio, 0) end
    return K * c.penetration ^ n * math.max(1 + eta * ratio, 0)
  end
end

-- The damping that delivers the restitution asked for: eta (1 + e) = ln((1 + eta)/(1 - eta e)).
local function energy_balance(e)
  local function balance(eta) return math.log((1 + eta) / (1 - eta * e)) - eta * (1 + e) end
  return root(balance, 1e-3, (1 - 1e-15) / e)
end

function laws.hunt_crossley(f)
  return rate_ratio(f, 1.5, 1.5 * (1 - f.restitution))
end
function laws.herbert_mcwhannell(f)
  local s = 2 * f.restitution - 1
  return rate_ratio(f, 1.5, 6 * (1 - f.restitution) / (s * s + 3))
end
function laws.lee_wang(f)
  return rate_ratio(f, 1.5, 0.75 * (1 - f.restitution))
end
function laws.lankarani_nikravesh(f)
  return rate_ratio(f, 1.5, 0.75 * (1 - f.restitution ^ 2))
end
function laws.gonthier(f)
  local e = f.restitution
  return rate_ratio(f, 1.5, f.form == "approximate" and (1 - e * e) / e or energy_balance(e))
end
function laws.zhang_sharf(f)
  return rate_ratio(f, 1.5, energy_balance(f.restitution))
end
function laws.zhiying_qishao(f)
  return rate_ratio(f, 1.5, 0.75 * (1 - f.restitution ^ 2) * math.exp(2 * (1 - f.restitution)))
end
function laws.ye_li_zhu(f)
  return rate_ratio(f, 1, 1.5 * (1 - f.restitution) / f.restitution)
end
function laws.pant_wijeyewickrema(f)
  return rate_ratio(f, 1, 1.5 * (1 - f.restitution ^ 2) / f.restitution ^ 2, true)
end
function laws.flores(f)
  return rate_ratio(f, 1.5, 8 * (1 - f.restitution) / (5 * f.restitution))
end
function laws.gharib_hurmuzlu(f)
  return rate_ratio(f, 1.5, 1 / f.restitution)
end
function laws.hu_guo(f)
  return rate_ratio(f, 1.5, 1.5 * (1 - f.restitution) / f.restitution)
end
function laws.carvalho_martins(f)
  local e = f.restitution
  return rate_ratio(f, 1.5, 1.5 * (1 - e) * (11 - e) / (1 + 9 * e))
end
function laws.safaeifar_farshidianfar(f)
  return rate_ratio(f, 1.5, 1.25 * (1 - f.restitution) / f.restitution)
end
function laws.zhang_li_zhao_he(f)
  local e = f.restitution
  local fitted = 0.6181 * math.exp(-3.52 * e) + 0.899 * math.exp(0.09025 * e)
  return rate_ratio(f, 1.5, 1.5 * (1 - e) / (e * fitted))
end
function laws.exact(f)
  return rate_ratio(f, 1.5, energy_balance(f.restitution))
end

-- ---- damping by constants of the material

function laws.marhefka_orin(f)
  local K, n, alpha = f.stiffness, f.exponent or 1.5, f.dissipation
  return function(c)
    return K * c.penetration ^ n * math.max(1 + 1.5 * alpha * c.penetration_rate, 0)
  end
end
function laws.kuwabara_kono(f)
  local K, A = f.stiffness, f.dissipation
  return function(c)
    local force = K * math.sqrt(c.penetration) * (c.penetration + 1.5 * A * c.penetration_rate)
    return f.tension and force or math.max(force, 0)
  end
end
function laws.impact(f)
  local K, n, damping, full = f.stiffness, f.exponent or 1.5, f.damping, f.full_damping_depth
  return function(c)
    local s = math.min(c.penetration / full, 1.0)
    local step = s * s * (3 - 2 * s)                        -- STEP(penetration, 0, 0, full, 1)
    return math.max(K * c.penetration ^ n + damping * step * c.penetration_rate, 0)
  end
end
function laws.elasto_gap(f)
  local K, n, damping = f.stiffness, f.exponent or 1, f.damping
  return function(c)
    local elastic = K * c.penetration ^ n
    return elastic + math.max(-elastic, math.min(damping * c.penetration_rate, elastic))
  end
end

-- ---- a spring and a damper D d^q that the reduced mass m of the pair decides

local function spring_damper(f, n, D, q)
  local K = f.stiffness
  return function(c)
    local force = K * c.penetration ^ n + D * c.penetration ^ q * c.penetration_rate
    return f.tension and force or math.max(force, 0)
  end
end
local function damping_ratio(e) return -math.log(e) / math.sqrt(math.pi ^ 2 + math.log(e) ^ 2) end

function laws.kelvin_voigt(f)
  local zeta = f.tension and damping_ratio(f.restitution) or root(function(z)
    local angle = z < 1 and math.acos(z) / math.sqrt(1 - z ^ 2)
                        or math.log(z + math.sqrt(z ^ 2 - 1)) / math.sqrt(z ^ 2 - 1)
    return f.restitution - math.exp(-2 * z * angle)
  end, 1e-6, 5)
  return spring_damper(f, 1, 2 * zeta * math.sqrt(f.stiffness * f.mass), 0)
end
function laws.anagnostopoulos(f)
  return spring_damper(f, 1, 2 * damping_ratio(f.restitution) * math.sqrt(f.stiffness * f.mass), 0)
end
function laws.tsuji(f)
  local D = math.sqrt(5) * damping_ratio(f.restitution) * math.sqrt(f.mass * f.stiffness)
  return spring_damper(f, 1.5, D, 0.25)
end
function laws.jankowski(f)
  local K, e = f.stiffness, f.restitution
  local xi = 4.5 * math.sqrt(5) * (1 - e * e) / (e * (e * (9 * math.pi - 16) + 16))
  local D = 2 * xi * math.sqrt(K * f.mass)
  return function(c)
    return K * c.penetration ^ 1.5 + D * c.penetration ^ 0.25 * math.max(c.penetration_rate, 0)
  end
end
function laws.lee_herrmann(f)
  return spring_damper(f, 1.5, f.damping_rate * f.mass, 0)
end
-- Its damping solves an impact, without a closed form: the catalogue has it, here at one depth and speed.
function laws.poursina_nikravesh(f)
  local K, depth = f.stiffness, 1e-5
  local D = mbs.laws.poursina_nikravesh(f):force(depth, 1, 1) - K * depth ^ 1.5
  return function(c)
    return math.max(K * c.penetration ^ 1.5 + D * c.impact_speed ^ 0.2 * c.penetration_rate, 0)
  end
end

-- ---- a pin in a hole, touching along a line

local function modulus(f)
  return 1 / ((1 - f.poisson_i ^ 2) / f.young_i + (1 - f.poisson_j ^ 2) / f.young_j)
end

-- P = F/L of the depth P/(pi E) (ln(argument/P) + offset), by Newton's method for w = ln(largest P/P).
local function logarithmic(f, argument, offset)
  local hardest = argument * math.exp(offset - 1)
  local deepest = hardest / (math.pi * modulus(f))
  local strongest = hardest * f.length
  return function(c)
    if c.penetration <= 0 then return 0 end
    if c.penetration > deepest then return 0 / 0 end        -- the law knows no force there
    local y = -math.log(c.penetration / deepest)
    local least = math.sqrt(2 * y)
    local w = y + least
    for _ = 1, 50 do
      local next = math.max(least, w - (w - math.log(1 + w) - y) * (1 + w) / w)
      if next >= w then break end
      w = next
    end
    return strongest * math.exp(-w)
  end
end

function laws.johnson(f)
  return logarithmic(f, 4 * math.pi * modulus(f) * (f.bearing_radius - f.journal_radius), -1)
end
function laws.esdu_78035(f)
  return logarithmic(f, 4 * math.pi * modulus(f) * (f.bearing_radius - f.journal_radius), 1)
end
function laws.radzimovsky(f)
  return logarithmic(f, 16 / 1.6 ^ 2 * modulus(f) * (f.bearing_radius - f.journal_radius), 2 / 3)
end
function laws.goldsmith(f)
  local unit, gap = f.unit_length or 1, f.bearing_radius - f.journal_radius
  return logarithmic(f, math.pi * modulus(f) * unit ^ 2 * gap / (f.journal_radius * f.bearing_radius), 1)
end
function laws.dubowsky_freudenstein(f)
  local gap = f.bearing_radius - f.journal_radius
  local product = f.journal_radius * f.bearing_radius
  return logarithmic(f, math.pi * modulus(f) * f.length ^ 2 * gap / product, 1)
end
function laws.liu(f)
  local factor, gap = math.pi / 2 * f.length * modulus(f), f.bearing_radius - f.journal_radius
  return function(c)
    return factor * c.penetration * math.sqrt(c.penetration / (2 * (gap + c.penetration)))
  end
end
function laws.pereira(f)                                    -- fitted in mm, N and N/mm^2
  local gap = 1e3 * (f.bearing_radius - f.journal_radius)
  local Y = gap <= 0.34954 and 1.51 * math.log(1e3 * gap) ^ -0.151 or 0.0151 * gap + 1.151
  local n = Y * gap ^ -0.005
  local K = (0.965 * gap + 0.0965) * (1e3 * f.length) * (1e-6 * modulus(f)) / gap * 1e3 ^ n
  return rate_ratio({ stiffness = K }, n, 0.75 * (1 - f.restitution ^ 2))
end

-- ---- all of them against the catalogue, in and out, from a micrometre to two millimetres

local pin = { journal_radius = 0.045, bearing_radius = 0.05, length = 0.1,
              young_i = 207e9, poisson_i = 0.3, young_j = 207e9, poisson_j = 0.3 }
local others = { damping = 80, full_damping_depth = 4e-4, dissipation = 1e-4, damping_rate = 300 }
local fields_of = {                                         -- of those that take no restitution
  hertz = {}, marhefka_orin = { "dissipation" }, kuwabara_kono = { "dissipation" },
  elasto_gap = { "damping" }, impact = { "damping", "full_damping_depth" },
  lee_herrmann = { "damping_rate", "mass" },
}
local by_mass = { kelvin_voigt = true, anagnostopoulos = true, tsuji = true, jankowski = true,
                  poursina_nikravesh = true }
local in_holes = { johnson = true, esdu_78035 = true, radzimovsky = true, goldsmith = true, liu = true,
                   dubowsky_freudenstein = true, pereira = true }
local by_search = { gonthier = true, zhang_sharf = true, exact = true, kelvin_voigt = true,
                    poursina_nikravesh = true, pereira = true }   -- round-off of another way to the same root
for name in pairs(in_holes) do by_search[name] = true end

local function fields(name, e)
  local f = { stiffness = 3e6, restitution = e }
  if in_holes[name] then
    f = { restitution = name == "pereira" and e or nil }
    for key, value in pairs(pin) do f[key] = value end
  elseif fields_of[name] then
    f.restitution = nil
    for _, key in ipairs(fields_of[name]) do f[key] = others[key] or 0.7 end
  elseif by_mass[name] then
    f.mass = 0.7
  end
  return f
end

local names, compared = {}, 0
for name in pairs(laws) do names[#names + 1] = name end
table.sort(names)
print "law                       compiled   furthest from the catalogue, of the elastic force"
for _, name in ipairs(names) do
  local furthest
  for _, e in ipairs { 0.2, 0.5, 0.9 } do
    local given = fields(name, e)
    local text = mbs.law { name = name, force = laws[name](given), strict = true }
    local built_in = mbs.laws[name](given)
    for _, depth in ipairs { 1e-6, 3.7e-5, 2e-4, 4e-4, 2e-3 } do
      for _, speed in ipairs { 2e-4, 1e-3, 0.3, 5 } do
        for _, part in ipairs { -4, -1.3, -0.7, -0.01, 0, 0.01, 0.4, 1, 1.9, 4 } do
          local a, b = built_in:force(depth, part * speed, speed), text:force(depth, part * speed, speed)
          -- Where spring and damper cancel, it is their own round-off that is left.
          local size = math.max(math.abs(a), math.abs(b), built_in:force(depth, 0, speed),
                                built_in:force(depth, math.abs(part) * speed, speed))
          furthest = math.max(furthest or 0, math.abs(a - b) / size)
          compared = compared + 1
        end
      end
    end
  end
  print(("%-26s %-9s %.1e"):format(name, "yes", furthest))
  assert(furthest <= (by_search[name] and 1e-11 or 1e-14), name)
end
assert(compared == #names * 600)
