#include "lua/binding/reader.h"

#include <fmt/format.h>
#include <algorithm>

#include "engine/model/suggest.h"
#include "lua/binding/field_values.h"
#include "lua/binding/guard.h"

namespace perilune {
namespace {

// Names become parts of channel names and columns of CSV files.
void check_name(const std::string& name) {
  const bool bad =
      std::any_of(name.begin(), name.end(), [](unsigned char c) { return c < ' ' || c == '"' || c == ','; });
  if (name.empty() || bad) {
    throw InputError(
        "", "", "name = \"" + name + "\" must not be empty, nor have commas, quotes or control characters");
  }
}

}  // namespace

FieldTable::FieldTable(lua_State* L, int index, std::string kind, std::vector<std::string> allowed,
                       Entries entries)
    : L_(L),
      index_(lua_absindex(L, index)),
      kind_(std::move(kind)),
      element_(kind_),
      origin_(user_line(L)),
      allowed_(std::move(allowed)) {
  check_table(L, index_, kind_, kind_ + " { … }");
  if (lua_gettop(L) > index_) refuse("takes one table, got more arguments");
  if (allows("name") && has("name")) read_name();
  check_keys(entries);
}

void FieldTable::read_name() {
  push("name");
  explain([&] {
    name_ = read_text(L_, -1, {"name", "", {}});
    check_name(name_);
  });
  lua_pop(L_, 1);
  element_ += " '" + name_ + "'";
}

bool FieldTable::allows(const std::string& key) const {
  return std::find(allowed_.begin(), allowed_.end(), key) != allowed_.end();
}

void FieldTable::check_keys(Entries entries) const {
  const std::string list =
      allowed_.empty() ? " (it has no fields)" : fmt::format(" (fields: {})", fmt::join(allowed_, ", "));
  for (const std::string& key : table_keys(L_, index_)) {
    if (!allows(key)) refuse("there is no '" + key + "'" + did_you_mean(key, allowed_) + list);
  }
  for (lua_pushnil(L_); lua_next(L_, index_); lua_pop(L_, 1)) {
    const bool listed = entries == Entries::named_and_listed && lua_isinteger(L_, -2);
    if (lua_type(L_, -2) != LUA_TSTRING && !listed) refuse(describe(L_, -1) + " has no name" + list);
  }
}

bool FieldTable::has(const char* key) const {
  push(key);
  const bool given = !lua_isnil(L_, -1);
  lua_pop(L_, 1);
  return given;
}

void FieldTable::push(const char* key) const {
  lua_pushstring(L_, key);
  lua_rawget(L_, index_);
}

void FieldTable::refuse(const std::string& rule, const std::string& remedy) const {
  throw InputError(origin_, element_, rule, remedy);
}

double FieldTable::number(const char* key, double otherwise, const std::string& unit,
                          const Range& range) const {
  if (!has(key)) return otherwise;
  push(key);
  const double value = explain([&] { return read_number(L_, -1, {key, unit, range}); });
  lua_pop(L_, 1);
  return value;
}

double FieldTable::required_number_field(const char* key, const std::string& unit, const Range& range) const {
  if (!has(key)) refuse(fmt::format("'{}' is missing: a number [{}]", key, unit));
  return number(key, 0, unit, range);
}

std::string FieldTable::text(const char* key, const std::string& otherwise,
                             const std::vector<std::string>& choices) const {
  if (!has(key)) return otherwise;
  push(key);
  std::string value = explain([&] { return read_text(L_, -1, {key, "", {}}, choices); });
  lua_pop(L_, 1);
  return value;
}

bool FieldTable::boolean(const char* key, bool otherwise) const {
  if (!has(key)) return otherwise;
  push(key);
  const bool value = explain([&] { return read_boolean(L_, -1, {key, "", {}}); });
  lua_pop(L_, 1);
  return value;
}

std::vector<std::string> element_fields(const std::vector<FieldInfo>& fields) {
  std::vector<std::string> names = field_names(fields);
  names.insert(names.begin(), "name");
  return names;
}

std::vector<std::string> field_names(const std::vector<FieldInfo>& fields) {
  std::vector<std::string> names;
  for (const FieldInfo& field : fields) names.push_back(field.name);
  return names;
}

std::string describe_default(const FieldInfo& field, Dimension dimension) {
  const Value& value = field.default_value;
  if (const auto* number = std::get_if<double>(&value)) return with_unit(*number, field.unit);
  if (const auto* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const auto* text = std::get_if<std::string>(&value)) return '"' + *text + '"';
  if (const auto* vector = std::get_if<Vector3>(&value)) {
    const std::string unit = field.unit.empty() || field.unit == "-" ? "" : " " + field.unit;
    const std::string third = dimension == Dimension::spatial ? fmt::format(", {}", (*vector)[2]) : "";
    return fmt::format("{{ {}, {}{} }}{}", (*vector)[0], (*vector)[1], third, unit);
  }
  return {};
}

std::vector<Given> read_fields(lua_State* L, const FieldTable& table, const std::vector<FieldInfo>& fields,
                               const std::shared_ptr<Model>& model) {
  std::vector<Given> given;
  std::string defaults;
  const Dimension dimension = model ? model->dimension() : Dimension::planar;
  for (const FieldInfo& field : fields) {
    if (table.has(field.name.c_str())) {
      table.push(field.name.c_str());
      given.push_back({&field, {}});
      table.explain([&] { given.back().value = read_field(L, -1, field, model); });
      lua_pop(L, 1);
    } else if (field.required) {
      table.refuse("'" + field.name + "' is missing: " + wanted(field, dimension) + ", " + field.meaning);
    } else if (const std::string text = describe_default(field, dimension); !text.empty()) {
      defaults += (defaults.empty() ? "" : ", ") + field.name + " = " + text;
    }
  }
  Host& host = Host::of(L);
  if (host.options.check_only && !defaults.empty()) {
    host.defaults.push_back({table.origin(), table.element(), defaults});
  }
  return given;
}

}  // namespace perilune
