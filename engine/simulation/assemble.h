#pragma once

#include <string>
#include <vector>

#include "engine/integrators/problem.h"
#include "engine/model/model.h"

namespace perilune {

class Run;
class System;

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

// Makes positions and velocities of a node of the system, compiled from the model, the model's start.
StartChange set_start(Model& model, const System& system, const Node& node);

}  // namespace perilune
