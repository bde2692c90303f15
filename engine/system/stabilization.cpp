#include "engine/system/stabilization.h"

namespace perilune {
namespace {

using Projection = ConstraintOptions::Projection;

// After every step, positions are moved onto Φ = 0 and velocities onto Φ̇ = 0, by least change in the norm of M.
struct LeastChange {
  static std::vector<Field<LeastChange>> fields() { return {}; }
  void apply(ConstraintOptions& options) const { options.projection = Projection::least_change; }
};

// After every step, independent coordinates stay as they were integrated and the dependent ones are solved for (Wehage &
// Haug, J. Mech. Design 104 (1982) 247–255). Which are which is chosen anew each time, by the pivots of Φ_q.
struct CoordinatePartitioning {
  static std::vector<Field<CoordinatePartitioning>> fields() { return {}; }
  void apply(ConstraintOptions& options) const { options.projection = Projection::coordinate_partitioning; }
};

struct Baumgarte {
  double alpha = 5, beta = 5;
  static std::vector<Field<Baumgarte>> fields() {
    return {{"alpha", "1/s", "half the damping of Φ̈ + 2αΦ̇ + β²Φ = 0", &Baumgarte::alpha, at_least(0)},
            {"beta", "1/s", "its angular frequency", &Baumgarte::beta, at_least(0)}};
  }
  void apply(ConstraintOptions& options) const {
    options.projection = Projection::none;
    options.alpha = alpha, options.beta = beta;
  }
};

// Bayo, García de Jalón & Serna (1988), eq. 23: Φ̈ + 2ξωΦ̇ + ω²Φ = 0 enforced by penalties whose error the iteration on
// the multipliers removes. Needs no independent constraints.
struct AugmentedLagrangian {
  double penalty = 1e8, frequency = 10, damping_ratio = 1;
  static std::vector<Field<AugmentedLagrangian>> fields() {
    return {{"penalty", "-", "times the largest effective mass of a constraint",
             &AugmentedLagrangian::penalty, above(0)},
            {"frequency", "rad/s", "ω", &AugmentedLagrangian::frequency, at_least(0)},
            {"damping_ratio", "-", "ξ", &AugmentedLagrangian::damping_ratio, at_least(0)}};
  }
  void apply(ConstraintOptions& options) const {
    options.projection = Projection::none;
    options.alpha = damping_ratio * frequency, options.beta = frequency;
    options.multipliers = Multipliers::penalty, options.penalty = penalty;
  }
};

struct None {
  static std::vector<Field<None>> fields() { return {}; }
  void apply(ConstraintOptions& options) const { options.projection = Projection::none; }
};

template <class Kind>
CatalogEntry<ConstraintOptions> stabilization(const char* name, const char* summary) {
  return {name, summary, field_list<Kind>(), [name](const std::vector<Given>& values) {
            ConstraintOptions options;
            options.name = name;
            make_from<Kind>(values).apply(options);
            return options;
          }};
}

}  // namespace

const std::vector<CatalogEntry<ConstraintOptions>>& stabilization_catalog() {
  static const std::vector<CatalogEntry<ConstraintOptions>> catalog = {
      stabilization<LeastChange>("projection", "least change onto the constraints after every step"),
      stabilization<Baumgarte>("baumgarte", "Baumgarte's terms in the equations of motion"),
      stabilization<CoordinatePartitioning>("coordinate_partitioning",
                                            "dependent coordinates are solved for after every step"),
      stabilization<AugmentedLagrangian>("augmented_lagrangian", "penalties with iterated multipliers"),
      stabilization<None>("none", "constraints drift"),
  };
  return catalog;
}

}  // namespace perilune
