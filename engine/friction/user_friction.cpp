#include "engine/friction/user_friction.h"

#include <fmt/format.h>
#include <array>

#include "engine/model/error.h"

namespace perilune {
namespace {

constexpr int context_size = 3;
constexpr std::size_t most_parameters = 32;  // so that a call needs no heap

class UserFriction final : public FrictionLaw {
 public:
  UserFriction(std::string name, FunctionPointer force,
               const std::vector<std::pair<std::string, double>>& parameters)
      : name_(std::move(name)), force_(std::move(force)), count_(parameters.size()) {
    for (std::size_t i = 0; i < count_; ++i) parameters_[i] = parameters[i].second;
  }
  const std::string& name() const override { return name_; }
  double force(const FrictionInput& c) const override {
    std::array<double, context_size + most_parameters> inputs{c.slip_speed, c.normal_force, c.t};
    for (std::size_t i = 0; i < count_; ++i) inputs[context_size + i] = parameters_[i];
    double magnitude = 0;
    force_->evaluate(inputs.data(), &magnitude);
    if (magnitude < 0) {
      throw FunctionError(
          fmt::format("{} returned {} N at slip_speed = {} m/s: a magnitude is >= 0, the "
                      "engine applies it against the slip",
                      force_->signature().purpose, magnitude, c.slip_speed));
    }
    return magnitude;
  }

 private:
  std::string name_;
  FunctionPointer force_;
  std::size_t count_;
  std::array<double, most_parameters> parameters_{};
};

}  // namespace

Signature user_friction_signature(const std::string& name,
                                  const std::vector<std::pair<std::string, double>>& parameters) {
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
                                      const std::vector<std::pair<std::string, double>>& parameters) {
  if (parameters.size() > most_parameters) {
    throw InputError("", "",
                     "has " + std::to_string(parameters.size()) + " parameters, at most " +
                         std::to_string(most_parameters) + " are possible");
  }
  return std::make_shared<UserFriction>(name, std::move(force), parameters);
}

}  // namespace perilune
