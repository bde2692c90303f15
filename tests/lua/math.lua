-- The script's math table is the stock one for plain numbers: same results, same integers, same errors.
assert(math.type(math.floor(2.5)) == "integer" and math.floor(2.5) == 2)
assert(math.type(math.ceil(2.5)) == "integer" and math.ceil(-2.5) == -2)
assert(math.type(math.max(1, 2)) == "integer" and math.type(math.max(1, 2.5)) == "float")
assert(math.type(math.abs(-3)) == "integer" and math.abs(-3.5) == 3.5)
assert(math.fmod(-5, 3) == -2 and math.type(math.fmod(-5, 3)) == "integer")
assert(math.sin(math.pi / 2) == 1 and math.cos(0) == 1)
assert(math.atan(1) == math.pi / 4 and math.atan(1, -1) == 3 * math.pi / 4)
assert(math.log(8, 2) == 3 and math.log(100, 10) == 2 and math.exp(0) == 1)
assert(math.sqrt(2) == 2 ^ 0.5 and math.huge == 1 / 0)
assert(math.tointeger(3.0) == 3 and math.ult(1, -1))
assert(math.maxinteger + 1 == math.mininteger)
-- What stock Lua 5.4 lacks.
-- luacheck: push ignore 143
assert(math.pow(2, 10) == 1024)
assert(math.abs(math.tanh(1) - math.sinh(1) / math.cosh(1)) < 1e-16)
-- luacheck: pop
local ok, message = pcall(math.sin, "x")
assert(not ok and message:find "number expected, got string")
ok, message = pcall(math.max)
assert(not ok and message:find "value expected")

-- The same random numbers in every run.
local first = math.random()
math.randomseed(1)
assert(math.random() == first)
