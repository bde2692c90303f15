#include "engine/simulation/freedom.h"

#include <cmath>

#include <fmt/format.h>

namespace perilune {
namespace {

constexpr double relative_size = 1e-4;  // √(relative cut of S)

// Removes from a row what lies in the span of an orthonormal basis, twice for rounding's sake.
void orthogonalize(const std::vector<VectorX>& basis, VectorX& row) {
  for (int pass = 0; pass < 2; ++pass) {
    for (const VectorX& direction : basis) row -= direction.dot(row) * direction;
  }
}

// "fixed 'weld' (2 of 3 equations)"
std::string repeated(const Joint& joint, int count) {
  return fmt::format("{} '{}' ({} of {} {})", joint.kind(), joint.name, count, joint.equations(),
                     joint.equations() == 1 ? "equation" : "equations");
}

// A body is free when one of its coordinates has a part outside the span of the constraints.
bool is_free(const std::vector<VectorX>& basis, int first, int size, int coordinates) {
  for (int i = first; i < first + size; ++i) {
    VectorX unit = VectorX::Unit(coordinates, i);
    orthogonalize(basis, unit);
    if (unit.norm() > relative_size) return true;
  }
  return false;
}

}  // namespace

Freedom find_freedom(System& system, double t, const double* y) {
  Freedom freedom;
  const MatrixX rows = system.weighted_jacobian(t, y);
  const double size = rows.size() > 0 ? rows.rowwise().norm().maxCoeff() : 0;
  std::vector<VectorX> basis;
  for (std::size_t j = 0; j < system.joints().size(); ++j) {
    const Joint& joint = *system.joints()[j];
    int implied = 0;
    for (int i = 0; i < joint.equations(); ++i) {
      VectorX row = rows.row(system.first_equation(static_cast<int>(j)) + i).transpose();
      orthogonalize(basis, row);
      const double rest = row.norm();
      if (rest > relative_size * size) basis.push_back(row / rest);
      else ++implied;
    }
    if (implied > 0) freedom.redundant.push_back(repeated(joint, implied));
  }
  freedom.degrees = system.freedoms() - static_cast<int>(basis.size());
  for (const BodyPointer& body : system.bodies()) {
    const int size_of_body = body->freedoms();
    if (freedom.degrees == 0 || size_of_body == 0) continue;
    if (is_free(basis, system.column(*body), size_of_body, system.freedoms()))
      freedom.free.push_back("'" + body->name + "'");
  }
  return freedom;
}

std::string enumerated(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < names.size() && i < most; ++i) text += (i == 0 ? "" : ", ") + names[i];
  return names.size() > most ? text + fmt::format(" and {} more", names.size() - most) : text;
}

}  // namespace perilune
