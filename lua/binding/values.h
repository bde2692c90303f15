#pragma once

#include <lua.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/model/model.h"
#include "engine/model/range.h"

namespace perilune {

// Reading single values: each throws InputError (element and origin are filled in by who knows them) that says
// what is there, with its unit, and what is needed.

// "2 kg", "\"2kg\" (a string)", "a table", "body 'ball'": a value as messages show it.
std::string describe(lua_State* L, int index);
std::string describe_key(lua_State* L, int index);
std::string with_unit(double value, const std::string& unit);  // shortest text that reads back
std::string rule_of(const Range& range);                       // "> 0", "between 0 and 1"

// The string keys of a table, sorted.
std::vector<std::string> table_keys(lua_State* L, int index);

// What a value is for: "mass" in [kg] that must lie in a range.
struct Want {
  std::string name, unit;
  Range range;
};

double read_number(lua_State* L, int index, const Want& want);
int read_integer(lua_State* L, int index, const Want& want);
bool read_boolean(lua_State* L, int index, const Want& want);
std::string read_text(lua_State* L, int index, const Want& want,
                      const std::vector<std::string>& choices = {});
std::vector<double> read_numbers(lua_State* L, int index, const Want& want);  // any length, no holes
Vector3 read_vector(lua_State* L, int index, const Want& want, Dimension dimension);

// The table at index, or an error that says what to write.
void check_table(lua_State* L, int index, const std::string& element, const std::string& example);

}  // namespace perilune
