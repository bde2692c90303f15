#include "engine/report/report.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/drawing/scene.h"
#include "engine/plots/axis.h"
#include "engine/plots/svg.h"
#include "engine/report/json.h"
#include "engine/report/page.h"
#include "engine/results/recorder.h"

namespace perilune {
namespace {

// ---- the mechanism ----

const char* word(BodyPart::Kind kind) {
  static const char* const words[] = {"disc", "hole", "polygon", "wall",  "half_plane",
                                      "slot", "link", "mass",    "slider"};
  return words[static_cast<int>(kind)];
}
const char* word(Connection::Kind kind) {
  static const char* const words[] = {"pin", "guide", "rod", "spring"};
  return words[static_cast<int>(kind)];
}

void add_place(JsonText& json, const Vector3& x) { json.numbers({x[0], x[1]}, 7); }

void add_scene(JsonText& json, const Scene& scene) {
  json.key("bodies").open('[');
  for (const std::string& name : scene.bodies) json.text(name);
  json.close(']').key("parts").open('[');
  for (const BodyPart& part : scene.parts) {
    json.open('{')
        .key("body")
        .number(part.body)
        .key("kind")
        .text(word(part.kind))
        .key("radius")
        .number(part.radius);
    json.key("endless").boolean(part.is_endless).key("points").open('[');
    for (const Vector3& point : part.points) add_place(json, point);
    json.close(']').close('}');
  }
  json.close(']').key("connections").open('[');
  for (const Connection& one : scene.connections) {
    json.open('{').key("kind").text(word(one.kind)).key("a").number(one.a).key("b").number(one.b);
    json.key("at_a"), add_place(json, one.at_a);
    json.key("at_b"), add_place(json, one.at_b);
    json.key("axis"), add_place(json, one.axis);
    json.close('}');
  }
  json.close(']');
}

// Evenly spread, and at events: a click on one shows that very instant.
std::vector<double> frame_times(const Run& run, std::size_t most) {
  const double end =
      std::min(run.recorder().kept_until(), run.recorder().node(run.recorder().nodes() - 1).node.t);
  std::vector<double> times;
  for (std::size_t i = 0; i <= most; ++i)
    times.push_back(std::min(end, end * static_cast<double>(i) / static_cast<double>(most)));
  for (const Event& event : run.events()) {
    if (times.size() > most + most / 2) break;
    if (event.t <= end) times.push_back(event.t);
  }
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

void add_frames(JsonText& json, const Run& run, const Scene& scene, double most_bytes) {
  const double bytes_per_frame = 24.0 * static_cast<double>(scene.bodies.size()) + 40;
  const auto most = static_cast<std::size_t>(std::clamp(most_bytes / bytes_per_frame, 40.0, 900.0));
  std::vector<Frame> frames;
  for (const double t : frame_times(run, most)) frames.push_back(frame_at(run, t));
  const View view = view_of(scene, frames);
  json.key("view").numbers({view.left, view.right, view.bottom, view.top});
  json.key("frames").open('[');
  for (const Frame& frame : frames) {
    std::vector<double> poses, pushes;
    for (std::size_t i = 1; i < frame.poses.size(); ++i) {
      const Pose& pose = frame.poses[i];
      poses.insert(poses.end(), {pose.x, pose.y, pose.angle});
    }
    for (const Push& push : frame.pushes)
      pushes.insert(pushes.end(), {push.at[0], push.at[1], push.normal[0], push.normal[1], push.force});
    json.open('[').number(frame.t, 9).numbers(poses).numbers(pushes, 4).close(']');
  }
  json.close(']');
}

// ---- channels ----

struct Scaled {
  double low = 0, high = 1;
  explicit Scaled(const std::vector<double>& list) {
    low = INFINITY, high = -INFINITY;
    for (const double x : list) {
      if (std::isfinite(x)) low = std::min(low, x), high = std::max(high, x);
    }
    if (!(high > low)) high = low + 1;
  }
  double to_paper(double x, double size) const { return size * (x - low) / (high - low); }
  double back(double x, double size) const { return low + (high - low) * x / size; }
};

// Thinned as if drawn 4000 by 1000 pixels large, more coarsely until no more than `most` points are left.
void add_series(JsonText& json, const std::vector<double>& time, const std::vector<double>& values,
                std::size_t most) {
  constexpr double width = 4000, height = 1000;
  const Scaled x(time), y(values);
  std::vector<Place> line;
  for (std::size_t i = 0; i < time.size(); ++i) {
    if (std::isfinite(values[i])) line.push_back({x.to_paper(time[i], width), y.to_paper(values[i], height)});
  }
  double tolerance = 0.25;
  std::vector<Place> kept = thin(line, tolerance);
  while (kept.size() > most && tolerance < 100) kept = thin(line, tolerance *= 2);
  std::vector<double> times, numbers;
  for (const Place& place : kept)
    times.push_back(x.back(place.x, width)), numbers.push_back(y.back(place.y, height));
  json.key("t").numbers(times, 8).key("v").numbers(numbers, 7);
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
  const double most = most_bytes / (most_pairs * 20);  // points of one
  constexpr double size = 1000;
  int count = 0;
  json.key("pairs").open('[');
  for (const auto& [x_kind, y_kind] : kinds) {
    for (std::size_t i = 0; i < names.size() && count < most_pairs; ++i) {
      const std::size_t dot = names[i].rfind('.');
      if (dot == std::string::npos || names[i].substr(dot) != x_kind) continue;
      const auto other = std::find(names.begin(), names.end(), names[i].substr(0, dot) + y_kind);
      if (other == names.end()) continue;
      const std::vector<double>&xs = lists[i], &ys = lists[other - names.begin()];
      const Scaled x(xs), y(ys);
      std::vector<Place> line, kept;
      for (std::size_t k = 0; k < xs.size(); ++k) {
        if (std::isfinite(xs[k] + ys[k])) line.push_back({x.to_paper(xs[k], size), y.to_paper(ys[k], size)});
      }
      for (double tolerance = 0.5; (kept = thin(line, tolerance)).size() > most && tolerance < 50;)
        tolerance *= 2;
      std::vector<double> kept_x, kept_y;
      for (const Place& place : kept)
        kept_x.push_back(x.back(place.x, size)), kept_y.push_back(y.back(place.y, size));
      json.open('{').key("x").text(names[i]).key("y").text(*other);
      json.key("xs").numbers(kept_x, 5).key("ys").numbers(kept_y, 5).close('}');
      ++count;
    }
  }
  json.close(']');
}

void add_channels(JsonText& json, const Run& run, double most_bytes) {
  constexpr std::size_t most_channels = 400;
  std::vector<std::string> names = {"time"};
  for (const ChannelInfo& channel : run.channels()) names.push_back(channel.name);
  if (names.size() > most_channels + 1) {
    // The system's own stand at the end, and are those one looks at first.
    names.erase(names.begin() + most_channels - 20, names.end() - 20);
  }
  const auto lists = run.history(names, 0, run.end_time());
  const auto most = static_cast<std::size_t>(
      std::clamp(0.6 * most_bytes / (22.0 * static_cast<double>(names.size())), 60.0, 5000.0));
  json.key("channels").open('[');
  for (std::size_t i = 1; i < names.size(); ++i) {
    json.open('{').key("name").text(names[i]).key("unit").text(pretty_unit(run.unit_of(names[i])));
    add_series(json, lists[0], lists[i], most);
    json.close('}');
  }
  json.close(']');
  add_pairs(json, names, lists, 0.4 * most_bytes);
}

// ---- steps, events, balance ----

// All refusals as long as there is room; accepted steps are thinned.
void add_steps(JsonText& json, const Run& run, double most_bytes) {
  const auto most = static_cast<std::size_t>(most_bytes / 60);  // of accepted ones, and of refusals
  const std::vector<Attempt>& steps = run.steps();
  const std::size_t every = 1 + steps.size() / most;
  json.key("steps").open('[');
  std::size_t refused = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Attempt& step = steps[i];
    if (step.accepted && i % every != 0) continue;
    if (!step.accepted && ++refused > most) continue;
    json.open('[').number(step.t, 8).number(step.dt, 4).text(step.accepted ? "" : step.reason).close(']');
  }
  json.close(']');
}

void add_events(JsonText& json, const Run& run, double most_bytes) {
  const auto most = static_cast<std::size_t>(most_bytes / 250);
  json.key("events").open('[');
  for (std::size_t i = 0; i < std::min(most, run.events().size()); ++i) {
    const Event& event = run.events()[i];
    json.open('{')
        .key("t")
        .number(event.t, 10)
        .key("kind")
        .text(event.kind)
        .key("element")
        .text(event.element);
    json.key("numbers").open('{');
    for (const auto& [name, value] : event.numbers) json.key(name.c_str()).number(value);
    json.close('}').close('}');
  }
  json.close(']').key("event_count").number(static_cast<double>(run.events().size()), 12);
}

void add_statistics(JsonText& json, const Run& run) {
  const Statistics& s = run.statistics;
  json.key("statistics").open('{').key("steps").number(static_cast<double>(s.steps), 12);
  json.key("rejected").open('{');
  for (const auto& [reason, count] : s.rejected_by)
    json.key(reason.c_str()).number(static_cast<double>(count), 12);
  json.close('}').key("rhs_evaluations").number(static_cast<double>(s.rhs_evaluations), 12);
  json.key("law_evaluations").number(static_cast<double>(s.law_evaluations), 12);
  json.key("newton_iterations").number(static_cast<double>(s.newton_iterations), 12);
  json.key("wall_time").number(s.wall_time, 3).close('}');
  const EnergyBalance& e = run.energy;
  json.key("energy").open('{').key("kinetic").number(e.kinetic).key("potential").number(e.potential);
  json.key("contact").number(e.contact).key("dissipated").number(e.dissipated).key("work").number(e.work);
  json.key("residual").number(e.residual).key("dissipated_by").open('[');
  for (const auto& [name, value] : e.dissipated_by) json.open('[').text(name).number(value).close(']');
  json.close(']').close('}');
}

void add_run(JsonText& json, const ReportedRun& reported, double most_bytes) {
  const Run& run = *reported.run;
  json.open('{').key("number").number(reported.number).key("model").text(run.model_name);
  json.key("origin").text(reported.origin).key("integrator").text(run.integrator);
  json.key("outcome").text(to_string(run.outcome)).key("failed").boolean(is_failure(run.outcome));
  json.key("message").text(run.message).key("warnings").open('[');
  for (const std::string& warning : run.warnings) json.text(warning);
  json.close(']');
  add_statistics(json, run);
  if (run.recorder().nodes() > 0) {
    const Scene scene = make_scene(run);
    add_scene(json, scene);
    add_frames(json, run, scene, 0.3 * most_bytes);
    add_channels(json, run, 0.45 * most_bytes);
  }
  add_steps(json, run, 0.1 * most_bytes);
  add_events(json, run, 0.15 * most_bytes);
  json.close('}');
}

void replace(std::string& text, const std::string& mark, const std::string& by) {
  const std::size_t at = text.find(mark);
  if (at != std::string::npos) text.replace(at, mark.size(), by);
}

}  // namespace

std::string report_html(const std::vector<ReportedRun>& runs, const ReportPage& page) {
  JsonText json;
  json.open('{').key("title").text(page.title).key("script").text(page.script);
  json.key("manifest").text(page.manifest).key("runs").open('[');
  for (const ReportedRun& run : runs) add_run(json, run, page.most_bytes / static_cast<double>(runs.size()));
  json.close(']').close('}');
  std::string html = page_html;
  replace(html, "%TITLE%", escape_xml(page.title));
  replace(html, "%STYLE%", page_style);
  replace(html, "%PROGRAM%", page_program);
  replace(html, "%DATA%", json.str());
  return html;
}

}  // namespace perilune
