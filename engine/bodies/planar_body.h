#pragma once

#include "engine/model/field.h"

namespace perilune {

// A rigid body in the plane: coordinates x, y of its centre of mass and its angle θ (Nikravesh 1988, ch. 3),
//     M = diag(m, m, J),   D = [c −s 0; s c 0; 0 0 1],   c = cos θ, s = sin θ.
struct PlanarBodyDescription {
  double mass = required_number;
  double inertia = required_number;
  Vector3 position = Vector3::Constant(required_number);
  double angle = 0;
  Vector3 velocity = Vector3::Zero();
  double angular_velocity = 0;

  static std::vector<Field<PlanarBodyDescription>> fields() {
    using D = PlanarBodyDescription;
    return {{"mass", "kg", "of the body", &D::mass, above(0)},
            {"inertia", "kg m^2", "about the centre of mass", &D::inertia, above(0)},
            {"position", "m", "of the centre of mass at t = 0", &D::position},
            {"angle", "rad", "at t = 0", &D::angle},
            {"velocity", "m/s", "of the centre of mass at t = 0", &D::velocity},
            {"angular_velocity", "rad/s", "at t = 0", &D::angular_velocity}};
  }
};

class PlanarBody : public Body {
 public:
  explicit PlanarBody(const PlanarBodyDescription& d) : d_(d) {}
  const char* kind() const override { return "body"; }
  int coordinates() const override { return 3; }
  bool can_turn() const override { return true; }
  double mass() const override { return d_.mass; }
  Vector3 spin_momentum(const BodyMotion& motion) const override;
  void mass_matrix(Eigen::Ref<MatrixX> M) const override;
  void initial_state(double* q, double* v) const override;
  void motion(const double* q, const double* v, BodyMotion& motion) const override;
  PointJacobian point_jacobian(const BodyMotion& motion, const Vector3& local) const override;
  PointJacobian spin_jacobian(const BodyMotion& motion) const override;
  Vector3 point_bias(const BodyMotion& motion, const Vector3& local) const override;
  void add_force(const BodyMotion& motion, const Vector3& local, const Vector3& F, double* f) const override;
  void add_force_at(const BodyMotion& motion, const Vector3& x, const Vector3& F, double* f) const override;
  void add_torque(const BodyMotion& motion, const Vector3& torque, double* f) const override;
  MotionBound bound(const double* speeds, const double* accelerations) const override;
  const std::vector<BodyChannel>& channels() const override;

 private:
  PlanarBodyDescription d_;
};

// A straight uniform bar between two places: a planar body whose frame lies at the middle, x along the bar.
struct BarDescription {
  Point from, to;  // points of the ground, or of bodies, where they are at t = 0
  double mass = required_number;
  std::optional<double> inertia;

  static std::vector<Field<BarDescription>> fields() {
    using D = BarDescription;
    return {{"from", "m", "one end at t = 0", &D::from},
            {"to", "m", "the other end at t = 0", &D::to},
            {"mass", "kg", "of the bar", &D::mass, above(0)},
            {"inertia", "kg m^2", "about the middle; default m l^2/12", &D::inertia, above(0)}};
  }
};

class Bar final : public PlanarBody {
 public:
  Bar(const PlanarBodyDescription& d, double length) : PlanarBody(d), length_(length) {}
  const char* kind() const override { return "bar"; }
  double length() const { return length_; }              // [m]
  Vector3 from() const { return {-length_ / 2, 0, 0}; }  // ends in the bar's frame [m]
  Vector3 tip() const { return {length_ / 2, 0, 0}; }

 private:
  double length_;
};

// Throws InputError (no origin) when the ends coincide.
std::shared_ptr<Bar> make_bar(const BarDescription& d);

}  // namespace perilune
