#include "lua/binding/guard.h"

#include <new>

#include "engine/law/function.h"
#include "engine/model/error.h"
#include "engine/results/run.h"

namespace perilune {

std::string user_line(lua_State* L) {
  lua_Debug frame;
  for (int level = 0; lua_getstack(L, level, &frame); ++level) {
    lua_getinfo(L, "Sl", &frame);
    if (frame.currentline < 0) continue;
    const bool is_file = frame.source[0] == '@' || frame.source[0] == '=';
    return std::string(is_file ? frame.source + 1 : frame.short_src) + ":" +
           std::to_string(frame.currentline);
  }
  return Host::of(L).script_path;
}

namespace {

std::string error_text(lua_State* L, const std::exception& error) {
  if (const auto* wrong = dynamic_cast<const InputError*>(&error)) {
    if (!wrong->origin.empty()) return wrong->what();
    return InputError(user_line(L), wrong->element, wrong->rule, wrong->remedy).what();
  }
  if (dynamic_cast<const FunctionError*>(&error)) return error.what();
  if (dynamic_cast<const std::bad_alloc*>(&error)) return user_line(L) + ": not enough memory";
  if (dynamic_cast<const OutputError*>(&error)) Host::of(L).io_failed = true;
  return user_line(L) + ": " + error.what();
}

}  // namespace

void push_error_text(lua_State* L, const std::exception& error) {
  const std::string text = error_text(L, error);
  lua_pushlstring(L, text.data(), text.size());
}

}  // namespace perilune
