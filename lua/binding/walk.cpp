#include "lua/binding/walk.h"

#include <algorithm>

#include "lua/binding/guard.h"
#include "lua/binding/object.h"
#include "lua/binding/simulate.h"
#include "lua/binding/values.h"

namespace perilune {
namespace {

// An operand of a comparison: a number, or the list of times of the run that is the upvalue.
double instant(lua_State* L, int index) {
  if (lua_type(L, index) == LUA_TNUMBER) return lua_tonumber(L, index);
  return static_cast<RunObject*>(lua_touserdata(L, lua_upvalueindex(1)))->now;
}

int less(lua_State* L) {
  lua_pushboolean(L, instant(L, 1) < instant(L, 2));
  return 1;
}

int less_or_equal(lua_State* L) {
  lua_pushboolean(L, instant(L, 1) <= instant(L, 2));
  return 1;
}

int difference(lua_State* L) {
  lua_pushnumber(L, instant(L, 1) - instant(L, 2));
  return 1;
}

void set_operation(lua_State* L, const char* name, lua_CFunction operation) {
  lua_pushvalue(L, 1);
  lua_pushcclosure(L, operation, 1);
  lua_setfield(L, -2, name);
}

}  // namespace

void compare_as_instant(lua_State* L) {
  lua_newtable(L);
  set_operation(L, "__lt", less);
  set_operation(L, "__le", less_or_equal);
  set_operation(L, "__sub", difference);
  lua_setmetatable(L, -2);
}

int step_run(lua_State* L) {
  RunObject& walker = self<RunObject>(L);
  const auto& attempts = results(L, "step").steps();
  if (walker.ended) {
    throw InputError("", "run", "it is over at t = " + with_unit(walker.now, "s"),
                     "run:step() returned false at its end");
  }
  while (walker.next < attempts.size() && !attempts[walker.next].accepted) ++walker.next;
  walker.ended = walker.next >= attempts.size();
  if (!walker.ended) {
    const Attempt& step = attempts[walker.next++];
    walker.now = std::min(step.t + step.dt, walker.task->report->end_time);
    const bool last = std::none_of(attempts.begin() + static_cast<std::ptrdiff_t>(walker.next),
                                   attempts.end(), [](const Attempt& later) { return later.accepted; });
    if (last) walker.now = walker.task->report->end_time;  // t + dt may miss it by rounding
  }
  lua_pushboolean(L, !walker.ended);
  return 1;
}

int value_of_run(lua_State* L) {
  const RunObject& walker = self<RunObject>(L);
  lua_pushnumber(L, results(L, "value").at(read_text(L, 2, {"channel", "", {}}), walker.now));
  return 1;
}

}  // namespace perilune
