#pragma once

#include <memory>

#include "engine/model/field.h"
#include "engine/model/joint.h"

namespace perilune {

// A kind of joint as a line of a catalogue: a struct with fields() that is made from what was given, then prepared.
template <class Kind>
CatalogEntry<JointPointer> joint_entry(const char* name, const char* summary) {
  return {name, summary, field_list<Kind>(), [](const std::vector<Given>& values) -> JointPointer {
            auto made = std::make_shared<Kind>(make_from<Kind>(values));
            made->prepare();
            return made;
          }};
}

}  // namespace perilune
