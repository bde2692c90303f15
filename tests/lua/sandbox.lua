-- What scripts may rely on, and what is out of their reach.
-- luacheck: globals answer anwser

-- pairs visits numbers in order, then strings in order: models built in such loops are the same in every run.
local keys = {}
for key in pairs { b = 1, a = 2, [10] = 3, 4, 5, [0.5] = 6 } do keys[#keys + 1] = tostring(key) end
assert(table.concat(keys, " ") == "0.5 1 2 10 a b", table.concat(keys, " "))
local sum = 0
for _, value in pairs { 1, 2, 3 } do sum = sum + value end
assert(sum == 6)
for key, value in pairs(setmetatable({}, { __pairs = function() return next, { x = 1 }, nil end })) do
  assert(key == "x" and value == 1)
end
local t = { a = 1, b = 2, c = 3 }
for key in pairs(t) do t[key] = nil end
assert(next(t) == nil)
assert(not pcall(pairs, nil))

-- Globals can be set and read; reading one that is not there is an error.
answer = 42
assert(answer == 42 and _G.answer == 42 and rawget(_G, "unheard") == nil)
local ok, message = pcall(function() return anwser end)
assert(not ok and message:find "there is no global 'anwser'; did you mean 'answer'?")

-- Metatables of strings and objects are locked.
assert(getmetatable("") == "locked" and getmetatable(_G) == "locked")
assert(not pcall(setmetatable, _G, {}))
local mbs = require "perilune"
assert(getmetatable(mbs.planar_model {}) == "locked")

-- load sees the script's globals, or those it is given; text only.
assert(load "return answer"() == 42)
assert(load("return x", "chunk", "t", { x = 1 })() == 1)
assert(load "x = = 1" == nil)

assert(collectgarbage "count" > 10)
assert(not pcall(collectgarbage, "stop"))
assert(os.time() > 0 and os.clock() >= 0 and os.date "%Y")
assert(string.rep("ab", 3, ",") == "ab,ab,ab" and ("x"):rep(2) == "xx")
assert(table.concat(table.move({ 1, 2, 3 }, 1, 3, 2), " ") == "1 1 2 3")
assert(utf8.char(233) == "é")

-- Coroutines are the stock ones.
local generate = coroutine.wrap(function(a)
  local b = coroutine.yield(a + 1)
  error("got " .. b)
end)
assert(generate(1) == 2)
ok, message = pcall(generate, "this")
assert(not ok and message:find "got this")
local thread = coroutine.create(function() coroutine.yield(1, 2) end)
assert(select("#", coroutine.resume(thread)) == 3 and coroutine.status(thread) == "suspended")
assert(coroutine.close(thread) and coroutine.status(thread) == "dead")
