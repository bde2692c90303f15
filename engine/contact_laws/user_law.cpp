#include "engine/contact_laws/user_law.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>

#include "engine/model/error.h"

namespace perilune {
namespace {

// One law object may serve many contacts and many simulations at once, so a call keeps its numbers on the
// stack; this bounds them.
constexpr int capacity = 256;
constexpr std::size_t chunk = 4;  // numbers copied at once: no call for the few that most laws have
using Block = std::array<double, capacity + chunk>;
constexpr int given = 4;  // penetration, penetration_rate, impact_speed, t
static_assert(offsetof(ContactInput, t) == (given - 1) * sizeof(double),
              "a law may read them where they are");

Argument record(const char* name, const NamedNumbers& numbers) {
  Argument argument{name, {}};
  for (const auto& number : numbers) argument.fields.push_back({number.first, 1});
  return argument;
}

Signature signature_of(const std::string& purpose, const NamedNumbers& parameters,
                       const NamedNumbers& states) {
  Signature signature;
  signature.purpose = purpose;
  Argument c{"c", {{"penetration", 1}, {"penetration_rate", 1}, {"impact_speed", 1}, {"t", 1}}};
  for (const auto& state : states) c.fields.push_back({state.first, 1});
  signature.arguments.push_back(c);
  // An argument without fields would be one number.
  if (!parameters.empty()) signature.arguments.push_back(record("p", parameters));
  return signature;
}

class UserLaw final : public ContactLaw {
 public:
  UserLaw(const std::string& name, FunctionPointer force, FunctionPointer on_commit,
          const NamedNumbers& parameters, const NamedNumbers& states)
      : name_(name), force_(std::move(force)), on_commit_(std::move(on_commit)), states_(states) {
    for (const auto& parameter : parameters) parameters_.push_back(parameter.second);
    parameters_.resize((parameters.size() + chunk - 1) / chunk * chunk);
    if (given + states_.size() + parameters.size() > capacity) {
      throw InputError("", "law '" + name + "'",
                       fmt::format("{} parameters and {} states are more than {} together", parameters.size(),
                                   states_.size(), capacity - given));
    }
  }

  const std::string& name() const override { return name_; }

  double force(const ContactInput& c, double* state_rates) const override {
    if (!states_.empty()) return force_with_states(c, state_rates);
    double output = 0;
    if (parameters_.empty()) return force_->call(&c.penetration, &output);
    Block in;
    write(c, nullptr, in);
    return force_->call(in.data(), &output);
  }

  // The function's own derivatives, of the branch taken; by differences where it has none (texts, tables).
  ForceSlopes slopes(const ContactInput& c) const override {
    if (c.penetration <= 0) return {};
    Block in;
    std::array<double, 3 * capacity> out;
    write(c, c.states, in);
    if (!find_slopes(*force_, in.data(), 2, out.data())) return ContactLaw::slopes(c);
    return {out[1 + states_.size()], out[2 * (1 + states_.size())]};
  }
  // Of the first inputs, δ, δ̇, δ̇⁽⁻⁾, t and the states; the third and fourth are left out.
  bool state_slopes(const ContactInput& c, double* slopes) const override {
    const std::size_t count = states_.size(), outputs = 1 + count;
    Block in;
    write(c, c.states, in);
    std::vector<double> out((1 + given + count) * outputs);
    if (!find_slopes(*force_, in.data(), static_cast<int>(given + count), out.data())) return false;
    double* next = std::copy_n(&out[outputs], 2 * outputs, slopes);
    std::copy_n(&out[(1 + given) * outputs], count * outputs, next);
    return true;
  }

  int states() const override { return static_cast<int>(states_.size()); }
  std::string state_name(int i) const override { return states_[i].first; }
  double initial_state(int i) const override { return states_[i].second; }

  bool commit(const ContactInput& c, double* states) const override {
    if (!on_commit_ || states_.empty()) return false;
    Block in, out;
    write(c, states, in);
    on_commit_->evaluate(in.data(), out.data());
    const bool same = std::equal(states, states + states_.size(), out.data());
    std::copy_n(out.data(), states_.size(), states);
    return !same;
  }

 private:
  double force_with_states(const ContactInput& c, double* state_rates) const {
    Block in, out;
    write(c, c.states, in);
    const double force = force_->call(in.data(), out.data());
    std::copy_n(out.data() + 1, states_.size(), state_rates);
    return force;
  }

  // Arguments in the order of the signature: c, then p.
  void write(const ContactInput& c, const double* states, Block& in) const {
    in[0] = c.penetration, in[1] = c.penetration_rate, in[2] = c.impact_speed, in[3] = c.t;
    double* next = in.data() + given;
    if (!states_.empty()) next = std::copy_n(states, states_.size(), next);
    for (std::size_t i = 0; i < parameters_.size(); i += chunk)
      std::memcpy(next + i, parameters_.data() + i, chunk * sizeof(double));
  }

  std::string name_;
  FunctionPointer force_, on_commit_;
  std::vector<double> parameters_;  // filled up with zeros to whole chunks
  NamedNumbers states_;
};

}  // namespace

Signature user_law_signature(const std::string& name, const NamedNumbers& parameters,
                             const NamedNumbers& states) {
  Signature signature = signature_of("force of law '" + name + "'", parameters, states);
  signature.results.push_back({"force", {}});
  if (!states.empty()) signature.results.push_back(record("rates", states));
  return signature;
}

Signature user_law_commit_signature(const std::string& name, const NamedNumbers& parameters,
                                    const NamedNumbers& states) {
  Signature signature = signature_of("on_commit of law '" + name + "'", parameters, states);
  if (!states.empty()) signature.results.push_back(record("c", states));
  return signature;
}

ContactLawPointer make_user_law(const std::string& name, FunctionPointer force, FunctionPointer on_commit,
                                const NamedNumbers& parameters, const NamedNumbers& states) {
  return std::make_shared<UserLaw>(name, std::move(force), std::move(on_commit), parameters, states);
}

}  // namespace perilune
