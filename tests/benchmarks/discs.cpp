// What many contacts cost: discs in a triangular lattice that touch all their neighbours, one right-hand side of the
// engine against a loop written by hand for discs and this law; and whole simulations of 250 to 4000 discs.
#include <fmt/format.h>

#include <cmath>
#include <random>
#include <vector>

#include "engine/system/system.h"
#include "tests/benchmarks/benchmarks.h"
#include "tests/engine/simulation/models.h"

namespace perilune::benchmarks {
namespace {

constexpr double radius = 0.01, mass = 0.3, stiffness = 1e7, restitution = 0.5;  // [m], [kg], [N/m^1.5]

// Rows of discs whose centres are `pitch` apart, with random velocities of up to 0.1 m/s.
Model lattice(int count, double pitch) {
  Model model(Dimension::planar, "discs", "", Vector3(0, -9.81, 0), make_ground());
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-0.1, 0.1);
  const int columns = static_cast<int>(std::lround(std::sqrt(count)));
  for (int i = 0; i < count; ++i) {
    const int row = i / columns, column = i % columns;
    const Vector3 place((column + 0.5 * (row % 2)) * pitch, row * pitch * std::sqrt(0.75), 0);
    const BodyPointer disc =
        testing::body("body", "disc " + std::to_string(i),
                      {{"mass", mass},
                       {"inertia", 0.5 * mass * radius * radius},
                       {"position", place},
                       {"velocity", Vector3(uniform(generator), uniform(generator), 0)}});
    model.add(disc);
    model.add(testing::circle(disc, radius));
  }
  ContactGroup group;
  group.name = "discs", group.law = testing::law("flores", restitution, 1.5, stiffness);
  model.add(std::move(group));
  return model;
}

// The accelerations of discs that touch, for the pairs given: what one would write for this alone.
struct HandWrittenDiscs {
  struct Touch {
    int a, b;
    double impact_speed;
  };
  std::vector<Touch> touches;
  double eta = 8 * (1 - restitution) / (5 * restitution);  // Flores et al. 2011, eq. 43

  void derivative(const std::vector<double>& y, std::vector<double>& dy) const {
    const std::size_t n = y.size() / 2;
    for (std::size_t i = 0; i < n; ++i) dy[i] = y[n + i], dy[n + i] = 0;
    for (std::size_t i = 1; i < n; i += 3) dy[n + i] = -9.81;
    for (const Touch& touch : touches) {
      const double *a = &y[3 * touch.a], *b = &y[3 * touch.b];
      const double x = a[0] - b[0], z = a[1] - b[1], distance = std::sqrt(x * x + z * z);
      const double depth = 2 * radius - distance;
      if (depth <= 0) continue;
      const double nx = x / distance, nz = z / distance;
      const double rate = -(nx * (a[n] - b[n]) + nz * (a[n + 1] - b[n + 1]));
      const double ratio = std::clamp(rate / touch.impact_speed, -2.0, 2.0);
      const double force = stiffness * depth * std::sqrt(depth) * std::max(0.0, 1 + eta * ratio) / mass;
      dy[n + 3 * touch.a] += force * nx, dy[n + 3 * touch.a + 1] += force * nz;
      dy[n + 3 * touch.b] -= force * nx, dy[n + 3 * touch.b + 1] -= force * nz;
    }
  }
};

void one_right_hand_side() {
  const int count = 1000;
  const Model model = lattice(count, 2 * radius - 1e-5);
  System system(model, {});
  Node node = system.start();
  system.renew_candidates(0, node.y.data(), 0);
  HandWrittenDiscs discs;
  for (const int i : system.active()) {
    const ContactElement& contact = system.contacts()[i];
    const double* q = node.y.data();
    if (system.closest(i, q + system.offset(*contact.a), q + system.offset(*contact.b)).gap >= 0) continue;
    system.modes()[i] = {true, false, 0.1, 0};
    discs.touches.push_back({contact.a->index - 1, contact.b->index - 1, 0.1});
  }
  std::vector<double> y(node.y.begin(), node.y.begin() + 6 * count), dy(y.size());
  const double hand = least_time(2000, [&] { discs.derivative(y, dy); });
  const double engine = least_time(2000, [&] { system.derivative(0, node.y.data(), node.dy.data()); });
  double difference = 0;
  for (std::size_t i = 0; i < dy.size(); ++i) difference = std::max(difference, std::abs(dy[i] - node.dy[i]));
  const double contacts = static_cast<double>(discs.touches.size());
  fmt::print(
      "{} discs, {} contacts: {:.1f} us per right-hand side, {:.0f} ns per contact; by hand {:.0f} ns: "
      "{:.2f} x "
      "(accelerations agree to {:.0e} m/s^2)\n",
      count, discs.touches.size(), engine * 1e6, engine / contacts * 1e9, hand / contacts * 1e9,
      engine / hand, difference);
}

// Seconds for one simulated second.
double cost_per_second(int count) {
  SimulationOptions options;
  options.duration = 0.05;
  options.integrator = "rk4", options.steps.step = 1e-4;
  options.accept = {testing::penetration_rule("stages")};
  options.record.when = RecordOptions::When::nothing;
  const Model model = lattice(count, 2.02 * radius);
  Simulation simulation(model, options);
  return simulation.run()->statistics.wall_time / options.duration;
}

}  // namespace

void benchmark_discs() {
  one_right_hand_side();
  const double few = cost_per_second(250), some = cost_per_second(1000), many = cost_per_second(4000);
  fmt::print(
      "rk4 at 0.1 ms, 250 / 1000 / 4000 discs: {:.2f} / {:.2f} / {:.2f} s per simulated second; "
      "exponent {:.2f}\n",
      few, some, many, std::log(many / few) / std::log(16.0));
}

}  // namespace perilune::benchmarks
