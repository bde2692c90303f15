#include <algorithm>

#include "lua/bytecode/surroundings.h"

namespace perilune::bytecode {

using Kind = AbstractValue::Kind;

// Once, however often it is read.
void Surroundings::depend(const Dependency& dependency) {
  const auto place = std::make_tuple(dependency.kind, dependency.owner, dependency.index, dependency.key.kind,
                                     dependency.key.id, dependency.key.integer);
  if (known_dependencies_.insert(place).second) dependencies_.push_back(dependency);
}

bool Surroundings::has_keys(lua_State* L, const std::vector<AbstractValue>& keys) const {
  std::size_t count = 0;
  for (lua_pushnil(L); lua_next(L, -2); ++count) lua_pop(L, 1);
  if (count != keys.size() || lua_getmetatable(L, -1)) return false;
  return std::all_of(keys.begin(), keys.end(), [&](const AbstractValue& key) {
    push_key(L, key);
    const bool is_there = lua_rawget(L, -2) != LUA_TNIL;
    lua_pop(L, 1);
    return is_there;
  });
}

bool Surroundings::push_source(lua_State* L, const Dependency& dependency) const {
  if (dependency.kind == Dependency::Kind::string_method) {
    push_method_of_strings(L, dependency.key);
    return true;
  }
  const bool of_function = dependency.kind == Dependency::Kind::upvalue;
  push_anchor(L,
              (of_function ? function_anchors_ : table_anchors_)[static_cast<std::size_t>(dependency.owner)]);
  if (of_function) return lua_getupvalue(L, -1, dependency.index + 1) != nullptr;
  if (dependency.kind == Dependency::Kind::length) {
    if (lua_getmetatable(L, -1)) return false;
    lua_pushinteger(L, static_cast<lua_Integer>(lua_rawlen(L, -1)));
    return true;
  }
  if (dependency.kind == Dependency::Kind::metatable) {
    if (!lua_getmetatable(L, -1)) lua_pushnil(L);
    return true;
  }
  push_key(L, dependency.key);
  const bool is_nil = lua_rawget(L, -2) == LUA_TNIL;
  return !is_nil || dependency.index != 0 || !lua_getmetatable(L, -2);
}

bool Surroundings::is_as_expected(lua_State* L, const AbstractValue& expected) const {
  switch (expected.kind) {
    case Kind::nil: return lua_isnil(L, -1);
    case Kind::yes:
    case Kind::no: return lua_isboolean(L, -1) && (lua_toboolean(L, -1) != 0) == (expected.kind == Kind::yes);
    case Kind::number_constant:
      return lua_type(L, -1) == LUA_TNUMBER && !lua_isinteger(L, -1) &&
             same_number(lua_tonumber(L, -1), expected.number);
    case Kind::integer_constant: return lua_isinteger(L, -1) && lua_tointeger(L, -1) == expected.integer;
    case Kind::string: {
      if (lua_type(L, -1) != LUA_TSTRING) return false;
      std::size_t length = 0;
      const char* text = lua_tolstring(L, -1, &length);
      return string(expected.id).compare(0, std::string::npos, text, length) == 0;
    }
    case Kind::table:
    case Kind::function: {
      const auto& anchors = expected.kind == Kind::table ? table_anchors_ : function_anchors_;
      push_anchor(L, anchors[static_cast<std::size_t>(expected.id)]);
      return lua_rawequal(L, -1, -2);
    }
    default: return false;
  }
}

bool Surroundings::holds(lua_State* L) const {
  const int top = lua_gettop(L);
  if (!lua_checkstack(L, 8)) return false;
  for (const Dependency& dependency : dependencies_) {
    if (dependency.kind == Dependency::Kind::keys) {
      push_anchor(L, table_anchors_[static_cast<std::size_t>(dependency.owner)]);
      const bool has = has_keys(L, lists_.at(dependency.owner));
      lua_settop(L, top);
      if (!has) return false;
      continue;
    }
    const bool same = push_source(L, dependency) && is_as_expected(L, dependency.expected);
    lua_settop(L, top);
    if (!same) return false;
  }
  return true;
}

}  // namespace perilune::bytecode
