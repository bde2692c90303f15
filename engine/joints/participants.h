#pragma once

#include <string>
#include <vector>

#include "engine/joints/participant.h"

namespace perilune {

// Those whom a user's function sees, in its order.
using Participants = std::vector<Participant>;

// a, b, c, …: as manuals and most scripts call them.
std::string name_of_participant(std::size_t k);

// Their views as arguments of a function, one each.
std::vector<Argument> arguments_of(const Participants& participants, bool with_velocities);

// The state in which bodies are described, before there is a system: functions are tried in it.
struct DescribedState {
  explicit DescribedState(const Participants& participants);

  VectorX q, v;
  Motion motion;

 private:
  void add(const Body& body);
};

}  // namespace perilune
