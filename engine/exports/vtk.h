#pragma once

#include <functional>
#include <string>

#include "engine/exports/solids.h"

namespace perilune {

// A run as a series for ParaView and what else reads VTK's XML files: a list of instants (.pvd) and for each an unstructured
// grid (.vtu, ASCII) of triangles and lines, with "body" [-] for cells, and "velocity" [m/s] for points.
// `write` gets the name of each file and its text: first the grids, "STEM_0000.vtu", last the list, "STEM.pvd".
void vtk_series(const Run& run, const std::string& stem, int frames,
                const std::function<void(const std::string& name, const std::string& text)>& write);

}  // namespace perilune
