#include <algorithm>

#include "lua/binding/module.h"
#include "lua/binding/object.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"

namespace perilune {
namespace {

// The value of --set for this parameter, checked like the default; a bad one is a mistake of the command line.
double setting_or(lua_State* L, Setting* setting, double otherwise, const std::string& unit,
                  const Range& range) {
  if (!setting) return otherwise;
  setting->used = true;
  if (range.contains(setting->value)) return setting->value;
  Host::of(L).stop(
      L, {Halt::Kind::usage, 2,
          "--set " + setting->name + ": " + with_unit(setting->value, unit) + " must be " + rule_of(range)});
}

Setting* find_setting(Host& host, const std::string& name) {
  const auto found = std::find_if(host.settings.begin(), host.settings.end(),
                                  [&](const Setting& setting) { return setting.name == name; });
  return found == host.settings.end() ? nullptr : &*found;
}

std::string read_parameter_name(lua_State* L, const FieldTable& table) {
  lua_rawgeti(L, 1, 1);
  const std::string name = table.explain([&] {
    return read_text(L, -1, {"the first entry, its name,", "", {}});
  });
  lua_pop(L, 1);
  for (const Parameter& other : Host::of(L).parameters) {
    if (other.name == name) table.refuse("'" + name + "' is declared twice (first at " + other.origin + ")");
  }
  return name;
}

Range read_range(const FieldTable& table, const std::string& unit) {
  Range range;
  range.least = table.number("min", range.least, unit);
  range.most = table.number("max", range.most, unit);
  return range;
}

// mbs.parameter { "K", 140e6, unit = "N/m^1.5", min = 0, doc = "contact stiffness" }
int declare_parameter(lua_State* L) {
  Host& host = Host::of(L);
  host.refuse_inside_callback("mbs.parameter");
  const FieldTable table(L, 1, "parameter", said_names("parameter"), FieldTable::Entries::named_and_listed);
  Parameter parameter;
  parameter.name = read_parameter_name(L, table);
  parameter.unit = table.text("unit", "");
  parameter.doc = table.text("doc", "");
  parameter.origin = table.origin();
  const Range range = read_range(table, parameter.unit);
  lua_rawgeti(L, 1, 2);
  const double otherwise = table.explain([&] {
    return read_number(L, -1, {"parameter '" + parameter.name + "'", parameter.unit, range});
  });
  Setting* setting = find_setting(host, parameter.name);
  parameter.from_command_line = setting != nullptr;
  parameter.value = setting_or(L, setting, otherwise, parameter.unit, range);
  lua_pushnumber(L, parameter.value);
  host.parameters.push_back(std::move(parameter));
  return 1;
}

// mbs.output("rebound height", h)
int add_output(lua_State* L) {
  const std::string name = read_text(L, 1, {"the name of an output", "", {}});
  if (lua_type(L, 2) != LUA_TNUMBER) {
    throw InputError("", "output '" + name + "'", "its value is " + describe(L, 2) + ", it must be a number");
  }
  auto& outputs = Host::of(L).outputs;
  const auto same =
      std::find_if(outputs.begin(), outputs.end(), [&](const auto& output) { return output.first == name; });
  if (same == outputs.end()) outputs.emplace_back(name, lua_tonumber(L, 2));
  else same->second = lua_tonumber(L, 2);
  return 0;
}

}  // namespace

void add_parameters(lua_State* L) {
  lua_pushcfunction(L, guarded<declare_parameter>);
  lua_setfield(L, -2, "parameter");
  lua_pushcfunction(L, guarded<add_output>);
  lua_setfield(L, -2, "output");
}

}  // namespace perilune
