#include "engine/joints/user_equations.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "engine/model/error.h"

namespace perilune {

UserEquations::UserEquations(const Given& given, Participants participants)
    : participants_(std::move(participants)), of_velocities_(given.of_velocities) {
  Signature signature;
  signature.purpose = given.purpose;
  signature.array_result = true;
  for (Argument& view : arguments_of(participants_, of_velocities_)) {
    first_input_.push_back(signature.inputs());
    signature.arguments.push_back(std::move(view));
  }
  std::vector<Taylor> parameters;
  if (given.parameters) {
    Argument p{"p", {}, true};
    for (const auto& [name, value] : *given.parameters) {
      p.fields.push_back({name});
      parameters.push_back({value, 0, 0});
    }
    signature.arguments.push_back(p);
  }
  signature.arguments.push_back({"t", {}});
  inputs_.resize(signature.inputs());
  std::copy(parameters.begin(), parameters.end(), inputs_.end() - 1 - parameters.size());

  const DescribedState state(participants_);
  view(state.motion);
  std::vector<double> values;
  for (const Taylor& input : inputs_) values.push_back(input.value);
  const int count = given.source->count_results(signature, values.data());
  if (count == 0) {
    throw InputError("", "", "its function returns an empty list",
                     "return a list with one number for each equation, 0 where it holds");
  }
  for (int i = 1; i <= count; ++i) signature.results.push_back({"equation " + std::to_string(i), {}});
  function_ = given.source->bind(signature);
  results_.resize(count);
  function_->evaluate_taylor(inputs_.data(), results_.data());
  for (int i = 0; i < count; ++i) {
    if (std::isfinite(results_[i].value)) continue;
    throw InputError("", "", fmt::format("equation {} is {} at t = 0", i + 1, results_[i].value),
                     "look for a division by zero or the root of a negative number");
  }
}

void UserEquations::view(const Motion& motion) {
  for (std::size_t k = 0; k < participants_.size(); ++k)
    participants_[k].view(motion, of_velocities_, inputs_.data() + first_input_[k]);
  inputs_.back() = {motion.t, 1, 0};
}

int UserEquations::moved(int participant) const {
  return first_input_[participant] + (of_velocities_ ? participants_[participant].positions() : 0);
}

const std::vector<Taylor>& UserEquations::along(int input) {
  seeded_ = inputs_;
  for (Taylor& seed : seeded_) seed.first = seed.second = 0;
  seeded_[input].first = 1;
  function_->evaluate_taylor(seeded_.data(), results_.data());
  return results_;
}

// Along the motion with q̈ = 0 the second derivative of Φ, the first of Ψ, is −γ.
void UserEquations::evaluate(const Motion& motion, ConstraintRows& rows, int first) {
  view(motion);
  function_->evaluate_taylor(inputs_.data(), results_.data());
  for (int i = 0; i < size(); ++i) {
    rows.error[first + i] = of_velocities_ ? 0 : results_[i].value;
    rows.rate[first + i] = of_velocities_ ? results_[i].value : 0;
    rows.gamma[first + i] = of_velocities_ ? -results_[i].first : -results_[i].second;
  }
  if (!of_velocities_) {
    const std::vector<Taylor>& rates = along(static_cast<int>(inputs_.size()) - 1);
    for (int i = 0; i < size(); ++i) rows.rate[first + i] = rates[i].first;
  }
  write_jacobian(motion, rows, first);
}

void UserEquations::write_jacobian(const Motion& motion, ConstraintRows& rows, int first) {
  for (std::size_t k = 0; k < participants_.size(); ++k) {
    const Participant& participant = participants_[k];
    const int numbers = of_velocities_ ? participant.rates() : participant.positions();
    const int from = moved(static_cast<int>(k));
    if (participant.body().coordinates() == 0) continue;
    weights_.resize(static_cast<std::size_t>(numbers * size()));
    for (int j = 0; j < numbers; ++j) {
      const std::vector<Taylor>& column = along(from + j);
      for (int i = 0; i < size(); ++i) {
        weights_[i * numbers + j] = column[i].first;
        // Ψ − Ψ_v v, part by part.
        if (of_velocities_) rows.rate[first + i] -= column[i].first * inputs_[from + j].value;
      }
    }
    for (int i = 0; i < size(); ++i) {
      const double* weights = weights_.data() + i * numbers;
      if (of_velocities_) participant.add_rates_to(motion, rows.jacobian, first + i, weights);
      else participant.add_to(motion, rows.jacobian, first + i, weights);
    }
  }
}

bool UserEquations::evaluate_on(const JetPlaces& places, Jet* equations) {
  const std::size_t numbers =
      static_cast<std::size_t>(first_input_.back()) + participants_.back().fields(of_velocities_).size();
  const auto count = static_cast<std::size_t>(size());
  jets_.resize(numbers), with_gradient_.resize(count * (1 + numbers));
  for (std::size_t k = 0; k < participants_.size(); ++k) {
    if (!participants_[k].view_on(places, of_velocities_, jets_.data() + first_input_[k])) return false;
  }
  const auto along = [](const Jet& x) { return Taylor{x.value(), x.term[1].value, 2 * x.term[2].value}; };
  seeded_ = inputs_;
  std::transform(jets_.begin(), jets_.end(), seeded_.begin(), along);
  seeded_.back() = along(places.time());
  if (!function_->evaluate_taylor_with_slopes(seeded_.data(), static_cast<int>(numbers),
                                              with_gradient_.data()))
    return false;
  for (std::size_t i = 0; i < count; ++i) {
    const Taylor& f = with_gradient_[i];
    equations[i] = Jet::path(f.value, f.first, 0.5 * f.second);
    for (std::size_t k = 0; k < numbers; ++k) {
      const Taylor& slope = with_gradient_[(1 + k) * count + i];
      add_slopes(equations[i], {slope.value, slope.first, 0.5 * slope.second}, jets_[k]);
    }
  }
  return true;
}

double UserEquations::load(const Motion& motion, int participant, int number, const double* lambda) {
  view(motion);
  const std::vector<Taylor>& column = along(moved(participant) + number);
  double sum = 0;
  for (int i = 0; i < size(); ++i) sum -= lambda[i] * column[i].first;
  return sum;
}

}  // namespace perilune
