#include "engine/plots/thin.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace perilune {
namespace {

// A piece of a line, and how far from it places are; by squares, since this is where all the time goes.
class Piece {
 public:
  Piece(const Place& from, const Place& to) : from_(from), dx_(to.x - from.x), dy_(to.y - from.y) {
    const double square = dx_ * dx_ + dy_ * dy_;
    per_square_ = square > 0 ? 1 / square : 0;
  }
  double square_distance(const Place& p) const {
    const double x = p.x - from_.x, y = p.y - from_.y;
    const double s = std::clamp((x * dx_ + y * dy_) * per_square_, 0.0, 1.0);
    const double across_x = x - s * dx_, across_y = y - s * dy_;
    return across_x * across_x + across_y * across_y;
  }

 private:
  Place from_;
  double dx_, dy_, per_square_ = 0;
};

// Marks what is needed between two points that are; without recursion, which a spiral would make deep.
void mark_between(const std::vector<Place>& line, std::size_t from, std::size_t to, double tolerance,
                  std::vector<char>& needed) {
  std::vector<std::pair<std::size_t, std::size_t>> open = {{from, to}};
  while (!open.empty()) {
    const auto [first, last] = open.back();
    open.pop_back();
    std::size_t furthest = first;
    double most = tolerance * tolerance;
    const Piece piece(line[first], line[last]);
    for (std::size_t i = first + 1; i < last; ++i) {
      const double d = piece.square_distance(line[i]);
      if (d > most) most = d, furthest = i;
    }
    if (furthest == first) continue;
    needed[furthest] = 1;
    open.push_back({first, furthest}), open.push_back({furthest, last});
  }
}

template <class Less>
void mark_extremes(const std::vector<Place>& line, Less less, std::vector<char>& needed) {
  const auto [least, most] = std::minmax_element(line.begin(), line.end(), less);
  needed[least - line.begin()] = needed[most - line.begin()] = 1;
}

bool runs_to_the_right(const std::vector<Place>& line) {
  return std::is_sorted(line.begin(), line.end(), [](const Place& a, const Place& b) { return a.x < b.x; });
}

// First, lowest, highest and last point of each column, in their order.
std::vector<Place> columns(const std::vector<Place>& line, double width) {
  std::vector<Place> kept;
  for (std::size_t i = 0; i < line.size();) {
    std::size_t end = i, low = i, high = i;
    for (; end < line.size() && line[end].x < line[i].x + width; ++end) {
      if (line[end].y < line[low].y) low = end;
      if (line[end].y > line[high].y) high = end;
    }
    std::size_t picked[] = {i, std::min(low, high), std::max(low, high), end - 1};
    const auto last = std::unique(std::begin(picked), std::end(picked));
    for (const auto* it = picked; it != last; ++it) kept.push_back(line[*it]);
    i = end;
  }
  return kept;
}

}  // namespace

std::vector<Place> thin(const std::vector<Place>& line, double tolerance) {
  if (line.size() < 3) return line;
  if (runs_to_the_right(line)) {
    std::vector<Place> reduced = columns(line, 4 * tolerance);
    if (reduced.size() < line.size() / 2) return thin(reduced, tolerance);
  }
  std::vector<char> needed(line.size(), 0);
  needed.front() = needed.back() = 1;
  mark_extremes(
      line, [](const Place& a, const Place& b) { return a.x < b.x; }, needed);
  mark_extremes(
      line, [](const Place& a, const Place& b) { return a.y < b.y; }, needed);
  // Long lines in pieces: each pass over a piece costs its length.
  constexpr std::size_t longest = 500;
  for (std::size_t i = longest; i < line.size(); i += longest) needed[i] = 1;
  std::size_t from = 0;
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (!needed[i]) continue;
    mark_between(line, from, i, tolerance, needed);
    from = i;
  }
  std::vector<Place> kept;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (needed[i]) kept.push_back(line[i]);
  }
  return kept;
}

namespace {

// Shortens the piece from a to b to the rectangle (Liang & Barsky 1984). false: it lies outside.
bool shorten(Place& a, Place& b, const Place& low, const Place& high) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double step[] = {-dx, dx, -dy, dy}, room[] = {a.x - low.x, high.x - a.x, a.y - low.y, high.y - a.y};
  double from = 0, to = 1;
  for (int i = 0; i < 4; ++i) {
    if (step[i] == 0 && room[i] < 0) return false;
    if (step[i] < 0) from = std::max(from, room[i] / step[i]);
    if (step[i] > 0) to = std::min(to, room[i] / step[i]);
  }
  if (from > to) return false;
  const Place start = a;
  if (to < 1) b = {start.x + to * dx, start.y + to * dy};
  if (from > 0) a = {start.x + from * dx, start.y + from * dy};
  return true;
}

}  // namespace

std::vector<std::vector<Place>> clip(const std::vector<Place>& line, const Place& low, const Place& high) {
  std::vector<std::vector<Place>> parts;
  bool goes_on = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    Place a = line[i], b = line[i + 1];
    const bool drawable = std::isfinite(a.x + a.y + b.x + b.y) && shorten(a, b, low, high);
    if (drawable && !goes_on) parts.push_back({a});
    if (drawable) parts.back().push_back(b);
    goes_on = drawable && b.x == line[i + 1].x && b.y == line[i + 1].y;
  }
  return parts;
}

}  // namespace perilune
