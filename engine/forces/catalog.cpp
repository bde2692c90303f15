#include "engine/forces/catalog.h"

#include "engine/forces/bushing.h"
#include "engine/forces/interaction.h"
#include "engine/forces/load.h"
#include "engine/forces/spatial_torque.h"
#include "engine/forces/spring.h"
#include "engine/forces/torsion_spring.h"
#include "engine/forces/user_force.h"

namespace perilune {
namespace {

// ready: what a kind does once its fields are set; may throw InputError.
template <class Kind>
CatalogEntry<ForcePointer> force(const char* name, const char* summary, void (*ready)(Kind&)) {
  return {name, summary, field_list<Kind>(), [ready](const std::vector<Given>& values) -> ForcePointer {
            auto made = std::make_shared<Kind>(make_from<Kind>(values));
            ready(*made);
            return made;
          }};
}

// One whose fields differ in the plane and in space.
template <class Kind>
CatalogEntry<ForcePointer> force_in(Dimension dimension, const char* name, const char* summary) {
  std::vector<FieldInfo> fields;
  for (auto& field : Kind::fields(dimension)) fields.push_back(std::move(field.info));
  return {name, summary, std::move(fields), [dimension](const std::vector<Given>& values) -> ForcePointer {
            auto made = std::make_shared<Kind>(make_from<Kind>(values));
            made->prepare(dimension);
            return made;
          }};
}

CatalogEntry<ForcePointer> torsion_spring(Dimension dimension) {
  return force_in<TorsionSpring>(dimension, "torsion_spring",
                                 "linear spring and damper of the angle between two bodies");
}

CatalogEntry<ForcePointer> bushing(Dimension dimension) {
  return force_in<Bushing>(dimension, "bushing",
                           "springs and dampers along and about the axes of a soft joint");
}

CatalogEntry<ForcePointer> user_force(Dimension dimension) {
  const char* summary = "any forces of your own: a load for each of those it acts on";
  if (dimension == Dimension::planar)
    return force<UserForce>("user_force", summary, [](UserForce& f) { f.prepare(Dimension::planar); });
  return force<UserForce>("user_force", summary, [](UserForce& f) { f.prepare(Dimension::spatial); });
}

}  // namespace

const std::vector<CatalogEntry<ForcePointer>>& force_catalog() {
  static const std::vector<CatalogEntry<ForcePointer>> catalog = {
      force<Spring>("spring", "linear spring and damper between two points", [](Spring& s) { s.check(); }),
      force<Interaction>("interaction", "a force of your own along the line between two points",
                         [](Interaction& i) { i.prepare(); }),
      force<PointForce>("force", "a force at a point", [](PointForce& f) { f.prepare(Dimension::planar); }),
      torsion_spring(Dimension::planar),
      bushing(Dimension::planar),
      force<Torque>("torque", "a torque on a body, or between two", [](Torque& t) { t.prepare(); }),
      user_force(Dimension::planar),
  };
  return catalog;
}

const std::vector<CatalogEntry<ForcePointer>>& spatial_force_catalog() {
  static const std::vector<CatalogEntry<ForcePointer>> catalog = {
      force<Spring>("spring", "linear spring and damper between two points", [](Spring& s) { s.check(); }),
      force<Interaction>("interaction", "a force of your own along the line between two points",
                         [](Interaction& i) { i.prepare(); }),
      force<PointForce>("force", "a force at a point", [](PointForce& f) { f.prepare(Dimension::spatial); }),
      torsion_spring(Dimension::spatial),
      bushing(Dimension::spatial),
      force<SpatialTorque>("torque", "a torque on a body, or between two",
                           [](SpatialTorque& t) { t.prepare(); }),
      user_force(Dimension::spatial),
  };
  return catalog;
}

}  // namespace perilune
