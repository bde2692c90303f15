#pragma once

#include <string>
#include <vector>

#include "engine/drawing/scene.h"
#include "engine/plots/svg.h"

// What pictures of mechanisms in the plane and in space have in common.
namespace perilune {

inline const char* const ink = "#333";

// A rectangle of a picture, and what is seen in it.
struct Paper {
  Svg& svg;
  View view;  // [m]
  Place corner;
  double scale = 1;  // [px/m]

  Place place(const Vector3& x) const {
    return {corner.x + (x[0] - view.left) * scale, corner.y + (view.top - x[1]) * scale};
  }
  double width() const { return view.width() * scale; }    // [px]
  double height() const { return view.height() * scale; }  // [px]
};

const char* colour_of(int body);

// The zigzag of a spring.
std::vector<Place> coils(const Place& from, const Place& to);

// As long as the force is large against the largest.
void draw_push(const Paper& paper, const Push& push, double largest);

// Bodies and connections at one instant.
void draw_planar(const Paper& paper, const Scene& scene, const Frame& frame);
// With the poses on paper, z towards the eye; what is behind is hidden by what is in front of it, body part by body part.
void draw_spatial(const Paper& paper, const Scene& scene, const Frame& frame);

// To the right on paper, up on paper and towards the eye, as rows, in world axes. towards: where the eye is, not zero.
Matrix3 axes_on_paper(const Vector3& towards, const Vector3& up);
// The frame as it lies on this paper.
Frame turned(const Frame& frame, const Matrix3& axes);
// The axes of the world in a corner.
void draw_world_axes(const Paper& paper, const Matrix3& axes);

}  // namespace perilune
