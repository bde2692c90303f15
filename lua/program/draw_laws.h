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
  std::vector<double> delivered =
      {};  // for each of restitutions_asked(), NaN: refuses; empty: it cannot be asked
};

const std::vector<double>& restitutions_asked();

// Adds what a script returns: a law, a list of laws, or a function that makes one from the restitution asked for; the latter is
// compared with others at 0.5. false: host.error says why not.
bool laws_of_script(Host& host, const LawsCommand& command, std::vector<DrawnLaw>& laws);

// The loop of one impact of each law, the restitution it delivers over the impact speed, and over what it is asked for: as SVG in
// command.out, or on the terminal. Throws OutputError, FunctionError.
void draw_laws(const std::vector<DrawnLaw>& laws, const LawsCommand& command);

}  // namespace perilune
