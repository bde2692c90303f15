#include "engine/joints/spatial/catalog.h"

#include "engine/joints/drive.h"
#include "engine/joints/joint_entry.h"
#include "engine/joints/rod.h"
#include "engine/joints/spatial/cylindrical.h"
#include "engine/joints/spatial/fixed.h"
#include "engine/joints/spatial/gear.h"
#include "engine/joints/spatial/planar.h"
#include "engine/joints/spatial/point_on_line.h"
#include "engine/joints/spatial/point_on_plane.h"
#include "engine/joints/spatial/prismatic.h"
#include "engine/joints/spatial/revolute.h"
#include "engine/joints/spatial/screw.h"
#include "engine/joints/spatial/spherical.h"
#include "engine/joints/spatial/universal.h"
#include "engine/joints/user_constraint.h"

namespace perilune {
const std::vector<CatalogEntry<JointPointer>>& spatial_joint_catalog() {
  static const std::vector<CatalogEntry<JointPointer>> catalog = {
      joint_entry<Spherical>("spherical", "two points are in one place"),
      joint_entry<SpatialRevolute>("revolute", "two bodies turn about a common axis"),
      joint_entry<SpatialPrismatic>("prismatic", "the second body slides along an axis of the first"),
      joint_entry<SpatialPrismatic>("translational", "the same as prismatic"),
      joint_entry<Cylindrical>("cylindrical",
                               "the second body slides along an axis of the first and turns about it"),
      joint_entry<Universal>("universal", "two bodies share a point and a cross of two axes"),
      joint_entry<PlanarSlide>("planar", "the second body slides in a plane of the first"),
      joint_entry<SpatialFixed>("fixed", "two bodies move as one"),
      joint_entry<Screw>("screw", "a cylindrical joint that moves on as it turns"),
      joint_entry<Rod>("rod", "two points keep their distance"),
      joint_entry<PointOnPlane>("point_on_plane", "a point of the second body stays in a plane of the first"),
      joint_entry<PointOnLine>("point_on_line", "a point of the second body stays on a line of the first"),
      joint_entry<SpatialGear>("gear", "two joints move in a fixed ratio"),
      {"constraint", "equations of the user's own", field_list<UserConstraint>(),
       [](const std::vector<Given>& values) -> JointPointer {
         auto made = std::make_shared<UserConstraint>(make_from<UserConstraint>(values));
         made->dimension = Dimension::spatial;
         made->prepare();
         return made;
       }},
      joint_entry<Drive>("drive", "prescribed motion of a joint, particle or coordinate"),
  };
  return catalog;
}

}  // namespace perilune
