#pragma once

#include <lua.hpp>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "engine/model/error.h"
#include "lua/binding/guard.h"

namespace perilune {

// Builds the metatable of a class: attributes are read (`body.x`), methods called (`body:point {…}`).
class ClassBuilder {
 public:
  ClassBuilder(lua_State* L, int attributes, int methods, int later)
      : L_(L), attributes_(attributes), methods_(methods), later_(later) {}

  // `get` finds the object at index 1 and leaves the value.
  void attribute(const char* name, lua_CFunction get) const { set(attributes_, name, get, nullptr); }
  // `call` finds `entry` as upvalue 1 (a light userdata) when it is given.
  void method(const char* name, lua_CFunction call, const void* entry = nullptr) const {
    set(methods_, name, call, entry);
  }
  // Names of the language that this version does not have yet.
  void later(const std::vector<const char*>& names) const;

 private:
  void set(int table, const char* name, lua_CFunction function, const void* entry) const;
  lua_State* L_;
  int attributes_, methods_, later_;
};

// A class of objects that scripts hold. Its address is its key in the registry.
struct ClassInfo {
  const char* name;  // as messages call it: "body"
  void (*build)(const ClassBuilder&);
  lua_CFunction to_text;             // __tostring
  lua_CFunction equal = nullptr;     // __eq
  lua_CFunction finalize = nullptr;  // set by class_of
};

// Pushes the metatable, made on first use: locked; an unknown attribute is an error.
void push_metatable(lua_State* L, const ClassInfo& info);

// What objects of a class have.
struct ClassMembers {
  std::vector<std::string> attributes, methods;
};
ClassMembers members_of(lua_State* L, const ClassInfo& info);

// Each class of objects defines this, next to its methods.
template <class T>
const ClassInfo& class_of();

template <class T>
int finalize_object(lua_State* L) {
  static_cast<T*>(lua_touserdata(L, 1))->~T();
  return 0;
}

// Leaves a new object on the stack; scripts see it by its class.
template <class T>
T& push_object(lua_State* L, T value, int user_values = 0) {
  push_metatable(L, class_of<T>());
  T* object = new (lua_newuserdatauv(L, sizeof(T), user_values)) T(std::move(value));
  lua_insert(L, -2);
  lua_setmetatable(L, -2);
  return *object;
}

// The object at index, or nullptr when something else is there.
template <class T>
T* find_object(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TUSERDATA || !lua_getmetatable(L, index)) return nullptr;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &class_of<T>());
  const bool is_one = lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return is_one ? static_cast<T*>(lua_touserdata(L, index)) : nullptr;
}

[[noreturn]] void refuse_self(const char* class_name);

// The object a method was called on.
template <class T>
T& self(lua_State* L) {
  T* object = find_object<T>(L, 1);
  if (!object) refuse_self(class_of<T>().name);
  return *object;
}

void push_text(lua_State* L, const std::string& text);
void push_numbers(lua_State* L, const std::vector<double>& numbers);
void set_number(lua_State* L, const char* key, double value);  // of the table on top
void set_text(lua_State* L, const char* key, const std::string& value);

// Caches what `make` pushes as user value 1 of the object at index 1, so that `run.time[i]` in a loop is cheap.
void push_cached(lua_State* L, const char* key, void (*make)(lua_State* L));

}  // namespace perilune
