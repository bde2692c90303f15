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
  Participants participants;
  for (const Point& point : between) participants.push_back(participant(point));
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

bool UserConstraint::evaluate_on(const JetPlaces& places, Jet* equations) const {
  if (parts_[0] && !parts_[0]->evaluate_on(places, equations)) return false;
  return !parts_[1] || parts_[1]->evaluate_on(places, equations + sizes_[0]);
}

std::vector<ChannelInfo> UserConstraint::channels() const {
  const Participant on = participant(between[second()]);
  if (on.body().is_scalar()) return {{"effort", "N or N m"}};
  if (dimension == Dimension::spatial) {
    std::vector<ChannelInfo> all = {{"fx", "N"}, {"fy", "N"}, {"fz", "N"}};
    if (on.positions() > 3) all.insert(all.end(), {{"mx", "N m"}, {"my", "N m"}, {"mz", "N m"}});
    return all;
  }
  std::vector<ChannelInfo> list = {{"fx", "N"}, {"fy", "N"}};
  if (on.positions() == 3) list.push_back({"moment", "N m"});
  return list;
}

double UserConstraint::load(int part, const Motion& motion, int number, const double* lambda) const {
  if (!parts_[part]) return 0;
  return parts_[part]->load(motion, second(), number, lambda + (part == 0 ? 0 : sizes_[0]));
}

// What acts on the directors is a moment Σ dₖ × Fₖ; velocities see the angular velocity itself.
double UserConstraint::channel(int index, const Motion& motion, const double* lambda) const {
  if (dimension == Dimension::planar || index < 3)
    return load(0, motion, index, lambda) + load(1, motion, index, lambda);
  const Matrix3& directors = motion.of(*between[second()].body).directors;
  Vector3 moment = Vector3::Zero();
  for (int k = 0; k < 3; ++k) {
    const int first = 3 + 3 * k;
    const Vector3 force(load(0, motion, first, lambda), load(0, motion, first + 1, lambda),
                        load(0, motion, first + 2, lambda));
    moment += Vector3(directors.col(k)).cross(force);
  }
  return moment[index - 3] + load(1, motion, index, lambda);
}

}  // namespace perilune
