#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "engine/joints/spatial/catalog.h"
#include "engine/model/error.h"
#include "tests/engine/space.h"

using namespace perilune;
using namespace perilune::testing;

// ---- the battery: every joint of the catalogue between two bodies that stand anyhow ----

namespace {

std::mt19937 generator(7);
const Vector3 axis(0.3, 0.5, -0.2);

// Two bodies in a joint, placed where they stand; then each is taken elsewhere.
struct Pair : TwoBodies {
  explicit Pair(const CatalogEntry<JointPointer>& entry) : TwoBodies(generator) {
    joint = entry.make(given(entry));
    joint->place(bench.motion);
    rows = joint->equations();
  }

  std::vector<Given> given(const CatalogEntry<JointPointer>& entry) const {
    std::vector<Given> list;
    for (const FieldInfo& field : entry.fields) {
      const auto give = [&](Value value) { list.push_back({&field, std::move(value)}); };
      if (field.type == FieldType::points) give(PointPair{Point{bench.bodies[1]}, Point{bench.bodies[2]}});
      if (field.type == FieldType::joints) give(JointPair{other("revolute"), other("prismatic")});
      if (field.type == FieldType::participants) give(Points{Point{bench.bodies[1]}, Point{bench.bodies[2]}});
      if (field.name == "at") give(Point{bench.bodies[0], Vector3(0.3, -0.2, 0.4)});
      if (field.name == "axis" || field.name == "normal") give(axis);
      if (field.name == "axes") give(Vectors{{1, 0, 0}, {0, 0.6, 0.8}});
      if (field.name == "pitch" || field.name == "ratio") give(0.4);
      if (field.name == "joint") give(other("revolute"));
      if (field.name == "value") {
        Quantity zero;
        zero.constant = VectorX::Zero(1);
        give(zero);
      }
      if (field.name == "equations") give(native(product, 1));
    }
    return list;
  }
  // For those that go by the coordinates of other joints.
  JointPointer other(const char* name) const {
    const auto* entry = find_entry(spatial_joint_catalog(), name);
    JointPointer made = entry->make(given(*entry));
    made->place(bench.motion);
    return made;
  }
  // Of a user: d₁ of the first along the way to the second, less what it was, as Φ; without that constant.
  static void product(const Taylor* in, Taylor* out) {
    *out = Taylor{};
    for (int i = 0; i < 3; ++i) {
      const Taylor &d = in[3 + i], &a = in[i], &b = in[12 + i];
      const double r = b.value - a.value, rate = b.first - a.first;
      out->value += d.value * r;
      out->first += d.first * r + d.value * rate;
      out->second += d.second * r + 2 * d.first * rate + d.value * (b.second - a.second);
    }
  }

  VectorX random_change(double size) const {
    VectorX u(12);
    for (int k = 0; k < 4; ++k) u.segment<3>(3 * k) = size * random_vector(generator);
    return u;
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

  JointPointer joint;
  int rows = 0;
  VectorX error, rate, gamma;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> jacobian;
};

// What goes by an angle is exact while both bodies have its axis.
bool goes_by_angle(const CatalogEntry<JointPointer>& entry) {
  return entry.name == "screw" || entry.name == "drive" || entry.name == "gear";
}

}  // namespace

TEST_CASE("joints in space hold where they are placed") {
  for (const auto& entry : spatial_joint_catalog()) {
    CAPTURE(entry.name);
    Pair pair(entry);
    pair.evaluate(pair.bench.motion);
    if (entry.name != "constraint") CHECK(pair.error.cwiseAbs().maxCoeff() < 1e-14);
  }
}

// Away from where it holds, along motions without acceleration in u: Φ(s) = Φ + Φ_u u s − γ s²/2 + ….
TEST_CASE("joints in space: Jacobian and γ agree with central differences") {
  for (const auto& entry : spatial_joint_catalog()) {
    CAPTURE(entry.name);
    const double away = goes_by_angle(entry) ? 0 : 0.7;
    for (int trial = 0; trial < 5; ++trial) {
      Pair pair(entry);
      pair.move(VectorX(pair.bench.q), pair.random_change(1), away);
      const VectorX q0 = pair.bench.q;
      VectorX u = pair.random_change(1);
      if (goes_by_angle(entry)) {  // the second turns with the first, and about the axis
        const auto& bodies = pair.bench.motion.bodies;
        const Matrix3 a = pair.bench.bodies[1]->spin_jacobian(bodies[1]).rightCols<3>();
        const Matrix3 b = pair.bench.bodies[2]->spin_jacobian(bodies[2]).rightCols<3>();
        u.segment<3>(9) = b.transpose() * (a * u.segment<3>(3) + 0.9 * axis.normalized());
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
    CAPTURE(entry.name);
    Pair pair(entry);
    pair.evaluate(pair.bench.motion);
    const VectorX f = -pair.jacobian.transpose() * VectorX::LinSpaced(pair.rows, 1, 2);
    const auto [force, moment] = pair.resultant(pair.bench.motion, f);
    CHECK(force.norm() < 1e-13);
    CHECK(moment.norm() < 1e-13);
  }
}

// What is quadratic has its gradient at the mean as discrete derivative: over any step, however large,
// Φ(q₁) − Φ(q₀) = Φ_q(q_m)(q₁ − q₀). An angle is not.
TEST_CASE("joints in space: the Jacobian at the mean of two states is the discrete derivative") {
  for (const auto& entry : spatial_joint_catalog()) {
    if (goes_by_angle(entry)) continue;
    CAPTURE(entry.name);
    Pair pair(entry);
    const VectorX q0 = pair.bench.q;
    pair.move(q0, VectorX::Zero(12), 0);
    const Motion before = pair.bench.motion;
    pair.evaluate(before);
    const VectorX error_before = pair.error;
    const VectorX error_after = pair.error_at(q0, pair.random_change(0.8), 1);
    const Middle middle(pair.bench, before, pair.bench.motion, 1);
    pair.evaluate(middle.motion);
    CHECK((pair.jacobian * middle.change - (error_after - error_before)).cwiseAbs().maxCoeff() < 1e-13);
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
