#pragma once

#include "engine/math/vector.h"
#include "engine/model/jet_places.h"

namespace perilune {

// A force that looks at its bodies through some numbers l(q), its measures, and pushes along these: the generalised force is
//     Q = Σᵢ wᵢ(l, l̇, t) ∂lᵢ/∂q.
// Measures are a spring's length, x, y of a loaded point and the angle of its body, the angles of those that a torque turns.
// Written on jets they give their own slopes; w says how it changes with l and l̇, and an implicit method has ∂Q/∂q and
// ∂Q/∂q̇ exactly. Those of other forces are taken by differences.
class MeasuredForce {
 public:
  virtual ~MeasuredForce() = default;
  virtual int measures() const = 0;
  // False: it cannot there.
  virtual bool measure_on(const JetPlaces& places, Jet* measures) const = 0;

  struct Measures {
    VectorX place, rate;  // l, l̇
    double t = 0;         // [s]
  };
  struct Push {
    VectorX force;              // w
    MatrixX by_place, by_rate;  // ∂wᵢ/∂lⱼ, ∂wᵢ/∂l̇ⱼ
  };
  // Adds to what is zero. False: it knows no slopes there.
  virtual bool push_at(const Measures& at, Push& push) const = 0;
};

}  // namespace perilune
