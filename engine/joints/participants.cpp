#include "engine/joints/participants.h"

namespace perilune {

std::string name_of_participant(std::size_t k) {
  return k < 15 ? std::string(1, static_cast<char>('a' + k)) : "participant " + std::to_string(k + 1);
}

std::vector<Argument> arguments_of(const Participants& participants, bool with_velocities) {
  std::vector<Argument> arguments;
  for (std::size_t k = 0; k < participants.size(); ++k)
    arguments.push_back({name_of_participant(k), participants[k].fields(with_velocities)});
  return arguments;
}

DescribedState::DescribedState(const Participants& participants) {
  for (const Participant& participant : participants) add(participant.body());
  motion.q = q.data(), motion.v = v.data();
}

void DescribedState::add(const Body& body) {
  const int offset = static_cast<int>(q.size()), size = body.coordinates(), index = body.index;
  if (index >= static_cast<int>(motion.slots.size())) {
    motion.slots.resize(index + 1);
    motion.bodies.resize(index + 1);
  }
  if (motion.slots[index].body) return;
  q.conservativeResize(offset + size), v.conservativeResize(offset + size);
  body.initial_state(q.data() + offset, v.data() + offset);
  body.motion(q.data() + offset, v.data() + offset, motion.bodies[index]);
  motion.slots[index] = {&body, offset, offset};
}

}  // namespace perilune
