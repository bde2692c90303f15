#pragma once

#include <string>
#include <vector>

#include "engine/model/model.h"

namespace perilune {

class Run;

// How far a model's start was moved.
struct StartChange {
  double moved = 0;             // [m] of a body's reference point or scalar coordinate, at most
  double turned = 0;            // [rad] of a body, at most
  double velocity = 0;          // [m/s or rad/s] of a coordinate, at most
  std::string furthest;         // the body that moved most
  std::vector<std::string> of;  // the bodies it concerns
};

// Finds positions that satisfy all joints and drives at t = 0 by mass-weighted least change (Gauss–Newton), then such
// velocities, and makes them the model's start. InputError, naming the joint left most open: there is no way.
StartChange assemble(Model& model, const std::string& origin);

// Makes positions and velocities of a run at time t [s] the start of all bodies of the same name and kind.
// InputError: t outside the run; no body in common.
StartChange start_from(Model& model, const Run& run, double t, const std::string& origin);

// The difference between two states [q; v].
StartChange change_of_start(const Model& model, const VectorX& q0, const VectorX& v0, const VectorX& q,
                            const VectorX& v);

}  // namespace perilune
