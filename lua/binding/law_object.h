#pragma once

#include <string>
#include <vector>

#include "engine/law/function.h"
#include "engine/model/contact_law.h"
#include "lua/binding/object.h"

namespace perilune {

// A contact law as scripts hold it, of the catalogue or of their own.
struct LawObject {
  ContactLawPointer law;
  std::string origin;
  std::vector<FunctionPointer> functions;  // of the script; none: a law of the catalogue
};

template <>
const ClassInfo& class_of<LawObject>();

int check_law(lua_State* L);  // law:check {…}

// The law for a pair of this reduced mass [kg]; itself when it needs none.
ContactLawPointer with_mass(const ContactLawPointer& law, double mass);

}  // namespace perilune
