#pragma once

#include "engine/shapes/circle.h"
#include "engine/shapes/line.h"
#include "engine/shapes/segment.h"

namespace perilune {

// Two discs: gap = |r| − R_a − R_b, r from centre b to centre a.
class CircleCircle final : public ShapePair {
 public:
  CircleCircle(const Circle& a, const Circle& b)
      : radius_a_(a.radius),
        radius_b_(b.radius),
        centered_(a.at.isZero(0) && b.at.isZero(0)),
        at_a_(a.at),
        at_b_(b.at) {}
  void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const override;
  bool turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
               NormalTurn& turn) const override;
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const override;

 private:
  double radius_a_, radius_b_;
  bool centered_;  // both lie at the reference points of their bodies, as in a box of discs
  Vector3 at_a_, at_b_;
};

// A disc on a half-plane: gap = n·(c − p) − R.
class CircleLine final : public ShapePair {
 public:
  CircleLine(const Circle& a, const Line& b) : a_(a), b_(b) { b_.normal.normalize(); }
  void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const override;
  bool turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
               NormalTurn& turn) const override;
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const override;

 private:
  Circle a_;
  Line b_;
};

// A disc against a two-sided wall. Open: gap = distance − R. With a side ±1: the distance counts negative once
// the centre has passed through the wall, so that a deep contact is pushed back where it came from.
class CircleSegment final : public ShapePair {
 public:
  CircleSegment(const Circle& a, const Segment& b) : a_(a), b_(b) {}
  void measure(const BodyMotion& a, const BodyMotion& b, int side, Proximity& result) const override;
  bool turning(const BodyMotion& a, const BodyMotion& b, const Proximity& at,
               NormalTurn& turn) const override;
  GapCurvature curvature(const MotionBound& a, const MotionBound& b, double distance) const override;

 private:
  Circle a_;
  Segment b_;
};

}  // namespace perilune
