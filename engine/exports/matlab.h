#pragma once

#include <string>
#include <vector>

#include "engine/results/run.h"

namespace perilune {

// The series of a run for MATLAB and what reads its files (Octave, scipy): a MAT-file of level 5, uncompressed, little-endian
// (MathWorks, MAT-File Format, 1999). `time` [s] and, for each element, a struct with a column for each of its channels:
// "ball.y" is ball.y; what is no MATLAB name is made one, "ball on ground.gap" is ball_on_ground.gap. `channels` and `units`
// are cells of text, the names as scripts have them, in the order of the CSV file.
std::string matlab_file(const Run& run);

// A name that MATLAB takes, at most 60 long; not one of `taken`, to which it is added.
std::string matlab_name(const std::string& name, std::vector<std::string>& taken);

}  // namespace perilune
