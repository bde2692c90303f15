#pragma once

#include "engine/results/report/json.h"
#include "engine/results/run.h"

namespace perilune {

// Attempts of the integrator: refusals as long as there is room, accepted steps thinned; the smallest is always there.
void add_steps(JsonText& json, const Run& run, double most_bytes);
// The first events that have room, and how many there are.
void add_events(JsonText& json, const Run& run, double most_bytes);
// Outcome, warnings, counts and the balance of energy.
void add_statistics(JsonText& json, const Run& run);

}  // namespace perilune
