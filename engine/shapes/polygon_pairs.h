#pragma once

#include "engine/shapes/circle.h"
#include "engine/shapes/polygon.h"
#include "engine/shapes/segment.h"

namespace perilune {

// A disc on a polygon: gap = (signed distance of its centre) − R. A convex function of the centre: its kinks are
// convex.
class CirclePolygon final : public ShapePair {
 public:
  CirclePolygon(const Circle& a, const Polygon& b) : a_(a), b_(b) {}
  void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const override;
  bool turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
               NormalTurn& turn) const override;
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const override;

 private:
  Circle a_;
  ConvexPolygon b_;
};

// A corner of one polygon on another: gap = its signed distance. Once touched a face is kept (side = face + 1)
// until the contact ends, so that a corner that stands on the very corner of another is carried and not pushed off
// sideways: there the face reaches a hundredth of the polygon's size beyond a sharp corner.
class CornerPolygon final : public ShapePair {
 public:
  CornerPolygon(const Vector3& corner, const Vector3& centroid, ConvexPolygonPointer b)
      : corner_(corner), inward_(centroid - corner), b_(std::move(b)) {}
  void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const override;
  bool turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
               NormalTurn& turn) const override;
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const override;

 private:
  ConvexPolygon::Nearest on_face(int face, const Vector3& x) const;

  Vector3 corner_, inward_;  // in the frame of a
  ConvexPolygonPointer b_;
};

// A corner of a polygon on a two-sided wall. A corner has no size, so which side it belongs on is the side of its
// polygon's centroid: it has gone through where the line from it to the centroid crosses the wall between the ends; one
// that has come round an end has not. Open: gap = ± distance. Kept, or through: the depth under the wall, or what is
// left of the wall if that is less, so that a corner that slides off an end leaves without a jump.
class CornerSegment final : public ShapePair {
 public:
  CornerSegment(const Vector3& corner, const Vector3& centroid, const Segment& b)
      : corner_(corner), centroid_(centroid), b_(b) {}
  void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const override;
  bool turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
               NormalTurn& turn) const override;
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const override;

 private:
  Vector3 corner_, centroid_;  // in the frame of a
  Segment b_;
};

}  // namespace perilune
