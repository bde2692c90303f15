#pragma once

#include <cmath>
#include <string>
#include <vector>

#include "engine/results/run.h"

namespace perilune {

// Something rigid of a body, in its frame [m]. In space a disc is a ball, a hole hollow as a ball, a half-plane a half-space.
struct BodyPart {
  enum class Kind {
    disc,        // points[0], radius
    hole,        // the same, only its edge
    polygon,     // closed
    wall,        // a thin line through points
    half_plane,  // points[0] on its edge, points[1] its normal
    slot,        // from points[0] to points[1], half as wide as radius; endless: straight on
    link,        // stands for a body whose shape nobody gave: through points, closed beyond two
    mass,        // a point mass, or a body nothing is known of: a symbol
    slider,      // the same, guided: a box along points[1]
    block,       // in space, a box about points[0], half as long as points[1], points[2] and points[3]
    ellipsoid    // in space, about points[0], with half axes points[1], points[2] and points[3]
  };
  int body = 0;
  Kind kind = Kind::mass;
  std::vector<Vector3> points;
  double radius = 0;
  bool is_endless = false;
};

// Something between two bodies.
struct Connection {
  enum class Kind { pin, guide, rod, spring, ball, cross };  // the last two in space: spherical, universal
  Kind kind = Kind::pin;
  int a = 0, b = 0;                // bodies
  Vector3 at_a, at_b;              // in their frames [m]
  Vector3 axis = Vector3::Zero();  // of a guide, in space also of a pin, in the frame of a
};

// Where a body is: a place of its frame X is drawn at `at` + D X.
struct Pose {
  Vector3 at = Vector3::Zero();
  Matrix3 axes = Matrix3::Identity();  // D
  Vector3 place(const Vector3& local) const { return at + axes * local; }
  Vector3 turn(const Vector3& local) const { return axes * local; }
  double angle() const { return std::atan2(axes(1, 0), axes(0, 0)); }  // in the plane
};

// A contact that pushes.
struct Push {
  Vector3 at, normal;  // on the first body
  double force = 0;    // [N]
};

// What a mechanism looks like, from shapes and joints; links stand for bodies without shapes, in space boxes that have
// the body's inertia.
struct Scene {
  bool is_spatial = false;
  Vector3 up = Vector3::UnitY();    // against gravity; without it y, in space z
  std::vector<std::string> bodies;  // names, by index; [0] is the ground
  std::vector<BodyPart> parts;
  std::vector<Connection> connections;
};

// The mechanism at one instant.
struct Frame {
  double t = 0;
  std::vector<Pose> poses;  // by body
  std::vector<Push> pushes;
};

Scene make_scene(const Run& run);
// Throws InputError: t lies outside of the run, or its steps were too many to keep.
Frame frame_at(const Run& run, double t);

// A rectangle of the plane [m].
struct View {
  double left = 0, right = 0, bottom = 0, top = 0;
  double width() const { return right - left; }
  double height() const { return top - bottom; }
};
// What contains all that is finite in these frames, with some room around it.
View view_of(const Scene& scene, const std::vector<Frame>& frames);

// The same in space, without the room [m].
struct Space {
  Vector3 low = Vector3::Constant(-1), high = Vector3::Constant(1);
};
Space space_of(const Scene& scene, const std::vector<Frame>& frames);

}  // namespace perilune
