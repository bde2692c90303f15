#include "engine/law/differentiate.h"

#include <doctest/doctest.h>

#include "engine/law/machine.h"
#include "engine/law/simplify.h"
#include "tests/engine/law/differences.h"
#include "tests/engine/law/laws.h"

using namespace perilune::ir;
using namespace perilune::ir::testing;
using doctest::Approx;

namespace {

// Of this computer's machine, which must agree with the register machine.
std::vector<double> run(const Routine& routine, const std::vector<double>& inputs) {
  check(routine);
  REQUIRE(static_cast<int>(inputs.size()) == routine.inputs);
  std::vector<double> outputs(static_cast<std::size_t>(routine.outputs)), reference = outputs;
  REQUIRE(make_register_machine(routine)->run(inputs.data(), reference.data()));
  REQUIRE(make_machine(routine)->run(inputs.data(), outputs.data()));
  for (std::size_t i = 0; i < outputs.size(); ++i) CHECK(same(outputs[i], reference[i]));
  return outputs;
}

// The operation itself, of inputs 0 and 1.
Routine just(Op op) {
  Routine routine = routine_with(2, 1, 1);
  const Value second = info(op).operands > 1 ? add_input(routine, 1) : none;
  routine.blocks[0].end = leave_with({emit(routine, 0, op, add_input(routine, 0), second)});
  return routine;
}

// The same with a constant second operand.
Routine just(Op op, double b) {
  Routine routine = routine_with(1, 1, 1);
  routine.blocks[0].end = leave_with({emit(routine, 0, op, add_input(routine, 0), add_number(routine, b))});
  return routine;
}

std::size_t count_instructions(const Routine& routine) {
  std::size_t count = 0;
  for (const Block& block : routine.blocks) count += block.body.size();
  return count;
}

}  // namespace

TEST_CASE("derivatives: every operation's agree with differences in 80 bits") {
  const std::vector<std::vector<double>> places = {{0.7, 1.3},  {0.31, -0.6}, {0.9, 2.5},
                                                   {0.25, 0.4}, {0.6, 3},     {0.45, -2}};
  for (int k = static_cast<int>(Op::add); k <= static_cast<int>(Op::tanh); ++k) {
    const Op op = static_cast<Op>(k);
    CAPTURE(std::string(info(op).name));
    const Routine routine = just(op), partials = with_partials(routine, {0, 1});
    for (const std::vector<double>& place : places) {
      CAPTURE(place[0]);
      CAPTURE(place[1]);
      const std::vector<double> results = run(partials, place);
      CHECK(results[0] == run(routine, place)[0]);
      for (int input : {0, 1}) {
        const double expected = static_cast<double>(slope(routine, place, input));
        CHECK(results[static_cast<std::size_t>(1 + input)] == Approx(expected).epsilon(1e-12).scale(1));
      }
    }
  }
}

TEST_CASE("derivatives: every operation's second one agrees with differences in 80 bits, on any curve") {
  // Rates and accelerations of both inputs; also where what is differentiated stands still for a moment.
  const double curves[][4] = {{0.3, 0.5, -0.2, 0.4}, {0, 0.5, 0, -0.7}, {1, 0, 0, 0}, {0, 0.5, 0.3, 0}};
  for (int k = static_cast<int>(Op::add); k <= static_cast<int>(Op::tanh); ++k) {
    const Op op = static_cast<Op>(k);
    CAPTURE(std::string(info(op).name));
    const Routine routine = just(op), taylor = with_taylor(routine, {0, 1});
    for (const auto& c : curves) {
      const std::vector<double> inputs = {0.4, c[0], c[1], 2.3, c[2], c[3]}, results = run(taylor, inputs);
      const std::vector<long double> expected = along_curve(routine, inputs, 0);
      CHECK(results[0] == run(routine, {0.4, 2.3})[0]);
      CHECK(results[1] == Approx(static_cast<double>(expected[0])).epsilon(1e-10).scale(1));
      CHECK(results[2] == Approx(static_cast<double>(expected[1])).epsilon(1e-10).scale(1));
    }
  }
}

TEST_CASE("derivatives: powers with a constant exponent agree with n xⁿ⁻¹, at zero, too") {
  for (const double n : {-1.5, -1.0, 0.0, 0.5, 1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 10 / 9.0}) {
    CAPTURE(n);
    const Routine partials = with_partials(just(Op::power, n), {0});
    for (const double x : {1e-9, 0.3, 1.0, 7.0})
      CHECK(run(partials, {x})[1] == Approx(n * std::pow(x, n - 1)).epsilon(1e-14));
    const double at_zero = n == 0 ? 0 : n * std::pow(0.0, n - 1);
    CHECK(run(partials, {0})[1] == at_zero);
    if (n == std::floor(n)) CHECK(run(partials, {-2})[1] == n * std::pow(-2.0, n - 1));
  }
}

TEST_CASE("derivatives: a power whose exponent moves, x^y at x = 0 and x < 0") {
  const Routine partials = with_partials(just(Op::power), {0, 1});
  CHECK(run(partials, {2, 3})[2] == Approx(8 * std::log(2.0)).epsilon(1e-15));
  CHECK(run(partials, {0, 1.5})[1] == 0);
  CHECK(run(partials, {0, 1.5})[2] == 0);
  CHECK(run(partials, {0, 1})[1] == 1);
  CHECK(run(partials, {-2, 3})[1] == 12);
  // The exponent is an input but stands still: no logarithm of a negative number comes in.
  CHECK(run(with_taylor(just(Op::power), {0, 1}), {-2, 1, 0, 3, 0, 0}) == std::vector<double>{-8, 12, -12});
}

TEST_CASE("derivatives: those of flores' law are what one derives by hand") {
  const double K = 1.4e8, n = 1.5, c = 0.7;
  const Routine law = flores_law(K, n, c), partials = with_partials(law, {0, 1});
  for (const double depth : {1e-7, 1e-5, 3e-4}) {
    for (const double rate : {-0.6, 0.0, 0.45}) {
      const double speed = 0.5, chi = 8 * (1 - c) / (5 * c) / speed;
      const std::vector<double> results = run(partials, {depth, rate, speed});
      CHECK(results[0] == run(law, {depth, rate, speed})[0]);
      CHECK(results[1] == Approx(n * K * std::sqrt(depth) * (1 + chi * rate)).epsilon(1e-14));
      CHECK(results[2] == Approx(K * std::pow(depth, n) * chi).epsilon(1e-14));
    }
  }
  CHECK(run(partials, {-1e-3, 1, 0.5}) == std::vector<double>{0, 0, 0});
  CHECK(run(partials, {0, 1, 0.5}) == std::vector<double>{0, 0, 0});
  // K 1.5 √δ (1 + χ δ̇/δ̇⁽⁻⁾) is four more, K δ^1.5 χ/δ̇⁽⁻⁾ three: pow is called once.
  CHECK(count_instructions(partials) == count_instructions(simplify(law)) + 7);
}

TEST_CASE("derivatives: a loop's are those of the iteration, of first and second order") {
  const Routine routine = newton_root();
  for (const double a : {0.8, 1.5, 2.5}) {
    // Three steps from 1: x = (1 + 28 a + 70 a² + 28 a³ + a⁴)/(8 (1 + a)(1 + 6 a + a²))
    const double p = 1 + a * (28 + a * (70 + a * (28 + a))), q = 8 * (1 + a) * (1 + 6 * a + a * a);
    const double p1 = 28 + a * (140 + a * (84 + 4 * a)), q1 = 8 * (7 + 14 * a + 3 * a * a);
    const double p2 = 140 + a * (168 + 12 * a), q2 = 8 * (14 + 6 * a);
    const double first = (p1 - p / q * q1) / q, second = (p2 - 2 * first * q1 - p / q * q2) / q;
    const std::vector<double> results = run(with_taylor(routine, {0}), {a, 1, 0});
    CHECK(results[0] == Approx(p / q).epsilon(1e-14));
    CHECK(results[1] == Approx(first).epsilon(1e-13));
    CHECK(results[2] == Approx(second).epsilon(1e-13));
  }
}

TEST_CASE("derivatives: of the branch taken, and finite where nothing moves") {
  const Routine absolute = with_partials(just(Op::absolute), {0});
  CHECK(run(absolute, {0, 0})[1] == 1);
  CHECK(run(absolute, {-3, 0})[1] == -1);
  CHECK(run(with_partials(just(Op::maximum, 0.0), {0}), {0})[1] == 1);
  CHECK(run(with_partials(just(Op::maximum, 0.0), {0}), {-1})[1] == 0);
  CHECK(run(with_partials(just(Op::floor), {0}), {2.5, 0})[1] == 0);
  // √(x² + y²) where both are 0: a slip speed at rest.
  Routine length = routine_with(2, 1, 1);
  const Value x = add_input(length, 0), y = add_input(length, 1);
  const Value squares =
      emit(length, 0, Op::add, emit(length, 0, Op::multiply, x, x), emit(length, 0, Op::multiply, y, y));
  length.blocks[0].end = leave_with({emit(length, 0, Op::square_root, squares)});
  CHECK(run(with_partials(length, {0, 1}), {0, 0}) == std::vector<double>{0, 0, 0});
  CHECK(run(with_partials(length, {0, 1}), {3, 4})[1] == Approx(0.6).epsilon(1e-15));
  CHECK(run(with_partials(length, {0, 1}), {3, 4})[2] == Approx(0.8).epsilon(1e-15));
}

TEST_CASE("derivatives: what does not move costs nothing") {
  const Routine law = flores_law(1.4e8, 1.5, 0.7);
  CHECK(count_instructions(differentiate(law, {{at_rest, at_rest, at_rest}})) ==
        count_instructions(differentiate(law, {})));
  Routine far = law;
  ++far.inputs;  // one that nothing reads
  CHECK(count_instructions(with_partials(far, {3})) == count_instructions(differentiate(law, {})));
}

TEST_CASE("derivatives: a motion of time has its velocity and acceleration") {
  // a sin(ω t²) with a = input 1, ω = input 2
  Routine motion = routine_with(3, 1, 1);
  const Value t = add_input(motion, 0);
  const Value phase =
      emit(motion, 0, Op::multiply, add_input(motion, 2), emit(motion, 0, Op::multiply, t, t));
  motion.blocks[0].end =
      leave_with({emit(motion, 0, Op::multiply, add_input(motion, 1), emit(motion, 0, Op::sin, phase))});
  const Routine taylor = with_taylor(motion, {0});
  const double a = 0.3, w = 2, time = 0.7, s = std::sin(w * time * time), c = std::cos(w * time * time);
  const std::vector<double> results = run(taylor, {time, 1, 0, a, 9, 9, w, 9, 9});
  CHECK(results[0] == Approx(a * s).epsilon(1e-15));
  CHECK(results[1] == Approx(2 * a * w * time * c).epsilon(1e-14));
  CHECK(results[2] == Approx(2 * a * w * c - 4 * a * w * w * time * time * s).epsilon(1e-14));
}

TEST_CASE("derivatives: a rod's constraint has its Jacobian and the Jacobian's rate") {
  // Φ = (x₂ − x₁)² + (y₂ − y₁)² − l², inputs x₁, y₁, x₂, y₂, l; l is at rest
  Routine rod = routine_with(5, 1, 1);
  const auto squared = [&](Value a, Value b) {
    const Value d = emit(rod, 0, Op::subtract, b, a);
    return emit(rod, 0, Op::multiply, d, d);
  };
  const Value dx = squared(add_input(rod, 0), add_input(rod, 2)),
              dy = squared(add_input(rod, 1), add_input(rod, 3));
  const Value l = add_input(rod, 4);
  rod.blocks[0].end = leave_with(
      {emit(rod, 0, Op::subtract, emit(rod, 0, Op::add, dx, dy), emit(rod, 0, Op::multiply, l, l))});
  const std::vector<double> results =
      run(with_jacobian_rate(rod, {0, 1, 2, 3}), {1, 2, 4, 6, 5, 0.5, -1, 2, 0.25});
  CHECK(results == std::vector<double>{0, -6, -8, 6, 8, 19, -3, -2.5, 3, 2.5});
}
