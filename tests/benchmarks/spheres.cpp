// What many contacts in space cost: spheres that fall into a box of planes and settle, per simulated second.
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "engine/bodies/catalog.h"
#include "engine/bodies/spatial_body.h"
#include "engine/shapes/plane.h"
#include "engine/shapes/sphere.h"
#include "tests/benchmarks/benchmarks.h"
#include "tests/engine/simulation/models.h"

namespace perilune::benchmarks {
namespace {

constexpr double radius = 0.01, mass = 0.01, stiffness = 1e6, restitution = 0.5;  // [m], [kg], [N/m^1.5]

void add_plane(Model& model, const Vector3& at, const Vector3& normal) {
  auto plane = std::make_shared<Plane>();
  plane->body = model.ground(), plane->at = at, plane->normal = normal;
  model.add(ShapePointer(plane));
}

// A cubic lattice a little wider than touching, above a floor and between four walls.
Model box(int side) {
  Model model(Dimension::spatial, "spheres", "", Vector3(0, 0, -9.81), make_ground());
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-0.1, 0.1);
  const double pitch = 2.2 * radius, width = side * pitch;
  for (int i = 0; i < side * side * side; ++i) {
    SpatialBodyDescription d;
    d.mass = mass;
    d.inertia.matrix = 0.4 * mass * radius * radius * Matrix3::Identity();
    d.position = pitch * Vector3(i % side + 0.5, i / side % side + 0.5, i / (side * side) + 0.5);
    d.velocity = {uniform(generator), uniform(generator), 0};
    auto ball = std::make_shared<SpatialBody>(d);
    ball->name = "ball " + std::to_string(i);
    model.add(ball);
    auto sphere = std::make_shared<Sphere>();
    sphere->body = ball, sphere->radius = radius;
    model.add(ShapePointer(sphere));
  }
  add_plane(model, Vector3::Zero(), Vector3::UnitZ());
  add_plane(model, Vector3::Zero(), Vector3::UnitX());
  add_plane(model, Vector3::Zero(), Vector3::UnitY());
  add_plane(model, width * Vector3::UnitX(), -Vector3::UnitX());
  add_plane(model, width * Vector3::UnitY(), -Vector3::UnitY());
  ContactGroup group;
  group.name = "balls", group.law = testing::law("flores", restitution, 1.5, stiffness);
  model.add(std::move(group));
  return model;
}

// Seconds for one simulated second, from the first 0.1 s.
double cost_per_second(int side) {
  SimulationOptions options;
  options.duration = 0.1;
  options.integrator = "symplectic_euler", options.steps.step = 1e-4;
  options.accept = {testing::penetration_rule("stages")};
  options.record.when = RecordOptions::When::nothing;
  const Model model = box(side);
  Simulation simulation(model, options);
  return simulation.run()->statistics.wall_time / options.duration;
}

}  // namespace

void benchmark_spheres() {
  const double few = cost_per_second(5), many = cost_per_second(10);
  fmt::print(
      "symplectic_euler at 0.1 ms, 125 / 1000 spheres in a box: {:.2f} / {:.2f} s per simulated second; "
      "exponent {:.2f}\n",
      few, many, std::log(many / few) / std::log(8.0));
}

}  // namespace perilune::benchmarks
