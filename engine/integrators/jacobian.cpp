#include "engine/integrators/jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace perilune {

void Problem::couple(Coupling& coupling) const {
  const int columns = controlled() - positions();
  coupling.begin.resize(columns + 1), coupling.rows.resize(columns * columns);
  for (int c = 0; c <= columns; ++c) coupling.begin[c] = c * columns;
  for (int c = 0; c < columns; ++c) {
    std::iota(&coupling.rows[c * columns], &coupling.rows[c * columns] + columns, 0);
  }
}

// √(ε max(|y|, 1e-5)): half the digits of F. As RADAU5 (Hairer & Wanner, Solving ODEs II, 2nd ed., appendix).
void Problem::increments(const Node& at, std::vector<double>& lengths) const {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  for (int i = 0, count = controlled(); i < count; ++i) {
    lengths[i] = std::sqrt(epsilon * std::max(std::abs(at.y[i]), 1e-5));
  }
}

void Problem::differentiate(const Node& at, Jacobian& jacobian) { jacobian.difference(*this, at); }

bool Jacobian::prepare(Problem& problem) {
  const long version = problem.coupling_version();
  if (version == version_) return false;
  version_ = version;
  problem.couple(coupling);
  by_rate.assign(coupling.rows.size(), 0);
  by_position.assign(coupling.begin[problem.positions()], 0);
  increments_.resize(problem.controlled()), y_.resize(problem.size()), dy_.resize(problem.size());
  colour();
  return true;
}

// Curtis, Powell & Reid (1974), J. Inst. Maths Applics 13, 117-119: each column takes the first colour whose rows
// are all free.
void Jacobian::colour() {
  const int columns = coupling.columns();
  colours_ = 0;
  colour_of_.assign(columns, 0);
  taken_.clear();
  for (int c = 0; c < columns; ++c) {
    const auto is_free = [&](int colour) {
      for (int k = coupling.begin[c]; k < coupling.begin[c + 1]; ++k) {
        if (taken_[colour * columns + coupling.rows[k]]) return false;
      }
      return true;
    };
    int colour = 0;
    while (colour < colours_ && !is_free(colour)) ++colour;
    if (colour == colours_) ++colours_, taken_.resize(colours_ * columns, 0);
    colour_of_[c] = colour;
    for (int k = coupling.begin[c]; k < coupling.begin[c + 1]; ++k) {
      taken_[colour * columns + coupling.rows[k]] = 1;
    }
  }
}

void Jacobian::difference(Problem& problem, const Node& at) {
  prepare(problem);
  problem.increments(at, increments_);
  y_ = at.y;
  for (const bool by_position : {true, false}) {
    for (int colour = 0; colour < colours_; ++colour) {
      move(problem, at, colour, by_position);
      problem.derivative(at.t, y_.data(), dy_.data());
      divide(problem, at, colour, by_position);
    }
  }
}

// The columns of one colour: positions are entries [0, n) of y, velocities and states [n, …).
void Jacobian::move(const Problem& problem, const Node& at, int colour, bool by_position) {
  const int n = problem.positions(), count = by_position ? n : coupling.columns();
  for (int c = 0; c < count; ++c) {
    if (colour_of_[c] != colour) continue;
    const int i = by_position ? c : n + c;
    y_[i] = at.y[i] + increments_[i];
  }
}

// Divides by the change that was really made, y + d − y, and takes it back.
void Jacobian::divide(const Problem& problem, const Node& at, int colour, bool by_position) {
  const int n = problem.positions(), count = by_position ? n : coupling.columns();
  std::vector<double>& values = by_position ? this->by_position : by_rate;
  for (int c = 0; c < count; ++c) {
    if (colour_of_[c] != colour) continue;
    const int i = by_position ? c : n + c;
    const double change = y_[i] - at.y[i];
    for (int k = coupling.begin[c]; k < coupling.begin[c + 1]; ++k) {
      const int row = n + coupling.rows[k];
      values[k] = (dy_[row] - at.dy[row]) / change;
    }
    y_[i] = at.y[i];
  }
}

}  // namespace perilune
