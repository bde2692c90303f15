#pragma once

#include "engine/results/report/json.h"
#include "engine/results/run.h"

namespace perilune {

// Channels over time, and what one looks at over another, thinned to about most_bytes without losing extremes.
void add_curves(JsonText& json, const Run& run, double most_bytes);

}  // namespace perilune
