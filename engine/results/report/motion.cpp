#include "engine/results/report/motion.h"

#include <algorithm>
#include <cmath>

#include "engine/drawing/scene.h"
#include "engine/results/recorder.h"
#include "engine/results/report/packed.h"

namespace perilune {
namespace {

const char* word(BodyPart::Kind kind) {
  static const char* const words[] = {"disc", "hole", "polygon", "wall",  "half_plane", "slot",
                                      "link", "mass", "slider",  "block", "ellipsoid"};
  return words[static_cast<int>(kind)];
}
const char* word(Connection::Kind kind) {
  static const char* const words[] = {"pin", "guide", "rod", "spring", "ball", "cross"};
  return words[static_cast<int>(kind)];
}

std::vector<double> list_of(const Vector3& x) { return {x[0], x[1], x[2]}; }

void add_part(JsonText& json, const BodyPart& part) {
  json.open('{').key("body").number(part.body).key("kind").text(word(part.kind));
  json.key("radius").number(part.radius, 9).key("endless").boolean(part.is_endless).key("points").open('[');
  for (const Vector3& point : part.points) json.numbers(list_of(point), 9);
  json.close(']').close('}');
}

void add_connection(JsonText& json, const Connection& one) {
  json.open('{').key("kind").text(word(one.kind)).key("a").number(one.a).key("b").number(one.b);
  json.key("at_a").numbers(list_of(one.at_a), 9).key("at_b").numbers(list_of(one.at_b), 9);
  json.key("axis").numbers(list_of(one.axis)).close('}');
}

void add_scene(JsonText& json, const Scene& scene) {
  json.key("spatial").boolean(scene.is_spatial).key("up").numbers(list_of(scene.up));
  json.key("bodies").open('[');
  for (const std::string& name : scene.bodies) json.text(name);
  json.close(']').key("parts").open('[');
  for (const BodyPart& part : scene.parts) add_part(json, part);
  json.close(']').key("connections").open('[');
  for (const Connection& one : scene.connections) add_connection(json, one);
  json.close(']');
}

// At most so many, and such that they fall on the usual thousand records of a run.
std::size_t frame_count(double most) {
  for (const std::size_t count : {1000, 500, 250, 200, 125, 100, 50, 40, 25}) {
    if (static_cast<double>(count) <= most) return count;
  }
  return 20;
}

// Of events, and within contacts, which may be shorter than the time between two frames; as far as there is room for them.
std::vector<double> notable_times(const Run& run, double kept, std::size_t most) {
  std::vector<double> at_events, within;
  for (const Event& event : run.events()) {
    if (event.t > kept) break;
    at_events.push_back(event.t);
    const double duration = event.kind == "contact end" ? event.number("duration") : 0;
    if (!(duration > 0)) continue;
    for (const double part : {0.25, 0.5, 0.75}) within.push_back(event.t - part * duration);
  }
  if (at_events.size() > most) return {};
  if (at_events.size() + within.size() <= most)
    at_events.insert(at_events.end(), within.begin(), within.end());
  return at_events;
}

// Evenly spread, at events, and at the records from which on no steps are kept.
std::vector<double> frame_times(const Run& run, std::size_t most) {
  const double end = run.end_time(), kept = std::min(run.recorder().kept_until(), end);
  std::vector<double> times;
  for (std::size_t i = 0; i <= most; ++i) {
    const double t = std::min(end, end * static_cast<double>(i) / static_cast<double>(most));
    if (t <= kept) times.push_back(t);
  }
  for (const double t : run.time()) {
    if (t > kept) times.push_back(t);
  }
  const std::vector<double> notable = notable_times(run, kept, most);
  times.insert(times.end(), notable.begin(), notable.end());
  std::sort(times.begin(), times.end());
  times.erase(std::unique(times.begin(), times.end()), times.end());
  return times;
}

// x, y, angle in the plane; x, y, z and a quaternion (x, y, z, w) in space. The ground stands still.
void append(std::vector<double>& numbers, const Pose& pose, bool is_spatial) {
  if (!is_spatial) {
    numbers.insert(numbers.end(), {pose.at[0], pose.at[1], pose.angle()});
    return;
  }
  const Eigen::Quaterniond turn(pose.axes);
  numbers.insert(numbers.end(), {pose.at[0], pose.at[1], pose.at[2], turn.x(), turn.y(), turn.z(), turn.w()});
}

// Place, normal, force.
void append(std::vector<double>& numbers, const Push& push, bool is_spatial) {
  for (const Vector3& x : {push.at, push.normal}) {
    numbers.insert(numbers.end(), {x[0], x[1]});
    if (is_spatial) numbers.push_back(x[2]);
  }
  numbers.push_back(push.force);
}

void add_columns(JsonText& json, const std::vector<double>& rows, std::size_t width) {
  const PackedColumns packed(rows, width);
  json.open('{').key("low").numbers(packed.low, 12).key("high").numbers(packed.high, 12);
  json.key("data").text(packed.data).close('}');
}

// The least force that is shown: what has an arrow of more than a few pixels, and has room.
double least_force(const std::vector<Frame>& frames, std::size_t most) {
  std::vector<double> forces;
  for (const Frame& frame : frames) {
    for (const Push& push : frame.pushes) forces.push_back(push.force);
  }
  if (forces.empty()) return 0;
  constexpr double seen = 0.004;  // of the largest; the length of an arrow goes with the square root
  const double least = seen * *std::max_element(forces.begin(), forces.end());
  if (forces.size() <= most) return least;
  const auto last = forces.begin() + static_cast<std::ptrdiff_t>(most);
  std::nth_element(forces.begin(), last, forces.end(), std::greater<>());
  return std::max(least, *last);
}

void add_pushes(JsonText& json, const std::vector<Frame>& frames, bool is_spatial, double most_bytes) {
  const std::size_t width = is_spatial ? 7 : 5;
  const double least =
      least_force(frames, static_cast<std::size_t>(most_bytes / (2.67 * static_cast<double>(width))));
  std::vector<std::size_t> starts;
  std::vector<double> rows;
  for (const Frame& frame : frames) {
    starts.push_back(rows.size() / width);
    for (const Push& push : frame.pushes) {
      if (push.force >= least) append(rows, push, is_spatial);
    }
  }
  starts.push_back(rows.size() / width);
  json.key("pushes").open('{').key("starts").text(pack_integers(starts)).key("columns");
  add_columns(json, rows, width);
  json.close('}');
}

void add_view(JsonText& json, const Scene& scene, const std::vector<Frame>& frames) {
  const View view = view_of(scene, frames);
  const Space space = space_of(scene, frames);
  json.key("view").numbers({view.left, view.right, view.bottom, view.top});
  json.key("space").open('[').numbers(list_of(space.low)).numbers(list_of(space.high)).close(']');
}

}  // namespace

void add_motion(JsonText& json, const Run& run, double most_bytes) {
  const Scene scene = make_scene(run);
  const std::size_t before = json.str().size();
  add_scene(json, scene);
  most_bytes = std::max(most_bytes - static_cast<double>(json.str().size() - before), 0.0);
  const std::size_t width = scene.is_spatial ? 7 : 3;
  constexpr double for_pushes = 0.35, enough = 500, float_bytes = 4 * 4 / 3.0;
  const double numbers = static_cast<double>(width * (scene.bodies.size() - 1)) + 2;
  const double with_floats = (1 - for_pushes) * most_bytes / (float_bytes * numbers);
  const bool has_room = with_floats > enough;
  // Half of them may be at events.
  const std::size_t most = frame_count(0.5 * (has_room ? with_floats : 2 * with_floats));
  std::vector<Frame> frames;
  std::vector<double> times, poses;
  for (const double t : frame_times(run, most)) {
    frames.push_back(frame_at(run, t));
    times.push_back(t);
    for (std::size_t i = 1; i < frames.back().poses.size(); ++i)
      append(poses, frames.back().poses[i], scene.is_spatial);
  }
  add_view(json, scene, frames);
  json.key("frames").open('{').key("t").text(pack_instants(times, run.end_time()));
  if (has_room) json.key("poses").text(pack_floats(poses));
  else json.key("columns"), add_columns(json, poses, width);
  add_pushes(json, frames, scene.is_spatial, for_pushes * most_bytes);
  json.close('}');
}

}  // namespace perilune
