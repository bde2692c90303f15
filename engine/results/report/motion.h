#pragma once

#include "engine/results/report/json.h"
#include "engine/results/run.h"

namespace perilune {

// What moves, and how: the scene, and the instants from which an animation is drawn, about as many as have room in
// most_bytes. There is one at every event as long as there is room, so that a click on an event shows that very instant.
void add_motion(JsonText& json, const Run& run, double most_bytes);

}  // namespace perilune
