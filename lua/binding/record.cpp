#include "lua/binding/record.h"

#include <algorithm>

#include "engine/model/suggest.h"
#include "lua/binding/guard.h"
#include "lua/binding/jet.h"
#include "lua/binding/values.h"

namespace perilune {
namespace {

[[noreturn]] void refuse_name(lua_State* L) {
  const std::string record = lua_tostring(L, lua_upvalueindex(1)), key = describe_key(L, 2);
  const std::vector<std::string> names = table_keys(L, lua_upvalueindex(2));
  const std::string best = nearest(key, names);
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  throw InputError("", "",
                   "there is no '" + record + "." + key + "'" +
                       (best.empty() ? "" : "; did you mean '" + record + "." + best + "'?") + " (" + record +
                       " has: " + list + ")");
}

int refuse_field(lua_State* L) { refuse_name(L); }

int refuse_constant(lua_State* L) {
  const std::string key = describe_key(L, 2);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(2)) == LUA_TNIL) refuse_name(L);
  throw InputError("", "", "'p." + key + "' cannot be set: a law does not change its parameters",
                   "what changes with time is a state: states = { " + key + " = 0 }");
}

int pairs_of_values(lua_State* L) {
  lua_getglobal(L, "next");
  lua_pushvalue(L, lua_upvalueindex(1));
  return 2;
}

// A metamethod with the record's name and the table `values` as upvalues, into the table on top.
void set_metamethod(lua_State* L, const char* event, lua_CFunction function, const std::string& name,
                    int values) {
  lua_pushlstring(L, name.data(), name.size());
  lua_pushvalue(L, values);
  lua_pushcclosure(L, function, 2);
  lua_setfield(L, -2, event);
}

void lock(lua_State* L) {
  lua_pushliteral(L, "locked");
  lua_setfield(L, -2, "__metatable");
}

// Gives the table at `values` its metatable.
void guard_fields(lua_State* L, const std::string& name, int values) {
  lua_newtable(L);
  set_metamethod(L, "__index", guarded<refuse_field>, name, values);
  set_metamethod(L, "__newindex", guarded<refuse_field>, name, values);
  lock(L);
  lua_setmetatable(L, values);
}

// Pushes an empty table through which `values` can be read only.
void push_view(lua_State* L, const std::string& name, int values) {
  lua_newtable(L);
  lua_newtable(L);
  lua_pushvalue(L, values);
  lua_setfield(L, -2, "__index");
  set_metamethod(L, "__newindex", guarded<refuse_constant>, name, values);
  lua_pushvalue(L, values);
  lua_pushcclosure(L, pairs_of_values, 1);
  lua_setfield(L, -2, "__pairs");
  lock(L);
  lua_setmetatable(L, -2);
}

void push_value(lua_State* L, const double* values, int size) {
  if (size == 1) {
    lua_pushnumber(L, *values);
    return;
  }
  lua_createtable(L, size, 0);
  for (int i = 0; i < size; ++i) {
    lua_pushnumber(L, values[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

void push_value(lua_State* L, const Taylor* values, int size) {
  // What does not change along the direction is a plain number: it costs no allocation.
  const auto push = [L](const Taylor& x) {
    if (x.first == 0 && x.second == 0) lua_pushnumber(L, x.value);
    else push_jet(L, x);
  };
  if (size == 1) return push(*values);
  lua_createtable(L, size, 0);
  for (int i = 0; i < size; ++i) {
    push(values[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

}  // namespace

// Raw: the record's own metamethods guard it against scripts, not against us. Names come from the registry: making
// strings of them again and again would cost as much as the call.
template <class Number>
void Record::write(lua_State* L, const Number* values) const {
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const int size = argument_.fields[i].size;
    names_[i]->push(L);
    push_value(L, values, size);
    lua_rawset(L, -3);
    values += size;
  }
}

Record::Record(lua_State* L, const Argument& argument)
    : argument_(argument),
      constant_(argument.name == "p"),
      written_(static_cast<std::size_t>(argument.size()), 0.0) {
  for (const RecordField& field : argument.fields) {
    lua_pushlstring(L, field.name.data(), field.name.size());
    names_.push_back(std::make_unique<Reference>(L, -1));
    lua_pop(L, 1);
  }
  lua_newtable(L);
  const int values = lua_gettop(L);
  write(L, written_.data());
  guard_fields(L, argument.name, values);
  values_ = std::make_unique<Reference>(L, values);
  if (constant_) push_view(L, argument.name, values);
  visible_ = std::make_unique<Reference>(L, -1);
  lua_settop(L, values - 1);
}

void Record::push(lua_State* L, const double* values) {
  if (!constant_) {
    values_->push(L);
    write(L, values);
    return;
  }
  if (!std::equal(written_.begin(), written_.end(), values)) {
    std::copy(values, values + written_.size(), written_.begin());
    values_->push(L);
    write(L, values);
    lua_pop(L, 1);
  }
  visible_->push(L);
}

// Parameters have no derivatives.
void Record::push_taylor(lua_State* L, const Taylor* values) {
  if (!constant_) {
    values_->push(L);
    write(L, values);
    return;
  }
  std::vector<double> numbers;
  for (std::size_t i = 0; i < written_.size(); ++i) numbers.push_back(values[i].value);
  push(L, numbers.data());
}

double Record::read(lua_State* L, const std::string& field, const std::string& definition) const {
  values_->push(L);
  lua_pushstring(L, field.c_str());
  lua_rawget(L, -2);
  if (lua_type(L, -1) != LUA_TNUMBER) {
    throw FunctionError(definition + ": " + argument_.name + "." + field + " = " + describe(L, -1) +
                        " must be a number");
  }
  const double value = lua_tonumber(L, -1);
  lua_pop(L, 2);
  return value;
}

}  // namespace perilune
