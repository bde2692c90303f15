#pragma once

#include <string>
#include <vector>

#include "engine/law/function.h"
#include "engine/model/friction_law.h"
#include "lua/binding/object.h"

namespace perilune {

// A friction law as scripts hold it, of the catalogue or of their own.
struct FrictionObject {
  FrictionLawPointer law;
  std::string origin;
  std::vector<FunctionPointer> functions;  // of the script; none: a law of the catalogue
};

template <>
const ClassInfo& class_of<FrictionObject>();

}  // namespace perilune
