#include "engine/results/report/curves.h"

#include <algorithm>
#include <cmath>

#include "engine/plots/axis.h"
#include "engine/plots/thin.h"
#include "engine/results/report/packed.h"

namespace perilune {
namespace {

constexpr double bytes_per_point = 2 * 4 * 4 / 3.0;

struct Scaled {
  double low = 0, high = 1;
  explicit Scaled(const std::vector<double>& list) {
    low = INFINITY, high = -INFINITY;
    for (const double x : list) {
      if (std::isfinite(x)) low = std::min(low, x), high = std::max(high, x);
    }
    if (!(low <= high)) low = high = 0;
    range_ = high > low ? high - low : 1;
  }
  double to_paper(double x, double size) const { return size * (x - low) / range_; }
  double back(double x, double size) const { return low + range_ * x / size; }

 private:
  double range_;
};

struct Curve {
  std::vector<double> x, y;
};

// As a line on paper of this size, in pixels, more coarsely until no more than `most` points are left.
Curve thinned(const std::vector<double>& xs, const std::vector<double>& ys, const Place& paper,
              std::size_t most) {
  const Scaled x(xs), y(ys);
  std::vector<Place> line;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    if (std::isfinite(xs[i] + ys[i]))
      line.push_back({x.to_paper(xs[i], paper.x), y.to_paper(ys[i], paper.y)});
  }
  double tolerance = 0.25;
  std::vector<Place> kept = thin(line, tolerance);
  while (kept.size() > most && tolerance < 100) kept = thin(line, tolerance *= 2);
  Curve curve;
  for (const Place& place : kept)
    curve.x.push_back(x.back(place.x, paper.x)), curve.y.push_back(y.back(place.y, paper.y));
  return curve;
}

void add_channel(JsonText& json, const Run& run, const std::string& name, const std::vector<double>& time,
                 const std::vector<double>& values, std::size_t most) {
  const Scaled range(values);
  const Curve curve = thinned(time, values, {4000, 1000}, most);
  json.open('{').key("name").text(name).key("unit").text(pretty_unit(run.unit_of(name)));
  json.key("low").number(range.low, 9).key("high").number(range.high, 9);
  json.key("t").text(pack_instants(curve.x, run.end_time())).key("v").text(pack_floats(curve.y)).close('}');
}

// What one looks at over another: loops of contacts, orbits of journals, phase portraits. Fast parts of them are lost
// in series that are thinned over time, so they are thinned as the curves they are.
void add_pairs(JsonText& json, const std::vector<std::string>& names,
               const std::vector<std::vector<double>>& lists, double most_bytes) {
  constexpr std::pair<const char*, const char*> kinds[] = {{".penetration", ".normal_force"},
                                                           {".ex", ".ey"},
                                                           {".angle", ".angular_velocity"},
                                                           {".x", ".y"},
                                                           {".position", ".velocity"}};
  constexpr int most_pairs = 20;
  const auto most = static_cast<std::size_t>(most_bytes / (most_pairs * bytes_per_point));
  int count = 0;
  json.key("pairs").open('[');
  for (const auto& [x_kind, y_kind] : kinds) {
    for (std::size_t i = 0; i < names.size() && count < most_pairs; ++i) {
      const std::size_t dot = names[i].rfind('.');
      if (dot == std::string::npos || names[i].substr(dot) != x_kind) continue;
      const auto other = std::find(names.begin(), names.end(), names[i].substr(0, dot) + y_kind);
      if (other == names.end()) continue;
      const Curve curve = thinned(lists[i], lists[other - names.begin()], {2000, 2000}, most);
      json.open('{').key("x").text(names[i]).key("y").text(*other);
      json.key("xs").text(pack_floats(curve.x)).key("ys").text(pack_floats(curve.y)).close('}');
      ++count;
    }
  }
  json.close(']');
}

}  // namespace

void add_curves(JsonText& json, const Run& run, double most_bytes) {
  constexpr std::size_t most_channels = 400, of_system = 20;
  constexpr double for_pairs = 0.3, other_bytes = 120;
  std::vector<std::string> names = {"time"};
  for (const ChannelInfo& channel : run.channels()) names.push_back(channel.name);
  // The system's own stand at the end, and are those one looks at first.
  if (names.size() > most_channels + 1)
    names.erase(names.begin() + (most_channels - of_system), names.end() - of_system);
  const auto lists = run.history(names, 0, run.end_time());
  const double room = (1 - for_pairs) * most_bytes / static_cast<double>(names.size()) - other_bytes;
  const auto most = static_cast<std::size_t>(std::clamp(room / bytes_per_point, 60.0, 8000.0));
  json.key("channel_count").number(static_cast<double>(run.channels().size()), 12);
  json.key("channels").open('[');
  for (std::size_t i = 1; i < names.size(); ++i) add_channel(json, run, names[i], lists[0], lists[i], most);
  json.close(']');
  add_pairs(json, names, lists, for_pairs * most_bytes);
}

}  // namespace perilune
