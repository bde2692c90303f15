#include "engine/drawing/scene.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/bodies/planar_body.h"
#include "engine/bodies/spatial_body.h"
#include "engine/drawing/outlines.h"
#include "engine/forces/spring.h"
#include "engine/joints/prismatic.h"
#include "engine/joints/revolute.h"
#include "engine/joints/rod.h"
#include "engine/joints/spatial/spatial_joint.h"
#include "engine/joints/user_constraint.h"

namespace perilune {

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
    scene_.is_spatial = system_.is_spatial();
    if (system_.gravity().norm() > 0) scene_.up = -system_.gravity().normalized();
    else if (scene_.is_spatial) scene_.up = Vector3::UnitZ();
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
      const Vector3 along = guide->axis.normalized();
      connect(Connection::Kind::guide, guide->between, in_frame(*guide->between[0].body, along));
      sliders_.push_back({guide->between[1].body->index, in_frame(*guide->between[1].body, along)});
    } else if (const auto* in_space = dynamic_cast<const SpatialJoint*>(&joint)) {
      add_spatial_joint(*in_space);
    } else if (const auto* planar = dynamic_cast<const PlanarJoint*>(&joint)) {
      attached_.add(planar->between[0]), attached_.add(planar->between[1]);
    } else if (const auto* own = dynamic_cast<const UserConstraint*>(&joint)) {
      for (const Point& point : own->between) attached_.add(point);
    }
  }

  // A direction of the world at the start.
  Vector3 in_frame(const Body& body, const Vector3& direction) const {
    return start_.poses[body.index].axes.transpose() * direction;
  }

  void add_spatial_joint(const SpatialJoint& joint) {
    const std::string kind = joint.kind();
    Vector3 axis = Vector3::Zero();
    if (const auto* with_axis = dynamic_cast<const AxisJoint*>(&joint)) axis = with_axis->axis.normalized();
    axis = in_frame(*joint.between[0].body, axis);
    if (kind == "spherical") connect(Connection::Kind::ball, joint.between);
    else if (kind == "universal") connect(Connection::Kind::cross, joint.between);
    else if (kind == "revolute") connect(Connection::Kind::pin, joint.between, axis);
    else if (kind == "prismatic" || kind == "cylindrical" || kind == "screw" || kind == "point_on_line")
      connect(Connection::Kind::guide, joint.between, axis);
    else attached_.add(joint.between[0]), attached_.add(joint.between[1]);
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
    if (const auto* in_space = dynamic_cast<const SpatialBody*>(&body)) return add_spatial_body(*in_space);
    if (const auto* bar = dynamic_cast<const Bar*>(&body)) {
      add_part(body.index, Kind::link, {bar->from(), bar->tip()});
      return;
    }
    std::vector<Vector3> places = attached_.of(body.index);
    if (places.size() == 1 && places[0].norm() > 1e-9) places.insert(places.begin(), Vector3::Zero());
    if (places.size() >= 2) add_part(body.index, Kind::link, link_through(places));
    else if (!has_shape(body.index)) add_symbol(body.index);
  }

  // A box that has the body's inertia, and rods to what is fixed to it.
  void add_spatial_body(const SpatialBody& body) {
    if (!has_shape(body.index)) {
      const Vector3& J = body.principal_moments();
      const Vector3 half = (1.5 * (J.sum() - 2 * J.array()) / body.mass()).max(0).sqrt();
      const Matrix3 edges = body.principal_axes() * half.asDiagonal();
      add_part(body.index, Kind::block, {Vector3::Zero(), edges.col(0), edges.col(1), edges.col(2)});
    }
    for (const Vector3& place : attached_.of(body.index)) {
      if (place.norm() > 1e-9) add_part(body.index, Kind::link, {Vector3::Zero(), place});
    }
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
  if (body.is_scalar()) return {{motion.p[0], -0.1 * row++, 0}, Matrix3::Identity()};
  return {motion.p, motion.directors};
}

// Grows to hold places.
class Extent {
 public:
  void add(const Vector3& x, double around = 0) {
    if (!x.allFinite()) return;
    const Vector3 room = Vector3::Constant(around);
    low_ = low_.cwiseMin(x - room), high_ = high_.cwiseMax(x + room);
  }
  void add(const BodyPart& part, const Pose& pose) {
    if (part.kind == BodyPart::Kind::half_plane || part.is_endless) return;
    if (part.kind == BodyPart::Kind::block) return add_block(part, pose);
    if (part.kind == BodyPart::Kind::ellipsoid) return add_ellipsoid(part, pose);
    const bool is_symbol = part.kind == BodyPart::Kind::slider || part.kind == BodyPart::Kind::mass;
    for (const Vector3& point : part.points) {
      add(pose.place(point), part.radius);
      if (is_symbol) break;
    }
  }
  void add_block(const BodyPart& part, const Pose& pose) {
    for (int corner = 0; corner < 8; ++corner) {
      Vector3 x = part.points[0];
      for (int k = 0; k < 3; ++k) x += (corner >> k & 1 ? 1 : -1) * part.points[k + 1];
      add(pose.place(x));
    }
  }
  // It reaches as far along an axis of the world as the root of the squares of what its half axes reach (support function).
  void add_ellipsoid(const BodyPart& part, const Pose& pose) {
    Vector3 squares = Vector3::Zero();
    for (int k = 1; k <= 3; ++k) squares += pose.turn(part.points[k]).cwiseAbs2();
    const Vector3 middle = pose.place(part.points[0]), reach = squares.cwiseSqrt();
    add(middle - reach), add(middle + reach);
  }
  bool is_empty() const { return !(low_[0] <= high_[0]); }
  Vector3 middle() const { return 0.5 * (low_ + high_); }
  Space space() const { return {low_, high_}; }

 private:
  static constexpr double far = std::numeric_limits<double>::infinity();
  Vector3 low_ = Vector3::Constant(far), high_ = Vector3::Constant(-far);
};

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

Space space_of(const Scene& scene, const std::vector<Frame>& frames) {
  Extent extent;
  for (const Frame& frame : frames) {
    for (const BodyPart& part : scene.parts) extent.add(part, frame.poses[part.body]);
    for (const Connection& one : scene.connections) {
      extent.add(frame.poses[one.a].place(one.at_a)), extent.add(frame.poses[one.b].place(one.at_b));
    }
  }
  // Edges of half-planes where they face what moves.
  for (const BodyPart& part : scene.parts) {
    if (part.kind != BodyPart::Kind::half_plane || frames.empty() || extent.is_empty()) continue;
    const Pose& pose = frames[0].poses[part.body];
    const Vector3 normal = pose.turn(part.points[1]), middle = extent.middle();
    extent.add(middle - normal * normal.dot(middle - pose.place(part.points[0])));
  }
  return extent.is_empty() ? Space{} : extent.space();
}

View view_of(const Scene& scene, const std::vector<Frame>& frames) {
  const Space space = space_of(scene, frames);
  const Vector3 size = space.high - space.low;
  const double around = 0.09 * std::max({size[0], size[1], 1e-9});
  return {space.low[0] - around, space.high[0] + around, space.low[1] - around, space.high[1] + around};
}

}  // namespace perilune
