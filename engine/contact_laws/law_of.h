#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/contact_laws/scalar.h"
#include "engine/model/contact_law.h"
#include "engine/model/error.h"
#include "engine/model/field.h"

namespace perilune {

// A member that Law inherits, as a member of Law itself: Field<Law> cannot deduce one of a base.
template <class Law, class Base, class Member>
constexpr Member Law::*inherited(Member Base::*member) {
  return member;
}

// A formula is a struct with name, summary, fields(), normal_force(c), potential(δ) and prepare(), which
// derives what it needs from its fields and refuses (InputError) what cannot be. normal_force is a template over the
// kind of input, so that dual numbers differentiate it. These are the defaults of
// the rest.
struct FormulaDefaults {
  void prepare() {}
  double deepest() const { return std::numeric_limits<double>::infinity(); }  // [m] beyond it: NaN
  bool pulls() const { return false; }
  static constexpr bool jumps = false;       // F(0⁺, δ̇) ≠ 0
  static constexpr bool needs_mass = false;  // then it has a member std::optional<double> mass [kg]

  // Memory that changes on commit only.
  int states() const { return 0; }
  static const char* state_name(int) { return ""; }
  bool commit(const ContactInput&, double*) const { return false; }
};

// A formula as a contact law. A law that needs a mass and has none yet cannot be evaluated.
template <class Formula>
class LawOf final : public ContactLaw {
 public:
  explicit LawOf(Formula formula) : formula_(std::move(formula)) { formula_.prepare(); }

  const std::string& name() const override {
    static const std::string text = Formula::name;
    return text;
  }
  double force(const ContactInput& c, double* state_rates) const override {
    std::fill_n(state_rates, formula_.states(), 0.0);
    return formula_.normal_force(c);
  }
  double deepest() const override { return formula_.deepest(); }
  ForceSlopes slopes(const ContactInput& c) const override {
    if (c.penetration <= 0) return {};  // not in contact
    const std::vector<Dual> states(c.states, c.states + formula_.states());
    const Dual force = formula_.normal_force(DualInput(c, states.data()));
    return {force.slope[0], force.slope[1]};
  }
  // States change on commit only: their rates are 0, and the force is differentiated by one state at a time.
  bool state_slopes(const ContactInput& c, double* slopes) const override {
    const int count = formula_.states();
    std::fill_n(slopes, (2 + count) * (1 + count), 0.0);
    if (c.penetration <= 0) return true;
    std::vector<Dual> states(c.states, c.states + count);
    const Dual force = formula_.normal_force(DualInput(c, states.data()));
    slopes[0] = force.slope[0], slopes[1 + count] = force.slope[1];
    for (int i = 0; i < count; ++i) {
      DualInput along(c, states.data());
      along.penetration = c.penetration, along.penetration_rate = c.penetration_rate;
      states[i] = Dual::moving(c.states[i], 0);
      slopes[(2 + i) * (1 + count)] = formula_.normal_force(along).slope[0];
      states[i] = c.states[i];
    }
    return true;
  }
  double potential(double penetration) const override { return formula_.potential(penetration); }
  bool may_pull() const override { return formula_.pulls(); }
  bool jumps_at_touch() const override { return Formula::jumps; }
  int states() const override { return formula_.states(); }
  std::string state_name(int i) const override { return Formula::state_name(i); }
  bool commit(const ContactInput& c, double* states) const override { return formula_.commit(c, states); }

  std::shared_ptr<const ContactLaw> for_reduced_mass(double mass) const override {
    if constexpr (Formula::needs_mass) {
      if (formula_.mass) return nullptr;
      if (!(mass > 0)) {
        throw InputError("", "",
                         std::string(Formula::name) + " needs a mass, and neither body of the pair has one",
                         "give the law mass = … [kg]");
      }
      Formula bound = formula_;
      bound.mass = mass;
      return std::make_shared<LawOf>(std::move(bound));
    } else {
      return (void)mass, nullptr;
    }
  }

 private:
  Formula formula_;
};

// Thrown by the force of a law that needs a mass, before a pair or its field has given one.
[[noreturn]] inline void refuse_without_mass(const char* law) {
  throw InputError(
      "", "", std::string(law) + " needs a mass before its force is known",
      "give the law mass = … [kg], or use it in a contact: the reduced mass of the pair is taken");
}

// The engine's own users get the checks that the border makes for a script's.
inline void check_given(const std::vector<FieldInfo>& fields, const std::vector<Given>& values) {
  for (const FieldInfo& field : fields) {
    const auto names_it = [&](const Given& given) { return given.field->name == field.name; };
    if (field.required && std::none_of(values.begin(), values.end(), names_it)) {
      throw InputError("", "", fmt::format("{} [{}] must be given", field.name, field.unit));
    }
  }
  for (const Given& given : values) {
    const FieldInfo& field = *given.field;
    if (const double* x = std::get_if<double>(&given.value);
        x && !(std::isfinite(*x) && field.range.contains(*x))) {
      throw InputError("", "", fmt::format("{} = {} {} is out of range", field.name, *x, field.unit));
    }
    const auto* text = std::get_if<std::string>(&given.value);
    if (!text || field.choices.empty()) continue;
    if (std::find(field.choices.begin(), field.choices.end(), *text) == field.choices.end()) {
      throw InputError("", "", fmt::format("{} = '{}' is none of its choices", field.name, *text));
    }
  }
}

template <class Formula>
CatalogEntry<ContactLawPointer> contact_law() {
  const std::vector<FieldInfo> fields = field_list<Formula>();
  return {Formula::name, Formula::summary, fields,
          [fields](const std::vector<Given>& values) -> ContactLawPointer {
            check_given(fields, values);
            return std::make_shared<LawOf<Formula>>(make_from<Formula>(values));
          }};
}

}  // namespace perilune
