#pragma once

#include <memory>

#include "engine/model/field.h"
#include "engine/model/shape.h"

namespace perilune {

// A convex polygon, its corners in either order round it.
struct Polygon final : Shape {
  Vectors points;  // in the body's frame [m]

  const char* kind() const override { return "polygon"; }
  double radius_about_reference() const override;
  double size() const override;  // least distance of the centroid from a face
  static std::vector<Field<Polygon>> fields() {
    return {{"points", "m", "its corners in order, in the body's frame; convex", &Polygon::points}};
  }
};

// The same made ready for measuring: corners counter-clockwise, face i from corner i to corner i + 1.
struct ConvexPolygon {
  // Throws InputError (no origin): fewer than three corners, an edge without length, a hollow corner.
  explicit ConvexPolygon(const Polygon& polygon);

  // The nearest place of the polygon's edge to x (body's frame).
  struct Nearest {
    double distance;  // [m] < 0 inside
    Vector3 normal;   // unit, outward
    int face;         // the nearest face, or one of the two at the nearest corner
  };
  // Where two faces are equally near within rounding (x at a corner), the one that looks most along `toward`.
  Nearest nearest(const Vector3& x, const Vector3& toward) const;
  // Whether x outside is nearest to a corner: it lies over no face.
  bool is_at_corner(const Nearest& nearest, const Vector3& x) const {
    const double s = along[nearest.face].dot(x - corner[nearest.face]);
    return nearest.distance > 0 && (s < 0 || s > length[nearest.face]);
  }
  double height(int face, const Vector3& x) const { return normal[face].dot(x - corner[face]); }
  int faces() const { return static_cast<int>(corner.size()); }

  Vectors corner, normal, along;  // along: unit vector of a face
  std::vector<double> length;     // of a face [m]
  Vector3 centroid = Vector3::Zero();
  double size = 0;  // [m] least distance of the centroid from a face

 private:
  Nearest outside(const Vector3& x, const Vector3& toward) const;
  int facing(const Vector3& x, const Vector3& toward, double most) const;
};

using ConvexPolygonPointer = std::shared_ptr<const ConvexPolygon>;

}  // namespace perilune
