#pragma once

#include <fmt/core.h>

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "engine/model/contact_law.h"
#include "engine/model/error.h"
#include "engine/model/field.h"

namespace perilune {

// A member that Law inherits, as a member of Law itself: Field<Law> cannot deduce one of a base.
template <class Law, class Base, class Member>
constexpr Member Law::*inherited(Member Base::*member) {
  return member;
}

// A formula is a struct with name, summary, fields(), normal_force(c), potential(δ) and prepare(), which derives
// what it needs from its fields and refuses (InputError) what cannot be. These are the defaults of the rest.
struct FormulaDefaults {
  void prepare() {}
  bool pulls() const { return false; }
  static constexpr bool jumps = false;       // F(0⁺, δ̇) ≠ 0
  static constexpr bool needs_mass = false;  // then it has a member std::optional<double> mass [kg]
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
  double force(const ContactInput& c, double*) const override { return formula_.normal_force(c); }
  double potential(double penetration) const override { return formula_.potential(penetration); }
  bool may_pull() const override { return formula_.pulls(); }
  bool jumps_at_touch() const override { return Formula::jumps; }

  std::shared_ptr<const ContactLaw> for_reduced_mass(double mass) const override {
    if constexpr (Formula::needs_mass) {
      if (formula_.mass) return nullptr;
      if (!(mass > 0)) {
        throw InputError("", "", std::string(Formula::name) + " needs a mass, and neither body of the pair has one",
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
  throw InputError("", "", std::string(law) + " needs a mass before its force is known",
                   "give the law mass = … [kg], or use it in a contact: the reduced mass of the pair is taken");
}

// The engine's own users get the range check that the border makes for a script's.
inline void check_ranges(const std::vector<Given>& values) {
  for (const Given& given : values) {
    const double* x = std::get_if<double>(&given.value);
    if (!x || given.field->range.contains(*x)) continue;
    throw InputError("", "", fmt::format("{} = {} {} is out of range", given.field->name, *x, given.field->unit));
  }
}

template <class Formula>
CatalogEntry<ContactLawPointer> contact_law() {
  return {Formula::name, Formula::summary, field_list<Formula>(),
          [](const std::vector<Given>& values) -> ContactLawPointer {
            check_ranges(values);
            return std::make_shared<LawOf<Formula>>(make_from<Formula>(values));
          }};
}

}  // namespace perilune
