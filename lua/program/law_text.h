#pragma once

#include <string>

namespace perilune {

// A contact law of the catalogue as scripts/gallery/laws_in_lua.lua has it, with the helpers that it calls. "": it is not
// there.
std::string law_text(const std::string& name);

}  // namespace perilune
