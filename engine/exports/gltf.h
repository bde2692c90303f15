#pragma once

#include <string>

#include "engine/exports/solids.h"

namespace perilune {

// The motion of a run for programs that show scenes (Blender, three.js, Windows' viewer): binary glTF 2.0 (Khronos Group
// 2017), a node, a mesh and an animation of translation and rotation for each body that can be seen, linear between frames.
// Metres and seconds; up is y: a spatial model, whose up is z, is turned by its root.
std::string gltf_file(const Run& run, int frames);

}  // namespace perilune
