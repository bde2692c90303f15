#include "engine/exports/solids.h"

#include <algorithm>
#include <cmath>

#include "engine/system/system.h"

namespace perilune {
namespace {

constexpr int pieces_of_a_circle = 32;

Vector3 on_circle(const Vector3& center, double radius, double part) {
  const double angle = 2 * M_PI * part;
  return center + radius * Vector3(std::cos(angle), std::sin(angle), 0);
}

int add_place(Solid& solid, const Vector3& place) {
  solid.places.push_back(place);
  return static_cast<int>(solid.places.size()) - 1;
}

// Through all points, one after the other.
void add_path(Solid& solid, const std::vector<Vector3>& points, bool is_closed) {
  const int first = static_cast<int>(solid.places.size()), count = static_cast<int>(points.size());
  for (const Vector3& point : points) add_place(solid, point);
  for (int i = 0; i + 1 < count; ++i) solid.lines.push_back({first + i, first + i + 1});
  if (is_closed && count > 2) solid.lines.push_back({first + count - 1, first});
}

// A convex surface within a closed path.
void add_face(Solid& solid, const std::vector<Vector3>& points) {
  const int first = static_cast<int>(solid.places.size()), count = static_cast<int>(points.size());
  for (const Vector3& point : points) add_place(solid, point);
  for (int i = 1; i + 1 < count; ++i) solid.triangles.push_back({first, first + i, first + i + 1});
}

std::vector<Vector3> circle(const Vector3& center, double radius) {
  std::vector<Vector3> points;
  for (int i = 0; i < pieces_of_a_circle; ++i)
    points.push_back(on_circle(center, radius, double(i) / pieces_of_a_circle));
  return points;
}

void add_disc(Solid& solid, const BodyPart& part) {
  add_face(solid, circle(part.points[0], part.radius));
  add_path(solid, {part.points[0], on_circle(part.points[0], part.radius, 0)}, false);  // shows how it turns
}

void add_slot(Solid& solid, const BodyPart& part) {
  const Vector3 along = part.points[1] - part.points[0];
  const Vector3 across = part.radius * Vector3(-along[1], along[0], 0).normalized();
  for (const double side : {1.0, -1.0})
    add_path(solid, {part.points[0] + side * across, part.points[1] + side * across}, false);
}

// middle + half x for the places x of the unit sphere.
void add_ellipsoid(Solid& solid, const Vector3& middle, const Matrix3& half) {
  constexpr int rings = 8, sectors = 16;
  const int first = static_cast<int>(solid.places.size());
  for (int ring = 0; ring <= rings; ++ring) {
    const double polar = M_PI * ring / rings;
    for (int i = 0; i < sectors; ++i) {
      const double angle = 2 * M_PI * i / sectors;
      add_place(solid, middle + half * Vector3(std::sin(polar) * std::cos(angle),
                                               std::sin(polar) * std::sin(angle), std::cos(polar)));
    }
  }
  for (int ring = 0; ring < rings; ++ring) {
    for (int i = 0; i < sectors; ++i) {
      const int a = first + ring * sectors + i, b = first + ring * sectors + (i + 1) % sectors;
      if (ring > 0) solid.triangles.push_back({a, a + sectors, b});
      if (ring + 1 < rings) solid.triangles.push_back({b, a + sectors, b + sectors});
    }
  }
}

void add_ball(Solid& solid, const Vector3& middle, double radius) {
  add_ellipsoid(solid, middle, radius * Matrix3::Identity());
}

void add_plane(Solid& solid, const BodyPart& part, double size) {
  const Vector3 n = part.points[1], u = size * n.unitOrthogonal(), v = n.cross(u), &at = part.points[0];
  add_face(solid, {at - u - v, at + u - v, at + u + v, at - u + v});
}

// The columns of `half` lead from its middle to the middles of three faces.
void add_box(Solid& solid, const Vector3& middle, const Matrix3& half) {
  const int first = static_cast<int>(solid.places.size());
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 signs((corner & 1) != 0 ? 1 : -1, (corner & 2) != 0 ? 1 : -1, (corner & 4) != 0 ? 1 : -1);
    add_place(solid, middle + half * signs);
  }
  const std::array<std::array<int, 4>, 6> faces = {
      {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
  for (const auto& face : faces) {
    solid.triangles.push_back({first + face[0], first + face[1], first + face[2]});
    solid.triangles.push_back({first + face[0], first + face[2], first + face[3]});
  }
}

// Right-handed, so that faces are seen from outside.
Matrix3 half_axes(const BodyPart& part) {
  Matrix3 half;
  half << part.points[1], part.points[2], part.points[3];
  if (half.determinant() < 0) half.col(2) *= -1;
  return half;
}

// `size`: of the mechanism [m], for what has no end and what has no size.
void add_spatial_part(Solid& solid, const BodyPart& part, double size) {
  using Kind = BodyPart::Kind;
  const Vector3& middle = part.points[0];
  switch (part.kind) {
    case Kind::disc: return add_ball(solid, middle, part.radius);
    case Kind::ellipsoid: return add_ellipsoid(solid, middle, half_axes(part));
    case Kind::block: return add_box(solid, middle, half_axes(part));
    case Kind::half_plane: return add_plane(solid, part, size);
    case Kind::mass: return add_ball(solid, middle, size / 50);
    default: return add_path(solid, part.points, false);
  }
}

void add_planar_part(Solid& solid, const BodyPart& part, double size) {
  using Kind = BodyPart::Kind;
  switch (part.kind) {
    case Kind::disc: return add_disc(solid, part);
    case Kind::hole: return add_path(solid, circle(part.points[0], part.radius), true);
    case Kind::polygon: return add_face(solid, part.points);
    case Kind::slot: return add_slot(solid, part);
    case Kind::half_plane: {
      const Vector3 along = size * Vector3(-part.points[1][1], part.points[1][0], 0);
      return add_path(solid, {part.points[0] - along, part.points[0] + along}, false);
    }
    case Kind::wall: return add_path(solid, part.points, false);
    case Kind::link: return add_path(solid, part.points, part.points.size() > 2);
    case Kind::mass:
    case Kind::slider: return add_face(solid, circle(part.points[0], size / 50));
    case Kind::block:
    case Kind::ellipsoid: return;  // in space
  }
}

// How far the centres of bodies are from each other, at the most, over some instants.
double size_of(const Run& run) {
  Vector3 least = Vector3::Constant(INFINITY), most = -least;
  for (const double t : frame_times(run, 20)) {
    const std::vector<SolidPose> poses = poses_at(run, t);
    for (const BodyPointer& body : run.system().bodies()) {
      if (body->is_scalar()) continue;
      const SolidPose& pose = poses[static_cast<std::size_t>(body->index)];
      const Vector3 at = pose.place + pose.matrix * body->center();
      if (!at.allFinite()) continue;
      least = least.cwiseMin(at), most = most.cwiseMax(at);
    }
  }
  const double size = (most - least).norm();
  return std::isfinite(size) && size > 1e-9 ? size : 1;
}

}  // namespace

std::vector<Solid> make_solids(const Run& run) {
  const System& system = run.system();
  std::vector<Solid> solids(system.bodies().size());
  for (const BodyPointer& body : system.bodies()) {
    Solid& solid = solids[static_cast<std::size_t>(body->index)];
    solid.body = body->index, solid.name = body->name;
  }
  const double size = size_of(run);
  const auto add_part = system.is_spatial() ? add_spatial_part : add_planar_part;
  for (const BodyPart& part : make_scene(run).parts)
    add_part(solids[static_cast<std::size_t>(part.body)], part, size);
  solids.erase(
      std::remove_if(solids.begin(), solids.end(), [](const Solid& one) { return one.places.empty(); }),
      solids.end());
  return solids;
}

std::vector<SolidPose> poses_at(const Run& run, double t) {
  std::vector<SolidPose> poses;
  run.visit(t, [&poses](const System& system) {
    for (const BodyMotion& motion : system.motion().bodies) poses.push_back({motion.p, motion.directors});
  });
  return poses;
}

std::vector<double> frame_times(const Run& run, int most) {
  const double end = run.end_time();
  const auto records = static_cast<int>(std::min<std::size_t>(run.time().size(), 1000000));
  const int count = end > 0 ? std::max(2, std::min(most, records)) : 1;
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(count > 1 ? end * i / (count - 1) : 0);
  return times;
}

}  // namespace perilune
