#pragma once

#include <vector>

namespace perilune {

// A place on paper.
struct Place {
  double x = 0, y = 0;
};

// A part of a line: those of its points that are needed to draw it within `tolerance`, first and last included. The
// points that lie furthest to the left, right, top and bottom are always among them (Ramer 1972, Douglas & Peucker 1973).
// A line that runs to the right alone and has many points in each stretch of four tolerances is first reduced to
// the first, highest, lowest and last of these.
std::vector<Place> thin(const std::vector<Place>& line, double tolerance);

// The parts of a line within a rectangle, from corner `low` to corner `high`; places that are NaN interrupt it.
std::vector<std::vector<Place>> clip(const std::vector<Place>& line, const Place& low, const Place& high);

}  // namespace perilune
