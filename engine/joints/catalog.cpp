#include "engine/joints/catalog.h"

#include "engine/joints/drive.h"
#include "engine/joints/fixed.h"
#include "engine/joints/gear.h"
#include "engine/joints/point_on_curve.h"
#include "engine/joints/prismatic.h"
#include "engine/joints/revolute.h"
#include "engine/joints/rod.h"
#include "engine/joints/user_constraint.h"

namespace perilune {
namespace {

template <class Kind>
CatalogEntry<JointPointer> joint(const char* name, const char* summary) {
  return {name, summary, field_list<Kind>(), [](const std::vector<Given>& values) -> JointPointer {
            auto made = std::make_shared<Kind>(make_from<Kind>(values));
            made->prepare();
            return made;
          }};
}

}  // namespace

const std::vector<CatalogEntry<JointPointer>>& joint_catalog() {
  static const std::vector<CatalogEntry<JointPointer>> catalog = {
      joint<Revolute>("revolute", "two bodies turn about a common point"),
      joint<Prismatic>("prismatic", "the second body slides along an axis of the first"),
      joint<Prismatic>("translational", "the same as prismatic"),
      joint<Fixed>("fixed", "two bodies move as one"),
      joint<Rod>("rod", "two points keep their distance"),
      joint<Gear>("gear", "two bodies turn in a fixed ratio"),
      joint<PointOnCurve>("point_on_curve", "a point of the second body stays on a curve of the first"),
      joint<UserConstraint>("constraint", "equations of the user's own"),
      joint<Drive>("drive", "prescribed motion of a body, coordinate or joint"),
  };
  return catalog;
}

}  // namespace perilune
