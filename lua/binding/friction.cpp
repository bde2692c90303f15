#include "engine/friction/catalog.h"
#include "engine/friction/user_friction.h"
#include "lua/binding/compiled_function.h"
#include "lua/binding/friction_object.h"
#include "lua/binding/module.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/user_law_fields.h"

namespace perilune {
namespace {

// ---- mbs.friction.NAME {…} ----

int make_catalog_friction(lua_State* L) {
  const auto& entry =
      *static_cast<const CatalogEntry<FrictionLawPointer>*>(lua_touserdata(L, lua_upvalueindex(1)));
  const FieldTable table(L, 1, "friction." + entry.name, field_names(entry.fields));
  push_object(L, FrictionObject{construct(L, table, entry, nullptr), table.origin(), {}});
  return 1;
}

// ---- mbs.friction_law {…} ----

int make_friction_law(lua_State* L) {
  const FieldTable table(L, 1, "friction_law", said_names("friction_law"));
  const std::string name = table.name().empty() ? "friction law of " + table.origin() : table.name();
  const NamedNumbers parameters = read_named_numbers(L, table, "parameters");
  const NamedNumbers states = read_named_numbers(L, table, "states");
  const FunctionPointer force =
      read_function(L, table, "force", user_friction_signature(name, parameters, states));
  if (!force) {
    table.refuse(
        "'force' is missing: function(c, p) returning the magnitude of the friction force [N]",
        "force = function(c, p) return p.mu * c.normal_force * c.slip_speed / (c.slip_speed + 1e-3) end");
  }
  FrictionLawPointer law = table.explain([&] { return make_user_friction(name, force, parameters, states); });
  check_strict(table, {force});
  push_object(L, FrictionObject{std::move(law), table.origin(), {force}});
  return 1;
}

// ---- playing with a friction law ----

int force_of_friction(lua_State* L) {
  const FrictionLawPointer law = self<FrictionObject>(L).law;
  FrictionInput input;
  input.slip_speed = read_number(L, 2, {"slip_speed", "m/s", at_least(0)});
  input.normal_force = read_number(L, 3, {"normal_force", "N", at_least(0)});
  if (!lua_isnoneornil(L, 4)) input.t = read_number(L, 4, {"t", "s", {}});
  lua_pushnumber(L, law->force(input));
  return 1;
}

int explain_friction(lua_State* L) {
  const FrictionObject& object = self<FrictionObject>(L);
  push_text(L, "friction law '" + object.law->name() + "' (" + object.origin +
                   "): " + explain_functions(object.functions));
  return 1;
}

int name_of_friction(lua_State* L) {
  push_text(L, self<FrictionObject>(L).law->name());
  return 1;
}

int is_compiled_friction(lua_State* L) {
  lua_pushboolean(L, state_of_functions(self<FrictionObject>(L).functions).compiled);
  return 1;
}

int reason_of_friction(lua_State* L) {
  const std::string reason = state_of_functions(self<FrictionObject>(L).functions).reason;
  if (reason.empty()) lua_pushnil(L);
  else push_text(L, reason);
  return 1;
}

int describe_friction(lua_State* L) {
  push_text(L, "friction law '" + self<FrictionObject>(L).law->name() + "'");
  return 1;
}

void build_friction(const ClassBuilder& builder) {
  builder.attribute("name", guarded<name_of_friction>);
  builder.attribute("compiled", guarded<is_compiled_friction>);
  builder.attribute("reason", guarded<reason_of_friction>);
  builder.method("force", guarded<force_of_friction>);
  builder.method("explain", guarded<explain_friction>);
}

}  // namespace

template <>
const ClassInfo& class_of<FrictionObject>() {
  static const ClassInfo info = {"friction law", build_friction, guarded<describe_friction>, nullptr,
                                 finalize_object<FrictionObject>};
  return info;
}

void add_friction(lua_State* L) {
  lua_newtable(L);
  for (const auto& entry : friction_catalog()) {
    lua_pushlightuserdata(L, const_cast<CatalogEntry<FrictionLawPointer>*>(&entry));
    lua_pushcclosure(L, guarded<make_catalog_friction>, 1);
    lua_setfield(L, -2, entry.name.c_str());
  }
  make_strict(L, "mbs.friction", {"karnopp"});
  lua_setfield(L, -2, "friction");
  lua_pushcfunction(L, guarded<make_friction_law>);
  lua_setfield(L, -2, "friction_law");
}

}  // namespace perilune
