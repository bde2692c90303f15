#include "engine/friction/catalog.h"

#include <algorithm>
#include <array>

#include "engine/friction/bristle.h"
#include "engine/friction/coulomb.h"
#include "engine/friction/karnopp.h"
#include "engine/friction/regularized.h"
#include "engine/math/dual.h"
#include "engine/model/error.h"

namespace perilune {
namespace {

// A law written as a struct with force(v, N), as the engine calls it.
template <class Law>
class CatalogFriction : public FrictionLaw {
 public:
  CatalogFriction(std::string name, Law law) : law_(std::move(law)), name_(std::move(name)) {}
  const std::string& name() const override { return name_; }
  double force(const FrictionInput& c) const override { return law_.force(c.slip_speed, c.normal_force); }
  bool slopes(const FrictionInput& c, double* slopes) const override {
    const Dual force = law_.force(Dual::moving(c.slip_speed, 0), Dual::moving(c.normal_force, 1));
    std::copy(force.slope.begin(), force.slope.end(), slopes);
    return true;
  }

 protected:
  Law law_;

 private:
  std::string name_;
};

// The same of a law that holds up to limit(N) where nothing slips.
template <class Law>
class SetValuedFriction : public CatalogFriction<Law> {
 public:
  using CatalogFriction<Law>::CatalogFriction;
  bool is_set_valued() const override { return true; }
  double limit(const FrictionInput& c) const override { return this->law_.limit(c.normal_force); }
};

// The same with a band about zero slip.
class KarnoppFriction final : public SetValuedFriction<Karnopp> {
 public:
  using SetValuedFriction::SetValuedFriction;
  double stick_speed() const override { return law_.stick_speed; }
};

template <class Law>
void check_static(const Law& law) {
  if (!law.static_coefficient || *law.static_coefficient >= law.coefficient) return;
  throw InputError("", "", "static_coefficient must not be smaller than coefficient",
                   "coefficient = 0.3, static_coefficient = 0.4");
}

// The same of a law written as a struct with states and force(v, N, z, ż).
template <class Law>
class BristleFriction final : public FrictionLaw {
 public:
  BristleFriction(std::string name, Law law) : name_(std::move(name)), law_(std::move(law)) {}
  const std::string& name() const override { return name_; }
  double force(const FrictionInput& c) const override { return law_.steady(c.slip_speed, c.normal_force); }
  int states() const override { return static_cast<int>(Law::state_names.size()); }
  std::string state_name(int i) const override { return Law::state_names[static_cast<std::size_t>(i)]; }
  double signed_force(const FrictionInput& c, double* state_rates) const override {
    return law_.force(c.slip_velocity, c.normal_force, c.states, state_rates);
  }
  bool slopes(const FrictionInput& c, double* slopes) const override {
    constexpr std::size_t count = Law::state_names.size(), inputs = 2 + count;
    using Real = DualAlong<static_cast<int>(inputs)>;
    std::array<Real, count> states, rates;
    for (std::size_t i = 0; i < count; ++i) states[i] = Real::moving(c.states[i], static_cast<int>(2 + i));
    const Real force = law_.force(Real::moving(c.slip_velocity, 0), Real::moving(c.normal_force, 1),
                                  states.data(), rates.data());
    for (std::size_t by = 0; by < inputs; ++by) {
      *slopes++ = force.slope[by];
      for (const Real& rate : rates) *slopes++ = rate.slope[by];
    }
    return true;
  }

 private:
  std::string name_;
  Law law_;
};

// Kind: what makes a law of the struct. check: throws InputError without origin.
template <class Law, class Kind = CatalogFriction<Law>>
CatalogEntry<FrictionLawPointer> friction(const char* name, const char* summary,
                                          void (*check)(const Law&) = nullptr) {
  return {name, summary, field_list<Law>(),
          [name, check](const std::vector<Given>& values) -> FrictionLawPointer {
            Law law = make_from<Law>(values);
            if (check) check(law);
            return std::make_shared<Kind>(name, std::move(law));
          }};
}

void check_ambrosio(const Ambrosio& law) {
  if (law.upper_speed > law.lower_speed) return;
  throw InputError("", "", "upper_speed must be larger than lower_speed",
                   "lower_speed = 1e-4, upper_speed = 1e-3");
}

}  // namespace

const std::vector<CatalogEntry<FrictionLawPointer>>& friction_catalog() {
  static const std::vector<CatalogEntry<FrictionLawPointer>> catalog = {
      friction<Coulomb, SetValuedFriction<Coulomb>>(
          "coulomb", "set-valued: sticks up to its limit, transitions are events", check_static),
      friction<Karnopp, KarnoppFriction>("karnopp", "set-valued, and sticks below a speed", check_static),
      friction<RegularizedCoulomb>("regularized_coulomb", "Coulomb's law smoothed at zero slip"),
      friction<Threlfall>("threlfall", "exponential rise to Coulomb's law"),
      friction<Ambrosio>("ambrosio", "dead zone, then a ramp to Coulomb's law", check_ambrosio),
      friction<BengisuAkay>("bengisu_akay", "parabolic rise to a static peak, exponential fall"),
      friction<Stribeck>("stribeck", "static peak, exponential fall, viscous part"),
      friction<Hollars>("hollars", "linear rise, rational fall, viscous part"),
      friction<BrownMcPhee>("brown_mcphee", "smooth static peak and kinetic plateau"),
      friction<Anderson>("anderson", "tanh rise, exponential fall"),
      friction<Dahl, BristleFriction<Dahl>>("dahl", "bristles that bend, then slip; one state"),
      friction<LuGre, BristleFriction<LuGre>>("lugre", "bristles with a static peak and damping; one state"),
      friction<GonthierFriction, BristleFriction<GonthierFriction>>(
          "gonthier", "bristles whose breakaway grows with the time they stick; two states"),
  };
  return catalog;
}

}  // namespace perilune
