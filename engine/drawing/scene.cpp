#include "engine/drawing/scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/bodies/planar_body.h"
#include "engine/drawing/outlines.h"
#include "engine/forces/spring.h"
#include "engine/joints/prismatic.h"
#include "engine/joints/revolute.h"
#include "engine/joints/rod.h"
#include "engine/joints/user_constraint.h"

namespace perilune {

Vector3 Pose::turn(const Vector3& local) const {
  const double c = std::cos(angle), s = std::sin(angle);
  return {c * local[0] - s * local[1], s * local[0] + c * local[1], 0};
}
Vector3 Pose::place(const Vector3& local) const { return Vector3(x, y, 0) + turn(local); }

namespace {

using Kind = BodyPart::Kind;

// The places at which something is fixed to each body.
class Attachments {
 public:
  explicit Attachments(std::size_t bodies) : places_(bodies) {}
  void add(const Point& point) {
    if (point.body->is_scalar()) return;
    std::vector<Vector3>& list = places_[point.body->index];
    const auto same = [&](const Vector3& other) { return (other - point.local).norm() < 1e-9; };
    if (std::none_of(list.begin(), list.end(), same)) list.push_back(point.local);
  }
  const std::vector<Vector3>& of(int body) const { return places_[body]; }

 private:
  std::vector<std::vector<Vector3>> places_;
};

class SceneBuilder {
 public:
  explicit SceneBuilder(const Run& run)
      : run_(run), system_(run.system()), start_(frame_at(run, 0)), attached_(system_.bodies().size()) {}

  Scene build() {
    for (const BodyPointer& body : system_.bodies()) scene_.bodies.push_back(body->name);
    for (const JointPointer& joint : system_.joints()) add_joint(*joint);
    for (const ForcePointer& force : system_.forces()) {
      if (const auto* spring = dynamic_cast<const Spring*>(force.get()))
        connect(Connection::Kind::spring, spring->between);
    }
    for (const ShapePointer& shape : system_.shapes()) add_shape(*shape);
    for (const BodyPointer& body : system_.bodies()) add_body(*body);
    // What stands for a body lies below its shapes.
    std::stable_sort(scene_.parts.begin(), scene_.parts.end(), [](const BodyPart& a, const BodyPart& b) {
      return (a.kind == Kind::link) > (b.kind == Kind::link);
    });
    return std::move(scene_);
  }

 private:
  void connect(Connection::Kind kind, const PointPair& between, const Vector3& axis = Vector3::Zero()) {
    attached_.add(between[0]), attached_.add(between[1]);
    Connection made;
    made.kind = kind, made.axis = axis;
    made.a = between[0].body->index, made.at_a = between[0].local;
    made.b = between[1].body->index, made.at_b = between[1].local;
    scene_.connections.push_back(made);
  }

  void add_joint(const Joint& joint) {
    if (const auto* pin = dynamic_cast<const Revolute*>(&joint)) {
      connect(Connection::Kind::pin, pin->between);
    } else if (const auto* rod = dynamic_cast<const Rod*>(&joint)) {
      connect(Connection::Kind::rod, rod->between);
    } else if (const auto* guide = dynamic_cast<const Prismatic*>(&joint)) {
      const auto in_frame = [&](const Body& body) {
        Pose back;
        back.angle = -start_.poses[body.index].angle;
        return back.turn(guide->axis.normalized());
      };
      connect(Connection::Kind::guide, guide->between, in_frame(*guide->between[0].body));
      sliders_.push_back({guide->between[1].body->index, in_frame(*guide->between[1].body)});
    } else if (const auto* planar = dynamic_cast<const PlanarJoint*>(&joint)) {
      attached_.add(planar->between[0]), attached_.add(planar->between[1]);
    } else if (const auto* own = dynamic_cast<const UserConstraint*>(&joint)) {
      for (const Point& point : own->between) attached_.add(point);
    }
  }

  void add_shape(const Shape& shape) {
    for (BodyPart& part : outline_of(shape)) {
      // Pins, holes and wheels are held by what connects them to the rest of their body.
      if (part.kind == Kind::disc || part.kind == Kind::hole) attached_.add({shape.body, part.points[0]});
      scene_.parts.push_back(std::move(part));
    }
  }

  bool has_shape(int body) const {
    return std::any_of(scene_.parts.begin(), scene_.parts.end(),
                       [body](const BodyPart& part) { return part.body == body; });
  }

  void add_part(int body, Kind kind, std::vector<Vector3> points) {
    BodyPart part;
    part.body = body, part.kind = kind, part.points = std::move(points);
    scene_.parts.push_back(std::move(part));
  }

  void add_body(const Body& body) {
    if (body.index == 0) return;
    if (const auto* bar = dynamic_cast<const Bar*>(&body)) {
      add_part(body.index, Kind::link, {bar->from(), bar->tip()});
      return;
    }
    std::vector<Vector3> places = attached_.of(body.index);
    if (places.size() == 1 && places[0].norm() > 1e-9) places.insert(places.begin(), Vector3::Zero());
    if (places.size() >= 2) add_part(body.index, Kind::link, link_through(places));
    else if (!has_shape(body.index)) add_symbol(body.index);
  }

  void add_symbol(int body) {
    for (const auto& [slider, axis] : sliders_) {
      if (slider == body) return add_part(body, Kind::slider, {Vector3::Zero(), axis});
    }
    if (system_.bodies()[body]->is_scalar())
      add_part(body, Kind::slider, {Vector3::Zero(), Vector3::UnitX()});
    else add_part(body, Kind::mass, {Vector3::Zero()});
  }

  // Two ends where all places lie on a line, else a plate, corner by corner round its middle.
  static std::vector<Vector3> link_through(std::vector<Vector3> places) {
    const std::pair<Vector3, Vector3> ends = furthest(places);
    const Vector3 &first = ends.first, &last = ends.second;
    const Vector3 along = (last - first).normalized();
    const double length = (last - first).norm();
    const bool on_line = std::all_of(places.begin(), places.end(), [&](const Vector3& x) {
      return along.cross(x - first).norm() < 0.02 * length;
    });
    if (on_line) return {first, last};
    Vector3 middle = Vector3::Zero();
    for (const Vector3& place : places) middle += place / static_cast<double>(places.size());
    std::sort(places.begin(), places.end(), [&](const Vector3& a, const Vector3& b) {
      return std::atan2(a[1] - middle[1], a[0] - middle[0]) < std::atan2(b[1] - middle[1], b[0] - middle[0]);
    });
    return places;
  }
  static std::pair<Vector3, Vector3> furthest(const std::vector<Vector3>& places) {
    std::pair<Vector3, Vector3> ends = {places[0], places[1]};
    for (const Vector3& a : places) {
      for (const Vector3& b : places) {
        if ((b - a).norm() > (ends.second - ends.first).norm()) ends = {a, b};
      }
    }
    return ends;
  }

  const Run& run_;
  const System& system_;
  Frame start_;
  Attachments attached_;
  std::vector<std::pair<int, Vector3>> sliders_;
  Scene scene_;
};

// Scalar coordinates have no place: they are drawn below each other, as far apart as rows of text.
Pose pose_of(const Body& body, const BodyMotion& motion, int& row) {
  if (body.is_scalar()) return {motion.p[0], -0.1 * row++, 0};
  return {motion.p[0], motion.p[1], std::atan2(motion.directors(1, 0), motion.directors(0, 0))};
}

// Grows a view to hold places.
class Extent {
 public:
  void add(const Vector3& x, double around = 0) {
    view_.left = std::min(view_.left, x[0] - around), view_.right = std::max(view_.right, x[0] + around);
    view_.bottom = std::min(view_.bottom, x[1] - around), view_.top = std::max(view_.top, x[1] + around);
  }
  View view() const { return view_; }

 private:
  static constexpr double far = std::numeric_limits<double>::infinity();
  View view_ = {far, -far, far, -far};
};

void add_part(const BodyPart& part, const Pose& pose, Extent& extent) {
  if (part.kind == Kind::half_plane || part.is_endless) return;
  const bool is_symbol = part.kind == Kind::slider || part.kind == Kind::mass;
  for (const Vector3& point : part.points) {
    extent.add(pose.place(point), part.radius);
    if (is_symbol) break;
  }
}

}  // namespace

Scene make_scene(const Run& run) { return SceneBuilder(run).build(); }

Frame frame_at(const Run& run, double t) {
  Frame frame;
  frame.t = t;
  run.visit(t, [&frame](const System& system) {
    int row = 0;
    for (const BodyPointer& body : system.bodies())
      frame.poses.push_back(pose_of(*body, system.motion().of(*body), row));
    for (const int i : system.active()) {
      const ContactObservation& seen = system.contact(i);
      if (!system.modes()[i].closed || !(seen.force > 0) || system.contacts()[i].a->is_scalar()) continue;
      frame.pushes.push_back({seen.geometry.at.point, seen.geometry.at.normal, seen.force});
    }
  });
  return frame;
}

View view_of(const Scene& scene, const std::vector<Frame>& frames) {
  Extent extent;
  for (const Frame& frame : frames) {
    for (const BodyPart& part : scene.parts) add_part(part, frame.poses[part.body], extent);
    for (const Connection& one : scene.connections) {
      extent.add(frame.poses[one.a].place(one.at_a)), extent.add(frame.poses[one.b].place(one.at_b));
    }
  }
  // Edges of half-planes where they face what moves.
  for (const BodyPart& part : scene.parts) {
    if (part.kind != Kind::half_plane || frames.empty()) continue;
    const Pose& pose = frames[0].poses[part.body];
    const Vector3 normal = pose.turn(part.points[1]);
    const View view = extent.view();
    if (!(view.left <= view.right)) continue;
    const Vector3 middle(0.5 * (view.left + view.right), 0.5 * (view.bottom + view.top), 0);
    extent.add(middle - normal * normal.dot(middle - pose.place(part.points[0])));
  }
  View view = extent.view();
  if (!(view.left <= view.right)) view = {-1, 1, -1, 1};
  const double most = std::max({view.width(), view.height(), 1e-9});
  const double around = 0.09 * most;
  view = {view.left - around, view.right + around, view.bottom - around, view.top + around};
  return view;
}

}  // namespace perilune
