#include "engine/shapes/mass_properties.h"

#include "lua/binding/module.h"
#include "lua/binding/object.h"
#include "lua/binding/reader.h"

namespace perilune {
namespace {

// mbs.mass_properties.NAME {…}: { mass =, inertia =, center = { x, y } }
int make_mass_properties(lua_State* L) {
  const auto& entry =
      *static_cast<const CatalogEntry<MassProperties>*>(lua_touserdata(L, lua_upvalueindex(1)));
  const FieldTable table(L, 1, "mass_properties." + entry.name, field_names(entry.fields));
  const MassProperties made = construct(L, table, entry, nullptr);
  lua_newtable(L);
  set_number(L, "mass", made.mass);
  set_number(L, "inertia", made.inertia);
  lua_newtable(L);
  for (int i = 0; i < 2; ++i) {
    lua_pushnumber(L, made.center[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "center");
  return 1;
}

}  // namespace

void add_mass_properties(lua_State* L) {
  lua_newtable(L);
  for (const auto& entry : mass_properties_catalog()) {
    lua_pushlightuserdata(L, const_cast<CatalogEntry<MassProperties>*>(&entry));
    lua_pushcclosure(L, guarded<make_mass_properties>, 1);
    lua_setfield(L, -2, entry.name.c_str());
  }
  make_strict(L, "mbs.mass_properties", {});
  lua_setfield(L, -2, "mass_properties");
}

}  // namespace perilune
