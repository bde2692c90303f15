#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "lua/binding/acceptance_object.h"
#include "lua/binding/event_object.h"
#include "lua/binding/friction_object.h"
#include "lua/binding/host.h"
#include "lua/binding/integrator_object.h"
#include "lua/binding/law_object.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/module.h"
#include "lua/binding/rotation_object.h"
#include "lua/binding/simulate.h"
#include "lua/binding/values.h"
#include "lua/manual/catalogs.h"
#include "lua/manual/channels.h"

namespace perilune {
namespace {

struct ObjectClass {
  const char* name;
  const char* meaning;
  const ClassInfo* info;
};

std::vector<ObjectClass> object_classes() {
  return {{"Model", "what the user said: bodies, joints, forces, contacts", &class_of<ModelObject>()},
          {"Body", "a rigid body, particle or scalar coordinate", &class_of<BodyObject>()},
          {"Point", "fixed to a body", &class_of<PointObject>()},
          {"Shape", "the surface of a body, or a part of it", &class_of<ShapeObject>()},
          {"Element", "a joint, force, contact, friction or event", &class_of<ElementObject>()},
          {"Law", "a contact law", &class_of<LawObject>()},
          {"Friction", "a friction law", &class_of<FrictionObject>()},
          {"Integrator", "a method with its options", &class_of<IntegratorObject>()},
          {"Stabilization", "how constraints are kept", &class_of<StabilizationObject>()},
          {"Rotation", "how a frame stands in the world", &class_of<RotationObject>()},
          {"AcceptanceRule", "one of mbs.accept", &class_of<AcceptanceObject>()},
          {"Step", "a trial, as acceptance rules see it", &class_of<StepObject>()},
          {"Instant", "as functions of events see it", &class_of<InstantObject>()},
          {"Simulation", "a run that a script steps", &class_of<SimulationObject>()},
          {"Run", "the results of a simulation", &class_of<RunObject>()}};
}

std::vector<LanguageFunction> functions_said_of(const std::string& owner) {
  std::vector<LanguageFunction> list;
  for (const SaidFunction& said : said_functions()) {
    if (said.owner != owner) continue;
    LanguageFunction made;
    made.name = said.name, made.returns = said.returns, made.meaning = said.meaning;
    if (!said.arguments.empty() && said.arguments[0] == '{') {
      const std::size_t end = said.arguments.find('}');
      made.takes_table = true, made.is_optional = said.arguments.back() == '?';
      made.fields = fields_of_constructor(said.arguments.substr(1, end - 1));
      const std::string home = owner.rfind("mbs.", 0) == 0 ? owner.substr(4) : owner;
      made.table_type = "perilune." + home + "." + said.name;
    } else {
      made.arguments = said.arguments;
    }
    list.push_back(std::move(made));
  }
  return list;
}

LanguageClass class_named(const std::string& owner, const std::string& meaning) {
  LanguageClass made;
  made.name = owner.rfind("mbs", 0) == 0 ? owner : "perilune." + owner;
  made.meaning = meaning;
  made.attributes = described(said_attributes(owner));
  made.functions = functions_said_of(owner);
  for (LanguageFunction& function : catalog_functions(owner)) made.functions.push_back(std::move(function));
  return made;
}

// A planar or spatial model or body: what it has beyond the class both share.
LanguageClass of_dimension(const std::string& dimension, const std::string& kind) {
  LanguageClass made = class_named(dimension + kind, dimension == "Planar" ? "in the plane" : "in space");
  made.parent = "perilune." + kind;
  for (const SaidField& field : said_attributes(kind)) {
    const std::size_t at = field.type.find("perilune.Body");
    if (at == std::string::npos) continue;
    std::string type = field.type;
    type.replace(at, 13, "perilune." + dimension + "Body");
    made.attributes.push_back({field.name, type, field.unit, field.meaning, field.required});
  }
  return made;
}

// ---- what the program has, for comparison ----

std::set<std::string> names_in(const LanguageClass& described) {
  std::set<std::string> names;
  for (const LanguageField& field : described.attributes) names.insert(field.name);
  for (const LanguageFunction& function : described.functions) names.insert(function.name);
  return names;
}

void compare(const std::string& owner, const std::set<std::string>& has, const std::set<std::string>& said) {
  for (const std::string& name : has) {
    if (said.count(name) == 0)
      throw std::logic_error(owner + " has '" + name + "', which lua/binding/said_*.cpp does not describe");
  }
  for (const std::string& name : said) {
    if (has.count(name) == 0)
      throw std::logic_error("lua/binding/said_*.cpp describes '" + name + "', which " + owner +
                             " does not have");
  }
}

void compare_classes(lua_State* L, const Language& language) {
  for (const ObjectClass& object : object_classes()) {
    const ClassMembers members = members_of(L, *object.info);
    std::set<std::string> has(members.attributes.begin(), members.attributes.end()), said;
    has.insert(members.methods.begin(), members.methods.end());
    const std::string name = std::string("perilune.") + object.name;
    for (const LanguageClass& one : language.objects) {
      if (one.name == name || one.parent == name) said.merge(names_in(one));
    }
    compare(name, has, said);
  }
}

// The units of the module at the top of the stack, and the tables within it as classes of their own.
void add_module(lua_State* L, Language& language) {
  const int module = lua_gettop(L);
  LanguageClass mbs = class_named("mbs", "require \"perilune\"");
  std::vector<LanguageClass> parts;
  for (const std::string& key : table_keys(L, module)) {
    const int type = lua_getfield(L, module, key.c_str());
    if (type == LUA_TNUMBER) {
      mbs.attributes.push_back(
          {key, "number", "", "a unit: " + with_unit(lua_tonumber(L, -1), "") + " in SI"});
    } else if (type == LUA_TTABLE) {
      parts.push_back(class_named("mbs." + key, ""));
      mbs.attributes.push_back({key, "mbs." + key, "", "", false});
      const std::vector<std::string> keys = table_keys(L, -1);
      compare("mbs." + key, {keys.begin(), keys.end()}, names_in(parts.back()));
    }
    lua_pop(L, 1);
  }
  const std::vector<std::string> keys = table_keys(L, module);
  compare("mbs", {keys.begin(), keys.end()}, names_in(mbs));
  language.module.push_back(std::move(mbs));
  for (LanguageClass& part : parts) language.module.push_back(std::move(part));
}

void add_tables(Language& language) {
  std::set<std::string> objects;
  for (const ObjectClass& object : object_classes()) objects.insert(object.name);
  for (const std::string& owner : said_owners()) {
    if (owner != "mbs" && objects.count(owner) == 0) language.tables.push_back(class_named(owner, ""));
  }
  const std::array<std::array<const char*, 3>, 4> others = {
      {{"CurveOfRun", "curve of a run", "one curve of mbs.plot"},
       {"CurveOfNumbers", "curve of numbers", "one curve of mbs.plot"},
       {"RunOfReport", "run of a report", "one run of mbs.report"},
       {"Export", "export", "what run:export takes instead of a file's name"}}};
  for (const auto& [name, key, meaning] : others) {
    LanguageClass made = class_named(name, meaning);
    made.attributes = described(said_fields(key));
    language.tables.push_back(std::move(made));
  }
}

}  // namespace

Language describe_language() {
  Language language;
  for (const ObjectClass& object : object_classes())
    language.objects.push_back(class_named(object.name, object.meaning));
  for (const char* dimension : {"Planar", "Spatial"}) {
    for (const char* kind : {"Model", "Body"}) language.objects.push_back(of_dimension(dimension, kind));
  }
  add_tables(language);
  Host host({});
  std::string problem;
  const bool went_well = host.protect([&] {
    try {
      push_module(host.main());
      add_module(host.main(), language);
      compare_classes(host.main(), language);
    } catch (const std::logic_error& error) { problem = error.what(); }
  });
  if (!problem.empty() || !went_well) throw std::logic_error(problem.empty() ? host.error : problem);
  language.planar_channels = planar_channels();
  language.spatial_channels = spatial_channels();
  return language;
}

}  // namespace perilune
