#include <doctest/doctest.h>

#include <cmath>

#include "engine/bodies/angle_coordinate.h"
#include "engine/joints/angle_binding.h"
#include "tests/engine/space.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

using Augmentation = AngleBinding::Augmentation;

std::mt19937 angles_generator(5);
const Vector3 hinge_axis = Vector3(0.3, 0.5, -0.2).normalized();

// Two bodies and the angle between them.
struct Hinged {
  explicit Hinged(Augmentation kind) : bench(bodies()) {
    for (std::size_t i = 1; i < bench.bodies.size(); ++i) {
      const int at = bench.motion.slots[i].offset;
      bench.bodies[i]->initial_state(bench.q.data() + at, bench.v.data() + at);
    }
    bench.update();
    binding =
        std::make_unique<AngleBinding>(bench.bodies[1], bench.bodies[2], bench.bodies[3], hinge_axis, kind);
    binding->place(bench.motion);
  }
  static std::vector<BodyPointer> bodies() {
    std::vector<BodyPointer> list = {random_body(angles_generator, "a"), random_body(angles_generator, "b")};
    list.push_back(std::make_shared<AngleCoordinate>(list[0], list[1], hinge_axis));
    return list;
  }
  // The first turned by R, the second as well and by the angle about the axis; the coordinate says `shown`.
  void turn(const VectorX& start, const Matrix3& R, double angle, double shown) {
    const Matrix3 a = Eigen::Map<const Matrix3>(start.data() + 3),
                  b = Eigen::Map<const Matrix3>(start.data() + 15);
    bench.q = start;
    Eigen::Map<Matrix3>(bench.q.data() + 3) = R * a;
    Eigen::Map<Matrix3>(bench.q.data() + 15) = R * Eigen::AngleAxisd(angle, hinge_axis) * b;
    bench.q[24] = shown;
    bench.update();
  }
  struct Rows {
    VectorX error = VectorX::Zero(1), rate = VectorX::Zero(1), gamma = VectorX::Zero(1);
    Eigen::Matrix<double, 1, 13> jacobian = Eigen::Matrix<double, 1, 13>::Zero();
    ColumnBlock all{0, 13, 0};
    ConstraintRows view() { return {error, rate, gamma, {jacobian.data(), 13, &all}}; }
  };
  Bench bench;
  std::unique_ptr<AngleBinding> binding;
};

}  // namespace

TEST_CASE("angle as a coordinate: it holds at the start and after any turn, whole ones included") {
  Hinged hinged(Augmentation::variable);
  const VectorX start = hinged.bench.q;
  const Matrix3 R = Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  for (const double angle : {0.0, 1.3, -2.9, 2 * M_PI + 0.4, 20.0}) {
    hinged.turn(start, R, angle, angle);
    Hinged::Rows rows;
    hinged.binding->evaluate(hinged.bench.motion, rows.view());
    CHECK(std::abs(rows.error[0]) < 1e-13);
    hinged.turn(start, R, angle, angle + 0.01);
    hinged.binding->evaluate(hinged.bench.motion, rows.view());
    CHECK(rows.error[0] == doctest::Approx(0.01).epsilon(1e-11));
  }
}

// The classical one has the angle 3π/2 − γ for γ, too, and no slope where these meet.
TEST_CASE("classical augmentation: it has a second solution, and no rank at 3π/4") {
  Hinged hinged(Augmentation::classical);
  const VectorX start = hinged.bench.q;
  const auto errors = [&](double angle, double shown) {
    hinged.turn(start, Matrix3::Identity(), angle, shown);
    const Motion& here = hinged.bench.motion;
    Hinged::Rows mean, end;
    hinged.binding->evaluate_over({here, here, here, 1}, mean.view(), end.view());
    return std::pair(end.error[0], mean.jacobian[12]);
  };
  CHECK(std::abs(errors(1.1, 1.1).first) < 1e-14);
  CHECK(std::abs(errors(1.1, 1.5 * M_PI - 1.1).first) < 1e-14);
  CHECK(std::abs(errors(1.1, 1.2).first) > 0.01);
  CHECK(std::abs(errors(0.75 * M_PI, 0.75 * M_PI).second) < 1e-14);
  CHECK(errors(0.25 * M_PI, 0.25 * M_PI).second == doctest::Approx(std::sqrt(2.0)));
}

// Φ(q₁) − Φ(q₀) with the factors of the step, whatever the coordinate shows.
TEST_CASE("angle as a coordinate: over a step its derivative is discrete, in both augmentations") {
  for (const Augmentation kind : {Augmentation::variable, Augmentation::classical}) {
    Hinged hinged(kind);
    const VectorX start = hinged.bench.q;
    hinged.turn(start, Matrix3::Identity(), 0.4, 0.3);
    const VectorX q0 = hinged.bench.q;
    Motion before = hinged.bench.motion;
    before.q = q0.data();
    Hinged::Rows mean, end, unused;
    hinged.binding->evaluate_over({before, before, before, 1}, unused.view(), end.view());
    const double error_before = end.error[0];
    hinged.turn(start, Eigen::AngleAxisd(0.8, Vector3(3, 1, 2).normalized()).toRotationMatrix(), 1.3, 1.1);
    const Motion& after = hinged.bench.motion;
    Middle middle(hinged.bench, before, after, 1);
    const VectorX q_mean = 0.5 * (q0 + hinged.bench.q);
    middle.motion.q = q_mean.data();
    hinged.binding->evaluate_over({before, middle.motion, after, 1}, mean.view(), end.view());
    Eigen::Matrix<double, 13, 1> change;
    change << middle.change, hinged.bench.q[24] - q0[24];
    CHECK(std::abs(mean.jacobian.dot(change.transpose()) - (end.error[0] - error_before)) < 1e-13);
  }
}
