#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/law/function.h"
#include "engine/model/contact_law.h"

namespace perilune {

using NamedNumbers = std::vector<std::pair<std::string, double>>;

// The signature of a user's contact law: function(c, p) with c.penetration, c.penetration_rate,
// c.impact_speed, c.t and c.STATE; p.PARAMETER. It returns the force, and with states also {STATE = rate}.
Signature user_law_signature(const std::string& name, const NamedNumbers& parameters,
                             const NamedNumbers& states);
// on_commit(c, p): returns the new states (what the function left in c.STATE).
Signature user_law_commit_signature(const std::string& name, const NamedNumbers& parameters,
                                    const NamedNumbers& states);

// A contact law made of a user's functions; on_commit may be null.
ContactLawPointer make_user_law(const std::string& name, FunctionPointer force, FunctionPointer on_commit,
                                const NamedNumbers& parameters, const NamedNumbers& states);

}  // namespace perilune
