#include <doctest/doctest.h>

#include <cmath>

#include "engine/bodies/spatial_body.h"
#include "engine/model/error.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

SpatialBodyDescription description() {
  SpatialBodyDescription d;
  d.mass = 1.7;
  d.inertia.matrix << 0.5, 0.05, -0.02, 0.05, 0.7, 0.03, -0.02, 0.03, 0.6;
  d.position = {0.3, -0.2, 0.5};
  d.orientation.matrix = Eigen::AngleAxisd(1.1, Vector3(1, 2, -1).normalized()).toRotationMatrix();
  d.velocity = {0.1, 0.7, -0.4};
  d.angular_velocity = {0.9, -0.3, 0.6};
  return d;
}

struct State {
  explicit State(const Body& body) : q(12), v(12) {
    body.initial_state(q.data(), v.data());
    body.motion(q.data(), v.data(), motion);
  }
  VectorX q, v;
  BodyMotion motion;
};

}  // namespace

TEST_CASE("rigid body in space: kinetic energy and spin are ½ωᵀJω and Jω, also with products of inertia") {
  const SpatialBodyDescription d = description();
  const SpatialBody body(d);
  const State state(body);
  const Vector3 w = d.angular_velocity;
  const Matrix3 &J = d.inertia.matrix, &D = d.orientation.matrix;
  const double energy = 0.5 * d.mass * d.velocity.squaredNorm() + 0.5 * w.dot(J * w);
  MatrixX M(12, 12);
  body.mass_matrix(M);
  CHECK(body.kinetic_energy(state.v.data()) == doctest::Approx(energy).epsilon(1e-14));
  CHECK(0.5 * state.v.dot(M * state.v) == doctest::Approx(energy).epsilon(1e-14));
  CHECK((body.spin_momentum(state.motion) - D * (J * w)).norm() < 1e-14);
  CHECK((state.motion.spin - D * w).norm() < 1e-15);
}

// The mass matrix in u is constant: Pᵀ M P with P by push(), column by column.
TEST_CASE("rigid body in space: its inertia in u is that of the directors") {
  const SpatialBody body(description());
  const State state(body);
  MatrixX M(12, 12), P = MatrixX::Zero(12, 6);
  body.mass_matrix(M);
  for (int k = 0; k < 6; ++k) {
    VectorX column = VectorX::Zero(12);
    body.push(state.motion, column.data(), VectorX(VectorX::Unit(6, k)).data());
    P.col(k) = column;
  }
  VectorX diagonal(6), u(6);
  body.inertia(diagonal.data());
  CHECK((P.transpose() * M * P - MatrixX(diagonal.asDiagonal())).cwiseAbs().maxCoeff() < 1e-14);
  body.freedom_rates(state.motion, state.v.data(), u.data());
  CHECK((P * u - state.v).cwiseAbs().maxCoeff() < 1e-14);
}

// Without loads, Euler's equations: the angular momentum D J Dᵀ ω stays as it is.
TEST_CASE("rigid body in space: free motion keeps the angular momentum") {
  const SpatialBody body(description());
  State state(body);
  VectorX inertia(6), f = VectorX::Zero(6), a(12);
  body.inertia(inertia.data());
  body.add_inertial_forces(state.motion, f.data());
  body.accelerate(state.motion, VectorX(f.cwiseQuotient(inertia)).data(), a.data());
  constexpr double s = 1e-5;
  const auto momentum = [&](double by) {
    const VectorX q = state.q + by * state.v + by * by / 2 * a, v = state.v + by * a;
    BodyMotion motion;
    body.motion(q.data(), v.data(), motion);
    return body.spin_momentum(motion);
  };
  CHECK(((momentum(s) - momentum(-s)) / (2 * s)).norm() < 1e-9);
}

TEST_CASE("rigid body in space: straighten finds the nearest rotation and a rigid rate") {
  const SpatialBody body(description());
  State state(body);
  const Matrix3 D = Eigen::Map<Matrix3>(state.q.data() + 3);
  Matrix3 stretch;
  stretch << 1.01, 0.004, -0.002, 0.004, 0.98, 0.003, -0.002, 0.003, 1.02;
  Eigen::Map<Matrix3>(state.q.data() + 3) = D * stretch;  // polar decomposition: D is its rotation
  body.straighten(state.q.data(), state.v.data());
  CHECK((Eigen::Map<Matrix3>(state.q.data() + 3) - D).cwiseAbs().maxCoeff() < 1e-14);
  const Matrix3 spin = Eigen::Map<Matrix3>(state.v.data() + 3) * D.transpose();
  CHECK((spin + spin.transpose()).cwiseAbs().maxCoeff() < 1e-14);
}

TEST_CASE("rigid body in space: a thin rod is one, moments that no body has are refused") {
  SpatialBodyDescription d = description();
  d.inertia.matrix = Vector3(0.1, 0.1, 0).asDiagonal();
  const SpatialBody rod(d);
  VectorX inertia(6);
  rod.inertia(inertia.data());
  CHECK(inertia[5] > 0);  // a stand-in: about itself it has none
  VectorX spin = VectorX::Unit(6, 5), v = VectorX::Zero(12);
  rod.push(State(rod).motion, v.data(), spin.data());
  CHECK(rod.kinetic_energy(v.data()) == 0);
  d.inertia.matrix = Vector3(0.1, 0.1, 0.3).asDiagonal();
  CHECK_THROWS_WITH_AS(SpatialBody{d}, doctest::Contains("sum of the others"), InputError);
  d.inertia.matrix = Vector3(0.1, -0.1, 0.1).asDiagonal();
  CHECK_THROWS_WITH_AS(SpatialBody{d}, doctest::Contains("negative"), InputError);
}
