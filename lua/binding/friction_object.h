#pragma once

#include <string>

#include "engine/model/friction_law.h"
#include "lua/binding/object.h"

namespace perilune {

// A friction law as scripts hold it, of the catalogue or of their own.
struct FrictionObject {
  FrictionLawPointer law;
  std::string origin;
  bool compiled = true;
  std::string reason;  // why it is not compiled
};

template <>
const ClassInfo& class_of<FrictionObject>();

}  // namespace perilune
