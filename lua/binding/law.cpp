#include "engine/contact_laws/catalog.h"
#include "engine/contact_laws/stiffness.h"
#include "engine/contact_laws/user_law.h"
#include "engine/simulation/single_impact.h"
#include "lua/binding/compiled_function.h"
#include "lua/binding/function_source.h"
#include "lua/binding/law_object.h"
#include "lua/binding/module.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/user_law_fields.h"

namespace perilune {
namespace {

// ---- mbs.laws.NAME {…} ----

int make_catalog_law(lua_State* L) {
  const auto& entry =
      *static_cast<const CatalogEntry<ContactLawPointer>*>(lua_touserdata(L, lua_upvalueindex(1)));
  const FieldTable table(L, 1, entry.name, field_names(entry.fields));
  push_object(L, LawObject{construct(L, table, entry, nullptr), table.origin(), {}});
  return 1;
}

// ---- mbs.law {…} ----

}  // namespace

NamedNumbers read_named_numbers(lua_State* L, const FieldTable& table, const char* field) {
  NamedNumbers numbers;
  if (!table.has(field)) return numbers;
  table.push(field);
  if (!lua_istable(L, -1))
    table.refuse(std::string(field) + " = " + describe(L, -1) + " must be { NAME = number, … }");
  for (const std::string& name : table_keys(L, -1)) {
    lua_getfield(L, -1, name.c_str());
    const double value = table.explain([&] {
      return read_number(L, -1, {std::string(field) + "." + name, "", {}});
    });
    numbers.emplace_back(name, value);
    lua_pop(L, 1);
  }
  if (lua_rawlen(L, -1) > 0) table.refuse(std::string(field) + " must have names: { NAME = number, … }");
  lua_pop(L, 1);
  return numbers;
}

FunctionPointer read_function(lua_State* L, const FieldTable& table, const char* field,
                              const Signature& signature, ResultsFrom results) {
  table.push(field);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return nullptr;
  }
  if (!lua_isfunction(L, -1))
    table.refuse(std::string(field) + " = " + describe(L, -1) + " must be a function(c, p)");
  FunctionPointer function = make_function(L, -1, signature, results);
  lua_pop(L, 1);
  return function;
}

void check_strict(const FieldTable& table, const std::vector<FunctionPointer>& functions) {
  if (!table.boolean("strict", false)) return;
  const FunctionState state = state_of_functions(functions);
  if (state.reason.empty()) return;
  table.refuse("strict = true, but it is interpreted" + std::string(state.compiled ? " in part" : "") + ": " +
                   state.reason,
               "leave strict out, or keep to numbers, helper functions and math");
}

namespace {

int make_user_law(lua_State* L) {
  const FieldTable table(L, 1, "law", said_names("law"));
  const std::string name = table.name().empty() ? "law of " + table.origin() : table.name();
  const NamedNumbers parameters = read_named_numbers(L, table, "parameters");
  const NamedNumbers states = read_named_numbers(L, table, "states");
  const FunctionPointer force =
      read_function(L, table, "force", user_law_signature(name, parameters, states), ResultsFrom::returned);
  if (!force) table.refuse("'force' is missing: function(c, p) returning the normal force [N]");
  const FunctionPointer on_commit = read_function(
      L, table, "on_commit", user_law_commit_signature(name, parameters, states), ResultsFrom::argument);
  if (on_commit && states.empty())
    table.refuse("on_commit sets states, but there are none", "states = { x = 0 }");
  ContactLawPointer law =
      table.explain([&] { return perilune::make_user_law(name, force, on_commit, parameters, states); });
  check_strict(table, {force, on_commit});
  push_object(L, LawObject{std::move(law), table.origin(), {force, on_commit}});
  return 1;
}

// ---- playing with a law ----

double argument(lua_State* L, int index, const char* name, const char* unit, const Range& range = {}) {
  return read_number(L, index, {name, unit, range});
}

ContactLawPointer with_mass_argument(lua_State* L, const ContactLawPointer& law, int index) {
  if (!law->for_reduced_mass(1)) return law;
  if (lua_isnoneornil(L, index)) {
    throw InputError("", "law '" + law->name() + "'", "depends on a mass: give it as the last argument",
                     "law:force(penetration, penetration_rate, impact_speed, mass), or mass = … in the law");
  }
  return with_mass(law, argument(L, index, "mass", "kg", above(0)));
}

int force_of_law(lua_State* L) {
  const ContactLawPointer law = with_mass_argument(L, self<LawObject>(L).law, 5);
  ContactInput input;
  input.penetration = argument(L, 2, "penetration", "m");
  input.penetration_rate = argument(L, 3, "penetration_rate", "m/s");
  input.impact_speed = argument(L, 4, "impact_speed", "m/s", at_least(0));
  if (input.penetration > law->deepest()) {
    throw InputError("", "law '" + law->name() + "'",
                     "penetration = " + with_unit(input.penetration, "m") + " is beyond " +
                         with_unit(law->deepest(), "m") + ", where this law has no force",
                     "a law without such a limit: liu, or hertz");
  }
  std::vector<double> states(static_cast<std::size_t>(law->states())), rates(states.size());
  for (int i = 0; i < law->states(); ++i) states[static_cast<std::size_t>(i)] = law->initial_state(i);
  input.states = states.data();
  lua_pushnumber(L, law->force(input, rates.data()));
  return 1;
}

int restitution_of_law(lua_State* L) {
  const ContactLawPointer law = self<LawObject>(L).law;
  const double speed = argument(L, 2, "impact_speed", "m/s", above(0));
  const double mass = lua_isnoneornil(L, 3) ? 1 : argument(L, 3, "mass", "kg", above(0));
  const NativeStretch native(Host::of(L).watch);
  lua_pushnumber(L, simulate_impact(with_mass(law, mass), speed, mass).restitution);
  return 1;
}

void push_samples(lua_State* L, const char* key, const std::vector<Impact::Sample>& loop,
                  double Impact::Sample::*member) {
  std::vector<double> numbers;
  for (const Impact::Sample& sample : loop) numbers.push_back(sample.*member);
  push_numbers(L, numbers);
  lua_setfield(L, -2, key);
}

int loop_of_law(lua_State* L) {
  const ContactLawPointer law = self<LawObject>(L).law;
  const FieldTable table(L, 2, "law:loop", said_names("law:loop"));
  const double speed = table.required_number_field("impact_speed", "m/s", above(0));
  const double mass = table.number("mass", 1, "kg", above(0));
  const NativeStretch native(Host::of(L).watch);
  const Impact impact = simulate_impact(with_mass(law, mass), speed, mass);
  lua_newtable(L);
  push_samples(L, "t", impact.loop, &Impact::Sample::t);
  push_samples(L, "penetration", impact.loop, &Impact::Sample::penetration);
  push_samples(L, "penetration_rate", impact.loop, &Impact::Sample::penetration_rate);
  push_samples(L, "force", impact.loop, &Impact::Sample::force);
  set_number(L, "max_force", impact.max_force);
  set_number(L, "max_penetration", impact.max_penetration);
  set_number(L, "duration", impact.duration);
  set_number(L, "dissipated", impact.dissipated);
  set_number(L, "restitution", impact.restitution);
  set_number(L, "separation_speed", impact.separation_speed);
  return 1;
}

int explain_law(lua_State* L) {
  const LawObject& object = self<LawObject>(L);
  push_text(
      L, "law '" + object.law->name() + "' (" + object.origin + "): " + explain_functions(object.functions));
  return 1;
}

int name_of_law(lua_State* L) {
  push_text(L, self<LawObject>(L).law->name());
  return 1;
}

int is_compiled(lua_State* L) {
  lua_pushboolean(L, state_of_functions(self<LawObject>(L).functions).compiled);
  return 1;
}

int reason_of_law(lua_State* L) {
  const std::string reason = state_of_functions(self<LawObject>(L).functions).reason;
  if (reason.empty()) lua_pushnil(L);
  else push_text(L, reason);
  return 1;
}

int describe_law(lua_State* L) {
  push_text(L, "law '" + self<LawObject>(L).law->name() + "'");
  return 1;
}

void build_law(const ClassBuilder& builder) {
  builder.attribute("name", guarded<name_of_law>);
  builder.attribute("compiled", guarded<is_compiled>);
  builder.attribute("reason", guarded<reason_of_law>);
  builder.method("force", guarded<force_of_law>);
  builder.method("restitution", guarded<restitution_of_law>);
  builder.method("loop", guarded<loop_of_law>);
  builder.method("check", guarded<check_law>);
  builder.method("explain", guarded<explain_law>);
}

// ---- mbs.stiffness ----

int hertz(lua_State* L) {
  const FieldTable table(L, 1, "stiffness.hertz", said_names("stiffness.hertz"));
  std::optional<double> radius_j;
  if (table.has("radius_j")) radius_j = table.number("radius_j", 0, "m");
  const double radius_i = table.required_number_field("radius_i", "m", above(0));
  const double young_i = table.required_number_field("young_i", "Pa", above(0));
  const double young_j = table.required_number_field("young_j", "Pa", above(0));
  const double poisson_i = table.required_number_field("poisson_i", "-");
  const double poisson_j = table.required_number_field("poisson_j", "-");
  lua_pushnumber(L, table.explain([&] {
    return hertz_stiffness(radius_i, radius_j, young_i, poisson_i, young_j, poisson_j);
  }));
  return 1;
}

}  // namespace

ContactLawPointer with_mass(const ContactLawPointer& law, double mass) {
  const ContactLawPointer specific = law->for_reduced_mass(mass);
  return specific ? specific : law;
}

template <>
const ClassInfo& class_of<LawObject>() {
  static const ClassInfo info = {"law", build_law, guarded<describe_law>, nullptr,
                                 finalize_object<LawObject>};
  return info;
}

void add_laws(lua_State* L) {
  lua_newtable(L);
  for (const auto& entry : contact_law_catalog()) {
    lua_pushlightuserdata(L, const_cast<CatalogEntry<ContactLawPointer>*>(&entry));
    lua_pushcclosure(L, guarded<make_catalog_law>, 1);
    lua_setfield(L, -2, entry.name.c_str());
  }
  make_strict(L, "mbs.laws",
              {"hertz",
               "kelvin_voigt",
               "hunt_crossley",
               "lankarani_nikravesh",
               "flores",
               "herbert_mcwhannell",
               "lee_wang",
               "gonthier",
               "zhang_sharf",
               "zhiying_qishao",
               "gharib_hurmuzlu",
               "hu_guo",
               "carvalho_martins",
               "safaeifar_farshidianfar",
               "tsuji",
               "jankowski",
               "anagnostopoulos",
               "kuwabara_kono",
               "poursina_nikravesh",
               "impact",
               "exact",
               "johnson",
               "radzimovsky",
               "goldsmith",
               "dubowsky_freudenstein",
               "esdu_78035",
               "liu",
               "pereira"});
  lua_setfield(L, -2, "laws");
  lua_pushcfunction(L, guarded<make_user_law>);
  lua_setfield(L, -2, "law");
  lua_newtable(L);
  lua_pushcfunction(L, guarded<hertz>);
  lua_setfield(L, -2, "hertz");
  make_strict(L, "mbs.stiffness", {});
  lua_setfield(L, -2, "stiffness");
}

}  // namespace perilune
