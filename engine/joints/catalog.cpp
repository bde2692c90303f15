#include "engine/joints/catalog.h"

#include "engine/joints/drive.h"

namespace perilune {

const std::vector<CatalogEntry<JointPointer>>& joint_catalog() {
  static const std::vector<CatalogEntry<JointPointer>> catalog = {
      {"drive", "prescribed motion of a body or coordinate", field_list<Drive>(),
       [](const std::vector<Given>& values) -> JointPointer {
         auto drive = std::make_shared<Drive>(make_from<Drive>(values));
         drive->prepare();
         return drive;
       }},
  };
  return catalog;
}

}  // namespace perilune
