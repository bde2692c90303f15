#include "lua/binding/integrator_object.h"

#include "lua/binding/module.h"
#include "lua/binding/reader.h"

namespace perilune {
namespace {

// What every integrator takes; see StepOptions.
const std::vector<FieldInfo>& step_fields() {
  using O = StepOptions;
  static const std::vector<FieldInfo> fields = [] {
    const std::vector<Field<O>> list = {
        {"rtol", "-", "relative tolerance", &O::rtol, above(0)},
        {"atol", "units of y", "absolute tolerance", &O::atol, above(0)},
        {"max_step", "s", "largest step", &O::max_step, above(0)},
        {"min_step", "s", "below it error control gives up; 0: rounding of t decides", &O::min_step,
         at_least(0)},
        {"initial_step", "s", "first step; 0: chosen by the method", &O::initial_step, at_least(0)},
        {"step", "s", "fixed step without error control; 0: none", &O::step, at_least(0)}};
    std::vector<FieldInfo> infos;
    for (const Field<O>& field : list) infos.push_back(field.info);
    return infos;
  }();
  return fields;
}

}  // namespace

// Those, and what one method alone takes.
std::vector<FieldInfo> integrator_fields(const IntegratorInfo& info) {
  std::vector<FieldInfo> fields = step_fields();
  if (info.name == "generalized_alpha") {
    const Field<StepOptions> radius = {"spectral_radius", "-",
                                       "of what is infinitely fast: 0 damps it at once, 1 never",
                                       &StepOptions::spectral_radius, between(0, 1)};
    fields.push_back(radius.info);
  }
  if (info.name == "energy_momentum") {
    Field<StepOptions> unknowns("unknowns", "",
                                "how bodies turn, or all directors and what binds them (for comparison)",
                                &StepOptions::unknowns);
    fields.push_back(unknowns.choose({"rotations", "directors"}).info);
  }
  if (info.name == "energy_momentum" || info.name == "variational_midpoint") {
    Field<StepOptions> start("newton_start", "",
                             "where iterations begin: where velocities lead, or the step's start",
                             &StepOptions::newton_start);
    fields.push_back(start.choose({"predicted", "previous"}).info);
  }
  return fields;
}

namespace {

int make_integrator(lua_State* L) {
  const auto& info = *static_cast<const IntegratorInfo*>(lua_touserdata(L, lua_upvalueindex(1)));
  const std::vector<FieldInfo> fields = integrator_fields(info);
  const FieldTable table(L, 1, info.name, field_names(fields));
  IntegratorObject object;
  object.name = info.name;
  for (const Given& given : read_fields(L, table, fields, nullptr))
    given.field->set(&object.options, given.value);
  if (info.needs_step && !(object.options.step > 0)) {
    const std::string what = table.has("step") ? "step = 0 s must be > 0" : "'step' is missing: a number [s]";
    table.refuse(what + "; this method has a fixed step", info.name + " { step = 1e-4 }");
  }
  if (object.options.min_step > object.options.max_step) {
    table.refuse("min_step = " + with_unit(object.options.min_step, "s") +
                 " is above max_step = " + with_unit(object.options.max_step, "s"));
  }
  push_object(L, std::move(object));
  return 1;
}

int name_of_integrator(lua_State* L) {
  push_text(L, self<IntegratorObject>(L).name);
  return 1;
}

// A column of the catalogue: family, order, use, cost.
template <std::string IntegratorInfo::*column>
int text_of_integrator(lua_State* L) {
  push_text(L, find_integrator(self<IntegratorObject>(L).name)->*column);
  return 1;
}

int describe_integrator(lua_State* L) {
  const IntegratorObject& object = self<IntegratorObject>(L);
  const StepOptions& options = object.options;
  const std::string what =
      options.step > 0 ? "step = " + with_unit(options.step, "s")
                       : "rtol = " + with_unit(options.rtol, "") + ", atol = " + with_unit(options.atol, "");
  push_text(L, object.name + " { " + what + " }");
  return 1;
}

// ---- mbs.stabilization ----

int make_stabilization(lua_State* L) {
  const auto& entry =
      *static_cast<const CatalogEntry<ConstraintOptions>*>(lua_touserdata(L, lua_upvalueindex(1)));
  const FieldTable table(L, 1, entry.name, field_names(entry.fields));
  push_object(L, StabilizationObject{construct(L, table, entry, nullptr)});
  return 1;
}

int describe_stabilization(lua_State* L) {
  push_text(L, self<StabilizationObject>(L).options.name + " {}");
  return 1;
}

}  // namespace

template <>
const ClassInfo& class_of<IntegratorObject>() {
  static const ClassInfo info = {"integrator",
                                 [](const ClassBuilder& b) {
                                   b.attribute("name", guarded<name_of_integrator>);
                                   b.attribute("family",
                                               guarded<text_of_integrator<&IntegratorInfo::family>>);
                                   b.attribute("order", guarded<text_of_integrator<&IntegratorInfo::order>>);
                                   b.attribute("use", guarded<text_of_integrator<&IntegratorInfo::use>>);
                                   b.attribute("cost", guarded<text_of_integrator<&IntegratorInfo::cost>>);
                                 },
                                 guarded<describe_integrator>, nullptr, finalize_object<IntegratorObject>};
  return info;
}

template <>
const ClassInfo& class_of<StabilizationObject>() {
  static const ClassInfo info = {"stabilization", [](const ClassBuilder&) {}, guarded<describe_stabilization>,
                                 nullptr, finalize_object<StabilizationObject>};
  return info;
}

void add_integrators(lua_State* L) {
  lua_newtable(L);
  for (const auto* catalog : {&integrator_catalog(), &position_level_catalog()}) {
    for (const IntegratorInfo& info : *catalog) {
      lua_pushlightuserdata(L, const_cast<IntegratorInfo*>(&info));
      lua_pushcclosure(L, guarded<make_integrator>, 1);
      lua_setfield(L, -2, info.name.c_str());
    }
  }
  make_strict(
      L, "mbs.integrators",
      {"dopri5", "fehlberg78", "cash_karp54", "bulirsch_stoer", "adams", "rosenbrock4", "bdf", "radau5",
       "generalized_alpha", "energy_momentum", "variational_midpoint", "rk4", "symplectic_euler"});
  lua_setfield(L, -2, "integrators");
  lua_newtable(L);
  for (const auto& entry : stabilization_catalog()) {
    lua_pushlightuserdata(L, const_cast<CatalogEntry<ConstraintOptions>*>(&entry));
    lua_pushcclosure(L, guarded<make_stabilization>, 1);
    lua_setfield(L, -2, entry.name.c_str());
  }
  make_strict(L, "mbs.stabilization", {});
  lua_setfield(L, -2, "stabilization");
}

}  // namespace perilune
