#include "lua/manual/catalogs.h"

#include <cmath>

#include "engine/bodies/catalog.h"
#include "engine/contact/clearance.h"
#include "engine/contact_laws/catalog.h"
#include "engine/forces/catalog.h"
#include "engine/friction/catalog.h"
#include "engine/friction/dry_friction.h"
#include "engine/joints/catalog.h"
#include "engine/joints/spatial/catalog.h"
#include "engine/shapes/catalog.h"
#include "engine/shapes/mass_properties.h"
#include "engine/stepping/acceptance.h"
#include "lua/binding/integrator_object.h"
#include "lua/binding/reader.h"
#include "lua/binding/values.h"

namespace perilune {
namespace {

std::string quoted_choices(const std::vector<std::string>& choices) {
  std::string text;
  for (const std::string& choice : choices) text += (text.empty() ? "\"" : "|\"") + choice + "\"";
  return text;
}

// What arguments are called says what they are, throughout the language.
const char* type_of_argument(const std::string& name) {
  if (name == "s" || name == "a" || name == "b") return "perilune.View";
  return name == "c" ? "perilune.DryFrictionView" : "number";
}

// From the words of a field, "… function(t, s) returning { x, y }": the type of that function.
std::string function_type(const FieldInfo& field) {
  const std::string opening = "function(";
  const std::size_t at = field.meaning.find(opening), end = field.meaning.find(')', at);
  if (at == std::string::npos || end == std::string::npos) return "function";
  std::string arguments, name;
  for (const char c : field.meaning.substr(at + opening.size(), end + 1 - at - opening.size())) {
    if (c == ' ') continue;
    if (c != ',' && c != ')') {
      name += c;
      continue;
    }
    arguments += (arguments.empty() ? "" : ", ") + name + ": " + type_of_argument(name);
    name.clear();
  }
  const bool is_nested = field.meaning.find("returning { {") != std::string::npos;
  const bool is_list = field.meaning.find("returning {") != std::string::npos;
  const char* result = field.type == FieldType::quantity ? "number|number[]"
                       : is_nested                       ? "number|table"
                       : is_list                         ? "number[]"
                                                         : "number";
  return "(fun(" + arguments + "): " + result + ")";
}

std::string type_of(const FieldInfo& field) {
  switch (field.type) {
    case FieldType::number: return "number";
    case FieldType::integer: return "integer";
    case FieldType::boolean: return "boolean";
    case FieldType::text: return field.choices.empty() ? "string" : quoted_choices(field.choices);
    case FieldType::vector: return "number[]";
    case FieldType::vectors: return "number[][]";
    case FieldType::body: return "perilune.Body";
    case FieldType::bodies: return "perilune.Body[]";
    case FieldType::point: return "perilune.Point|perilune.Body|number[]";
    case FieldType::points:
    case FieldType::participants: return "(perilune.Point|perilune.Body)[]";
    case FieldType::quantity: return "number|number[]|" + function_type(field);
    case FieldType::function: return function_type(field);
    case FieldType::joint: return "perilune.Element";
    case FieldType::joints: return "perilune.Element[]";
    case FieldType::rotation: return "perilune.Rotation";
    case FieldType::tensor: return "number[]|number[][]";
  }
  return "any";
}

LanguageField described(const FieldInfo& field, Dimension dimension) {
  std::string meaning = field.meaning;
  const auto add = [&meaning](const std::string& text) { meaning += (meaning.empty() ? "" : "; ") + text; };
  const bool is_limited = std::isfinite(field.range.least) || std::isfinite(field.range.most);
  if (is_limited) add(rule_of(field.range));
  if (!field.required) {
    const std::string otherwise = describe_default(field, dimension);
    if (!otherwise.empty() && otherwise != "\"\"") add("default " + otherwise);
  }
  const std::string unit = field.unit == "-" ? "" : field.unit;
  return {field.name, type_of(field), unit, meaning, field.required};
}

LanguageFunction constructor(const std::string& owner, const std::string& name, const std::string& returns,
                             const std::string& summary, std::vector<LanguageField> fields) {
  LanguageFunction made;
  made.name = name, made.returns = returns, made.meaning = summary, made.fields = std::move(fields);
  made.takes_table = true, made.table_type = "perilune." + owner + "." + name;
  return made;
}

const LanguageField name_of_element = {"name", "string", "",
                                       "for messages and channels; default: the kind and a number", false};

template <class Product>
void add_catalog(std::vector<LanguageFunction>& list, const std::string& owner,
                 const std::vector<CatalogEntry<Product>>& catalog, const std::string& returns,
                 bool has_name = false, Dimension dimension = Dimension::planar) {
  for (const auto& entry : catalog) {
    std::vector<LanguageField> fields = described(entry.fields, dimension);
    if (has_name) fields.insert(fields.begin(), name_of_element);
    list.push_back(constructor(owner, entry.name, returns, entry.summary, std::move(fields)));
  }
}

std::vector<LanguageFunction> integrators() {
  std::vector<LanguageFunction> list;
  for (const auto* catalog : {&integrator_catalog(), &position_level_catalog()}) {
    for (const IntegratorInfo& info : *catalog)
      list.push_back(constructor("integrators", info.name, "perilune.Integrator",
                                 info.family + ", order " + info.order + ": " + info.use,
                                 described(integrator_fields(info), Dimension::planar)));
  }
  return list;
}

std::vector<LanguageFunction> planar_model() {
  std::vector<LanguageFunction> list;
  const std::string owner = "PlanarModel", element = "perilune.Element";
  add_catalog(list, owner, planar_body_catalog(), "perilune.PlanarBody", true);
  add_catalog(list, owner, force_catalog(), element, true);
  add_catalog(list, owner, joint_catalog(), element, true);
  add_catalog(list, owner, dry_friction_catalog(), element, true);
  const std::size_t first = list.size();
  add_catalog(list, owner, clearance_catalog(), element, true);
  for (std::size_t i = first; i < list.size(); ++i) {
    for (LanguageField& field : described(said_fields("clearance")))
      list[i].fields.push_back(std::move(field));
  }
  return list;
}

std::vector<LanguageFunction> spatial_model() {
  std::vector<LanguageFunction> list;
  const std::string owner = "SpatialModel", element = "perilune.Element";
  add_catalog(list, owner, spatial_body_catalog(), "perilune.SpatialBody", true, Dimension::spatial);
  add_catalog(list, owner, spatial_force_catalog(), element, true, Dimension::spatial);
  add_catalog(list, owner, spatial_joint_catalog(), element, true, Dimension::spatial);
  return list;
}

}  // namespace

std::vector<LanguageField> described(const std::vector<FieldInfo>& fields, Dimension dimension) {
  std::vector<LanguageField> list;
  for (const FieldInfo& field : fields) list.push_back(described(field, dimension));
  return list;
}

std::vector<LanguageField> described(const std::vector<SaidField>& fields) {
  std::vector<LanguageField> list;
  for (const SaidField& field : fields) {
    const std::string unit = field.unit == "-" ? "" : field.unit;
    list.push_back({field.name, field.type, unit, field.meaning, field.required});
  }
  return list;
}

std::vector<LanguageFunction> catalog_functions(const std::string& owner) {
  std::vector<LanguageFunction> list;
  if (owner == "mbs.laws") add_catalog(list, "laws", contact_law_catalog(), "perilune.Law");
  if (owner == "mbs.friction") add_catalog(list, "friction", friction_catalog(), "perilune.Friction");
  if (owner == "mbs.stabilization")
    add_catalog(list, "stabilization", stabilization_catalog(), "perilune.Stabilization");
  if (owner == "mbs.mass_properties")
    add_catalog(list, "mass_properties", mass_properties_catalog(), "perilune.MassProperties");
  if (owner == "mbs.integrators") return integrators();
  if (owner == "PlanarModel") return planar_model();
  if (owner == "SpatialModel") return spatial_model();
  if (owner == "PlanarBody") add_catalog(list, owner, planar_shape_catalog(), "perilune.Shape");
  if (owner == "SpatialBody")
    add_catalog(list, owner, spatial_shape_catalog(), "perilune.Shape", false, Dimension::spatial);
  return list;
}

std::vector<LanguageField> fields_of_constructor(const std::string& key) {
  if (key == "accept.penetration") return described(PenetrationRule::field_list(), Dimension::planar);
  if (key == "accept.energy") return described(EnergyRule::field_list(), Dimension::planar);
  return described(said_fields(key));
}

}  // namespace perilune
