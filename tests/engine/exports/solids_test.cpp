#include "engine/exports/solids.h"

#include <doctest/doctest.h>

#include "engine/bodies/catalog.h"
#include "engine/bodies/spatial_body.h"
#include "engine/shapes/ellipsoid.h"
#include "engine/simulation/simulation.h"

using namespace perilune;

namespace {

// A free body with these moments of inertia about its own axes, in which they need not be principal.
std::shared_ptr<SpatialBody> body_with(const Matrix3& inertia) {
  SpatialBodyDescription d;
  d.mass = 3, d.position = Vector3::Zero(), d.inertia.matrix = inertia;
  auto body = std::make_shared<SpatialBody>(d);
  body->name = "body";
  return body;
}

std::vector<Solid> solids_of(const std::shared_ptr<SpatialBody>& body, const ShapePointer& shape) {
  Model model(Dimension::spatial, "one", "", Vector3::Zero(), make_ground());
  model.add(BodyPointer(body));
  if (shape) model.add(shape);
  SimulationOptions options;
  options.duration = 0.1;
  return make_solids(*Simulation(model, options).run());
}

}  // namespace

TEST_CASE("solids: a body without a shape is the box of its inertia, along its principal axes") {
  const Vector3 sides(0.6, 0.2, 0.1), squares = sides.cwiseProduct(sides);
  const Matrix3 principal = (3.0 / 12 * (squares.sum() - squares.array())).matrix().asDiagonal();
  const Matrix3 turn = Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  const auto solids = solids_of(body_with(turn * principal * turn.transpose()), nullptr);
  REQUIRE(solids.size() == 1);
  REQUIRE(solids[0].places.size() == 8);
  for (const Vector3& place : solids[0].places)
    CHECK(((turn.transpose() * place).cwiseAbs() - 0.5 * sides).norm() < 1e-12);
}

TEST_CASE("solids: an ellipsoid is one, and its triangles are seen from outside") {
  auto egg = std::make_shared<Ellipsoid>();
  egg->radii = Vector3(0.3, 0.2, 0.1), egg->at = Vector3(0.05, 0, 0);
  const auto body = body_with(Matrix3::Identity());
  egg->body = body;
  const auto solids = solids_of(body, egg);
  REQUIRE(solids.size() == 1);
  const Solid& solid = solids[0];
  REQUIRE(!solid.triangles.empty());
  for (const Vector3& place : solid.places)
    CHECK(std::abs((place - egg->at).cwiseQuotient(egg->radii).norm() - 1) < 1e-14);
  for (const auto& [i, j, k] : solid.triangles) {
    const Vector3 &a = solid.places[i], &b = solid.places[j], &c = solid.places[k];
    CHECK((b - a).cross(c - a).dot(a + b + c - 3 * egg->at) > 0);
  }
}
