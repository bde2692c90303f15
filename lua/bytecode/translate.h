#pragma once

#include <lua.hpp>
#include <memory>
#include <optional>
#include <string>

#include "engine/law/function.h"
#include "engine/law/routine.h"
#include "lua/bytecode/surroundings.h"
#include "lua/bytecode/view.h"

namespace perilune::bytecode {

// A field that a record argument does not have: "c", "penetraton".
struct UnknownField {
  int line = 0, argument = 0;
  std::string field;
};

// A function as a routine, and what of it stays with the interpreter.
struct Translation {
  std::optional<ir::Routine> routine;  // none: every way through the function is interpreted
  std::vector<ir::Refusal> refusals;   // in the order of lines; ways that raise an error are none
  std::optional<UnknownField> unknown_field;
  std::shared_ptr<const Surroundings> surroundings;  // the routine is right as long as these hold
  // Of a function that is given a view: what its inputs are; whether it looks at lists, so that the routine holds for
  // their items alone.
  std::vector<Query> queries;
  bool reads_lists = false;
};

// Where results are found: in what the function returns, or in the fields of its first argument; a verdict is what
// accept_step returns.
enum class Results { returned, in_argument, verdict };

// The function at index, for these arguments and results. By block versioning (Chevalier-Boisvert & Feeley 2015): a
// piece of bytecode is translated once for every combination of types in which it is reached, so no type is tested when
// it runs. Whatever is not understood ends in End::Kind::give_up, and the interpreter, which stays the definition of
// what the function means, is asked: nothing has been written by then.
Translation translate(lua_State* L, int index, const Signature& signature, Results results);

// A function of one argument, a view; it returns a number or a verdict.
Translation translate_view(lua_State* L, int index, const View& view, Results results);

}  // namespace perilune::bytecode
