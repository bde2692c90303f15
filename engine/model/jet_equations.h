#pragma once

#include "engine/model/jet_places.h"

namespace perilune {

// A joint that can be evaluated on jets: Φ for any places, but for what depends on time alone, and Ψ for any places and
// velocities, as Joint orders them. All slopes that an implicit method needs follow from that; those of other joints are
// taken by differences.
class JetEquations {
 public:
  virtual ~JetEquations() = default;
  // False: it cannot there.
  virtual bool evaluate_on(const JetPlaces& places, Jet* equations) const = 0;
  // The coordinate that a drive moves; false: it has none.
  virtual bool coordinate_on(const JetPlaces& places, Jet& coordinate) const {
    (void)places, (void)coordinate;
    return false;
  }
};

}  // namespace perilune
