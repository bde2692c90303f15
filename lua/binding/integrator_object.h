#pragma once

#include <string>
#include <vector>

#include "engine/integrators/method.h"
#include "engine/model/field.h"
#include "engine/system/stabilization.h"
#include "lua/binding/object.h"

namespace perilune {

// mbs.integrators.NAME {…}
struct IntegratorObject {
  std::string name;
  StepOptions options;
};

// What mbs.integrators.NAME takes.
std::vector<FieldInfo> integrator_fields(const IntegratorInfo& info);

// mbs.stabilization.NAME {…}
struct StabilizationObject {
  ConstraintOptions options;
};

template <>
const ClassInfo& class_of<IntegratorObject>();
template <>
const ClassInfo& class_of<StabilizationObject>();

}  // namespace perilune
