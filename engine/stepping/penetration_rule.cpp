#include "engine/stepping/acceptance.h"
#include "engine/stepping/first_depth_fields.h"

namespace perilune {

std::vector<FieldInfo> PenetrationRule::field_list() {
  using R = PenetrationRule;
  Field<R> tolerance{"tolerance", "m", "penetration allowed where a contact begins", &R::tolerance, above(0)};
  return with_first_depth_fields(std::move(tolerance));
}

}  // namespace perilune
