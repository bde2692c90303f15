#pragma once

#include <string>

#include "engine/plots/figure.h"

namespace perilune {

// The first panel of a figure in characters, for a terminal: 64 columns, curves in letters a, b, … with a legend below.
std::string sketch(const Figure& figure);

}  // namespace perilune
