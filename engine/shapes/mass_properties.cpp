#include "engine/shapes/mass_properties.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

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

namespace {

struct Disc {
  double radius = required_number, inner_radius = 0, density = required_number, thickness = 1;
  static std::vector<Field<Disc>> fields() {
    return {{"radius", "m", "of the disc", &Disc::radius, above(0)},
            {"inner_radius", "m", "of a hole in its middle", &Disc::inner_radius, at_least(0)},
            {"density", "kg/m^3", "of the material", &Disc::density, above(0)},
            {"thickness", "m", "across the plane", &Disc::thickness, above(0)}};
  }
};

struct Plate {
  Vectors points;
  double density = required_number, thickness = 1;
  static std::vector<Field<Plate>> fields() {
    return {{"points", "m", "corners one after another", &Plate::points},
            {"density", "kg/m^3", "of the material", &Plate::density, above(0)},
            {"thickness", "m", "across the plane", &Plate::thickness, above(0)}};
  }
};

MassProperties make_disc(const std::vector<Given>& values) {
  const Disc disc = make_from<Disc>(values);
  if (disc.inner_radius >= disc.radius) {
    throw InputError(
        "", "",
        fmt::format("inner_radius = {} m must be less than radius = {} m", disc.inner_radius, disc.radius));
  }
  return mass_of_disc(disc.radius, disc.inner_radius, disc.density * disc.thickness);
}

MassProperties make_plate(const std::vector<Given>& values) {
  const Plate plate = make_from<Plate>(values);
  return mass_of_polygon(plate.points, plate.density * plate.thickness);
}

}  // namespace

const std::vector<CatalogEntry<MassProperties>>& mass_properties_catalog() {
  static const std::vector<CatalogEntry<MassProperties>> catalog = {
      {"disc", "a disc, or a ring", field_list<Disc>(), make_disc},
      {"polygon", "a plate with straight edges", field_list<Plate>(), make_plate},
  };
  return catalog;
}

}  // namespace perilune
