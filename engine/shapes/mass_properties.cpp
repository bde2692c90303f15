#include "engine/shapes/mass_properties.h"

#include <algorithm>
#include <cmath>

#include "engine/model/error.h"

namespace perilune {

MassProperties mass_of_disc(double radius, double inner_radius, double surface_density) {
  const double outer = radius * radius, inner = inner_radius * inner_radius;
  const double mass = surface_density * M_PI * (outer - inner);
  return {mass, 0.5 * mass * (outer + inner), Vector3::Zero()};
}

MassProperties mass_of_polygon(const Vectors& points, double surface_density) {
  if (points.size() < 3)
    throw InputError("", "", "a polygon of " + std::to_string(points.size()) + " points has no area",
                     "give three points or more");
  const Vector3& origin = points.front();  // near the polygon: no cancellation when it lies far away
  double twice_area = 0, moment = 0, reach = 0;
  Vector3 first = Vector3::Zero();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vector3 p = points[i] - origin, q = points[(i + 1) % points.size()] - origin;
    const double c = p[0] * q[1] - q[0] * p[1];
    twice_area += c;
    first += c / 6 * (p + q);
    moment += c / 12 * (p.dot(p) + p.dot(q) + q.dot(q));
    reach = std::max(reach, p.norm());
  }
  const double area = 0.5 * twice_area;  // < 0: clockwise, and so is the moment
  if (!(std::abs(area) > 1e-12 * reach * reach))
    throw InputError("", "", "the points lie on one line: no area");
  const Vector3 center = first / area;
  const double mass = surface_density * std::abs(area);
  const double about_origin = surface_density * (area > 0 ? moment : -moment);
  return {mass, about_origin - mass * center.squaredNorm(), origin + center};
}

}  // namespace perilune
