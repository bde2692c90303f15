#pragma once

#include <vector>

#include "lua/manual/language.h"

namespace perilune {

// What elements show in results: read from runs of two models that have one element of each kind.
// Throws std::logic_error: a channel that nobody gave a meaning.
std::vector<ChannelGroup> planar_channels();
std::vector<ChannelGroup> spatial_channels();

}  // namespace perilune
