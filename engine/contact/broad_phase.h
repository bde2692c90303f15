#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/math/vector.h"

namespace perilune {

// What holds a shape wherever its body turns: a ball about the body's reference point.
struct Bounds {
  Vector3 center = Vector3::Zero();  // [m]
  double radius = 0;                 // [m], may be infinite
};

// Finds the pairs that are no further apart than a given reach: a uniform grid for shapes of ordinary size, whose
// cost is linear in their number; the few that are much larger are compared with all.
class BroadPhase {
 public:
  // Pairs (i, j), i < j, in order.
  const std::vector<std::pair<int, int>>& find(const std::vector<Bounds>& shapes, double reach);

 private:
  struct Entry {
    std::array<std::int64_t, 3> cell;  // z, y, x
    int shape;
  };
  void sort_by_size(const std::vector<Bounds>& shapes);
  void fill_grid(const std::vector<Bounds>& shapes, double cell);
  void compare_row(const std::vector<Bounds>& shapes, double reach, std::size_t entry, int dz, int dy);
  void compare(const std::vector<Bounds>& shapes, double reach, int i, int j);

  std::vector<int> small_, large_;
  std::vector<double> sizes_;
  std::vector<Entry> entries_;  // sorted by cell
  std::vector<std::pair<int, int>> pairs_;
};

}  // namespace perilune
