#include "engine/model/suggest.h"

#include <algorithm>

namespace perilune {
namespace {

// Optimal string alignment distance (Damerau 1964): insert, delete, replace, swap neighbours.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

// With something that says a little.
bool begins_with(const std::string& word, const std::string& start) {
  return start.size() >= 3 && word.compare(0, start.size(), start) == 0;
}

bool ends_with(const std::string& word, const std::string& end) {
  return word.size() > end.size() && word.compare(word.size() - end.size(), end.size(), end) == 0;
}

}  // namespace

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  std::string best;
  std::size_t least = std::max<std::size_t>(1, (word.size() + 1) / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    // A word cut short ("pos" for "position", "model" for "planar_model") or drawn out ("degrees" for "deg") is near too,
    // but an exact slip is nearer.
    const bool akin = begins_with(candidate, word) || begins_with(word, candidate) ||
                      (word.size() >= 3 && ends_with(candidate, "_" + word));
    const std::size_t cost = akin ? std::min<std::size_t>(distance, 2) : distance;
    if (cost < least) least = cost, best = candidate;
  }
  return best;
}

std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string best = nearest(word, candidates);
  return best.empty() ? "" : "; did you mean '" + best + "'?";
}

}  // namespace perilune
