#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/drawing/scene.h"

namespace perilune {

// A body as programs that show meshes want it: places in its frame, triangles and lines between them.
struct Solid {
  int body = 0;  // index in the system
  std::string name;
  std::vector<Vector3> places;                // [m]
  std::vector<std::array<int, 3>> triangles;  // of places
  std::vector<std::array<int, 2>> lines;
};

// What stands for the bodies of a run. In the plane: what pictures show, flat. In space: spheres, ellipsoids and
// planes as they are, a box of uniform density with the body's inertia, and lines to its joints, for a body without shapes.
std::vector<Solid> make_solids(const Run& run);

// Where the frames of bodies are: x_world = place + matrix x_body.
struct SolidPose {
  Vector3 place = Vector3::Zero();
  Matrix3 matrix = Matrix3::Identity();
};
// By body index. Throws InputError where Run::visit does.
std::vector<SolidPose> poses_at(const Run& run, double t);

// So many instants from start to end of the run [s]; never more than it has records.
std::vector<double> frame_times(const Run& run, int most);

}  // namespace perilune
