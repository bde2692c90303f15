#pragma once

#include <memory>
#include <string>

#include "engine/model/body.h"

namespace perilune {

// A shape that can touch others, fixed to a body.
class Shape {
 public:
  virtual ~Shape() = default;
  BodyPointer body;
  virtual const char* kind() const = 0;  // "circle"; also selects the pair
  virtual double radius_about_reference()
      const = 0;                    // [m] furthest point from the body's reference point; ∞ allowed
  virtual double size() const = 0;  // [m] a length typical of it, for tolerances
};

using ShapePointer = std::shared_ptr<const Shape>;

// Two shapes at their closest. The normal is a unit vector from b towards a.
struct Proximity {
  double gap = 0;  // [m] < 0: penetration −gap
  Vector3 normal = Vector3::UnitY();
  Vector3 point = Vector3::Zero();  // [m] where forces act, midway between the surfaces, in world
  int side = 0;                     // ±1 of a two-sided shape; 1, 2, … the face of a polygon
};

// Bounds on how the gap can bend over a step: −below ≤ d²gap/dt² ≤ above [m/s²].
struct GapCurvature {
  double below = 0, above = 0;
};

// Some gaps have concave kinks far from the surface: a disc that passes the centre of its hole turns from one
// wall to the other. What is searched for touches is then a level of the gap g that has its sign and is smooth:
//     ψ = g for g ≤ 0,   g − g²/2κ for 0 < g < κ,   κ/2 beyond;   κ = 0: the gap itself.
struct GapLevel {
  double value = 0;  // [m]
  double slope = 1;  // dψ/dg
};
inline GapLevel gap_level(double gap, double smooth_within) {
  if (gap <= 0 || smooth_within <= 0) return {gap, 1};
  if (gap >= smooth_within) return {0.5 * smooth_within, 0};
  return {gap - gap * gap / (2 * smooth_within), 1 - gap / smooth_within};
}

// How the normal turns: seen from b it changes by `rate` [1/m] times the shift, across the normal, of the centre of a's
// curvature, which lies `radius` [m] behind a's surface. A disc on a plane: its radius, 0; two discs: 1 over the distance of
// their centres; a corner has the radius 0.
struct NormalTurn {
  double radius = 0, rate = 0;
};

// The geometry of one pair of shapes.
class ShapePair {
 public:
  virtual ~ShapePair() = default;
  // side: 0 finds the nearest side; another value keeps to that one (a contact that began there).
  // Into the caller's place: a copy of the result costs more than the geometry of two discs.
  virtual void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const = 0;
  Proximity closest(const BodyMotion& a, const BodyMotion& b, int side) const {
    Proximity result;
    measure(a, b, side, result);
    return result;
  }
  // At what measure() found; false: it does not know, and slopes of the geometry are taken by differences.
  virtual bool turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
                       NormalTurn& turn) const {
    (void)a, (void)b, (void)at, (void)turn;
    return false;
  }
  // κ [m] of the gap's level: its kinks that are concave lie at gaps ≥ κ; 0: there are none.
  virtual double smooth_within() const { return 0; }
  // For a step in which the bodies move within these bounds and their reference points stay within
  // `distance` [m] of each other. A convex kink (centre crossing a thin wall) is no matter: only `below`
  // is used to prove that an open contact stayed open; it bounds the gap's level, and need hold only where the
  // gap is ≥ 0 (a zero that is missed has its first and its last point there); `above` where it is ≤ 0.
  virtual GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const = 0;
};

}  // namespace perilune
