#include "engine/friction/catalog.h"

#include "engine/friction/regularized.h"
#include "engine/model/error.h"

namespace perilune {
namespace {

// A law written as a struct with force(v, N), as the engine calls it.
template <class Law>
class CatalogFriction final : public FrictionLaw {
 public:
  CatalogFriction(std::string name, Law law) : name_(std::move(name)), law_(std::move(law)) {}
  const std::string& name() const override { return name_; }
  double force(const FrictionInput& c) const override { return law_.force(c.slip_speed, c.normal_force); }

 private:
  std::string name_;
  Law law_;
};

template <class Law>
CatalogEntry<FrictionLawPointer> friction(const char* name, const char* summary,
                                          void (*check)(const Law&) = nullptr) {
  return {name, summary, field_list<Law>(),
          [name, check](const std::vector<Given>& values) -> FrictionLawPointer {
            Law law = make_from<Law>(values);
            if (check) check(law);
            return std::make_shared<CatalogFriction<Law>>(name, std::move(law));
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
      friction<RegularizedCoulomb>("regularized_coulomb", "Coulomb's law smoothed at zero slip"),
      friction<Threlfall>("threlfall", "exponential rise to Coulomb's law"),
      friction<Ambrosio>("ambrosio", "dead zone, then a ramp to Coulomb's law", check_ambrosio),
      friction<BengisuAkay>("bengisu_akay", "parabolic rise to a static peak, exponential fall"),
      friction<Stribeck>("stribeck", "static peak, exponential fall, viscous part"),
      friction<Hollars>("hollars", "linear rise, rational fall, viscous part"),
      friction<BrownMcPhee>("brown_mcphee", "smooth static peak and kinetic plateau"),
      friction<Anderson>("anderson", "tanh rise, exponential fall"),
  };
  return catalog;
}

}  // namespace perilune
