#include <boost/math/tools/toms748_solve.hpp>
#include <cstdint>
#include <limits>

#include "engine/stepping/acceptance.h"
#include "engine/stepping/first_depth_fields.h"

namespace perilune {

double depth_of_energy(const ContactLaw& law, double energy) {
  constexpr double most = 1e9, least = 1e-30;  // [m] beyond any contact
  const auto surplus = [&](double depth) { return law.potential(depth) - energy; };
  double high = 1e-6, low = high;
  while (!(surplus(high) >= 0)) {  // NaN goes on to the end
    if (high > most) return std::numeric_limits<double>::infinity();
    low = high, high *= 8;
  }
  while (!(surplus(low) < 0)) {
    if (low < least) return 0;
    high = low, low /= 8;
  }
  std::uintmax_t iterations = 100;
  const auto bracket = boost::math::tools::toms748_solve(
      surplus, low, high, boost::math::tools::eps_tolerance<double>(), iterations);
  return bracket.first;  // the shallower end
}

double EnergyRule::allowed_depth(const NewContact& contact) const {
  return depth_of_energy(*contact.law, per_impact);
}

std::vector<FieldInfo> EnergyRule::field_list() {
  using R = EnergyRule;
  Field<R> per_impact{"per_impact", "J", "energy a contact may bring in by starting deep", &R::per_impact,
                      above(0)};
  return with_first_depth_fields(std::move(per_impact));
}

}  // namespace perilune
