#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#include "engine/law/machine.h"
#include "lua/binding/host.h"
#include "lua/bytecode/translate.h"
#include "tests/lua/law_grammar.h"

using namespace perilune;

namespace {

Signature signature() {
  Signature signature;
  signature.purpose = "f";
  signature.arguments = {{"c", {{"x", 1}, {"y", 1}, {"z", 1}}}, {"p", {{"k", 1}, {"n", 1}}}};
  signature.results = {{"value", {}}};
  return signature;
}

// What the interpreter makes of a function, called without any of the project's code between.
class Interpreter {
 public:
  Interpreter() : host_(HostOptions{}), L_(host_.main()) {
    lua_settop(L_, 0);
    lua_newtable(L_), lua_newtable(L_);  // c, p
  }
  lua_State* state() { return L_; }

  // The function that a chunk returns lies at 3 then.
  void load(const std::string& chunk) {
    lua_settop(L_, 2);
    REQUIRE_MESSAGE(luaL_loadstring(L_, chunk.c_str()) == LUA_OK, chunk);
    REQUIRE(lua_pcall(L_, 0, 1, 0) == LUA_OK);
  }

  enum class Outcome { value, error, endless };
  // No number is an error, too.
  Outcome call(const double* inputs, double& value) {
    const char* const names[] = {"x", "y", "z", "k", "n"};
    for (int i = 0; i < 5; ++i) {
      lua_pushnumber(L_, inputs[i]);
      lua_setfield(L_, i < 3 ? 1 : 2, names[i]);
    }
    lua_pushvalue(L_, 3), lua_pushvalue(L_, 1), lua_pushvalue(L_, 2);
    lua_sethook(
        L_, [](lua_State* L, lua_Debug*) { luaL_error(L, "endless"); }, LUA_MASKCOUNT, 100000);
    const bool returned = lua_pcall(L_, 2, 1, 0) == LUA_OK && lua_type(L_, -1) == LUA_TNUMBER;
    lua_sethook(L_, nullptr, 0, 0);
    if (returned) value = lua_tonumber(L_, -1);
    const bool is_endless =
        lua_type(L_, -1) == LUA_TSTRING && std::strstr(lua_tostring(L_, -1), "endless") != nullptr;
    lua_settop(L_, 3);
    return returned ? Outcome::value : is_endless ? Outcome::endless : Outcome::error;
  }

 private:
  Host host_;
  lua_State* L_;
};

double pick_input(std::mt19937_64& random) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double special[] = {0.0,  -0.0,  1,      -1,       0.5,       2,      3,       -2.5,         7,
                            1e-3, 1e308, 5e-324, infinity, -infinity, 9.3e18, -9.3e18, std::nan(""), 0x1p53};
  if (random() % 2 == 0) return special[random() % (sizeof(special) / sizeof(special[0]))];
  return (static_cast<double>(random() % 2000001) - 1e6) * 1e-5;
}

struct Counts {
  long laws = 0, compiled = 0, always_raise = 0, in_part = 0, evaluations = 0, given_up = 0, spurious = 0,
       differences = 0, missed_errors = 0;
};

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

// A routine on every machine there is; what they all give.
class Machines {
 public:
  explicit Machines(const ir::Routine& routine)
      : registers_(ir::make_register_machine(routine)), native_(ir::make_native_machine(routine)) {
    ir::check(routine);
  }
  bool run(const double* inputs, double* value) const {
    const bool done = registers_->run(inputs, value);
    if (!native_) return done;
    double other = 0;
    CHECK(native_->run(inputs, &other) == done);
    if (done) CHECK(same(*value, other));
    return done;
  }

 private:
  static bool same(double a, double b) {
    return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
  }
  ir::MachinePointer registers_, native_;
};

void compare(Interpreter& interpreter, const Machines& machine, const std::string& text,
             std::mt19937_64& random, Counts& counts) {
  for (int i = 0; i < 50; ++i) {
    double inputs[5], expected = 0, value = 0;
    for (double& input : inputs) input = pick_input(random);
    const Interpreter::Outcome outcome = interpreter.call(inputs, expected);
    if (outcome == Interpreter::Outcome::endless) continue;  // for i = 5, NaN, -1
    const bool returned = outcome == Interpreter::Outcome::value;
    ++counts.evaluations;
    if (!machine.run(inputs, &value)) {
      ++counts.given_up, counts.spurious += returned;
      continue;
    }
    counts.missed_errors += !returned;
    counts.differences += returned && !same(value, expected);
    if (returned && same(value, expected)) continue;
    if (counts.differences + counts.missed_errors > 3) continue;
    FAIL_CHECK(text << "\nfor " << inputs[0] << ", " << inputs[1] << ", " << inputs[2] << ", " << inputs[3]
                    << ", " << inputs[4] << ": machine " << value << ", interpreter "
                    << (returned ? std::to_string(expected) : "error"));
  }
}

Counts fuzz(std::uint64_t seed, long laws) {
  Counts counts;
  test::LawGrammar grammar(seed);
  std::mt19937_64 random(seed + 1);
  Interpreter interpreter;
  const Signature given = signature();
  for (; counts.laws < laws; ++counts.laws) {
    const std::string text = grammar.chunk();
    interpreter.load(text);
    const bytecode::Translation translation =
        bytecode::translate(interpreter.state(), 3, given, bytecode::Results::returned);
    if (!translation.routine) {
      counts.always_raise += translation.refusals.empty();
      continue;
    }
    ++counts.compiled, counts.in_part += !translation.refusals.empty();
    compare(interpreter, Machines(*translation.routine), text, random, counts);
  }
  return counts;
}

}  // namespace

TEST_CASE(
    "fuzz: compiled laws give what the interpreter gives, to the last bit, or leave it to the interpreter") {
  const char* asked = std::getenv("PERILUNE_FUZZ_LAWS");
  const char* seed = std::getenv("PERILUNE_FUZZ_SEED");
  const Counts counts = fuzz(seed ? std::strtoull(seed, nullptr, 10) : 1, asked ? std::atol(asked) : 1500);
  MESSAGE(counts.laws << " laws, " << counts.compiled << " compiled (" << counts.in_part << " in part), "
                      << counts.always_raise << " always raise an error, " << counts.evaluations
                      << " evaluations, " << counts.given_up << " left to the interpreter ("
                      << counts.spurious << " of them gave a value)");
  CHECK(counts.differences == 0);
  CHECK(counts.missed_errors == 0);
  CHECK(counts.compiled + counts.always_raise > 0.9 * static_cast<double>(counts.laws));
}

TEST_CASE("compiled operators: every one for every type of its operands and special values") {
  Interpreter interpreter;
  const Signature given = signature();
  const char* operands[] = {"c.x",  "c.y", "math.floor(c.y)", "math.max(c.x, 0)", "0", "-3", "2", "0.5",
                            "-0.0", "p.k"};
  const char* operators[] = {"A + B",
                             "A - B",
                             "A * B",
                             "A / B",
                             "A % B",
                             "A // B",
                             "A ^ B",
                             "-A - B",
                             "A < B and 1 or 2.5",
                             "A <= B and 1 or 2.5",
                             "A == B and 1 or 2.5",
                             "not (A > B) and 1 or 2.5",
                             "math.max(A, B)",
                             "-math.min(A, B, 1)",
                             "math.atan(A, B)",
                             "math.ceil(A) * B",
                             "math.abs(A) // 1 - B"};
  const double specials[] = {0.0,    -0.0,   1,       -1,     2.5,      -3,        0.5,         1e308,
                             5e-324, 9.3e18, -0x1p63, 0x1p53, HUGE_VAL, -HUGE_VAL, std::nan("")};
  long compared = 0, wrong = 0;
  for (std::string form : operators) {
    for (const std::string a : operands) {
      for (const std::string b : operands) {
        std::string text;
        for (const char letter : form) text += letter == 'A' ? a : letter == 'B' ? b : std::string(1, letter);
        // "- -3" is a number, "--3" a comment.
        for (std::size_t at; (at = text.find("--")) != std::string::npos;) text.replace(at, 2, "- -");
        interpreter.load("return function(c, p) return " + text + " end");
        const bytecode::Translation translation =
            bytecode::translate(interpreter.state(), 3, given, bytecode::Results::returned);
        if (!translation.routine) continue;
        const Machines machines(*translation.routine);
        for (const double x : specials) {
          for (const double y : specials) {
            const double inputs[5] = {x, y, 0, -2.5, 3};
            double expected = 0, value = 0;
            const bool returned = interpreter.call(inputs, expected) == Interpreter::Outcome::value;
            if (!machines.run(inputs, &value)) continue;
            ++compared;
            if (returned && same(value, expected)) continue;
            ++wrong;
            CHECK_MESSAGE(false,
                          text << " for " << x << ", " << y << ": " << value << ", interpreted " << expected);
          }
        }
      }
    }
  }
  CHECK(compared > 300000);
  CHECK(wrong == 0);
}
