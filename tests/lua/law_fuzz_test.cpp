#include <doctest/doctest.h>

#include "tests/lua/law_fuzz.h"

using namespace perilune;
using namespace perilune::test;

TEST_CASE(
    "fuzz: compiled laws give what the interpreter gives, to the last bit, or leave it to the interpreter") {
  const char* asked = std::getenv("PERILUNE_FUZZ_LAWS");
  const char* seed = std::getenv("PERILUNE_FUZZ_SEED");
  const Counts counts = fuzz(seed ? std::strtoull(seed, nullptr, 10) : 1, asked ? std::atol(asked) : 1500);
  MESSAGE(counts.laws << " laws, " << counts.compiled << " compiled (" << counts.in_part << " in part), "
                      << counts.always_raise << " always raise an error, " << counts.evaluations
                      << " evaluations, " << counts.given_up << " left to the interpreter ("
                      << counts.spurious << " of them gave a value), " << counts.differences
                      << " differences, " << counts.missed_errors << " missed errors");
  CHECK_MESSAGE(counts.wrong() == 0, counts.first);
  CHECK(counts.compiled + counts.always_raise > 0.9 * static_cast<double>(counts.laws));
}

TEST_CASE("compiled operators: every one for every type of its operands and special values") {
  Interpreter interpreter;
  const Signature given = fuzz_signature();
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
  Counts counts;
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
        const Machines machines(*translation.routine, {}, counts);
        for (const double x : specials) {
          for (const double y : specials) {
            const double inputs[5] = {x, y, 0, -2.5, 3};
            double expected = 0, value = 0;
            const bool returned = interpreter.call(inputs, expected) == Interpreter::Outcome::value;
            if (!machines.run(inputs, &value, counts)) continue;
            ++compared;
            if (returned && same_bits(value, expected)) continue;
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
  CHECK(counts.wrong() == 0);
}
