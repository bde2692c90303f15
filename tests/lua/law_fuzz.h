#pragma once

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/law/differentiate.h"
#include "engine/law/machine.h"
#include "lua/binding/host.h"
#include "lua/bytecode/translate.h"
#include "tests/lua/law_grammar.h"

namespace perilune::test {

// f(c, p) as the grammar writes it.
inline Signature fuzz_signature() {
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
    if (luaL_loadstring(L_, chunk.c_str()) != LUA_OK || lua_pcall(L_, 0, 1, 0) != LUA_OK)
      throw std::runtime_error(std::string(lua_tostring(L_, -1)) + " in " + chunk);
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

inline double pick_input(std::mt19937_64& random) {
  const double infinity = std::numeric_limits<double>::infinity();
  const double special[] = {0.0,  -0.0,  1,      -1,       0.5,       2,      3,       -2.5,         7,
                            1e-3, 1e308, 5e-324, infinity, -infinity, 9.3e18, -9.3e18, std::nan(""), 0x1p53};
  if (random() % 2 == 0) return special[random() % (sizeof(special) / sizeof(special[0]))];
  return (static_cast<double>(random() % 2000001) - 1e6) * 1e-5;
}

inline bool same_bits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

// What a fault of the compiler would make of routines, put in on purpose to see that the comparison finds it. Returns
// whether it found a place.
struct Faults {
  std::function<bool(ir::Routine&)> everywhere, registers,
      slopes;  // in both machines, in one, in derivatives
};

struct Counts {
  long laws = 0, compiled = 0, always_raise = 0, in_part = 0, evaluations = 0, given_up = 0, spurious = 0,
       faulty = 0;
  // What must not be: another value than the interpreter's, a value where it raises an error; two machines that
  // differ; a derivative whose value part differs.
  long differences = 0, missed_errors = 0, machines_differ = 0, slopes_differ = 0;
  std::string first;  // of them, in words
  long wrong() const { return differences + missed_errors + machines_differ + slopes_differ; }
};

// A routine on every machine there is.
class Machines {
 public:
  Machines(const ir::Routine& correct, const Faults& faults, Counts& counts) {
    ir::Routine routine = correct, of_registers = correct;
    const auto apply = [&](const std::function<bool(ir::Routine&)>& fault, ir::Routine& to) {
      return fault && fault(to);
    };
    bool faulty = apply(faults.everywhere, routine);
    if (faults.everywhere) of_registers = routine;
    faulty = apply(faults.registers, of_registers) || faulty;
    ir::check(routine), ir::check(of_registers);
    registers_ = ir::make_register_machine(of_registers), native_ = ir::make_native_machine(routine);
    ir::Routine slopes = ir::with_partials(correct, {0, 1});
    faulty = apply(faults.slopes, slopes) || faulty;
    slopes_ = ir::make_machine(slopes);
    counts.faulty += faulty, faulty_ = faulty;
  }
  bool is_faulty() const { return faulty_; }

  // Whether it did not give up; the value.
  bool run(const double* inputs, double* value, Counts& counts) const {
    double other = 0, with_slopes[3] = {};
    const bool done = registers_->run(inputs, value);
    const auto differs = [&](const ir::Machine& machine, double* outputs) {
      return machine.run(inputs, outputs) != done || (done && !same_bits(*value, *outputs));
    };
    counts.machines_differ += native_ && differs(*native_, &other);
    counts.slopes_differ += differs(*slopes_, with_slopes);
    return done;
  }

 private:
  ir::MachinePointer registers_, native_, slopes_;
  bool faulty_ = false;
};

inline void compare(Interpreter& interpreter, const Machines& machines, const std::string& text,
                    std::mt19937_64& random, Counts& counts) {
  const long before = counts.spurious;
  for (int i = 0; i < 50; ++i) {
    // A fault that makes a loop endless costs the whole budget of rounds every time; another law will show it.
    if (machines.is_faulty() && counts.spurious > before + 1) return;
    double inputs[5], expected = 0, value = 0;
    for (double& input : inputs) input = pick_input(random);
    const Interpreter::Outcome outcome = interpreter.call(inputs, expected);
    if (outcome == Interpreter::Outcome::endless) continue;  // for i = 5, NaN, -1
    const bool returned = outcome == Interpreter::Outcome::value;
    ++counts.evaluations;
    if (!machines.run(inputs, &value, counts)) {
      ++counts.given_up, counts.spurious += returned;
    } else {
      counts.missed_errors += !returned;
      counts.differences += returned && !same_bits(value, expected);
    }
    if (counts.wrong() == 0 || !counts.first.empty()) continue;
    counts.first = text + "\nfor";
    for (const double input : inputs) counts.first += ' ' + std::to_string(input);
    counts.first += ": machine " + std::to_string(value) + ", interpreter " +
                    (returned ? std::to_string(expected) : "error");
  }
}

// Random laws: interpreter, register machine, machine code and the value part of derivatives against each other.
inline Counts fuzz(std::uint64_t seed, long laws, const Faults& faults = {}) {
  Counts counts;
  LawGrammar grammar(seed);
  std::mt19937_64 random(seed + 1);
  Interpreter interpreter;
  const Signature given = fuzz_signature();
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
    compare(interpreter, Machines(*translation.routine, faults, counts), text, random, counts);
    if (counts.wrong() > 0) break;
  }
  return counts;
}

}  // namespace perilune::test
