#include "engine/bodies/catalog.h"
#include "engine/contact/clearance.h"
#include "engine/forces/catalog.h"
#include "engine/friction/dry_friction.h"
#include "engine/joints/catalog.h"
#include "engine/joints/spatial/catalog.h"
#include "lua/binding/by_dimension.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/module.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/simulate.h"

namespace perilune {
namespace {

// ---- elements: one constructor for every entry of a catalogue ----

ModelObject& model_of_call(lua_State* L, const std::string& method) {
  ModelObject& object = self<ModelObject>(L);
  Host::of(L).refuse_inside_callback("model:" + method);
  return object;
}

void adopt(lua_State* L, const ModelObject& object, const BodyPointer& body, const FieldTable& table,
           const std::string&) {
  body->name = table.name(), body->origin = table.origin();
  object.model->add(body);
  push_object(L, BodyObject{object.model, body});
}

void adopt(lua_State* L, const ModelObject& object, const ForcePointer& force, const FieldTable& table,
           const std::string& kind) {
  force->name = table.name(), force->origin = table.origin();
  object.model->add(force, kind);
  push_object(L, ElementObject{object.model, kind, force->name});
}

void adopt(lua_State* L, const ModelObject& object, const JointPointer& joint, const FieldTable& table,
           const std::string& kind) {
  joint->name = table.name(), joint->origin = table.origin();
  object.model->add(joint);
  push_object(L, ElementObject{object.model, kind, joint->name});
}

void adopt(lua_State* L, const ModelObject& object, const DryFrictionPointer& friction,
           const FieldTable& table, const std::string& kind) {
  friction->name = table.name(), friction->origin = table.origin();
  object.model->add(friction);
  push_object(L, ElementObject{object.model, kind, friction->name});
}

template <class Product>
int make_element(lua_State* L) {
  const auto& kind = *static_cast<const ByDimension<Product>*>(lua_touserdata(L, lua_upvalueindex(1)));
  const ModelObject object = model_of_call(L, (kind.planar ? kind.planar : kind.spatial)->name);
  const CatalogEntry<Product>& entry = kind.of(*object.model);
  const FieldTable table(L, 2, entry.name, element_fields(entry.fields));
  adopt(L, object, construct(L, table, entry, object.model), table, entry.name);
  return 1;
}

template <class Product>
void add_constructors(const ClassBuilder& builder, const Kinds<Product>& kinds) {
  for (const auto& [name, kind] : kinds) builder.method(name.c_str(), guarded<make_element<Product>>, &kind);
}

// ---- the model itself ----

template <Dimension dimension>
int make_model(lua_State* L) {
  const std::string kind = dimension == Dimension::planar ? "planar_model" : "spatial_model";
  Host& host = Host::of(L);
  host.refuse_inside_callback("mbs." + kind);
  const FieldTable table(L, 1, kind, said_names(kind));
  Vector3 gravity = Vector3::Zero();
  if (table.has("gravity")) {
    table.push("gravity");
    gravity = table.explain([&] { return read_vector(L, -1, {"gravity", "m/s^2", {}}, dimension); });
    lua_pop(L, 1);
  } else if (host.options.check_only) {
    host.defaults.push_back(
        {table.origin(), table.element(),
         dimension == Dimension::planar ? "gravity = { 0, 0 } m/s^2" : "gravity = { 0, 0, 0 } m/s^2"});
  }
  const std::string name = table.name().empty() ? host.script_name : table.name();
  auto model = std::make_shared<Model>(dimension, name, table.origin(), gravity, make_ground());
  if (host.options.check_only) host.models.push_back(model);
  push_object(L, ModelObject{model}, 1);
  return 1;
}

int name_of_model(lua_State* L) {
  push_text(L, self<ModelObject>(L).model->name());
  return 1;
}

int ground_of_model(lua_State* L) {
  push_cached(L, "ground", [](lua_State* L) {
    const auto& model = self<ModelObject>(L).model;
    push_object(L, BodyObject{model, model->ground()});
  });
  return 1;
}

// Without the ground, in the order of their lines.
int bodies_of_model(lua_State* L) {
  const auto model = self<ModelObject>(L).model;
  lua_newtable(L);
  for (std::size_t i = 1; i < model->bodies().size(); ++i) {
    push_object(L, BodyObject{model, model->bodies()[i]});
    lua_rawseti(L, -2, static_cast<lua_Integer>(i));
  }
  return 1;
}

int describe_model(lua_State* L) {
  push_text(L, "model '" + self<ModelObject>(L).model->name() + "'");
  return 1;
}

int equal_models(lua_State* L) {
  const ModelObject *a = find_object<ModelObject>(L, 1), *b = find_object<ModelObject>(L, 2);
  lua_pushboolean(L, a && b && a->model == b->model);
  return 1;
}

int describe_element(lua_State* L) {
  const auto& element = self<ElementObject>(L);
  push_text(L, element.kind + " '" + element.name + "'");
  return 1;
}

int name_of_element(lua_State* L) {
  push_text(L, self<ElementObject>(L).name);
  return 1;
}

void build_model(const ClassBuilder& builder) {
  builder.attribute("name", guarded<name_of_model>);
  builder.attribute("ground", guarded<ground_of_model>);
  builder.attribute("bodies", guarded<bodies_of_model>);
  static const auto bodies = kinds_of(planar_body_catalog(), spatial_body_catalog());
  static const auto forces = kinds_of(force_catalog(), spatial_force_catalog());
  static const auto joints = kinds_of(joint_catalog(), spatial_joint_catalog());
  static const auto frictions =
      kinds_of(dry_friction_catalog(), std::vector<CatalogEntry<DryFrictionPointer>>());
  add_constructors(builder, bodies);
  add_constructors(builder, forces);
  add_constructors(builder, joints);
  add_constructors(builder, frictions);
  for (const auto& entry : clearance_catalog())
    builder.method(entry.name.c_str(), guarded<make_clearance>, &entry);
  builder.method("contact", guarded<make_contact>);
  builder.method("contacts", guarded<make_contacts>);
  builder.method("stop", guarded<make_stop>);
  builder.method("event", guarded<make_event>);
  builder.method("angle", guarded<make_angle>);
  builder.method("simulate", guarded<simulate>);
  builder.method("simulation", guarded<make_simulation>);
  builder.method("kinematics", guarded<analyse_kinematics>);
  builder.method("assemble", guarded<assemble_model>);
  builder.method("start_from", guarded<start_model_from>);
  builder.method("equilibrium", guarded<equilibrium_of_model>);
  builder.method("linearize", guarded<linearize_model>);
  builder.method("rolling", guarded<make_rolling>);
  builder.later({"beam", "shell"});
}

}  // namespace

template <>
const ClassInfo& class_of<ModelObject>() {
  static const ClassInfo info = {"model", build_model, guarded<describe_model>, guarded<equal_models>,
                                 finalize_object<ModelObject>};
  return info;
}

template <>
const ClassInfo& class_of<ElementObject>() {
  static const ClassInfo info = {
      "element", [](const ClassBuilder& builder) { builder.attribute("name", guarded<name_of_element>); },
      guarded<describe_element>, nullptr, finalize_object<ElementObject>};
  return info;
}

void add_models(lua_State* L) {
  lua_pushcfunction(L, guarded<make_model<Dimension::planar>>);
  lua_setfield(L, -2, "planar_model");
  lua_pushcfunction(L, guarded<make_model<Dimension::spatial>>);
  lua_setfield(L, -2, "spatial_model");
}

}  // namespace perilune
