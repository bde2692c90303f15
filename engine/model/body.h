#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/math/vector.h"

namespace perilune {

// Where a body's frame is and how it moves. Every material point X (body components) obeys
//     x = p + D X,   ẋ = v + Ḋ X,
// for planar bodies (D a rotation by θ), particles (D = I) and rotationless bodies (D = [d₁ d₂ d₃]).
struct BodyMotion {
  Vector3 p = Vector3::Zero();               // reference point [m]
  Matrix3 directors = Matrix3::Identity();   // D [-]
  Vector3 v = Vector3::Zero();               // [m/s]
  Matrix3 director_rates = Matrix3::Zero();  // Ḋ [1/s]
  Vector3 spin = Vector3::Zero();            // ω, world axes [rad/s]
  bool turns = false;                        // false: D = I and ω = 0 always; spares the products
  bool in_plane = false;                     // turns about z only; spares two thirds of them

  [[gnu::always_inline]] Vector3 position(const Vector3& local) const {
    return turns ? Vector3(p + turned(local)) : p + local;
  }
  Vector3 velocity(const Vector3& local) const { return turns ? Vector3(v + director_rates * local) : v; }
  [[gnu::always_inline]] Vector3 direction(const Vector3& local) const {
    return turns ? turned(local) : local;
  }
  // Velocity of the material point that is at x now: v + ω × (x − p).
  [[gnu::always_inline]] Vector3 velocity_at(const Vector3& x) const {
    if (!turns) return v;
    if (!in_plane) return v + spin.cross(x - p);
    return {v[0] - spin[2] * (x[1] - p[1]), v[1] + spin[2] * (x[0] - p[0]), v[2]};
  }

 private:
  // D local, column by column: Eigen's product of a fixed matrix and a vector is a call here.
  [[gnu::always_inline]] Vector3 turned(const Vector3& local) const {
    if (in_plane) {
      const double c = directors(0, 0), s = directors(1, 0);
      return {c * local[0] - s * local[1], s * local[0] + c * local[1], local[2]};
    }
    return directors.col(0) * local[0] + directors.col(1) * local[1] + directors.col(2) * local[2];
  }
};

// Upper bounds of a body's motion over a step.
struct MotionBound {
  double speed = 0;         // |v| of the reference point [m/s]
  double acceleration = 0;  // |v̇| [m/s²]
  double spin = 0;          // |ω| [rad/s]
  double spin_rate = 0;     // |ω̇| [rad/s²]
};

// A quantity of a body that results can show.
struct BodyChannel {
  std::string name, unit;
  // q, v, a: the body's own block of positions, velocities, accelerations.
  double (*value)(const double* q, const double* v, const double* a);
};

using PointJacobian = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 12>;

// A body: its description (name, mass properties, initial state) and the kinematics of its coordinates.
// Coordinates are chosen so that the mass matrix is constant and q̇ = v.
class Body {
 public:
  virtual ~Body() = default;

  int index = -1;  // in its model; 0 is the ground
  std::string name;
  std::string origin;  // where the user said it

  virtual const char* kind() const = 0;  // "body", "particle", "coordinate", "ground"
  virtual int coordinates() const = 0;   // size of its block of q
  // In how many ways it can move: size of its block of u, in which forces and rows of Φ_q are written, q̇ = P(q) u.
  // Fewer than coordinates() where these are bound to each other (is_bound); else u = q̇.
  virtual int freedoms() const { return coordinates(); }
  bool is_bound() const { return freedoms() < coordinates(); }
  virtual bool can_turn() const { return false; }   // torques act on it
  virtual bool is_scalar() const { return false; }  // one generalised coordinate, no place in space
  virtual double mass() const { return 0; }         // [kg], translational; 0: none or infinite (ground)
  // Centre of mass in the body's frame [m]. Its path is linear in q: weight is a constant generalised force.
  virtual Vector3 center() const { return Vector3::Zero(); }
  virtual Vector3 spin_momentum(const BodyMotion&) const {
    return Vector3::Zero();
  }                                                           // about its centre [N·m·s]
  virtual void mass_matrix(Eigen::Ref<MatrixX> M) const = 0;  // constant, coordinates() square
  virtual void initial_state(double* q, double* v) const = 0;

  // Positions into p and directors; with v also their rates.
  virtual void motion(const double* q, const double* v, BodyMotion& motion) const = 0;
  // The next five take the body's motion as motion() wrote it.
  // ∂x/∂q P of the material point X = local, 3 × freedoms().
  virtual PointJacobian point_jacobian(const BodyMotion& motion, const Vector3& local) const = 0;
  // ∂ω/∂u, world axes, 3 × freedoms(); the derivative of ω for u̇ = 0 is zero in all kinds.
  virtual PointJacobian spin_jacobian(const BodyMotion& motion) const {
    (void)motion;
    return PointJacobian::Zero(3, freedoms());
  }
  // ẍ of that point for u̇ = 0 (the velocity-quadratic part) [m/s²].
  virtual Vector3 point_bias(const BodyMotion& motion, const Vector3& local) const = 0;
  // Adds the generalised force of a force F [N] at X = local, and of a torque [N·m].
  virtual void add_force(const BodyMotion& motion, const Vector3& local, const Vector3& F,
                         double* f) const = 0;
  virtual void add_torque(const BodyMotion& motion, const Vector3& torque, double* f) const = 0;
  // A force on the material point that is at x now.
  virtual void add_force_at(const BodyMotion& motion, const Vector3& x, const Vector3& F,
                            double* f) const = 0;
  // What bodies with bound coordinates do otherwise.
  // The diagonal of Pᵀ M P, constant; in u, M u̇ = f + add_inertial_forces.
  virtual void inertia(double* diagonal) const;
  virtual void add_inertial_forces(const BodyMotion& motion, double* f) const { (void)motion, (void)f; }
  // ½ q̇ᵀ M q̇ [J].
  virtual double kinetic_energy(const double* v) const;
  virtual void freedom_rates(const BodyMotion& motion, const double* v, double* u) const;  // u from q̇
  // q̈ = P u̇ + Ṗ u, from u̇.
  virtual void accelerate(const BodyMotion& motion, const double* u_rates, double* a) const;
  virtual void move(double* q, const double* change) const;  // along u, as far as it says
  // v += P Δu.
  virtual void push(const BodyMotion& motion, double* v, const double* change) const;
  // Makes the coordinates agree with each other where rounding and truncation have loosened them.
  virtual void straighten(double* q, double* v) const { (void)q, (void)v; }

  // From bounds of |q̇ᵢ| and |q̈ᵢ| over a step.
  virtual MotionBound bound(const double* speeds, const double* accelerations) const = 0;

  virtual const std::vector<BodyChannel>& channels() const = 0;
};

using BodyPointer = std::shared_ptr<Body>;

// A body-fixed point, in the body's frame.
struct Point {
  BodyPointer body;
  Vector3 local = Vector3::Zero();
  bool is_set() const { return body != nullptr; }
};

}  // namespace perilune
