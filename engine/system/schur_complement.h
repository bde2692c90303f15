#pragma once

#include <functional>
#include <vector>

#include "engine/system/constraint_jacobian.h"

namespace perilune {

// One triangle of S = Φ_q M⁻¹ Φ_qᵀ. Two equations have an entry where their joints share a body; which, and where each
// is stored, is found once.
class SchurComplement {
 public:
  // stored(i, j): where the entry of equations i and j is to be written, whichever of the two orders is asked for.
  void compile(const ConstraintJacobian& jacobian, const std::function<int(int, int)>& stored);
  // Writes the entries into values. inverse_mass: the diagonal of M⁻¹.
  void assemble(const ConstraintJacobian& jacobian, const VectorX& inverse_mass, double* values) const;

  // All pairs of equations (i ≥ j) that have an entry.
  static std::vector<std::pair<int, int>> pattern(const ConstraintJacobian& jacobian);

 private:
  struct Shared {
    int first, size, local_a, local_b;
  };
  struct Pair {
    int a, b;  // joints, a ≥ b
    std::vector<Shared> bodies;
  };
  static std::vector<Pair> pairs(const ConstraintJacobian& jacobian);

  std::vector<Pair> pairs_;
  std::vector<int> stored_;  // in the order of assembly
};

}  // namespace perilune
