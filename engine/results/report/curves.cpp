#include "engine/results/report/curves.h"

#include <algorithm>
#include <cmath>
#include <limits>

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

// Lines that are to be thinned, and what they become.
class Thinned {
 public:
  // As a line on paper of this size, in pixels.
  void add(const std::vector<double>& xs, const std::vector<double>& ys, const Place& paper) {
    One one{{}, Scaled(xs), Scaled(ys), paper};
    std::vector<Place> line;
    for (std::size_t i = 0; i < xs.size(); ++i) {
      if (std::isfinite(xs[i] + ys[i]))
        line.push_back({one.x.to_paper(xs[i], paper.x), one.y.to_paper(ys[i], paper.y)});
    }
    one.kept = thin(line, finest);
    list_.push_back(std::move(one));
  }
  // Makes those coarser that have most, until all together have no more points than this.
  void fit(double most_points) {
    const std::size_t most = share(most_points);
    for (One& one : list_) {
      for (double tolerance = 2 * finest; one.kept.size() > most && tolerance < 100; tolerance *= 1.5)
        one.kept = thin(one.kept, tolerance);  // strays add up to no more than three tolerances
    }
  }
  Curve curve(std::size_t i) const {
    const One& one = list_[i];
    Curve curve;
    for (const Place& place : one.kept) {
      curve.x.push_back(one.x.back(place.x, one.paper.x));
      curve.y.push_back(one.y.back(place.y, one.paper.y));
    }
    return curve;
  }

 private:
  static constexpr double finest = 0.25;  // [px]
  struct One {
    std::vector<Place> kept;
    Scaled x, y;
    Place paper;
  };
  // How many points each may have, if those that need fewer leave theirs to the others.
  std::size_t share(double most_points) const {
    std::vector<std::size_t> counts;
    for (const One& one : list_) counts.push_back(one.kept.size());
    std::sort(counts.begin(), counts.end());
    double left = most_points;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      const double each = left / static_cast<double>(counts.size() - i);
      if (static_cast<double>(counts[i]) > each) return static_cast<std::size_t>(std::max(each, 20.0));
      left -= static_cast<double>(counts[i]);
    }
    return std::numeric_limits<std::size_t>::max();
  }
  std::vector<One> list_;
};

void add_channel(JsonText& json, const Run& run, const std::string& name, const std::vector<double>& values,
                 const Curve& curve) {
  const Scaled range(values);
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
  constexpr std::size_t most_pairs = 20;
  Thinned curves;
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const auto& [x_kind, y_kind] : kinds) {
    for (std::size_t i = 0; i < names.size() && pairs.size() < most_pairs; ++i) {
      const std::size_t dot = names[i].rfind('.');
      if (dot == std::string::npos || names[i].substr(dot) != x_kind) continue;
      const auto other = std::find(names.begin(), names.end(), names[i].substr(0, dot) + y_kind);
      if (other == names.end()) continue;
      curves.add(lists[i], lists[other - names.begin()], {2000, 2000});
      pairs.emplace_back(names[i], *other);
    }
  }
  curves.fit(most_bytes / bytes_per_point);
  json.key("pairs").open('[');
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Curve curve = curves.curve(i);
    json.open('{').key("x").text(pairs[i].first).key("y").text(pairs[i].second);
    json.key("xs").text(pack_floats(curve.x)).key("ys").text(pack_floats(curve.y)).close('}');
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
  Thinned curves;
  for (std::size_t i = 1; i < names.size(); ++i) curves.add(lists[0], lists[i], {4000, 1000});
  curves.fit(((1 - for_pairs) * most_bytes - other_bytes * static_cast<double>(names.size())) /
             bytes_per_point);
  json.key("channel_count").number(static_cast<double>(run.channels().size()), 12);
  json.key("channels").open('[');
  for (std::size_t i = 1; i < names.size(); ++i)
    add_channel(json, run, names[i], lists[i], curves.curve(i - 1));
  json.close(']');
  add_pairs(json, names, lists, for_pairs * most_bytes);
}

}  // namespace perilune
