#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "engine/bodies/spatial_body.h"
#include "engine/joints/spatial/catalog.h"
#include "engine/model/error.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

// ---- the battery: every joint of the catalogue between two bodies that stand anyhow ----

namespace {

std::mt19937 generator(7);

Vector3 random_vector() {
  std::uniform_real_distribution<double> uniform(-1, 1);
  return {uniform(generator), uniform(generator), uniform(generator)};
}

// Products of inertia, so that principal axes are not the body's own.
BodyPointer random_body(const char* name) {
  SpatialBodyDescription d;
  d.mass = 1.7;
  d.inertia.matrix << 0.5, 0.05, -0.02, 0.05, 0.7, 0.03, -0.02, 0.03, 0.6;
  d.position = random_vector();
  d.orientation.matrix = Eigen::AngleAxisd(1.3, random_vector().normalized()).toRotationMatrix();
  d.velocity = random_vector(), d.angular_velocity = random_vector();
  auto body = std::make_shared<SpatialBody>(d);
  body->name = name;
  return body;
}

// Two bodies in a joint, placed where they stand; then each is taken elsewhere.
struct Pair {
  explicit Pair(const CatalogEntry<JointPointer>& entry) : bench({random_body("a"), random_body("b")}) {
    for (std::size_t i = 1; i < bench.bodies.size(); ++i) {
      const int at = bench.motion.slots[i].offset;
      bench.bodies[i]->initial_state(bench.q.data() + at, bench.v.data() + at);
    }
    bench.update();
    joint = entry.make(given(entry));
    joint->place(bench.motion);
    rows = joint->equations();
  }

  std::vector<Given> given(const CatalogEntry<JointPointer>& entry) const {
    std::vector<Given> list;
    for (const FieldInfo& field : entry.fields) {
      if (field.name == "between")
        list.push_back({&field, PointPair{Point{bench.bodies[1]}, Point{bench.bodies[2]}}});
      if (field.name == "at") list.push_back({&field, Point{bench.bodies[0], Vector3(0.3, -0.2, 0.4)}});
      if (field.name == "axis" || field.name == "normal") list.push_back({&field, Vector3(0.3, 0.5, -0.2)});
      if (field.name == "axes") list.push_back({&field, Vectors{{1, 0, 0}, {0, 0.6, 0.8}}});
      if (field.name == "pitch") list.push_back({&field, 0.4});
    }
    return list;
  }

  VectorX random_change(double size) const {
    VectorX u(12);
    for (int k = 0; k < 4; ++k) u.segment<3>(3 * k) = size * random_vector();
    return u;
  }
  // The state moved along u for a time s, without acceleration in u.
  void move(const VectorX& q0, const VectorX& u, double s) {
    bench.q = q0;
    for (int i : {1, 2})
      bench.bodies[i]->move(bench.q.data() + 12 * (i - 1), VectorX(s * u.segment(6 * (i - 1), 6)).data());
    for (int i : {1, 2}) {
      bench.v.segment(12 * (i - 1), 12).setZero();
      BodyMotion there;
      bench.bodies[i]->motion(bench.q.data() + 12 * (i - 1), bench.v.data() + 12 * (i - 1), there);
      bench.bodies[i]->push(there, bench.v.data() + 12 * (i - 1), u.data() + 6 * (i - 1));
    }
    bench.update();
  }

  void evaluate(const Motion& motion) {
    error.setZero(rows), rate.setZero(rows), gamma.setZero(rows), jacobian.setZero(rows, 12);
    ColumnBlock all{0, 12, 0};
    joint->evaluate(motion, {error, rate, gamma, {jacobian.data(), 12, &all}});
  }
  VectorX error_at(const VectorX& q0, const VectorX& u, double s) {
    move(q0, u, s);
    evaluate(bench.motion);
    return error;
  }

  Bench bench;
  JointPointer joint;
  int rows = 0;
  VectorX error, rate, gamma;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> jacobian;
};

bool joins_two_bodies(const CatalogEntry<JointPointer>& entry) {
  return entry.name != "drive" && entry.name != "constraint";
}

}  // namespace

TEST_CASE("joints in space hold where they are placed") {
  for (const auto& entry : spatial_joint_catalog()) {
    if (!joins_two_bodies(entry)) continue;
    CAPTURE(entry.name);
    Pair pair(entry);
    pair.evaluate(pair.bench.motion);
    CHECK(pair.error.cwiseAbs().maxCoeff() < 1e-14);
  }
}

// Away from where it holds, along motions without acceleration in u: Φ(s) = Φ + Φ_u u s − γ s²/2 + ….
TEST_CASE("joints in space: Jacobian and γ agree with central differences") {
  for (const auto& entry : spatial_joint_catalog()) {
    if (!joins_two_bodies(entry)) continue;
    CAPTURE(entry.name);
    // The angle of a screw is exact where both axes agree: no further away than that.
    const double away = entry.name == "screw" ? 0 : 0.7;
    for (int trial = 0; trial < 5; ++trial) {
      Pair pair(entry);
      pair.move(VectorX(pair.bench.q), pair.random_change(1), away);
      const VectorX q0 = pair.bench.q;
      VectorX u = pair.random_change(1);
      if (entry.name == "screw") {  // along its own freedom only
        pair.evaluate(pair.bench.motion);
        const Eigen::FullPivLU<MatrixX> lu{MatrixX(pair.jacobian.topRows(4))};
        u = lu.kernel() * VectorX::Ones(lu.dimensionOfKernel());
      }
      constexpr double s = 1e-4;
      const VectorX plus = pair.error_at(q0, u, s), minus = pair.error_at(q0, u, -s),
                    here = pair.error_at(q0, u, 0);
      CHECK((pair.jacobian * u - (plus - minus) / (2 * s)).cwiseAbs().maxCoeff() < 1e-6);
      CHECK((-pair.gamma - (plus - 2 * here + minus) / (s * s)).cwiseAbs().maxCoeff() < 1e-5);
    }
  }
}

// Whatever the multipliers, two bodies do to each other the same force and moment about any place, as long as points that
// are to meet do.
TEST_CASE("joints in space keep linear and angular momentum") {
  for (const auto& entry : spatial_joint_catalog()) {
    if (!joins_two_bodies(entry)) continue;
    CAPTURE(entry.name);
    Pair pair(entry);
    pair.evaluate(pair.bench.motion);
    const VectorX f = -pair.jacobian.transpose() * VectorX::LinSpaced(pair.rows, 1, 2);
    Vector3 force = Vector3::Zero(), moment = Vector3::Zero();
    for (int i : {1, 2}) {
      const BodyMotion& motion = pair.bench.motion.bodies[i];
      const Vector3 F = f.segment<3>(6 * (i - 1));
      const Matrix3 axes = pair.bench.bodies[i]->spin_jacobian(motion).rightCols<3>();
      force += F, moment += motion.p.cross(F) + axes * f.segment<3>(6 * (i - 1) + 3);
    }
    CHECK(force.norm() < 1e-13);
    CHECK(moment.norm() < 1e-13);
  }
}

// What is quadratic has its gradient at the mean as discrete derivative: over any step, however large,
// Φ(q₁) − Φ(q₀) = Φ_q(q_m)(q₁ − q₀). The screw's angle is not.
TEST_CASE("joints in space: the Jacobian at the mean of two states is the discrete derivative") {
  for (const auto& entry : spatial_joint_catalog()) {
    if (!joins_two_bodies(entry) || entry.name == "screw") continue;
    CAPTURE(entry.name);
    Pair pair(entry);
    const VectorX q0 = pair.bench.q;
    pair.move(q0, VectorX::Zero(12), 0);
    const Motion before = pair.bench.motion;
    pair.evaluate(before);
    const VectorX error_before = pair.error;
    const VectorX error_after = pair.error_at(q0, pair.random_change(0.8), 1);
    Motion middle = pair.bench.motion;
    VectorX u(12);
    for (int i : {1, 2}) {
      const BodyMotion &a = before.bodies[i], b = pair.bench.motion.bodies[i];
      BodyMotion& m = middle.bodies[i];
      m.p = 0.5 * (a.p + b.p), m.directors = 0.5 * (a.directors + b.directors);
      const Matrix3 change = (b.directors - a.directors) * m.directors.inverse();  // a cross product
      const Vector3 turn(change(2, 1), change(0, 2), change(1, 0));
      const Matrix3 axes = pair.bench.bodies[i]->spin_jacobian(m).rightCols<3>();
      u.segment<3>(6 * (i - 1)) = b.p - a.p, u.segment<3>(6 * (i - 1) + 3) = axes.inverse() * turn;
    }
    pair.evaluate(middle);
    CHECK((pair.jacobian * u - (error_after - error_before)).cwiseAbs().maxCoeff() < 1e-13);
  }
}

TEST_CASE("joints in space refuse what has no axes, one body twice, and axes that are not at right angles") {
  const auto* universal = find_entry(spatial_joint_catalog(), "universal");
  Pair pair(*universal);
  std::vector<Given> given = pair.given(*universal);
  for (Given& field : given) {
    if (field.field->name == "axes") field.value = Vectors{{1, 0, 0}, {0.1, 1, 0}};
  }
  CHECK_THROWS_WITH_AS(universal->make(given), doctest::Contains("not at right angles"), InputError);
  const auto* hinge = find_entry(spatial_joint_catalog(), "revolute");
  given = pair.given(*hinge);
  for (Given& field : given) {
    if (field.field->name == "between")
      field.value = PointPair{Point{pair.bench.bodies[1]}, Point{pair.bench.bodies[1]}};
  }
  CHECK_THROWS_WITH_AS(hinge->make(given), doctest::Contains("twice"), InputError);
}
