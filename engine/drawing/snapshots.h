#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/drawing/scene.h"

namespace perilune {

struct SnapshotOptions {
  std::string title;
  double width = 0.17;                       // [m] of the whole picture
  int columns = 0;                           // 0: as many as make the picture a little wider than high
  std::optional<View> view;                  // on paper; default: all that is finite at these times
  std::vector<std::vector<Vector3>> traces;  // paths to draw beneath [m]
  std::optional<Vector3> from;               // in space: where the eye is; default: right, above and in front
};

// Where the eye is that sees x to the right and `up` up (y to the right where x is up).
Vector3 front_of(const Vector3& up);

// The mechanism drawn at these instants, in one picture, to one scale, each with its time; contacts that push have an
// arrow, as long as its force is large against the largest of the picture.
std::string snapshots_svg(const Run& run, const std::vector<double>& times, const SnapshotOptions& options);

}  // namespace perilune
