#pragma once

#include "engine/model/field.h"

namespace perilune {

// A rigid body in space without rotation parameters: coordinates are its centre of mass and the three axes of its frame,
//     q = (φ, d₁, d₂, d₃) ∈ R¹²,   x = φ + Xᵢ dᵢ,   dᵢ·dⱼ = δᵢⱼ
// (Betsch & Steinmann 2001), so that the mass matrix is constant: M = diag(m, E) ⊗ I, E = ½ tr(J) I − J. It is written and
// solved in u = (φ̇, ω along the principal axes), where Pᵀ M P = diag(m, m, m, J₁, J₂, J₃) and what binds the directors has
// no part in the equations; E may be singular (a flat body, a thin rod).
struct SpatialBodyDescription {
  double mass = required_number;
  Tensor inertia;
  Vector3 position = Vector3::Constant(required_number);
  Rotation orientation;
  Vector3 velocity = Vector3::Zero();
  Vector3 angular_velocity = Vector3::Zero();
  std::string in_frame = "body";

  static std::vector<Field<SpatialBodyDescription>> fields() {
    using D = SpatialBodyDescription;
    return {{"mass", "kg", "of the body", &D::mass, above(0)},
            {"inertia", "kg m^2", "about the centre of mass, in body axes: { Ixx, Iyy, Izz } or 3 rows of 3",
             &D::inertia},
            {"position", "m", "of the centre of mass at t = 0", &D::position},
            {"orientation", "", "of the body's axes at t = 0, a rotation", &D::orientation},
            {"velocity", "m/s", "of the centre of mass at t = 0", &D::velocity},
            {"angular_velocity", "rad/s", "at t = 0, along the body's axes", &D::angular_velocity},
            Field<D>("in_frame", "", "\"body\" or \"world\": the axes of angular_velocity", &D::in_frame)
                .choose({"body", "world"})};
  }
};

class SpatialBody final : public Body {
 public:
  // Throws InputError (no origin): no body has this inertia.
  explicit SpatialBody(const SpatialBodyDescription& d);
  const char* kind() const override { return "body"; }
  int coordinates() const override { return 12; }
  int freedoms() const override { return 6; }
  bool can_turn() const override { return true; }
  double mass() const override { return d_.mass; }
  const Vector3& principal_moments() const { return moments_; }  // [kg·m²]
  const Matrix3& principal_axes() const { return axes_; }        // in the body's frame, as columns
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
  void inertia(double* diagonal) const override;
  void add_inertial_forces(const BodyMotion& motion, double* f) const override;
  double kinetic_energy(const double* v) const override;
  void freedom_rates(const BodyMotion& motion, const double* v, double* u) const override;
  void accelerate(const BodyMotion& motion, const double* u_rates, double* a) const override;
  void move(double* q, const double* change) const override;
  void push(const BodyMotion& motion, double* v, const double* change) const override;
  void straighten(double* q, double* v) const override;
  MotionBound bound(const double* speeds, const double* accelerations) const override;
  const std::vector<BodyChannel>& channels() const override;

 private:
  Matrix3 principal(const BodyMotion& motion) const {
    return is_aligned_ ? motion.directors : Matrix3(motion.directors * axes_);
  }
  SpatialBodyDescription d_;
  Vector3 moments_;  // J₁, J₂, J₃ [kg·m²]
  Matrix3 axes_;     // the principal axes, in the body's frame, as columns
  Matrix3 euler_;    // E [kg·m²]
  bool is_aligned_;  // these are the body's own
};

}  // namespace perilune
