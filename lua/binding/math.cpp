#include <cmath>

#include "lua/binding/jet.h"
#include "lua/binding/object.h"
#include "lua/binding/sandbox.h"

namespace perilune {
namespace {

// The functions of `math` for numbers with derivatives. For plain numbers the stock function runs, so results, errors
// and integers are exactly the interpreter's.

int call_stock(lua_State* L) { return lua_tocfunction(L, lua_upvalueindex(1))(L); }

using Rule = Taylor (*)(const Taylor&);

template <Rule rule>
int unary(lua_State* L) {
  const Taylor* x = lua_type(L, 1) == LUA_TUSERDATA ? find_jet(L, 1) : nullptr;
  if (!x) return call_stock(L);
  push_jet(L, rule(*x));
  return 1;
}

Taylor sine(const Taylor& x) { return chain(x, std::sin(x.value), std::cos(x.value), -std::sin(x.value)); }
Taylor cosine(const Taylor& x) { return chain(x, std::cos(x.value), -std::sin(x.value), -std::cos(x.value)); }
Taylor tangent(const Taylor& x) {
  const double t = std::tan(x.value), d = 1 + t * t;
  return chain(x, t, d, 2 * t * d);
}
Taylor arcsine(const Taylor& x) {
  const double r = 1 - x.value * x.value, d = 1 / std::sqrt(r);
  return chain(x, std::asin(x.value), d, x.value * d / r);
}
Taylor arccosine(const Taylor& x) {
  const double r = 1 - x.value * x.value, d = 1 / std::sqrt(r);
  return chain(x, std::acos(x.value), -d, -x.value * d / r);
}
Taylor exponential(const Taylor& x) {
  const double e = std::exp(x.value);
  return chain(x, e, e, e);
}
Taylor logarithm(const Taylor& x) {
  return chain(x, std::log(x.value), 1 / x.value, -1 / (x.value * x.value));
}
Taylor root(const Taylor& x) {
  const double r = std::sqrt(x.value);
  return chain(x, r, 0.5 / r, -0.25 / (r * x.value));
}
Taylor magnitude(const Taylor& x) { return x.value < 0 ? Taylor{-x.value, -x.first, -x.second} : x; }
Taylor hyperbolic_sine(const Taylor& x) {
  return chain(x, std::sinh(x.value), std::cosh(x.value), std::sinh(x.value));
}
Taylor hyperbolic_cosine(const Taylor& x) {
  return chain(x, std::cosh(x.value), std::sinh(x.value), std::cosh(x.value));
}
Taylor hyperbolic_tangent(const Taylor& x) {
  const double t = std::tanh(x.value), d = 1 - t * t;
  return chain(x, t, d, -2 * t * d);
}
Taylor to_degrees(const Taylor& x) { return multiply(x, {180 / M_PI, 0, 0}); }
Taylor to_radians(const Taylor& x) { return multiply(x, {M_PI / 180, 0, 0}); }
Taylor floor_of(const Taylor& x) { return {std::floor(x.value), 0, 0}; }
Taylor ceiling_of(const Taylor& x) { return {std::ceil(x.value), 0, 0}; }

bool any_jet(lua_State* L) {
  for (int i = lua_gettop(L); i > 0; --i) {
    if (lua_type(L, i) == LUA_TUSERDATA && find_jet(L, i)) return true;
  }
  return false;
}

Taylor argument(lua_State* L, int index) {
  Taylor x;
  if (!read_jet(L, index, x)) luaL_typeerror(L, index, "number");
  return x;
}

// atan2(y, x): d = (x y' − y x')/(x² + y²), by way of whichever quotient is safe.
int arctangent(lua_State* L) {
  if (!any_jet(L)) return call_stock(L);
  const Taylor y = argument(L, 1), x = lua_isnoneornil(L, 2) ? Taylor{1, 0, 0} : argument(L, 2);
  const bool steep = std::abs(y.value) > std::abs(x.value);
  const Taylor q = steep ? divide(x, y) : divide(y, x);
  const double d = 1 / (1 + q.value * q.value), d2 = -2 * q.value * d * d, sign = steep ? -1 : 1;
  Taylor angle = chain(q, 0, sign * d, sign * d2);
  angle.value = std::atan2(y.value, x.value);
  push_jet(L, angle);
  return 1;
}

int logarithm_to_base(lua_State* L) {
  if (!any_jet(L)) return call_stock(L);
  const Taylor value = logarithm(argument(L, 1));
  push_jet(L, lua_isnoneornil(L, 2) ? value : divide(value, logarithm(argument(L, 2))));
  return 1;
}

// As in C: the remainder keeps the sign of x.
int remainder_of(lua_State* L) {
  if (!any_jet(L)) return call_stock(L);
  const Taylor x = argument(L, 1), y = argument(L, 2);
  push_jet(L, subtract(x, multiply({std::trunc(x.value / y.value), 0, 0}, y)));
  return 1;
}

// The argument itself is returned, as in stock.
template <bool largest>
int extreme(lua_State* L) {
  if (!any_jet(L)) return call_stock(L);
  int best = 1;
  for (int i = 2; i <= lua_gettop(L); ++i) {
    const double value = argument(L, i).value, so_far = argument(L, best).value;
    if (largest ? value > so_far : value < so_far) best = i;
  }
  lua_pushvalue(L, best);
  return 1;
}

int power_of(lua_State* L) {
  if (any_jet(L)) push_jet(L, power(argument(L, 1), argument(L, 2)));
  else lua_pushnumber(L, std::pow(luaL_checknumber(L, 1), luaL_checknumber(L, 2)));
  return 1;
}

template <Rule rule, double (*plain)(double)>
int hyperbolic(lua_State* L) {
  if (const Taylor* x = find_jet(L, 1)) push_jet(L, rule(*x));
  else lua_pushnumber(L, plain(luaL_checknumber(L, 1)));
  return 1;
}

double plain_sinh(double x) { return std::sinh(x); }
double plain_cosh(double x) { return std::cosh(x); }
double plain_tanh(double x) { return std::tanh(x); }

}  // namespace

void extend_math(lua_State* L) {
  const int math = lua_gettop(L);
  const luaL_Reg over_stock[] = {{"sin", guarded<unary<sine>>},       {"cos", guarded<unary<cosine>>},
                                 {"tan", guarded<unary<tangent>>},    {"asin", guarded<unary<arcsine>>},
                                 {"acos", guarded<unary<arccosine>>}, {"exp", guarded<unary<exponential>>},
                                 {"sqrt", guarded<unary<root>>},      {"abs", guarded<unary<magnitude>>},
                                 {"deg", guarded<unary<to_degrees>>}, {"rad", guarded<unary<to_radians>>},
                                 {"floor", guarded<unary<floor_of>>}, {"ceil", guarded<unary<ceiling_of>>},
                                 {"atan", guarded<arctangent>},       {"log", guarded<logarithm_to_base>},
                                 {"fmod", guarded<remainder_of>},     {"max", guarded<extreme<true>>},
                                 {"min", guarded<extreme<false>>}};
  for (const luaL_Reg& entry : over_stock) {
    lua_getfield(L, math, entry.name);
    lua_pushcclosure(L, entry.func, 1);
    lua_setfield(L, math, entry.name);
  }
  const luaL_Reg added[] = {{"pow", guarded<power_of>},
                            {"sinh", guarded<hyperbolic<hyperbolic_sine, plain_sinh>>},
                            {"cosh", guarded<hyperbolic<hyperbolic_cosine, plain_cosh>>},
                            {"tanh", guarded<hyperbolic<hyperbolic_tangent, plain_tanh>>},
                            {nullptr, nullptr}};
  luaL_setfuncs(L, added, 0);
}

}  // namespace perilune
