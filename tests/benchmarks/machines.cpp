// What a call of a user's function costs: four laws as routines, on the register machine and as machine code, as ratios
// to the same formula in C++; then with two partial derivatives. Machine code has to give the bits of the formula.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "engine/law/differentiate.h"
#include "engine/law/machine.h"
#include "engine/law/simplify.h"
#include "tests/benchmarks/benchmarks.h"
#include "tests/engine/law/laws.h"

namespace perilune::benchmarks {
namespace {

using ir::Machine;
using ir::Routine;

constexpr int contacts = 1024;  // too many for the processor to remember which way each went

// A law of C++ as the engine calls it: through a pointer, its constants in its own fields.
class HandWritten {
 public:
  virtual ~HandWritten() = default;
  virtual void run(const double* in, double* out) const = 0;
};

struct Flores final : HandWritten {
  double K = 1.4e8, n = 1.5, c = 0.7;
  void run(const double* in, double* out) const override {
    out[0] = in[0] <= 0 ? 0 : K * std::pow(in[0], n) * (1 + 8 * (1 - c) / (5 * c) * (in[1] / in[2]));
  }
};

struct Stribeck final : HandWritten {
  double kinetic = 0.1, static_ = 0.25, stribeck_speed = 0.05, least_speed = 0.01;
  void run(const double* in, double* out) const override {
    const double v = in[0], ratio = v / stribeck_speed;
    const double friction = in[1] * (kinetic + (static_ - kinetic) * std::exp(-(ratio * ratio)));
    const double r = v / least_speed;
    out[0] = v < least_speed ? friction * (r * (2 - r)) : friction;
  }
};

struct NewtonRoot final : HandWritten {
  int rounds = 3;
  void run(const double* in, double* out) const override {
    double x = 1;
    for (int i = 1; i <= rounds; ++i) x = 0.5 * (x + in[0] / x);
    out[0] = x;
  }
};

struct Limited final : HandWritten {
  double stiffness = 1e5, damping = 200, most = 80;
  void run(const double* in, double* out) const override {
    const double force = stiffness * in[0] + std::max(damping * in[1], 0.0);
    out[0] = std::min(std::max(force, 0.0), most);
  }
};

using Inputs = std::vector<std::array<double, 3>>;

Inputs make_inputs(double low, double high) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> first(low, high), second(-0.5, 0.5), third(0.1, 1);
  Inputs inputs(contacts);
  for (auto& input : inputs) input = {first(random), second(random), third(random)};
  return inputs;
}

// [ns] a call.
template <class Callee>
double time_of(const Callee& callee, const Inputs& inputs) {
  double outputs[4] = {};
  volatile double kept = 0;
  const double time = least_time(300, [&] {
    double sum = 0;
    for (const auto& input : inputs) callee.run(input.data(), outputs), sum += outputs[0];
    kept = sum;
  });
  return time / contacts * 1e9;
}

int count_differences(const HandWritten& hand, const Machine& machine, const Inputs& inputs) {
  int count = 0;
  for (const auto& input : inputs) {
    double expected = 0, output = 0;
    hand.run(input.data(), &expected);
    count += !machine.run(input.data(), &output) || output != expected;
  }
  return count;
}

void compare(const char* name, const HandWritten& law, const Routine& routine, const Inputs& inputs) {
  const Routine simple = simplify(routine);
  const auto slow = make_register_machine(simple), fast = make_machine(simple);
  const std::vector<int> two = simple.inputs > 1 ? std::vector<int>{0, 1} : std::vector<int>{0};
  const auto partials = make_machine(with_partials(routine, two));
  const double hand = time_of(law, inputs), machine = time_of(*fast, inputs);
  fmt::print("{:<10} C++ {:5.1f} ns   machine {:5.1f} ns, {:4.2f} x C++   register machine {:5.2f} x C++   ",
             name, hand, machine, machine / hand, time_of(*slow, inputs) / hand);
  fmt::print("with {} slopes {:4.2f} x machine   {} of {} differ\n", two.size(),
             time_of(*partials, inputs) / machine, count_differences(law, *fast, inputs), contacts);
}

}  // namespace

void benchmark_machines() {
  using namespace ir::testing;
  compare("flores", Flores(), flores_law(1.4e8, 1.5, 0.7), make_inputs(-2e-5, 2e-4));
  compare("stribeck", Stribeck(), stribeck_law(0.1, 0.25, 0.05, 0.01), make_inputs(0, 0.1));
  compare("newton", NewtonRoot(), newton_root(), make_inputs(0.5, 2));
  compare("limited", Limited(), limited_law(1e5, 200, 80), make_inputs(-2e-4, 2e-3));
}

}  // namespace perilune::benchmarks
