#include "engine/contact/broad_phase.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace perilune {
namespace {
constexpr double large = 4;  // times the median size: shapes beyond would make the cells of the grid too wide

// Of the cell that holds a coordinate. What lies beyond the integers shares the outermost cells, which keeps
// neighbours neighbours; what is not a number is anywhere.
std::int64_t cell_index(double coordinate, double cell) {
  constexpr double outermost = 1e18;
  const double index = std::floor(coordinate / cell);
  return std::isnan(index) ? 0 : static_cast<std::int64_t>(std::clamp(index, -outermost, outermost));
}
}  // namespace

const std::vector<std::pair<int, int>>& BroadPhase::find(const std::vector<Bounds>& shapes, double reach) {
  pairs_.clear();
  sort_by_size(shapes);
  double widest = 0;
  for (const int i : small_) widest = std::max(widest, shapes[i].radius);
  fill_grid(shapes, std::max(2 * widest + reach, std::numeric_limits<double>::min()));
  for (std::size_t e = 0; e < entries_.size(); ++e) {
    compare_row(shapes, reach, e, 0, 0);
    compare_row(shapes, reach, e, 0, 1);
    for (int dy = -1; dy <= 1; ++dy) compare_row(shapes, reach, e, 1, dy);
  }
  for (std::size_t k = 0; k < large_.size(); ++k) {
    for (const int j : small_) compare(shapes, reach, large_[k], j);
    for (std::size_t m = k + 1; m < large_.size(); ++m) compare(shapes, reach, large_[k], large_[m]);
  }
  std::sort(pairs_.begin(), pairs_.end());
  return pairs_;
}

void BroadPhase::sort_by_size(const std::vector<Bounds>& shapes) {
  sizes_.clear();
  for (const Bounds& shape : shapes) {
    if (std::isfinite(shape.radius)) sizes_.push_back(shape.radius);
  }
  double median = 0;
  if (!sizes_.empty()) {
    const auto middle = sizes_.begin() + static_cast<std::ptrdiff_t>(sizes_.size() / 2);
    std::nth_element(sizes_.begin(), middle, sizes_.end());
    median = *middle;
  }
  small_.clear(), large_.clear();
  for (int i = 0; i < static_cast<int>(shapes.size()); ++i) {
    (shapes[i].radius <= large * median ? small_ : large_).push_back(i);
  }
}

void BroadPhase::fill_grid(const std::vector<Bounds>& shapes, double cell) {
  entries_.clear();
  for (const int i : small_) {
    const auto index = [&](int axis) { return cell_index(shapes[i].center[axis], cell); };
    entries_.push_back({{index(2), index(1), index(0)}, i});
  }
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return a.cell != b.cell ? a.cell < b.cell : a.shape < b.shape;
  });
}

// With the cells x − 1 … x + 1 of one row, of which its own row's are looked at forwards only.
void BroadPhase::compare_row(const std::vector<Bounds>& shapes, double reach, std::size_t entry, int dz,
                             int dy) {
  const Entry& from = entries_[entry];
  const bool own_row = dz == 0 && dy == 0;
  std::size_t e = entry + 1;
  if (!own_row) {
    const std::array<std::int64_t, 3> first = {from.cell[0] + dz, from.cell[1] + dy, from.cell[2] - 1};
    const auto is_before = [](const Entry& a, const std::array<std::int64_t, 3>& b) { return a.cell < b; };
    e = std::lower_bound(entries_.begin(), entries_.end(), first, is_before) - entries_.begin();
  }
  const std::array<std::int64_t, 3> last = {from.cell[0] + dz, from.cell[1] + dy, from.cell[2] + 1};
  for (; e < entries_.size() && entries_[e].cell <= last; ++e) {
    compare(shapes, reach, from.shape, entries_[e].shape);
  }
}

void BroadPhase::compare(const std::vector<Bounds>& shapes, double reach, int i, int j) {
  const double near = shapes[i].radius + shapes[j].radius + reach;
  if (std::isfinite(near) && (shapes[i].center - shapes[j].center).squaredNorm() > near * near) return;
  pairs_.emplace_back(std::min(i, j), std::max(i, j));
}

}  // namespace perilune
