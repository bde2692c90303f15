#include "engine/joints/user_constraint.h"

#include <algorithm>

#include "engine/model/error.h"

namespace perilune {

void UserConstraint::prepare() {
  if (!equations_of_positions && !equations_of_velocities) {
    throw InputError("", "", "needs 'equations' or 'velocity_equations'",
                     "equations = function(a, b, t) return { a.x - b.x } end");
  }
  const bool can_move = std::any_of(between.begin(), between.end(),
                                    [](const Point& point) { return point.body->coordinates() > 0; });
  if (!can_move) {
    throw InputError("", "", "'between' has nothing that can move", "between = { body, model.ground }");
  }
  const Participants participants(between.begin(), between.end());
  const std::string element = kind_name + (name.empty() ? "" : " '" + name + "'");
  const JointParameters* given = parameters ? &*parameters : nullptr;
  const auto make = [&](int part, const FunctionSourcePointer& source, const char* what) {
    parts_[part] = std::make_shared<UserEquations>(
        UserEquations::Given{source, std::string(what) + " of " + element, part == 1, given}, participants);
    sizes_[part] = parts_[part]->size();
  };
  if (equations_of_positions) make(0, *equations_of_positions, "equations");
  if (equations_of_velocities) make(1, *equations_of_velocities, "velocity_equations");
}

std::vector<BodyPointer> UserConstraint::bodies() const {
  std::vector<BodyPointer> list;
  for (const Point& point : between) list.push_back(point.body);
  return list;
}

void UserConstraint::evaluate(const Motion& motion, ConstraintRows rows) const {
  if (parts_[0]) parts_[0]->evaluate(motion, rows, 0);
  if (parts_[1]) parts_[1]->evaluate(motion, rows, sizes_[0]);
}

std::vector<ChannelInfo> UserConstraint::channels() const {
  const Participant on(between[second()]);
  if (on.body().is_scalar()) return {{"effort", "N or N m"}};
  std::vector<ChannelInfo> list = {{"fx", "N"}, {"fy", "N"}};
  if (on.positions() == 3) list.push_back({"moment", "N m"});
  return list;
}

double UserConstraint::channel(int index, const Motion& motion, const double* lambda) const {
  double sum = 0;
  if (parts_[0]) sum += parts_[0]->load(motion, second(), index, lambda);
  if (parts_[1]) sum += parts_[1]->load(motion, second(), index, lambda + sizes_[0]);
  return sum;
}

}  // namespace perilune
