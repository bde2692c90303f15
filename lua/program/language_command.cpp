#include <cstdio>

#include "lua/manual/language.h"
#include "lua/program/commands.h"

namespace perilune {

int stubs_command() {
  std::fputs(stubs(describe_language()).c_str(), stdout);
  return ok;
}

int reference_command() {
  std::fputs(reference(describe_language()).c_str(), stdout);
  return ok;
}

}  // namespace perilune
