#pragma once

#include "tests/engine/simulation/models.h"

namespace perilune::testing {

// A particle with a circle on level ground, where that carries it, under gravity (−g sin, −g cos) of a slope.
inline Model block_on_plane(double slope, const FrictionLawPointer& friction, double speed = 0) {
  Model model(Dimension::planar, "block on plane", "",
              gravity * Vector3(-std::sin(slope), -std::cos(slope), 0), make_ground());
  const double sag = std::pow(gravity * std::cos(slope) / stiffness, 2.0 / 3);
  const BodyPointer block = particle("block", 1, Vector3(0, radius - sag, 0), Vector3(speed, 0, 0));
  model.add(block);
  Contact touch = contact("touch", circle(block),
                          shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}}), law("hertz"));
  touch.friction = friction;
  model.add(std::move(touch));
  return model;
}

}  // namespace perilune::testing
