#pragma once

#include <string>
#include <vector>

#include "engine/model/contact_law.h"
#include "lua/binding/host.h"
#include "lua/program/commands.h"

namespace perilune {

struct DrawnLaw {
  std::string name;
  ContactLawPointer law;
};

// Adds the laws that a script returns: one, or a list. false: host.error says why not.
bool laws_of_script(Host& host, std::vector<DrawnLaw>& laws);

// The loop of one impact of each law, and the restitution it delivers over the impact speed: as SVG in command.out, or on the
// terminal. Throws OutputError, FunctionError.
void draw_laws(const std::vector<DrawnLaw>& laws, const LawsCommand& command);

}  // namespace perilune
