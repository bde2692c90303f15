#include "lua/binding/jet.h"

#include <fmt/format.h>
#include <cmath>
#include <new>

#include "lua/binding/object.h"
#include "lua/binding/values.h"

namespace perilune {
namespace {

const char jet_key = 0;  // its address is the metatable's place in the registry

bool is_constant(const Taylor& x) { return x.first == 0 && x.second == 0; }

// c·x that is 0 for c = 0 whatever x is: the derivative of x¹ at 0 is 1, not 0·∞.
double scaled(double c, double x) { return c == 0 ? 0 : c * x; }

Taylor operand(lua_State* L, int index) {
  Taylor jet;
  if (read_jet(L, index, jet)) return jet;
  throw InputError("", "", "arithmetic on " + describe(L, index) + " and a number");
}

template <Taylor (*operation)(const Taylor&, const Taylor&)>
int binary(lua_State* L) {
  push_jet(L, operation(operand(L, 1), operand(L, 2)));
  return 1;
}

int negate(lua_State* L) {
  const Taylor x = operand(L, 1);
  push_jet(L, {-x.value, -x.first, -x.second});
  return 1;
}

// a − ⌊a/b⌋ b with the quotient held: its jumps have no derivative.
Taylor modulo(const Taylor& a, const Taylor& b) {
  const double quotient = std::floor(a.value / b.value);
  Taylor rest = subtract(a, multiply({quotient, 0, 0}, b));
  return rest;
}

Taylor floor_divide(const Taylor& a, const Taylor& b) { return {std::floor(a.value / b.value), 0, 0}; }

template <bool (*holds)(double, double)>
int compare(lua_State* L) {
  lua_pushboolean(L, holds(operand(L, 1).value, operand(L, 2).value));
  return 1;
}

bool less(double a, double b) { return a < b; }
bool less_or_equal(double a, double b) { return a <= b; }
bool equal(double a, double b) { return a == b; }

int to_text(lua_State* L) {
  push_text(L, fmt::format("{}", operand(L, 1).value));
  return 1;
}

int concatenate(lua_State* L) {
  std::string text;
  for (int i = 1; i <= 2; ++i) {
    text += luaL_tolstring(L, i, nullptr);
    lua_pop(L, 1);
  }
  push_text(L, text);
  return 1;
}

void push_jet_metatable(lua_State* L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &jet_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  const luaL_Reg functions[] = {
      {"__add", guarded<binary<add>>},           {"__sub", guarded<binary<subtract>>},
      {"__mul", guarded<binary<multiply>>},      {"__div", guarded<binary<divide>>},
      {"__pow", guarded<binary<power>>},         {"__mod", guarded<binary<modulo>>},
      {"__idiv", guarded<binary<floor_divide>>}, {"__unm", guarded<negate>},
      {"__lt", guarded<compare<less>>},          {"__le", guarded<compare<less_or_equal>>},
      {"__eq", guarded<compare<equal>>},         {"__tostring", guarded<to_text>},
      {"__concat", guarded<concatenate>},        {nullptr, nullptr}};
  luaL_setfuncs(L, functions, 0);
  set_text(L, "__name", "number with derivatives");
  set_text(L, "__metatable", "locked");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &jet_key);
}

}  // namespace

Taylor chain(const Taylor& x, double f, double f1, double f2) {
  return {f, scaled(x.first, f1), scaled(x.first * x.first, f2) + scaled(x.second, f1)};
}

Taylor add(const Taylor& a, const Taylor& b) {
  return {a.value + b.value, a.first + b.first, a.second + b.second};
}

Taylor subtract(const Taylor& a, const Taylor& b) {
  return {a.value - b.value, a.first - b.first, a.second - b.second};
}

Taylor multiply(const Taylor& a, const Taylor& b) {
  return {a.value * b.value, a.first * b.value + a.value * b.first,
          a.second * b.value + 2 * a.first * b.first + a.value * b.second};
}

Taylor divide(const Taylor& a, const Taylor& b) {
  const double quotient = a.value / b.value;
  const double first = (a.first - quotient * b.first) / b.value;
  return {quotient, first, (a.second - 2 * first * b.first - quotient * b.second) / b.value};
}

// xⁿ with constant n keeps to the power rule, which is right for x ≤ 0, too; else exp(n ln x).
Taylor power(const Taylor& a, const Taylor& b) {
  const double x = a.value, n = b.value, value = std::pow(x, n);
  if (is_constant(b))
    return chain(a, value, scaled(n, std::pow(x, n - 1)), scaled(n * (n - 1), std::pow(x, n - 2)));
  const Taylor exponent = multiply(b, chain(a, std::log(x), 1 / x, -1 / (x * x)));
  return chain(exponent, value, value, value);
}

void push_jet(lua_State* L, const Taylor& jet) {
  push_jet_metatable(L);
  new (lua_newuserdatauv(L, sizeof(Taylor), 0)) Taylor(jet);
  lua_insert(L, -2);
  lua_setmetatable(L, -2);
}

const Taylor* find_jet(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return nullptr;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &jet_key);
  const bool is_jet = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return is_jet ? static_cast<const Taylor*>(lua_touserdata(L, index)) : nullptr;
}

bool read_jet(lua_State* L, int index, Taylor& jet) {
  if (lua_type(L, index) == LUA_TNUMBER) {
    jet = {lua_tonumber(L, index), 0, 0};
    return true;
  }
  const Taylor* found = find_jet(L, index);
  if (found) jet = *found;
  return found != nullptr;
}

}  // namespace perilune
