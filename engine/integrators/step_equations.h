#pragma once

#include <vector>

#include <Eigen/SparseCore>

#include "engine/integrators/problem.h"
#include "engine/math/vector.h"

namespace perilune {

// How a step is written as equations for where it ends.
enum class StepForm {
  rotations,    // discrete gradients; how bodies turn as unknowns, what binds their directors taken out
  directors,    // the same with all directors and the multipliers of what binds them
  variational,  // of a discrete action: midpoint rule, constraints at the nodes
};

// One step as equations for where it ends: unknowns are the changes of positions, then multipliers that are constant over
// the step. Begun from a node, of which nothing is changed.
class StepEquations {
 public:
  StepEquations() = default;
  virtual ~StepEquations() = default;
  StepEquations(const StepEquations&) = delete;
  StepEquations& operator=(const StepEquations&) = delete;

  virtual int changes() const = 0;      // unknowns that are changes of positions
  virtual int multipliers() const = 0;  // the rest
  virtual void begin(const Node& before, double h) = 0;
  virtual void predict(VectorX& unknowns) = 0;  // h v for the changes; multipliers stay
  virtual void residual(const VectorX& unknowns,
                        VectorX& residual) = 0;  // of the step begun; forces, then errors
  // Entries of the derivative of the residual where it was asked for last; several for one place are summed. By differences of
  // the whole, unless overridden. Leaves the residual's own state anywhere.
  virtual void differentiate(const VectorX& unknowns, const VectorX& residual,
                             std::vector<Eigen::Triplet<double>>& entries);
  // Whether what the iterations pass through matters: each then has a derivative of its own.
  virtual bool follows_newton() const { return false; }
  virtual double force_scale()
      const = 0;                        // [residual's per change] typical slope of the first by the changes
  virtual bool admissible() const = 0;  // of the last residual: directors of the middle have not collapsed
  virtual void end(const VectorX& unknowns, Node& after) = 0;  // y of the end; its dy is left to the caller
};

}  // namespace perilune
