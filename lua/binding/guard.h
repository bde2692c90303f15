#pragma once

#include <exception>
#include <lua.hpp>
#include <string>

#include "lua/binding/host.h"

namespace perilune {

// The user's line that led here, "ball.lua:7": the first frame that is not C. A fixed level would be wrong after
// `return model:body {…}` (tail call).
std::string user_line(lua_State* L);

// Leaves the text of an error on the stack: an InputError gets the user's line, a function's error has its own.
void push_error_text(lua_State* L, const std::exception& error);

// The border between exceptions and the interpreter's errors: every function given to a script is guarded<f>, so
// none can forget it. The interpreter is built as C++: its own errors are exceptions, too, but not
// std::exception, and pass through with destructors run.
template <int (*body)(lua_State*)>
int guarded(lua_State* L) {
  Running running(Host::of(L), L);
  try {
    return body(L);
  } catch (const std::exception& error) { push_error_text(L, error); }
  return lua_error(L);  // outside the handler: the exception is already destroyed
}

}  // namespace perilune
