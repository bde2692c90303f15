#include "engine/bodies/spatial_body.h"

#include <cmath>

#include <fmt/format.h>

#include "engine/bodies/spatial_channels.h"
#include "engine/model/error.h"

namespace perilune {
namespace {

using Directors = Eigen::Map<Matrix3>;
using ConstDirectors = Eigen::Map<const Matrix3>;

// ω = ½ Σ dᵢ × ḋᵢ; for orthonormal directors that turn rigidly, ḋᵢ = ω × dᵢ.
Vector3 spin_of(const Matrix3& d, const Matrix3& rates) {
  Vector3 sum = d.col(0).cross(rates.col(0));
  sum += d.col(1).cross(rates.col(1));
  sum += d.col(2).cross(rates.col(2));
  return 0.5 * sum;
}

Matrix3 cross_all(const Vector3& w, const Matrix3& d) {
  Matrix3 result;
  for (int i = 0; i < 3; ++i) result.col(i) = w.cross(d.col(i));
  return result;
}

constexpr double slack = 1e-9;  // of the largest moment: rounding in a script

void check_moments(const Vector3& moments) {
  const double sum = moments.sum(), largest = moments.maxCoeff();
  const std::string text = fmt::format("inertia has the principal moments {:.6g}, {:.6g}, {:.6g} kg m^2",
                                       moments[0], moments[1], moments[2]);
  if (moments.minCoeff() < -slack * largest || !(largest > 0)) {
    throw InputError("", "", text + ": none may be negative, and two must be > 0",
                     "inertia = { 0.1, 0.1, 0.2 }");
  }
  if (2 * largest > sum + slack * largest) {
    throw InputError("", "", text + ": no body's largest is more than the sum of the others",
                     "moments are ∫(y² + z²) dm, ∫(z² + x²) dm, ∫(x² + y²) dm");
  }
}

}  // namespace

SpatialBody::SpatialBody(const SpatialBodyDescription& d) : d_(d) {
  const Matrix3& J = d.inertia.matrix;
  is_aligned_ = J.isDiagonal(0);
  moments_ = J.diagonal(), axes_.setIdentity();
  if (!is_aligned_) {
    const Eigen::SelfAdjointEigenSolver<Matrix3> solver(J);
    moments_ = solver.eigenvalues(), axes_ = solver.eigenvectors();
    if (axes_.determinant() < 0) axes_.col(0) = -axes_.col(0);
  }
  check_moments(moments_);
  moments_ = (moments_.array() < slack * moments_.maxCoeff()).select(0, moments_);
  euler_ = 0.5 * J.trace() * Matrix3::Identity() - J;
}

void SpatialBody::mass_matrix(Eigen::Ref<MatrixX> M) const {
  M.setZero();
  for (int k = 0; k < 3; ++k) {
    M(k, k) = d_.mass;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) M(3 + 3 * i + k, 3 + 3 * j + k) = euler_(i, j);
    }
  }
}

// A thin rod has no inertia about itself; a stand-in for it gives a metric in which something is nearest.
void SpatialBody::inertia(double* diagonal) const {
  for (int k = 0; k < 3; ++k) {
    diagonal[k] = d_.mass;
    diagonal[3 + k] = moments_[k] > 0 ? moments_[k] : moments_.maxCoeff();
  }
}

double SpatialBody::kinetic_energy(const double* v) const {
  const Eigen::Map<const Vector3> speed(v);
  const ConstDirectors rates(v + 3);
  return 0.5 * d_.mass * speed.squaredNorm() + 0.5 * (rates.transpose() * rates).cwiseProduct(euler_).sum();
}

// Σ Eᵢⱼ dᵢ × ḋⱼ, which is D J Dᵀ ω while the directors turn rigidly.
Vector3 SpatialBody::spin_momentum(const BodyMotion& motion) const {
  return 2 * spin_of(motion.directors * euler_, motion.director_rates);
}

void SpatialBody::initial_state(double* q, double* v) const {
  const Matrix3& D = d_.orientation.matrix;
  const Vector3 spin = d_.in_frame == "world" ? d_.angular_velocity : Vector3(D * d_.angular_velocity);
  Eigen::Map<Vector3>{q} = d_.position, Eigen::Map<Vector3>{v} = d_.velocity;
  Directors(q + 3) = D, Directors(v + 3) = cross_all(spin, D);
}

void SpatialBody::motion(const double* q, const double* v, BodyMotion& motion) const {
  motion.p = Eigen::Map<const Vector3>(q), motion.v = Eigen::Map<const Vector3>(v);
  motion.directors = ConstDirectors(q + 3), motion.director_rates = ConstDirectors(v + 3);
  motion.spin = spin_of(motion.directors, motion.director_rates);
  motion.turns = true;
}

PointJacobian SpatialBody::point_jacobian(const BodyMotion& motion, const Vector3& local) const {
  PointJacobian J = PointJacobian::Identity(3, 6);
  const Vector3 r = motion.direction(local);
  const Matrix3 P = principal(motion);
  for (int k = 0; k < 3; ++k) J.col(3 + k) = P.col(k).cross(r);
  return J;
}

PointJacobian SpatialBody::spin_jacobian(const BodyMotion& motion) const {
  PointJacobian J = PointJacobian::Zero(3, 6);
  J.rightCols<3>() = principal(motion);
  return J;
}

Vector3 SpatialBody::point_bias(const BodyMotion& motion, const Vector3& local) const {
  return motion.spin.cross(motion.spin.cross(motion.direction(local)));
}

void SpatialBody::add_force(const BodyMotion& motion, const Vector3& local, const Vector3& F,
                            double* f) const {
  for (int k = 0; k < 3; ++k) f[k] += F[k];
  add_torque(motion, motion.direction(local).cross(F), f);
}

void SpatialBody::add_force_at(const BodyMotion& motion, const Vector3& x, const Vector3& F,
                               double* f) const {
  for (int k = 0; k < 3; ++k) f[k] += F[k];
  add_torque(motion, (x - motion.p).cross(F), f);
}

void SpatialBody::add_torque(const BodyMotion& motion, const Vector3& torque, double* f) const {
  Eigen::Map<Vector3>(f + 3) += principal(motion).transpose() * torque;
}

// −ω × J ω (Euler).
void SpatialBody::add_inertial_forces(const BodyMotion& motion, double* f) const {
  const Vector3 w = principal(motion).transpose() * motion.spin;
  Eigen::Map<Vector3>(f + 3) -= w.cross(moments_.cwiseProduct(w));
}

void SpatialBody::freedom_rates(const BodyMotion& motion, const double* v, double* u) const {
  Eigen::Map<Vector3>{u} = Eigen::Map<const Vector3>(v);
  Eigen::Map<Vector3>(u + 3) =
      principal(motion).transpose() * spin_of(motion.directors, ConstDirectors(v + 3));
}

// d̈ᵢ = ω̇ × dᵢ + ω × (ω × dᵢ); along body axes the rates of ω's components are those of the vector.
void SpatialBody::accelerate(const BodyMotion& motion, const double* u_rates, double* a) const {
  const Vector3 spin_rate = principal(motion) * Eigen::Map<const Vector3>(u_rates + 3);
  Eigen::Map<Vector3>{a} = Eigen::Map<const Vector3>(u_rates);
  Directors(a + 3) = cross_all(spin_rate, motion.directors) +
                     cross_all(motion.spin, cross_all(motion.spin, motion.directors));
}

void SpatialBody::move(double* q, const double* change) const {
  Eigen::Map<Vector3>{q} += Eigen::Map<const Vector3>(change);
  Directors D(q + 3);
  const Vector3 turn = D * (axes_ * Eigen::Map<const Vector3>(change + 3));
  const double angle = turn.norm();
  if (angle > 0) D = Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix() * D;
}

void SpatialBody::push(const BodyMotion& motion, double* v, const double* change) const {
  Eigen::Map<Vector3>{v} += Eigen::Map<const Vector3>(change);
  const Vector3 spin = principal(motion) * Eigen::Map<const Vector3>(change + 3);
  Directors(v + 3) += cross_all(spin, motion.directors);
}

// The nearest rotation, by Newton's iteration for the polar decomposition without inverses (Björck & Bowie 1971); then the
// rates that turn it rigidly.
void SpatialBody::straighten(double* q, double* v) const {
  Directors D(q + 3), rates(v + 3);
  for (int i = 0; i < 20; ++i) {
    const Matrix3 error = D.transpose() * D - Matrix3::Identity();
    if (!(error.cwiseAbs().maxCoeff() > 4e-16)) break;
    D = Matrix3(D - 0.5 * D * error);
  }
  rates = cross_all(spin_of(D, rates), D);
}

// |Σ dᵢ × ẋᵢ| ≤ √3 (Σ |ẋᵢ|²)^½ for unit vectors dᵢ.
MotionBound SpatialBody::bound(const double* speeds, const double* accelerations) const {
  const auto length = [](const double* x, int count) { return Eigen::Map<const VectorX>(x, count).norm(); };
  const double turning = 0.5 * std::sqrt(3.0);
  return {length(speeds, 3), length(accelerations, 3), turning * length(speeds + 3, 9),
          turning * length(accelerations + 3, 9)};
}

const std::vector<BodyChannel>& SpatialBody::channels() const { return spatial_body_channels(); }

}  // namespace perilune
