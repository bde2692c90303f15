#include "engine/joints/spatial/spatial_joint.h"

#include "engine/model/error.h"

namespace perilune {
namespace {

// Adds wᵀ ∂ω/∂u of a body to a row.
void add_turning(const Motion& motion, const Body& body, JacobianRows& rows, int row, const Vector3& w) {
  if (!body.can_turn()) return;
  const PointJacobian J = body.spin_jacobian(motion.of(body));
  double* entries = rows.at(row, motion.column(body));
  for (int k = 0; k < J.cols(); ++k) entries[k] += w.dot(J.col(k));
}

}  // namespace

// Both sides at one instant.
struct SpatialJoint::Ends {
  Ends(const SpatialJoint& joint, const Motion& motion)
      : motion(motion),
        point{JointPoint(motion, joint.between[0]), JointPoint(motion, joint.between[1])},
        frame{joint.frame(motion, 0), joint.frame(motion, 1)},
        spin{motion.of(joint.body(0)).spin, motion.of(joint.body(1)).spin},
        r(point[1].x - point[0].x),
        rate(point[1].v - point[0].v),
        bias(point[1].bias - point[0].bias) {}
  const Motion& motion;
  std::array<JointPoint, 2> point;
  std::array<Matrix3, 2> frame;
  std::array<Vector3, 2> spin;
  Vector3 r, rate, bias;
};

void SpatialJoint::prepare() const {
  for (const Point& point : between) {
    if (!point.body->is_scalar()) continue;
    throw InputError("", "", "'" + point.body->name + "' is a scalar coordinate, which has no place",
                     "a body, a point of it, or { x, y, z } in the world");
  }
  if (between[0].body == between[1].body) {
    throw InputError("", "", "'between' names '" + between[0].body->name + "' twice",
                     "a joint has two bodies");
  }
  for (const JointEquation& equation : list_) {
    for (int k = 0; k < 2; ++k) {
      const bool needs_frame = equation.kind == JointEquation::Kind::angle ||
                               (equation.kind == JointEquation::Kind::along && k == 0);
      if (!needs_frame || body(k).can_turn() || body(k).coordinates() == 0) continue;
      throw InputError("", "", "'" + body(k).name + "' is a " + body(k).kind() + ", which has no axes",
                       "join rigid bodies, or use a spherical joint, a rod or point_on_plane { between = { "
                       "plane's body, particle } }");
    }
  }
}

void SpatialJoint::place(const Motion& start) {
  if (at) {
    for (Point& point : between) point = fixed_to(point.body, start, start.position(*at));
  }
  const std::array<Matrix3, 2> given = frames();
  for (int k = 0; k < 2; ++k) {
    const BodyMotion& motion = start.of(body(k));
    axes_[k] = motion.turns ? Matrix3(motion.directors.transpose() * given[k]) : given[k];
  }
  const Vector3 r = start.position(between[1]) - start.position(between[0]);
  at_start_.assign(list_.size(), 0);
  for (std::size_t e = 0; e < list_.size(); ++e) {
    if (list_[e].kind == JointEquation::Kind::along) at_start_[e] = given[0].col(list_[e].i).dot(r);
  }
  displacement_at_start_ = given[0].col(0).dot(r);
}

Matrix3 SpatialJoint::frame(const Motion& motion, int k) const {
  const BodyMotion& of = motion.of(body(k));
  return of.turns ? Matrix3(of.directors * axes_[k]) : axes_[k];
}

// Ḋ = ω × D, D̈ = ω × (ω × D) for u̇ = 0;  (D·r)¨ = D̈·r + 2 Ḋ·ṙ + D·r̈.
void SpatialJoint::evaluate_one(const JointEquation& equation, double at_start, const Ends& ends,
                                ConstraintRows& rows, int row) const {
  if (equation.kind == JointEquation::Kind::meet) {
    rows.error[row] = ends.r[equation.i];
    rows.gamma[row] = -ends.bias[equation.i];
    ends.point[1].add_to(rows.jacobian, row, Vector3::Unit(equation.i));
    ends.point[0].add_to(rows.jacobian, row, -Vector3::Unit(equation.i));
    return;
  }
  const Vector3 D = ends.frame[0].col(equation.i), rate = ends.spin[0].cross(D),
                bias = ends.spin[0].cross(rate);
  if (equation.kind == JointEquation::Kind::along) {
    rows.error[row] = D.dot(ends.r) - at_start;
    rows.gamma[row] = -(bias.dot(ends.r) + 2 * rate.dot(ends.rate) + D.dot(ends.bias));
    ends.point[1].add_to(rows.jacobian, row, D);
    ends.point[0].add_to(rows.jacobian, row, -D);
    add_turning(ends.motion, body(0), rows.jacobian, row, D.cross(ends.r));
    return;
  }
  const Vector3 E = ends.frame[1].col(equation.j), rate_e = ends.spin[1].cross(E),
                bias_e = ends.spin[1].cross(rate_e);
  rows.error[row] = D.dot(E);
  rows.gamma[row] = -(bias.dot(E) + 2 * rate.dot(rate_e) + D.dot(bias_e));
  add_turning(ends.motion, body(0), rows.jacobian, row, D.cross(E));
  add_turning(ends.motion, body(1), rows.jacobian, row, E.cross(D));
}

void SpatialJoint::evaluate(const Motion& motion, ConstraintRows rows) const {
  const Ends ends(*this, motion);
  for (std::size_t e = 0; e < list_.size(); ++e)
    evaluate_one(list_[e], at_start_[e], ends, rows, static_cast<int>(e));
}

void SpatialJoint::evaluate_displacement(const Motion& motion, ConstraintRows& rows, int row,
                                         double factor) const {
  const Ends ends(*this, motion);
  const Vector3 D = ends.frame[0].col(0), rate = ends.spin[0].cross(D), bias = ends.spin[0].cross(rate);
  rows.error[row] += factor * (D.dot(ends.r) - displacement_at_start_);
  rows.gamma[row] -= factor * (bias.dot(ends.r) + 2 * rate.dot(ends.rate) + D.dot(ends.bias));
  ends.point[1].add_to(rows.jacobian, row, factor * D);
  ends.point[0].add_to(rows.jacobian, row, -factor * D);
  add_turning(motion, body(0), rows.jacobian, row, factor * D.cross(ends.r));
}

// c = atan2(D₃ᵃ·D₂ᵇ, D₂ᵃ·D₂ᵇ),  ċ = D₁·(ω_b − ω_a),  c̈ = Ḋ₁·(ω_b − ω_a) for u̇ = 0.
void SpatialJoint::evaluate_angle(const Motion& motion, ConstraintRows& rows, int row, double factor) const {
  const Matrix3 a = frame(motion, 0), b = frame(motion, 1);
  const Vector3 &wa = motion.of(body(0)).spin, &wb = motion.of(body(1)).spin, D = a.col(0);
  const double sine = a.col(2).dot(b.col(1)) - a.col(1).dot(b.col(2));
  const double cosine = a.col(1).dot(b.col(1)) + a.col(2).dot(b.col(2));
  rows.error[row] += factor * std::atan2(sine, cosine);
  rows.gamma[row] -= factor * wa.cross(D).dot(wb - wa);
  add_turning(motion, body(0), rows.jacobian, row, -factor * D);
  add_turning(motion, body(1), rows.jacobian, row, factor * D);
}

std::vector<ChannelInfo> SpatialJoint::channels() const {
  std::vector<ChannelInfo> list = {{"fx", "N"},   {"fy", "N"},   {"fz", "N"},
                                   {"mx", "N m"}, {"my", "N m"}, {"mz", "N m"}};
  if (*coordinate_name()) list.push_back({coordinate_name(), coordinate_unit()});
  return list;
}

// −λₖ ∂Φₖ/∂P_b and −λₖ times the moment that the equation asks of b's axes.
Vector3 SpatialJoint::reaction(bool moment, const Motion& motion, const double* lambda) const {
  const Matrix3 a = frame(motion, 0), b = frame(motion, 1);
  Vector3 sum = Vector3::Zero();
  for (std::size_t e = 0; e < list_.size(); ++e) {
    const JointEquation& equation = list_[e];
    const bool turns = equation.kind == JointEquation::Kind::angle;
    if (turns != moment) continue;
    if (turns) sum -= lambda[e] * b.col(equation.j).cross(a.col(equation.i));
    else if (equation.kind == JointEquation::Kind::meet) sum[equation.i] -= lambda[e];
    else sum -= lambda[e] * a.col(equation.i);
  }
  return sum;
}

double SpatialJoint::channel(int index, const Motion& motion, const double* lambda) const {
  if (index < 6) return reaction(index >= 3, motion, lambda)[index % 3];
  MatrixX entries = MatrixX::Zero(1, 24);
  VectorX error = VectorX::Zero(1), rate = VectorX::Zero(1), gamma = VectorX::Zero(1);
  std::array<ColumnBlock, 3> blocks{};
  int width = 0;
  for (int k = 0; k < 2; ++k) {
    blocks[k] = {motion.column(body(k)), body(k).freedoms(), width};
    width += body(k).freedoms();
  }
  evaluate_coordinate(motion, {error, rate, gamma, JacobianRows(entries.data(), width, blocks.data())});
  return error[0];
}

}  // namespace perilune
