#include "lua/binding/values.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/model/error.h"
#include "engine/model/suggest.h"
#include "lua/binding/guard.h"

namespace perilune {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Without the sign that 0/0 has on some machines.
std::string plain_number(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }

[[noreturn]] void refuse(lua_State* L, int index, const Want& want, const std::string& needed) {
  const std::string unit = want.unit.empty() || want.unit == "-" ? "" : " [" + want.unit + "]";
  throw InputError("", "", want.name + " = " + describe(L, index) + " must be " + needed + unit);
}

[[noreturn]] void refuse_key(const Want& want, const std::string& key) {
  throw InputError("", "", want.name + " has the key '" + key + "', it must be a list of numbers",
                   want.name + " = { 1.0, 2.0 }");
}

}  // namespace

std::string describe(lua_State* L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TNONE:
    case LUA_TNIL: return "nil";
    case LUA_TBOOLEAN: return lua_toboolean(L, index) ? "true" : "false";
    case LUA_TNUMBER: return plain_number(lua_tonumber(L, index));
    case LUA_TSTRING: {
      std::string text = lua_tostring(L, index);
      if (text.size() > 40) text = text.substr(0, 37) + "...";
      return "\"" + text + "\" (a string)";
    }
    case LUA_TFUNCTION: return "a function";
    case LUA_TTABLE: return "a table";
    case LUA_TUSERDATA: {
      const std::string text = luaL_tolstring(L, index, nullptr);
      lua_pop(L, 1);
      return text;
    }
    default: return std::string("a ") + luaL_typename(L, index);
  }
}

std::string describe_key(lua_State* L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) return lua_tostring(L, index);
  return "[" + describe(L, index) + "]";
}

std::string with_unit(double value, const std::string& unit) {
  return plain_number(value) + (unit.empty() || unit == "-" ? "" : " " + unit);
}

std::string rule_of(const Range& range) {
  const std::string least = (range.least_excluded ? "> " : ">= ") + plain_number(range.least);
  if (range.least == -infinity)
    return range.most == infinity ? "a finite number" : "<= " + plain_number(range.most);
  if (range.most == infinity) return least;
  if (range.least_excluded) return least + " and <= " + plain_number(range.most);
  return "between " + plain_number(range.least) + " and " + plain_number(range.most);
}

std::vector<std::string> table_keys(lua_State* L, int index) {
  std::vector<std::string> keys;
  lua_pushvalue(L, index);
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) keys.emplace_back(lua_tostring(L, -1));
  }
  lua_pop(L, 1);
  std::sort(keys.begin(), keys.end());
  return keys;
}

// Numbers only: "2" is not 2 here, whatever the interpreter's arithmetic would make of it.
double read_number(lua_State* L, int index, const Want& want) {
  if (lua_type(L, index) != LUA_TNUMBER) refuse(L, index, want, "a number");
  const double value = lua_tonumber(L, index);
  if (std::isfinite(value) && want.range.contains(value)) return value;
  const std::string rule = std::isfinite(value) ? rule_of(want.range) : "a finite number";
  throw InputError("", "", want.name + " = " + with_unit(value, want.unit) + " must be " + rule);
}

int read_integer(lua_State* L, int index, const Want& want) {
  const double value = read_number(L, index, want);
  if (value != std::floor(value) || std::abs(value) > std::numeric_limits<int>::max()) {
    throw InputError("", "", want.name + " = " + plain_number(value) + " must be a whole number");
  }
  return static_cast<int>(value);
}

bool read_boolean(lua_State* L, int index, const Want& want) {
  if (lua_type(L, index) != LUA_TBOOLEAN) refuse(L, index, want, "true or false");
  return lua_toboolean(L, index) != 0;
}

std::string read_text(lua_State* L, int index, const Want& want, const std::vector<std::string>& choices) {
  if (lua_type(L, index) != LUA_TSTRING) refuse(L, index, want, "a string");
  const std::string text = lua_tostring(L, index);
  if (choices.empty() || std::find(choices.begin(), choices.end(), text) != choices.end()) return text;
  std::string list;
  for (const std::string& choice : choices) list += (list.empty() ? "" : ", ") + ('"' + choice + '"');
  throw InputError("", "",
                   want.name + " = \"" + text + "\" is not known" + did_you_mean(text, choices) +
                       " (one of: " + list + ")");
}

std::vector<double> read_numbers(lua_State* L, int index, const Want& want) {
  index = lua_absindex(L, index);
  std::vector<double> numbers;
  const std::vector<std::string> names = table_keys(L, index);
  if (!names.empty()) refuse_key(want, names.front());
  lua_Integer entries = 0, last = 0;
  for (lua_pushnil(L); lua_next(L, index); lua_pop(L, 1)) {
    if (!lua_isinteger(L, -2) || lua_tointeger(L, -2) < 1) refuse_key(want, describe_key(L, -2));
    ++entries, last = std::max(last, lua_tointeger(L, -2));
  }
  for (lua_Integer i = 1; i <= std::min(last, entries + 1); ++i) {
    lua_rawgeti(L, index, i);
    numbers.push_back(read_number(L, -1, {want.name + "[" + std::to_string(i) + "]", want.unit, want.range}));
    lua_pop(L, 1);
  }
  return numbers;
}

Vector3 read_vector(lua_State* L, int index, const Want& want, Dimension dimension) {
  const bool planar = dimension == Dimension::planar;
  if (!lua_istable(L, index)) refuse(L, index, want, planar ? "{ x, y }" : "{ x, y, z }");
  const std::vector<double> numbers = read_numbers(L, index, want);
  const std::size_t size = planar ? 2 : 3;
  if (numbers.size() != size) {
    throw InputError("", "",
                     fmt::format("{} has {} number{}, a {} model needs {}", want.name, numbers.size(),
                                 numbers.size() == 1 ? "" : "s", planar ? "planar" : "spatial",
                                 planar ? "two: { x, y }" : "three: { x, y, z }"));
  }
  Vector3 vector = Vector3::Zero();
  for (std::size_t i = 0; i < size; ++i) vector[static_cast<int>(i)] = numbers[i];
  return vector;
}

void check_table(lua_State* L, int index, const std::string& element, const std::string& example) {
  if (lua_istable(L, index)) return;
  throw InputError("", element, "needs one table with named fields, got " + describe(L, index), example);
}

}  // namespace perilune
