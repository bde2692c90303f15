#pragma once

#include "engine/model/motion.h"

namespace perilune {

// A force that knows how it changes with the coordinates and velocities of its bodies; the slopes of others are taken by
// differences.
class SlopedForce {
 public:
  virtual ~SlopedForce() = default;

  // Where slopes go, number by number.
  class Slopes {
   public:
    virtual ~Slopes() = default;
    // ∂Q/∂q and ∂Q/∂q̇: of generalised force number `row` of a body by coordinate number `column` of another.
    virtual void add(const Body& of, int row, const Body& by, int column, double by_position,
                     double by_rate) = 0;
  };
  virtual bool add_slopes(const Motion& motion, Slopes& slopes) const = 0;  // false: it cannot
};

}  // namespace perilune
