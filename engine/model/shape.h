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
  int side = 0;                     // of a two-sided shape
};

// Bounds on how the gap can bend over a step: −below ≤ d²gap/dt² ≤ above [m/s²].
struct GapCurvature {
  double below = 0, above = 0;
};

// The geometry of one pair of shapes.
class ShapePair {
 public:
  virtual ~ShapePair() = default;
  // side: 0 finds the nearest side; ±1 keeps to that side (a contact that began there).
  // Into the caller's place: a copy of the result costs more than the geometry of two discs.
  virtual void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const = 0;
  Proximity closest(const BodyMotion& a, const BodyMotion& b, int side) const {
    Proximity result;
    measure(a, b, side, result);
    return result;
  }
  // For a step in which the bodies move within these bounds and their reference points stay within
  // `distance` [m] of each other. A convex kink (centre crossing a thin wall) is no matter: only `below`
  // is used to prove that an open contact stayed open.
  virtual GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const = 0;
};

}  // namespace perilune
