#pragma once

#include <string>

#include "engine/integrators/method.h"
#include "engine/system/stabilization.h"
#include "lua/binding/object.h"

namespace perilune {

// mbs.integrators.NAME {…}
struct IntegratorObject {
  std::string name;
  StepOptions options;
};

// mbs.stabilization.NAME {…}
struct StabilizationObject {
  ConstraintOptions options;
};

template <>
const ClassInfo& class_of<IntegratorObject>();
template <>
const ClassInfo& class_of<StabilizationObject>();

}  // namespace perilune
