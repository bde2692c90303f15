#include "engine/friction/user_friction.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>

#include "engine/model/error.h"

namespace perilune {
namespace {

constexpr int context_size = 3;
constexpr std::size_t most_parameters = 32;  // so that a call needs no heap
constexpr std::size_t chunk = 4;             // copied at once: no call for the few that most laws have
static_assert(most_parameters % chunk == 0);

class UserFriction final : public FrictionLaw {
 public:
  UserFriction(std::string name, FunctionPointer force,
               const std::vector<std::pair<std::string, double>>& parameters)
      : name_(std::move(name)), force_(std::move(force)), count_(parameters.size()) {
    for (std::size_t i = 0; i < count_; ++i) parameters_[i] = parameters[i].second;
  }
  const std::string& name() const override { return name_; }
  double force(const FrictionInput& c) const override {
    Inputs inputs;
    write(c, inputs);
    double output = 0;
    const double magnitude = force_->call(inputs.data(), &output);
    if (magnitude < 0) {
      throw FunctionError(
          fmt::format("{} returned {} N at slip_speed = {} m/s: a magnitude is >= 0, the "
                      "engine applies it against the slip",
                      force_->signature().purpose, magnitude, c.slip_speed));
    }
    return magnitude;
  }
  bool slopes(const FrictionInput& c, double* slopes) const override {
    Inputs inputs;
    write(c, inputs);
    std::array<double, 3> outputs{};
    if (!find_slopes(*force_, inputs.data(), 2, outputs.data())) return false;
    std::copy_n(outputs.data() + 1, 2, slopes);
    return true;
  }

 private:
  using Inputs = std::array<double, context_size + most_parameters>;  // filled as far as it is read
  void write(const FrictionInput& c, Inputs& inputs) const {
    inputs[0] = c.slip_speed, inputs[1] = c.normal_force, inputs[2] = c.t;
    for (std::size_t i = 0; i < count_; i += chunk)
      std::memcpy(&inputs[context_size + i], &parameters_[i], chunk * sizeof(double));
  }

  std::string name_;
  FunctionPointer force_;
  std::size_t count_;
  std::array<double, most_parameters> parameters_{};
};

// The same with memory.
class UserBristles final : public FrictionLaw {
 public:
  UserBristles(std::string name, FunctionPointer force, const FrictionNumbers& parameters,
               FrictionNumbers states)
      : name_(std::move(name)),
        force_(std::move(force)),
        states_(std::move(states)),
        count_(parameters.size()) {
    for (std::size_t i = 0; i < count_; ++i) parameters_[i] = parameters[i].second;
  }
  const std::string& name() const override { return name_; }
  // Of a single look: with the states as they begin.
  double force(const FrictionInput& c) const override {
    std::array<double, most_parameters> values{}, rates{};
    for (std::size_t i = 0; i < states_.size(); ++i) values[i] = states_[i].second;
    return std::abs(
        signed_force({c.slip_speed, c.normal_force, c.t, c.slip_speed, values.data()}, rates.data()));
  }
  int states() const override { return static_cast<int>(states_.size()); }
  std::string state_name(int i) const override { return states_[static_cast<std::size_t>(i)].first; }
  double initial_state(int i) const override { return states_[static_cast<std::size_t>(i)].second; }
  double signed_force(const FrictionInput& c, double* state_rates) const override {
    Inputs inputs;
    write(c, inputs);
    std::array<double, 1 + most_parameters> outputs;
    const double force = force_->call(inputs.data(), outputs.data());
    std::copy_n(outputs.data() + 1, states_.size(), state_rates);
    return force;
  }
  // A state is given twice, as a field of c and as an argument: its slope is the sum.
  bool slopes(const FrictionInput& c, double* slopes) const override {
    Inputs inputs;
    write(c, inputs);
    const std::size_t states = states_.size(), size = 1 + states;
    const std::size_t count = context_size + states + count_ + states;
    std::vector<double> outputs((1 + count) * size);
    if (!find_slopes(*force_, inputs.data(), static_cast<int>(count), outputs.data())) return false;
    const auto by = [&](std::size_t input) { return &outputs[(1 + input) * size]; };
    for (std::size_t input = 0; input < 2; ++input) slopes = std::copy_n(by(input), size, slopes);
    for (std::size_t s = 0; s < states; ++s) {
      const double *field = by(context_size + s), *argument = by(context_size + states + count_ + s);
      slopes = std::transform(field, field + size, argument, slopes, std::plus<>());
    }
    return true;
  }

 private:
  using Inputs = std::array<double, context_size + 3 * most_parameters>;  // filled as far as it is read
  void write(const FrictionInput& c, Inputs& inputs) const {
    inputs[0] = c.slip_velocity, inputs[1] = c.normal_force, inputs[2] = c.t;
    double* next = std::copy_n(c.states, states_.size(), inputs.data() + context_size);
    next = std::copy_n(parameters_.data(), count_, next);
    std::copy_n(c.states, states_.size(), next);
  }

  std::string name_;
  FunctionPointer force_;
  FrictionNumbers states_;
  std::size_t count_;
  std::array<double, most_parameters> parameters_{};
};

Signature bristle_signature(const std::string& name, const FrictionNumbers& parameters,
                            const FrictionNumbers& states) {
  Signature signature;
  signature.purpose = "force of friction law '" + name + "'";
  Argument c{"c", {{"slip_velocity"}, {"normal_force"}, {"t"}}}, p{"p", {}, true}, rates{"rates", {}};
  for (const auto& state : states) c.fields.push_back({state.first}), rates.fields.push_back({state.first});
  for (const auto& parameter : parameters) p.fields.push_back({parameter.first});
  signature.arguments = {c, p};
  for (const auto& state : states) signature.arguments.push_back({state.first, {}});
  signature.results = {{"force", {}}, rates};
  return signature;
}

}  // namespace

Signature user_friction_signature(const std::string& name, const FrictionNumbers& parameters,
                                  const FrictionNumbers& states) {
  if (!states.empty()) return bristle_signature(name, parameters, states);
  Signature signature;
  signature.purpose = "force of friction law '" + name + "'";
  Argument p{"p", {}};
  for (const auto& [key, value] : parameters) p.fields.push_back({key});
  signature.arguments = {{"c", {{"slip_speed"}, {"normal_force"}, {"t"}}}};
  if (!parameters.empty()) signature.arguments.push_back(p);
  signature.results = {{"magnitude", {}}};
  return signature;
}

FrictionLawPointer make_user_friction(const std::string& name, FunctionPointer force,
                                      const FrictionNumbers& parameters, const FrictionNumbers& states) {
  if (states.size() > most_parameters)
    throw InputError("", "",
                     fmt::format("has {} states, at most {} are possible", states.size(), most_parameters));
  if (parameters.size() > most_parameters) {
    throw InputError("", "",
                     "has " + std::to_string(parameters.size()) + " parameters, at most " +
                         std::to_string(most_parameters) + " are possible");
  }
  if (!states.empty()) return std::make_shared<UserBristles>(name, std::move(force), parameters, states);
  return std::make_shared<UserFriction>(name, std::move(force), parameters);
}

}  // namespace perilune
