#pragma once

#include <lua.hpp>

namespace perilune {

// A finished run walked through step by step, as if it were being computed:
//     local sim = model:simulate {…};  while sim.time < 3 do sim:step();  sim:value "ball.y" end
// run.time is the list of the records' times; compared with a number it stands for the instant the walk has
// reached. (model:simulation {…} really computes on demand.)
int step_run(
    lua_State* L);  // run:step(): to the end of the next accepted step; false when there is none left
int value_of_run(lua_State* L);  // run:value "ball.y": at that instant

// Gives the list on top of the stack the comparisons; the run is at index 1.
void compare_as_instant(lua_State* L);

}  // namespace perilune
