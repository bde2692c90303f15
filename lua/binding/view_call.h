#pragma once

#include <string>

#include "lua/binding/host.h"
#include "lua/binding/object.h"

namespace perilune {

// Calls a function of the script with an object that shows something of the engine: its `view`, which is null as soon as the
// call is over, whatever the script has kept. read(L, i) makes the result of the results, which begin at i.
// Throws FunctionError with the function's definition.
template <class Object, class Read>
auto call_with_view(Host& host, const Reference& function, const std::string& purpose,
                    const std::string& definition, const Object& shown, int results, const Read& read) {
  struct Expiry {
    Object& object;
    ~Expiry() { object.view = nullptr; }
  };
  const Callback callback(host, purpose);
  lua_State* L = callback.state();
  if (!lua_checkstack(L, 20)) throw FunctionError("stack overflow");
  lua_rawgeti(L, LUA_REGISTRYINDEX, host.error_handler);
  function.push(L);
  Object& object = push_object(L, shown);
  const Reference alive(L, lua_gettop(L));  // until it has expired
  const Expiry expiry{object};
  callback.call(1, results, definition);
  return read(L, callback.top() + 2);
}

}  // namespace perilune
