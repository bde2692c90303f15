#include "engine/forces/user_force.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "engine/model/error.h"

namespace perilune {
namespace {

const std::vector<const char*>& load_names(int size, Dimension dimension) {
  static const std::vector<const char*> scalar = {"Q"}, planar = {"fx", "fy", "moment"},
                                        spatial = {"fx", "fy", "fz", "mx", "my", "mz"};
  return size == 1 ? scalar : dimension == Dimension::planar ? planar : spatial;
}

// As the function returns it: a list of these, of which all but the first may be left out.
std::vector<RecordField> load_parts(int size, Dimension dimension) {
  if (size == 1) return {{"Q", 1}};
  const bool in_space = dimension == Dimension::spatial;
  std::vector<RecordField> parts = {in_space ? RecordField{"fx, fy, fz", 3} : RecordField{"fx, fy", 2}};
  if (size == 3 && !in_space) parts.push_back({"m", 1});
  if (size == 6) parts.push_back({"mx, my, mz", 3});
  return parts;
}

}  // namespace

int UserForce::load_size(std::size_t k) const { return participants_[k].rates(); }

Signature UserForce::signature() const {
  Signature signature;
  signature.purpose = "force of the user_force";
  signature.arguments = arguments_of(participants_, true);
  signature.arguments.push_back({"t", {}});
  signature.array_result = true;
  for (std::size_t k = 0; k < on.size(); ++k)
    signature.results.push_back({name_of_participant(k), load_parts(load_size(k), dimension_)});
  return signature;
}

void UserForce::prepare(Dimension dimension) {
  dimension_ = dimension;
  const bool can_move =
      std::any_of(on.begin(), on.end(), [](const Point& point) { return point.body->coordinates() > 0; });
  if (!can_move) throw InputError("", "", "'on' has nothing that can move", "on = { body, model.ground }");
  int inputs = 0, outputs = 0;
  for (const Point& point : on) {
    participants_.emplace_back(point, dimension);
    first_input_.push_back(inputs), first_output_.push_back(outputs);
    for (const RecordField& field : participants_.back().fields(true)) inputs += field.size;
    outputs += participants_.back().rates();
  }
  inputs_.resize(inputs + 1), outputs_.resize(outputs);
  function_ = law->bind(signature());
  const DescribedState state(participants_);
  evaluate(state.motion);
  for (std::size_t k = 0; k < on.size(); ++k) {
    for (int i = 0; i < load_size(k); ++i) {
      const double number = outputs_[first_output_[k] + i];
      if (std::isfinite(number)) continue;
      throw InputError(
          "", "",
          fmt::format("{} of the load on {} ('{}') is {} at t = 0", load_names(load_size(k), dimension_)[i],
                      name_of_participant(k), on[k].body->name, number),
          "look for a division by zero or the root of a negative number");
    }
  }
}

std::vector<BodyPointer> UserForce::bodies() const {
  std::vector<BodyPointer> list;
  for (const Point& point : on) list.push_back(point.body);
  return list;
}

void UserForce::evaluate(const Motion& motion) const {
  for (std::size_t k = 0; k < participants_.size(); ++k)
    participants_[k].look(motion, true, inputs_.data() + first_input_[k]);
  inputs_.back() = motion.t;
  function_->call(inputs_.data(), outputs_.data());
}

Vector3 UserForce::part(std::size_t k, int first, int count) const {
  Vector3 part = Vector3::Zero();
  const int size = std::clamp(load_size(k) - first, 0, count);
  std::copy_n(outputs_.begin() + first_output_[k] + first, size, part.data());
  return part;
}

void UserForce::add(const Motion& motion, Loads& loads) const {
  evaluate(motion);
  for (std::size_t k = 0; k < on.size(); ++k) {
    const Body& body = *on[k].body;
    if (body.coordinates() == 0) continue;
    const int axes = dimension_ == Dimension::planar ? 2 : 3;
    const Vector3 force = part(k, 0, body.is_scalar() ? 1 : axes);
    loads.add_force(on[k], force);
    loads.supply(force.dot(motion.velocity(on[k])));
    if (!body.can_turn()) continue;
    const Vector3 moment = axes == 2 ? Vector3(0, 0, part(k, 2, 1)[0]) : part(k, 3, 3);
    loads.add_torque(body, moment);
    loads.supply(moment.dot(motion.of(body).spin));
  }
}

std::vector<ChannelInfo> UserForce::channels() const {
  std::vector<ChannelInfo> list;
  for (std::size_t k = 0; k < on.size(); ++k) {
    const std::string prefix = on.size() == 1 ? "" : name_of_participant(k) + ".";
    const int size = load_size(k);
    for (int i = 0; i < size; ++i) {
      const bool is_moment = size > 1 && i >= (dimension_ == Dimension::planar ? 2 : 3);
      const char* unit = size == 1 ? "N or N m" : is_moment ? "N m" : "N";
      list.push_back({prefix + load_names(size, dimension_)[i], unit});
    }
  }
  return list;
}

double UserForce::channel(int index, const Motion& motion) const {
  evaluate(motion);
  return outputs_[index];
}

bool UserForce::measure_on(const JetPlaces& places, Jet* measures) const {
  if (dimension_ == Dimension::spatial) return false;
  for (std::size_t k = 0; k < on.size(); ++k)
    if (!participants_[k].view_on(places, false, measures + first_output_[k])) return false;
  return true;
}

bool UserForce::push_at(const Measures& at, Push& push) const {
  const auto views = static_cast<Eigen::Index>(inputs_.size()) - 1;
  const auto outputs = static_cast<Eigen::Index>(outputs_.size());
  for (std::size_t k = 0; k < on.size(); ++k) {
    const int count = participants_[k].positions();
    Eigen::Map<VectorX> fields(inputs_.data() + first_input_[k], Eigen::Index{2} * count);
    fields.head(count) = at.place.segment(first_output_[k], count);
    fields.tail(count) = at.rate.segment(first_output_[k], count);
  }
  inputs_.back() = at.t;
  slopes_.resize(static_cast<std::size_t>(outputs * (1 + views)));
  if (!find_slopes(*function_, inputs_.data(), static_cast<int>(views), slopes_.data())) return false;
  const Eigen::Map<const MatrixX> columns(slopes_.data(), outputs,
                                          1 + views);  // the loads, then their slopes
  push.force = columns.col(0);
  for (std::size_t k = 0; k < on.size(); ++k) {
    const int count = participants_[k].positions();
    const auto slopes = columns.middleCols(1 + first_input_[k], Eigen::Index{2} * count);
    push.by_place.middleCols(first_output_[k], count) = slopes.leftCols(count);
    push.by_rate.middleCols(first_output_[k], count) = slopes.rightCols(count);
  }
  return true;
}

}  // namespace perilune
