#include "engine/system/schur_complement.h"

#include <algorithm>
#include <map>

namespace perilune {
namespace {

// Calls visit(r, s) for the rows of a pair of joints: of a joint with itself, one triangle.
template <class Visit>
void for_rows(const ConstraintJacobian::JointRows& a, const ConstraintJacobian::JointRows& b, bool same,
              const Visit& visit) {
  for (int r = 0; r < a.equations; ++r) {
    for (int s = 0, end = same ? r + 1 : b.equations; s < end; ++s) visit(r, s);
  }
}

}  // namespace

std::vector<SchurComplement::Pair> SchurComplement::pairs(const ConstraintJacobian& jacobian) {
  std::map<int, std::vector<std::pair<int, int>>>
      users;  // first column of a body → (joint, its local column)
  std::map<std::pair<int, int>, std::vector<Shared>> found;
  for (int a = 0; a < static_cast<int>(jacobian.joints().size()); ++a) {
    found[{a, a}];  // a joint between bodies that cannot move still has its rows
    for (const ColumnBlock& block : jacobian.joints()[a].blocks) {
      auto& others = users[block.first];
      others.emplace_back(a, block.local);
      for (const auto& [b, local] : others) {
        found[{a, b}].push_back({block.first, block.size, block.local, local});
      }
    }
  }
  std::vector<Pair> list;
  for (auto& [joints, bodies] : found) list.push_back({joints.first, joints.second, std::move(bodies)});
  return list;
}

std::vector<std::pair<int, int>> SchurComplement::pattern(const ConstraintJacobian& jacobian) {
  std::vector<std::pair<int, int>> entries;
  for (const Pair& pair : pairs(jacobian)) {
    const auto &a = jacobian.joints()[pair.a], &b = jacobian.joints()[pair.b];
    for_rows(a, b, pair.a == pair.b, [&](int r, int s) { entries.emplace_back(a.first + r, b.first + s); });
  }
  return entries;
}

void SchurComplement::compile(const ConstraintJacobian& jacobian,
                              const std::function<int(int, int)>& stored) {
  pairs_ = pairs(jacobian);
  stored_.clear();
  for (const auto& [i, j] : pattern(jacobian)) stored_.push_back(stored(i, j));
}

void SchurComplement::assemble(const ConstraintJacobian& jacobian, const VectorX& inverse_mass,
                               double* values) const {
  const int* stored = stored_.data();
  for (const Pair& pair : pairs_) {
    const auto &a = jacobian.joints()[pair.a], &b = jacobian.joints()[pair.b];
    for_rows(a, b, pair.a == pair.b, [&](int r, int s) {
      const double *row_a = jacobian.row(a, r), *row_b = jacobian.row(b, s);
      double sum = 0;
      for (const Shared& body : pair.bodies) {
        for (int i = 0; i < body.size; ++i)
          sum += row_a[body.local_a + i] * inverse_mass[body.first + i] * row_b[body.local_b + i];
      }
      values[*stored++] = sum;
    });
  }
}

}  // namespace perilune
