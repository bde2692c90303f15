-- What scripts that check themselves say again and again.
local mbs = require "perilune"
local checks = {}

function checks.near(a, b, tolerance)
  local is_near = math.abs(a - b) <= (tolerance or 1e-12)                     -- no NaN is
  if not is_near then
    error(("%.17g is not %.17g, off by %.3g"):format(a, b, math.abs(a - b)), 2)
  end
end

-- An error with this text in it.
function checks.fails(text, f, ...)
  local ok, message = pcall(f, ...)
  assert(not ok, "no error")
  assert(tostring(message):find(text, 1, true), message)
end

checks.tight = mbs.integrators.dopri5 { rtol = 1e-11, atol = 1e-13 }

-- The contacts that ended, in time order.
function checks.separations(run)
  local list = {}
  for _, event in ipairs(run.events) do
    if event.kind == "contact end" then list[#list + 1] = event end
  end
  return list
end

-- | x(t) - x(0) | of a vector quantity, "system.momentum" and so on.
function checks.change(run, quantity, t, since)
  local sum = 0
  for _, axis in ipairs { "x", "y", "z" } do
    local channel = quantity .. "." .. axis
    sum = sum + (run:at(channel, t) - run:at(channel, since or 0)) ^ 2
  end
  return math.sqrt(sum)
end

return checks
