#pragma once

#include <vector>

#include "engine/drawing/scene.h"
#include "engine/model/shape.h"

namespace perilune {

// How a shape is drawn: nothing where it has no place in space (a stop) or no edge that is known (a gap function).
std::vector<BodyPart> outline_of(const Shape& shape);

}  // namespace perilune
