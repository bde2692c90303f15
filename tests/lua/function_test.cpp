#include <doctest/doctest.h>

#include <cmath>

#include "engine/law/function.h"
#include "lua/binding/function_source.h"
#include "lua/binding/host.h"

using namespace perilune;

namespace {

// A host with one function of the script, bound to the signature value = f(x).
class Bound {
 public:
  explicit Bound(const std::string& body) : host_(HostOptions{}) {
    Signature signature;
    signature.purpose = "f";
    signature.arguments = {{"x", {}}};
    signature.results = {{"value", {}}};
    lua_State* L = host_.main();
    const std::string text = "local x = ... return " + body;
    REQUIRE(luaL_loadstring(L, text.c_str()) == LUA_OK);
    function_ = make_function(L, -1, signature);
    lua_pop(L, 1);
  }
  double operator()(double x) const {
    double y = 0;
    function_->evaluate(&x, &y);
    return y;
  }
  Taylor taylor(const Taylor& x) const {
    Taylor y;
    function_->evaluate_taylor(&x, &y);
    return y;
  }

 private:
  Host host_;
  FunctionPointer function_;
};

}  // namespace

TEST_CASE("derivatives of a script's function agree with differences of it") {
  const char* bodies[] = {"math.sin(x)",
                          "math.cos(2*x)",
                          "math.tan(x)",
                          "math.asin(x/2)",
                          "math.acos(x/2)",
                          "math.atan(x)",
                          "math.atan(x, 0.3)",
                          "math.atan(-2, x)",
                          "math.exp(-x)",
                          "math.log(x)",
                          "math.log(x, 3)",
                          "math.sqrt(x)",
                          "math.abs(-x)",
                          "math.max(x, 0.1)^3",
                          "math.min(x^2, 5)",
                          "math.sinh(x)",
                          "math.cosh(x)",
                          "math.tanh(x)",
                          "math.pow(x, 3)",
                          "math.fmod(5*x, 2)",
                          "x^2.5",
                          "2^x",
                          "x^x",
                          "(1+x)/(2-x)",
                          "-x*x",
                          "(7*x)%2",
                          "3/x",
                          "math.deg(x)^2",
                          "math.rad(x)",
                          "x < 1 and x^3 or x^2",
                          "math.floor(x) + x^2",
                          "1 - x"};
  const double x = 0.7, h = 1e-4;
  for (const char* body : bodies) {
    CAPTURE(body);
    const Bound f(body);
    const Taylor y = f.taylor({x, 1, 0});
    CHECK(y.value == f(x));
    // Central differences: error h²/6 f''' and h²/12 f'''' (below 1e-6 here), rounding 1e-16/h² = 1e-8.
    CHECK(y.first == doctest::Approx((f(x + h) - f(x - h)) / (2 * h)).epsilon(1e-6));
    CHECK(y.second == doctest::Approx((f(x + h) - 2 * f(x) + f(x - h)) / (h * h)).epsilon(1e-5).scale(1));
  }
}

TEST_CASE("derivatives follow the chain rule along a curved path") {
  // y = sin(x), x' = 2, x'' = 3: y' = 2 cos x, y'' = −4 sin x + 3 cos x.
  const Taylor y = Bound("math.sin(x)").taylor({0.7, 2, 3});
  CHECK(y.first == doctest::Approx(2 * std::cos(0.7)).epsilon(1e-15));
  CHECK(y.second == doctest::Approx(-4 * std::sin(0.7) + 3 * std::cos(0.7)).epsilon(1e-14));
}

TEST_CASE("powers with whole exponents have derivatives at zero") {
  const Taylor one = Bound("x^1").taylor({0, 1, 0}), two = Bound("x^2").taylor({0, 1, 0});
  CHECK(one.first == 1);
  CHECK(one.second == 0);
  CHECK(two.first == 0);
  CHECK(two.second == 2);
}

TEST_CASE("a function that does not depend on its argument has zero derivatives") {
  const Taylor y = Bound("3").taylor({0.7, 1, 0});
  CHECK(y.value == 3);
  CHECK(y.first == 0);
  CHECK(y.second == 0);
}

TEST_CASE("numbers with derivatives compare, print and concatenate by value") {
  CHECK(Bound("(x > 0.5 and 0.5 < x and x >= x and x == x) and 1 or 0").taylor({0.75, 1, 0}).value == 1);
  CHECK(Bound("(tostring(x) == '0.75' and x .. '' == '0.75') and 1 or 0").taylor({0.75, 1, 0}).value == 1);
}

TEST_CASE("what has no derivative is an error, not a wrong number") {
  CHECK_THROWS_AS(Bound("string.format('%g', x)").taylor({0.7, 1, 0}), FunctionError);
  CHECK_THROWS_AS(Bound("x + {}").taylor({0.7, 1, 0}), FunctionError);
  CHECK_THROWS_AS(Bound("math.sin(x) + nil").taylor({0.7, 1, 0}), FunctionError);
}

TEST_CASE("a function cannot be called again from within itself") {
  Host host{HostOptions{}};
  lua_State* L = host.main();
  Signature signature;
  signature.purpose = "f";
  signature.arguments = {{"x", {}}};
  signature.results = {{"value", {}}};
  FunctionPointer function;
  lua_pushlightuserdata(L, &function);
  lua_pushcclosure(
      L,
      [](lua_State* L) {
        const double x = 1;
        double y = 0;
        try {
          (*static_cast<FunctionPointer*>(lua_touserdata(L, lua_upvalueindex(1))))->evaluate(&x, &y);
        } catch (const FunctionError& error) { lua_pushstring(L, error.what()); }
        return lua_error(L);
      },
      1);
  function = make_function(L, -1, signature);
  lua_pop(L, 1);
  const double x = 1;
  double y = 0;
  CHECK_THROWS_WITH_AS(function->evaluate(&x, &y), doctest::Contains("calls itself"), FunctionError);
}

TEST_CASE("hosts live side by side") {
  const Bound first("x + 1"), second("x + 2");
  CHECK(first(1) == 2);
  CHECK(second(1) == 3);
  CHECK(first(1) == 2);
}

TEST_CASE("a call of a function allocates nothing the second time") {
  Host host{HostOptions{}};
  lua_State* L = host.main();
  Signature signature;
  signature.purpose = "f";
  signature.arguments = {{"c", {{"x"}, {"y"}}}, {"p", {{"k"}}}};
  signature.results = {{"value", {}}};
  REQUIRE(luaL_loadstring(L, "local c, p = ... return p.k * c.x + c.y") == LUA_OK);
  const FunctionPointer function = make_function(L, -1, signature);
  lua_pop(L, 1);
  const double inputs[] = {2, 3, 4};
  double output = 0;
  function->evaluate(inputs, &output);
  const std::size_t before = host.memory;
  for (int i = 0; i < 1000; ++i) function->evaluate(inputs, &output);
  CHECK(output == 11);
  CHECK(host.memory == before);
}
