#include "engine/joints/catalog.h"

#include "engine/joints/drive.h"
#include "engine/joints/fixed.h"
#include "engine/joints/gear.h"
#include "engine/joints/joint_entry.h"
#include "engine/joints/point_on_curve.h"
#include "engine/joints/prismatic.h"
#include "engine/joints/revolute.h"
#include "engine/joints/rod.h"
#include "engine/joints/user_constraint.h"

namespace perilune {
const std::vector<CatalogEntry<JointPointer>>& joint_catalog() {
  static const std::vector<CatalogEntry<JointPointer>> catalog = {
      joint_entry<Revolute>("revolute", "two bodies turn about a common point"),
      joint_entry<Prismatic>("prismatic", "the second body slides along an axis of the first"),
      joint_entry<Prismatic>("translational", "the same as prismatic"),
      joint_entry<Fixed>("fixed", "two bodies move as one"),
      joint_entry<Rod>("rod", "two points keep their distance"),
      joint_entry<Gear>("gear", "two bodies turn in a fixed ratio"),
      joint_entry<PointOnCurve>("point_on_curve", "a point of the second body stays on a curve of the first"),
      joint_entry<UserConstraint>("constraint", "equations of the user's own"),
      joint_entry<Drive>("drive", "prescribed motion of a body, coordinate or joint"),
  };
  return catalog;
}

}  // namespace perilune
