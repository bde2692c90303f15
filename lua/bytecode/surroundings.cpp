#include "lua/bytecode/surroundings.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace perilune::bytecode {
namespace {

using Kind = AbstractValue::Kind;

const char known_functions_key = 0;  // its address is the place in the registry

// [function] = prefix .. name for every function of the table on top.
void remember_table(lua_State* L, int known, const std::string& prefix) {
  const int table = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    if (lua_type(L, -2) == LUA_TSTRING && lua_isfunction(L, -1)) {
      const std::string name = prefix + lua_tostring(L, -2);
      lua_pushvalue(L, -1);
      lua_pushlstring(L, name.data(), name.size());
      lua_rawset(L, known);
    }
    lua_pop(L, 1);
  }
}

}  // namespace

bool same_number(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

void remember_functions(lua_State* L, int globals) {
  globals = lua_absindex(L, globals);
  lua_newtable(L);
  const int known = lua_gettop(L);
  lua_pushvalue(L, globals);
  remember_table(L, known, "");
  for (const char* library : {"math", "string", "table"}) {
    lua_getfield(L, globals, library);
    remember_table(L, known, std::string(library) + ".");
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &known_functions_key);
}

Surroundings::Surroundings(lua_State* L) : L_(L) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
  main_ = lua_tothread(L, -1);
  lua_pop(L, 1);
  lua_newtable(L);
  anchors_ = luaL_ref(L, LUA_REGISTRYINDEX);
}

Surroundings::~Surroundings() { luaL_unref(main_, LUA_REGISTRYINDEX, anchors_); }

void Surroundings::push_anchor(lua_State* L, int anchor) const {
  lua_rawgeti(L, LUA_REGISTRYINDEX, anchors_);
  lua_rawgeti(L, -1, anchor);
  lua_remove(L, -2);
}

// Keeps the function or table on top alive and numbers it.
int Surroundings::anchor(std::map<const void*, int>& known, std::vector<int>& anchors) {
  const auto [place, is_new] = known.emplace(lua_topointer(L_, -1), static_cast<int>(anchors.size()));
  if (is_new) {
    lua_rawgeti(L_, LUA_REGISTRYINDEX, anchors_);
    lua_pushvalue(L_, -2);
    lua_rawseti(L_, -2, ++count_);
    lua_pop(L_, 1);
    anchors.push_back(count_);
  }
  return place->second;
}

std::unique_ptr<KnownFunction> Surroundings::read_function(int index) const {
  auto function = std::make_unique<KnownFunction>();
  lua_pushvalue(L_, index);
  const int top = lua_gettop(L_);
  if (lua_rawgetp(L_, LUA_REGISTRYINDEX, &known_functions_key) == LUA_TTABLE) {
    lua_pushvalue(L_, top);
    if (lua_rawget(L_, -2) == LUA_TSTRING) function->name = lua_tostring(L_, -1);
  }
  if (function->name.empty()) {
    try {
      function->prototype = read_prototype(L_, top);
      function->flow = analyse(function->prototype);
    } catch (const std::runtime_error& error) { function->trouble = error.what(); }
  }
  lua_settop(L_, top - 1);
  return function;
}

AbstractValue Surroundings::add_function(int index) {
  lua_pushvalue(L_, index);
  const int id = anchor(function_ids_, function_anchors_);
  if (id == static_cast<int>(functions_.size())) functions_.push_back(read_function(lua_gettop(L_)));
  lua_pop(L_, 1);
  return known_value(Kind::function, id);
}

AbstractValue Surroundings::add_string(const std::string& text) {
  const auto found = std::find(strings_.begin(), strings_.end(), text);
  const auto id = static_cast<int>(found - strings_.begin());
  if (found == strings_.end()) strings_.push_back(text);
  return known_value(Kind::string, id);
}

std::optional<AbstractValue> Surroundings::import() {
  std::optional<AbstractValue> value;
  switch (lua_type(L_, -1)) {
    case LUA_TNIL: value = nil_value(); break;
    case LUA_TBOOLEAN: value = boolean_value(lua_toboolean(L_, -1)); break;
    case LUA_TNUMBER:
      value =
          lua_isinteger(L_, -1) ? integer_value(lua_tointeger(L_, -1)) : number_value(lua_tonumber(L_, -1));
      break;
    case LUA_TSTRING: {
      std::size_t length = 0;
      const char* text = lua_tolstring(L_, -1, &length);
      value = add_string(std::string(text, length));
      break;
    }
    case LUA_TTABLE: value = known_value(Kind::table, anchor(table_ids_, table_anchors_)); break;
    case LUA_TFUNCTION: value = add_function(-1); break;
    default: break;
  }
  lua_pop(L_, 1);
  return value;
}

std::optional<AbstractValue> Surroundings::upvalue(int function, int index) {
  push_anchor(L_, function_anchors_[static_cast<std::size_t>(function)]);
  if (!lua_getupvalue(L_, -1, index + 1)) {
    lua_pop(L_, 1);
    return std::nullopt;
  }
  lua_remove(L_, -2);
  const std::optional<AbstractValue> value = import();
  if (value) dependencies_.push_back({Dependency::Kind::upvalue, function, index, {}, *value});
  return value;
}

void Surroundings::push_key(lua_State* L, const AbstractValue& key) const {
  if (key.kind == Kind::integer_constant) {
    lua_pushinteger(L, key.integer);
    return;
  }
  const std::string& text = string(key.id);
  lua_pushlstring(L, text.data(), text.size());
}

std::optional<AbstractValue> Surroundings::field(int table, const AbstractValue& key) {
  push_anchor(L_, table_anchors_[static_cast<std::size_t>(table)]);
  push_key(L_, key);
  const bool is_nil = lua_rawget(L_, -2) == LUA_TNIL;
  const bool has_metatable = lua_getmetatable(L_, -2) != 0;
  if (has_metatable) lua_pop(L_, 1);
  lua_remove(L_, -2);
  const std::optional<AbstractValue> value = import();
  if (!value || (is_nil && has_metatable)) return std::nullopt;
  dependencies_.push_back({Dependency::Kind::field, table, 0, key, *value});
  return value;
}

std::optional<AbstractValue> Surroundings::length(int table) {
  push_anchor(L_, table_anchors_[static_cast<std::size_t>(table)]);
  const bool has_metatable = lua_getmetatable(L_, -1) != 0;
  if (has_metatable) lua_pop(L_, 1);
  const AbstractValue value = integer_value(static_cast<std::int64_t>(lua_rawlen(L_, -1)));
  lua_pop(L_, 1);
  if (has_metatable) return std::nullopt;
  dependencies_.push_back({Dependency::Kind::length, table, 0, {}, value});
  return value;
}

bool Surroundings::push_source(lua_State* L, const Dependency& dependency) const {
  const bool of_function = dependency.kind == Dependency::Kind::upvalue;
  push_anchor(L,
              (of_function ? function_anchors_ : table_anchors_)[static_cast<std::size_t>(dependency.owner)]);
  if (of_function) return lua_getupvalue(L, -1, dependency.index + 1) != nullptr;
  if (dependency.kind == Dependency::Kind::length) {
    lua_pushinteger(L, static_cast<lua_Integer>(lua_rawlen(L, -1)));
    return true;
  }
  push_key(L, dependency.key);
  const bool is_nil = lua_rawget(L, -2) == LUA_TNIL;
  return !is_nil || !lua_getmetatable(L, -2);
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
    const bool same = push_source(L, dependency) && is_as_expected(L, dependency.expected);
    lua_settop(L, top);
    if (!same) return false;
  }
  return true;
}

}  // namespace perilune::bytecode
