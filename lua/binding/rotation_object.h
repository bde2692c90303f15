#pragma once

#include "engine/model/field.h"
#include "lua/binding/object.h"

namespace perilune {

// A rotation as scripts hold it: mbs.rotation.NAME {…}.
struct RotationObject {
  Rotation rotation;
};
template <>
const ClassInfo& class_of<RotationObject>();

}  // namespace perilune
