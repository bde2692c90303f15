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
  if (value) depend({Dependency::Kind::upvalue, function, index, {}, *value});
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
  return find_field(table, key, 0);
}

std::optional<AbstractValue> Surroundings::find_field(int table, const AbstractValue& key, int depth) {
  push_anchor(L_, table_anchors_[static_cast<std::size_t>(table)]);
  push_key(L_, key);
  const bool is_nil = lua_rawget(L_, -2) == LUA_TNIL;
  const bool has_metatable = lua_getmetatable(L_, -2) != 0;
  if (has_metatable) lua_pop(L_, 1);
  lua_remove(L_, -2);
  const std::optional<AbstractValue> value = import();
  if (!value) return std::nullopt;
  const bool goes_beyond = is_nil && has_metatable;
  depend({Dependency::Kind::field, table, goes_beyond ? 1 : 0, key, *value});
  return goes_beyond ? field_beyond(table, key, depth) : value;
}

std::optional<AbstractValue> Surroundings::raw_field(int table, const AbstractValue& key) {
  push_anchor(L_, table_anchors_[static_cast<std::size_t>(table)]);
  push_key(L_, key);
  lua_rawget(L_, -2);
  lua_remove(L_, -2);
  const std::optional<AbstractValue> value = import();
  if (value) depend({Dependency::Kind::field, table, 1, key, *value});
  return value;
}

// Where a table has no such entry, the table may have it that its metatable names as __index.
std::optional<AbstractValue> Surroundings::field_beyond(int table, const AbstractValue& key, int depth) {
  constexpr int deepest = 8;
  if (depth >= deepest) return std::nullopt;
  const AbstractValue metatable = this->metatable(table);
  const std::optional<AbstractValue> next = raw_field(metatable.id, add_string("__index"));
  if (!next || (next->kind != Kind::table && next->kind != Kind::nil)) return std::nullopt;
  if (next->kind == Kind::nil) return nil_value();
  return find_field(next->id, key, depth + 1);
}

AbstractValue Surroundings::metatable(int table) {
  push_anchor(L_, table_anchors_[static_cast<std::size_t>(table)]);
  if (!lua_getmetatable(L_, -1)) lua_pushnil(L_);
  lua_remove(L_, -2);
  const AbstractValue value = *import();  // nil or a table
  depend({Dependency::Kind::metatable, table, 0, {}, value});
  return value;
}

std::optional<std::vector<AbstractValue>> Surroundings::keys(int table) {
  const auto known = lists_.find(table);
  if (known != lists_.end()) return known->second;
  push_anchor(L_, table_anchors_[static_cast<std::size_t>(table)]);
  std::vector<std::int64_t> integers;
  std::vector<std::string> names;
  bool is_plain = lua_getmetatable(L_, -1) == 0;
  if (!is_plain) lua_pop(L_, 1);
  for (lua_pushnil(L_); is_plain && lua_next(L_, -2);) {
    lua_pop(L_, 1);
    if (lua_isinteger(L_, -1)) integers.push_back(lua_tointeger(L_, -1));
    else if (lua_type(L_, -1) == LUA_TSTRING) names.emplace_back(lua_tostring(L_, -1));
    else is_plain = false, lua_pop(L_, 1);
  }
  lua_settop(L_, lua_gettop(L_) - 1);
  if (!is_plain) return std::nullopt;
  std::sort(integers.begin(), integers.end());
  std::sort(names.begin(), names.end());
  std::vector<AbstractValue> list;
  for (const std::int64_t integer : integers) list.push_back(integer_value(integer));
  for (const std::string& name : names) list.push_back(add_string(name));
  depend({Dependency::Kind::keys, table, 0, {}, {}});
  return lists_[table] = list;
}

std::optional<AbstractValue> Surroundings::method_of_strings(const AbstractValue& name) {
  if (name.kind != Kind::string) return std::nullopt;
  push_method_of_strings(L_, name);
  const std::optional<AbstractValue> value = import();
  if (!value || value->kind != Kind::function) return std::nullopt;
  depend({Dependency::Kind::string_method, 0, 0, name, *value});
  return value;
}

// nil: there is none.
void Surroundings::push_method_of_strings(lua_State* L, const AbstractValue& name) const {
  lua_pushliteral(L, "");
  const bool found = lua_getmetatable(L, -1) != 0;
  if (!found) {
    lua_pop(L, 1);
    lua_pushnil(L);
    return;
  }
  lua_remove(L, -2);
  lua_pushliteral(L, "__index");
  lua_rawget(L, -2);
  lua_remove(L, -2);
  if (lua_istable(L, -1)) {
    push_key(L, name);
    lua_rawget(L, -2);
  } else {
    lua_pushnil(L);
  }
  lua_remove(L, -2);
}

int Surroundings::inner_function(int function, int number) {
  const auto [place, is_new] =
      inner_ids_.emplace(std::make_pair(function, number), static_cast<int>(functions_.size()));
  if (is_new) {
    auto made = std::make_unique<KnownFunction>();
    made->prototype =
        *functions_[static_cast<std::size_t>(function)]->prototype.inner[static_cast<std::size_t>(number)];
    made->flow = analyse(made->prototype);
    functions_.push_back(std::move(made));
    function_anchors_.push_back(0);  // it exists while its function runs only
  }
  return place->second;
}

std::optional<AbstractValue> Surroundings::length(int table) {
  push_anchor(L_, table_anchors_[static_cast<std::size_t>(table)]);
  const bool has_metatable = lua_getmetatable(L_, -1) != 0;
  if (has_metatable) lua_pop(L_, 1);
  const AbstractValue value = integer_value(static_cast<std::int64_t>(lua_rawlen(L_, -1)));
  lua_pop(L_, 1);
  if (has_metatable) return std::nullopt;
  depend({Dependency::Kind::length, table, 0, {}, value});
  return value;
}

}  // namespace perilune::bytecode
