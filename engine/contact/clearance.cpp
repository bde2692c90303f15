#include "engine/contact/clearance.h"

#include <fmt/format.h>

#include "engine/model/error.h"
#include "engine/shapes/circle.h"
#include "engine/shapes/hole.h"
#include "engine/shapes/polygon.h"
#include "engine/shapes/slot.h"

namespace perilune {
namespace {

// Further apart than this many clearances the two parts are a slip of the pen, not a start under load.
constexpr double most_apart = 2;

BodyMotion motion_at_start(const Body& body) {
  BodyMotion motion;
  if (body.coordinates() == 0) return motion;
  VectorX q(body.coordinates()), v(body.coordinates());
  body.initial_state(q.data(), v.data());
  body.motion(q.data(), v.data(), motion);
  return motion;
}

// In the world; a point without a body is there already.
Vector3 place_at_start(const Point& point) {
  return point.body ? motion_at_start(*point.body).position(point.local) : point.local;
}

// The two points at t = 0, in their bodies' frames.
PointPair place(const PointPair& between, const std::optional<Point>& at) {
  if (between[0].body == between[1].body) {
    throw InputError("", "", "'between' names '" + between[0].body->name + "' twice",
                     "a joint has two bodies");
  }
  PointPair points = between;
  for (Point& point : points) {
    if (point.body->is_scalar())
      throw InputError("", "", "'" + point.body->name + "' is a number, no place in space");
    if (!at) continue;
    const BodyMotion motion = motion_at_start(*point.body);
    point.local = motion.directors.transpose() * (place_at_start(*at) - motion.p);
  }
  return points;
}

Vector3 apart_at_start(const PointPair& points) {
  return place_at_start(points[0]) - place_at_start(points[1]);
}

void check_apart(double apart, double clearance, const char* inner, const char* outer) {
  if (apart <= most_apart * clearance) return;
  throw InputError(
      "", "",
      fmt::format("at the start the {} is {:.6g} m off the {}, the clearance is {:.6g} m", inner, apart,
                  outer, clearance),
      "at = { x, y } puts both there; or give two points, between = { a:point { … }, b:point { … } }");
}

Vector3 in_frame(const Body& body, const Vector3& direction) {
  return motion_at_start(body).directors.transpose() * direction;
}

template <class Kind>
CatalogEntry<ClearanceShapes> joint(const char* name, const char* summary) {
  return {name, summary, field_list<Kind>(),
          [](const std::vector<Given>& values) { return make_from<Kind>(values).shapes(); }};
}

}  // namespace

ClearanceShapes ClearanceRevolute::shapes() const {
  if (!(journal_radius < bearing_radius)) {
    throw InputError("", "",
                     fmt::format("journal_radius = {} m must be smaller than bearing_radius = {} m",
                                 journal_radius, bearing_radius),
                     "their difference is the clearance; a joint without any is model:revolute");
  }
  const PointPair points = place(between, at);
  check_apart(apart_at_start(points).norm(), bearing_radius - journal_radius, "journal's centre",
              "bearing's");
  const auto journal = std::make_shared<Circle>();
  journal->body = points[0].body, journal->at = points[0].local, journal->radius = journal_radius;
  const auto bearing = std::make_shared<Hole>();
  bearing->body = points[1].body, bearing->at = points[1].local, bearing->radius = bearing_radius;
  return {journal, bearing};
}

ClearanceShapes ClearancePrismatic::shapes() const {
  if (!(axis.norm() > 0))
    throw InputError("", "", "'axis' is {0, 0}, a direction is needed", "axis = {1, 0} slides along x");
  const PointPair points = place(between, at);
  const Vector3 along = axis.normalized(), across(-along[1], along[0], 0);
  check_apart(std::abs(across.dot(apart_at_start(points))), clearance, "slider's middle",
              "guide's middle line");
  const auto slider = std::make_shared<Polygon>();
  slider->body = points[0].body;
  const Vector3 forward = in_frame(*slider->body, length / 2 * along),
                left = in_frame(*slider->body, width / 2 * across);
  for (const Vector3& corner :
       {Vector3(forward + left), Vector3(left - forward), Vector3(-forward - left), Vector3(forward - left)})
    slider->points.push_back(points[0].local + corner);
  const auto guide = std::make_shared<Slot>();
  guide->body = points[1].body, guide->radius = width / 2 + clearance, guide->is_endless = true;
  const Vector3 half = in_frame(*guide->body, length / 2 * along);
  guide->from = points[1].local - half, guide->to = points[1].local + half;
  return {slider, guide};
}

const std::vector<CatalogEntry<ClearanceShapes>>& clearance_catalog() {
  static const std::vector<CatalogEntry<ClearanceShapes>> catalog = {
      joint<ClearanceRevolute>("clearance_revolute", "a pin in a hole that is larger"),
      joint<ClearancePrismatic>("clearance_prismatic", "a slider with four corners in a guide that is wider"),
  };
  return catalog;
}

}  // namespace perilune
