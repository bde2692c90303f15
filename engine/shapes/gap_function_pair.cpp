#include "engine/shapes/gap_function_pair.h"

#include <cmath>

#include <fmt/format.h>

#include "engine/model/error.h"
#include "engine/shapes/bounds.h"

namespace perilune {
namespace {

constexpr double slope_tolerance = 1e-3;  // of |∇f| = 1: an error of the gap rate that a law would not notice
constexpr double near = 0.1;              // of the disc's radius: where f is checked

Signature signature(const std::string& owner) {
  Signature made;
  made.purpose = "value of the gap_function of '" + owner + "'";
  made.arguments = {{"x", {}}, {"y", {}}};
  made.results = {{"distance", {}}};
  return made;
}

}  // namespace

CircleGapFunction::CircleGapFunction(const Circle& a, const GapFunction& b) : a_(a) {
  owner_ = b.body ? b.body->name : "";
  value_ = b.value->bind(signature(owner_));
  if (!b.hollow_radius) return;
  if (a.radius >= *b.hollow_radius) {
    throw InputError("", "",
                     fmt::format("a circle of radius {} m does not fit into hollows of hollow_radius = {} m",
                                 a.radius, *b.hollow_radius),
                     "a larger hollow_radius, or a smaller circle");
  }
  smooth_within_ = 0.5 * (*b.hollow_radius - a.radius);
}

void CircleGapFunction::measure(const BodyMotion& a, const BodyMotion& b, int, Proximity& result) const {
  const Vector3 center = a.position(a_.at), local = local_position(b, center);
  const Taylor along_x[2] = {{local[0], 1, 0}, {local[1], 0, 0}},
               along_y[2] = {{local[0], 0, 0}, {local[1], 1, 0}};
  Taylor fx, fy;
  value_->evaluate_taylor(along_x, &fx);
  value_->evaluate_taylor(along_y, &fy);
  const Vector3 gradient(fx.first, fy.first, 0);
  const double slope = gradient.norm();
  result.gap = fx.value - a_.radius;
  check_distance(result.gap, slope, local);
  result.normal = slope > 0 ? b.direction(gradient / slope) : Vector3::UnitY();
  result.point = center - (a_.radius + result.gap / 2) * result.normal;
}

void CircleGapFunction::check_distance(double gap, double slope, const Vector3& local) const {
  if (!(gap <= near * a_.radius) || std::abs(slope - 1) < slope_tolerance) return;
  throw FunctionError(
      fmt::format("{} is no distance: its slope at ({:.6g}, {:.6g}) m is {:.6g}, it must be 1\n"
                  "  divide it by its slope, or write the distance from the surface",
                  value_->signature().purpose, local[0], local[1], slope));
}

// The level sets of a distance bend with 1/(ρ − f), ρ the radius of the hollow: g̈ ≥ −|c̈| − V²/(ρ − r − g), and where
// the gap is below κ = (ρ − r)/2 its level loses at most 2V²/(ρ − r) to that and as much to ġ²/κ.
GapCurvature CircleGapFunction::curvature(const MotionBound& a, const MotionBound& b, double distance) const {
  const double offset = a_.at.norm();
  const double acceleration = relative_acceleration(a, offset, b, distance);
  if (smooth_within_ == 0) return {acceleration, acceleration};
  const double speed = relative_speed(a, offset, b, distance);
  const double bound = acceleration + 2 * speed * speed / smooth_within_;
  return {bound, bound};
}

}  // namespace perilune
