#include <algorithm>

#include "engine/joints/rolling.h"
#include "engine/joints/user_constraint.h"
#include "engine/shapes/circle.h"
#include "engine/shapes/line.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/module.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/user_law_fields.h"

namespace perilune {

// A kind of joint written in a script: what mbs.joint {…} describes and the function that it returns makes.
struct JointKind {
  std::string name;
  NamedNumbers parameters;  // with their defaults
  FunctionSourcePointer equations, velocity_equations;
};

namespace {

constexpr const char* use_example = "slot(model, { between = { a, b } })";

void add_joint(lua_State* L, const ModelObject& object, const JointPointer& joint, const FieldTable& table) {
  joint->name = table.name(), joint->origin = table.origin();
  object.model->add(joint);
  push_object(L, ElementObject{object.model, joint->kind(), joint->name});
}

// ---- mbs.joint {…} ----

FunctionSourcePointer read_source(lua_State* L, const FieldTable& table, const char* field) {
  if (!table.has(field)) return nullptr;
  table.push(field);
  if (!lua_isfunction(L, -1))
    table.refuse(std::string(field) + " = " + describe(L, -1) + " must be a function");
  FunctionSourcePointer source = make_function_source(L, -1);
  lua_pop(L, 1);
  return source;
}

JointParameters read_parameters(const FieldTable& table, const NamedNumbers& defaults) {
  JointParameters parameters;
  for (const auto& [name, value] : defaults)
    parameters.emplace_back(name, table.number(name.c_str(), value, ""));
  return parameters;
}

int use_joint_kind(lua_State* L) {
  const JointKind& kind = *find_object<JointKind>(L, lua_upvalueindex(1));
  const ModelObject* found = find_object<ModelObject>(L, 1);
  if (!found) throw InputError("", kind.name, describe(L, 1) + " must be a model", use_example);
  const ModelObject object = *found;
  Host::of(L).refuse_inside_callback(kind.name);
  std::vector<std::string> allowed = {"name", "between"};
  for (const auto& [name, value] : kind.parameters) allowed.push_back(name);
  const FieldTable table(L, 2, kind.name, allowed);
  const std::vector<FieldInfo> between = {field_list<UserConstraint>().front()};
  auto joint = std::make_shared<UserConstraint>(
      make_from<UserConstraint>(read_fields(L, table, between, object.model)));
  joint->kind_name = kind.name, joint->name = table.name();
  joint->dimension = object.model->dimension();
  joint->parameters = read_parameters(table, kind.parameters);
  if (kind.equations) joint->equations_of_positions = kind.equations;
  if (kind.velocity_equations) joint->equations_of_velocities = kind.velocity_equations;
  table.explain([&] {
    joint->prepare();
    return true;
  });
  add_joint(L, object, joint, table);
  return 1;
}

void check_parameters(const FieldTable& table, const NamedNumbers& parameters) {
  for (const auto& [name, value] : parameters) {
    if (name == "name" || name == "between")
      table.refuse("a parameter cannot be called '" + name + "': every joint has a field of that name");
  }
}

int make_joint_kind(lua_State* L) {
  const FieldTable table(L, 1, "joint", said_names("joint"));
  JointKind kind;
  kind.name = table.name().empty() ? "joint" : table.name();
  kind.parameters = read_named_numbers(L, table, "parameters");
  check_parameters(table, kind.parameters);
  kind.equations = read_source(L, table, "equations");
  kind.velocity_equations = read_source(L, table, "velocity_equations");
  if (!kind.equations && !kind.velocity_equations) {
    table.refuse("needs 'equations' or 'velocity_equations'",
                 "equations = function(a, b, p, t) return { a.x - b.x - p.gap } end");
  }
  push_object(L, std::move(kind));
  lua_pushcclosure(L, guarded<use_joint_kind>, 1);
  return 1;
}

int describe_joint_kind(lua_State* L) {
  push_text(L, "kind of joint '" + self<JointKind>(L).name + "'");
  return 1;
}

// ---- model:rolling {…} ----

template <class Kind>
std::shared_ptr<const Kind> read_shape_of(lua_State* L, const FieldTable& table, int position,
                                          const Model& model, const char* wanted) {
  auto shape = std::dynamic_pointer_cast<const Kind>(read_shape(L, table, position, model));
  if (!shape) {
    table.refuse("between[" + std::to_string(position) + "] must be a " + wanted,
                 "between = { disc:circle { radius = 0.1 }, model.ground:line { normal = { 0, 1 } } }");
  }
  return shape;
}

}  // namespace

int make_rolling(lua_State* L) {
  const ModelObject object = self<ModelObject>(L);
  Host::of(L).refuse_inside_callback("model:rolling");
  const FieldTable table(L, 2, "rolling", said_names("rolling"));
  push_shape_pair(L, table);
  const auto disc = read_shape_of<Circle>(L, table, 1, *object.model, "circle, which rolls");
  const auto edge = read_shape_of<Line>(L, table, 2, *object.model, "line, on which it rolls");
  lua_pop(L, 1);
  auto rolling = std::make_shared<Rolling>();
  rolling->center = {disc->body, disc->at}, rolling->radius = disc->radius;
  rolling->place = {edge->body, edge->at}, rolling->normal = edge->normal;
  table.explain([&] {
    rolling->prepare();
    return true;
  });
  add_joint(L, object, rolling, table);
  return 1;
}

template <>
const ClassInfo& class_of<JointKind>() {
  static const ClassInfo info = {"kind of joint", [](const ClassBuilder&) {}, guarded<describe_joint_kind>,
                                 nullptr, finalize_object<JointKind>};
  return info;
}

void add_joints(lua_State* L) {
  lua_pushcfunction(L, guarded<make_joint_kind>);
  lua_setfield(L, -2, "joint");
}

}  // namespace perilune
