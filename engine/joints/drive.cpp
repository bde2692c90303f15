#include "engine/joints/drive.h"

#include <array>
#include <cmath>

#include "engine/joints/coordinate_row.h"
#include "engine/model/error.h"

namespace perilune {

void Drive::check_choice() const {
  if (int(body.has_value()) + int(coordinate.has_value()) + int(joint.has_value()) != 1) {
    throw InputError("", "", "needs one of 'body', 'coordinate' and 'joint'",
                     "body = table, value = function(t) … end");
  }
  if (joint && !*(*joint)->coordinate_unit()) {
    throw InputError("", "",
                     "'" + (*joint)->name + "' is a " + (*joint)->kind() +
                         ", which has no coordinate of its own to prescribe",
                     "drive a revolute or prismatic joint, or a body");
  }
  if (!joint && driven().is_bound()) {
    throw InputError("", "",
                     "'" + driven().name + "' is a rigid body in space, whose motion is driven at its joints",
                     "joint = hinge, where local hinge = model:revolute { … }");
  }
  if (!joint && driven().coordinates() == 0) {
    throw InputError("", "", "'" + driven().name + "' cannot move", "drive a body that has coordinates");
  }
}

void Drive::prepare() {
  check_choice();
  const int size = equations();
  if (value.function) return bind(size);
  constant_ = *value.constant;
  if (constant_.size() == size) return;
  throw InputError("", "",
                   "'value' has " + std::to_string(constant_.size()) + " numbers, '" +
                       (joint ? (*joint)->name : driven().name) + "' has " + std::to_string(size) +
                       " coordinates",
                   "give one number for each coordinate");
}

void Drive::bind(int size) {
  Signature signature;
  signature.purpose = "value of the drive";
  signature.arguments = {{"t", {}}};
  const bool is_particle = !joint && !driven().can_turn();
  const std::array<const char*, 3> names = {"x", "y", is_particle ? "z" : "angle"};
  for (int i = 0; i < size; ++i) signature.results.push_back({size == 1 ? "value" : names.at(i), {}});
  signature.array_result = size > 1;
  function_ = value.function->bind(signature);
}

std::array<Taylor, 12> Drive::value_at(double time) const {
  std::array<Taylor, 12> p{};
  if (function_) {
    const Taylor t{time, 1, 0};
    function_->evaluate_taylor(&t, p.data());
  } else {
    for (int i = 0; i < equations(); ++i) p[i].value = constant_[i];
  }
  return p;
}

// Its work is then −λ times how far it drives.
void Drive::evaluate_over(const StepMotion& step, ConstraintRows mean, ConstraintRows end) const {
  Joint::evaluate_over(step, mean, end);
  const std::array<Taylor, 12> before = value_at(step.before.t), after = value_at(step.after.t);
  for (int i = 0; i < equations(); ++i) mean.rate[i] = (before[i].value - after[i].value) / step.h;
  if (!joint) return;
  CoordinateRow(**joint, step.middle).add_to(mean.jacobian, 0, -1);
  CoordinateRow::over(**joint, step).add_to(mean.jacobian, 0, 1);
}

void Drive::evaluate(const Motion& motion, ConstraintRows rows) const {
  const int size = equations();
  const std::array<Taylor, 12> p = value_at(motion.t);
  if (joint) {
    (*joint)->evaluate_coordinate(motion, rows);
  } else {
    const int column = motion.column(driven());
    const double* q = motion.positions(driven());
    for (int i = 0; i < size; ++i) rows.error[i] = q[i], rows.jacobian(i, column + i) = 1;
  }
  for (int i = 0; i < size; ++i) {
    rows.error[i] -= p[i].value;
    if (joint && (*joint)->coordinate_wraps()) rows.error[i] = std::remainder(rows.error[i], 2 * M_PI);
    rows.rate[i] = -p[i].first;
    rows.gamma[i] += p[i].second;
  }
}

bool Drive::evaluate_on(const JetPlaces& places, Jet* equations) const {
  if (joint) {
    const auto* moved = dynamic_cast<const JetEquations*>(joint->get());
    return moved && moved->coordinate_on(places, equations[0]);
  }
  for (int i = 0; i < this->equations(); ++i) equations[i] = places.coordinate(driven(), i);
  return true;
}

std::vector<ChannelInfo> Drive::channels() const {
  if (equations() == 1) return {{"effort", "N or N m"}};
  std::vector<ChannelInfo> list = {{"fx", "N"}, {"fy", "N"}};
  if (equations() == 3)
    list.push_back(driven().can_turn() ? ChannelInfo{"moment", "N m"} : ChannelInfo{"fz", "N"});
  return list;
}

// M q̈ + Φ_qᵀ λ = f with Φ_q = I: the drive pushes with −λ.
double Drive::channel(int index, const Motion&, const double* lambda) const { return -lambda[index]; }

}  // namespace perilune
