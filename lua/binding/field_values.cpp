#include "lua/binding/field_values.h"

#include "engine/model/error.h"
#include "lua/binding/function_source.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/rotation_object.h"
#include "lua/binding/values.h"

namespace perilune {
namespace {

using ModelPointer = std::shared_ptr<Model>;

Want want_of(const FieldInfo& field) { return {field.name, field.unit, field.range}; }

[[noreturn]] void refuse(lua_State* L, int index, const std::string& name, const std::string& needed) {
  throw InputError("", "", name + " = " + describe(L, index) + " must be " + needed);
}

void check_model(const Body& body, const ModelPointer& model) {
  if (!model || model->owns(body)) return;
  throw InputError("", "", "'" + body.name + "' belongs to another model",
                   "use bodies of model '" + model->name() + "'");
}

BodyPointer read_body(lua_State* L, int index, const std::string& name, const ModelPointer& model) {
  const BodyObject* object = find_object<BodyObject>(L, index);
  if (!object) refuse(L, index, name, "a body");
  check_model(*object->body, model);
  return object->body;
}

JointPointer read_joint(lua_State* L, int index, const std::string& name, const ModelPointer& model) {
  const ElementObject* object = find_object<ElementObject>(L, index);
  if (!object) refuse(L, index, name, "a joint");
  for (const JointPointer& joint : model->joints()) {
    if (object->model == model && joint->name == object->name) return joint;
  }
  throw InputError("", "", name + " = " + object->kind + " '" + object->name + "' is no joint of this model",
                   "joint = crank_pin, where local crank_pin = model:revolute { … }");
}

// A point, a body (its centre of mass), or { x, y } of the ground.
Point read_point(lua_State* L, int index, const std::string& name, const ModelPointer& model) {
  if (const PointObject* object = find_object<PointObject>(L, index)) {
    check_model(*object->point.body, model);
    return object->point;
  }
  if (const BodyObject* object = find_object<BodyObject>(L, index)) {
    check_model(*object->body, model);
    return {object->body, object->body->center()};
  }
  if (lua_istable(L, index) && model) {
    return {model->ground(), read_vector(L, index, {name, "m", {}}, model->dimension())};
  }
  refuse(L, index, name, "a point, a body or { x, y } in the world");
}

// Two of something, { a, b }.
template <class Item>
std::array<Item, 2> read_pair(lua_State* L, int index, const FieldInfo& field, const ModelPointer& model,
                              Item (*read)(lua_State*, int, const std::string&, const ModelPointer&)) {
  if (!lua_istable(L, index)) refuse(L, index, field.name, wanted(field));
  const lua_Unsigned size = lua_rawlen(L, index);
  std::array<Item, 2> pair;
  for (int i = 0; i < 2; ++i) {
    lua_rawgeti(L, index, i + 1);
    pair[i] = read(L, -1, field.name + "[" + std::to_string(i + 1) + "]", model);
    lua_pop(L, 1);
  }
  if (size != 2)
    throw InputError("", "", field.name + " has " + std::to_string(size) + " entries, it needs two");
  return pair;
}

// Any number of them, { a, b, … }.
Points read_participants(lua_State* L, int index, const FieldInfo& field, const ModelPointer& model) {
  if (!lua_istable(L, index)) refuse(L, index, field.name, wanted(field));
  const std::vector<std::string> names = table_keys(L, index);
  if (!names.empty()) {
    throw InputError("", "",
                     field.name + " has the key '" + names.front() + "', it must be " + wanted(field));
  }
  Points points;
  for (lua_Integer i = 1; i <= static_cast<lua_Integer>(lua_rawlen(L, index)); ++i) {
    lua_rawgeti(L, index, i);
    points.push_back(read_point(L, -1, field.name + "[" + std::to_string(i) + "]", model));
    lua_pop(L, 1);
  }
  if (points.empty()) throw InputError("", "", field.name + " is empty, it must be " + wanted(field));
  return points;
}

Quantity read_quantity(lua_State* L, int index, const FieldInfo& field) {
  Quantity quantity;
  if (lua_isfunction(L, index)) {
    quantity.function = make_function_source(L, index);
  } else if (lua_istable(L, index)) {
    const std::vector<double> numbers = read_numbers(L, index, want_of(field));
    quantity.constant = VectorX::Map(numbers.data(), static_cast<Eigen::Index>(numbers.size()));
  } else if (lua_type(L, index) == LUA_TNUMBER) {
    quantity.constant = VectorX::Constant(1, read_number(L, index, want_of(field)));
  } else {
    refuse(L, index, field.name, wanted(field));
  }
  return quantity;
}

// { {x, y}, {x, y}, … }
Vectors read_vectors(lua_State* L, int index, const FieldInfo& field, Dimension dimension) {
  if (!lua_istable(L, index)) refuse(L, index, field.name, wanted(field));
  const std::vector<std::string> names = table_keys(L, index);
  if (!names.empty())
    throw InputError("", "",
                     field.name + " has the key '" + names.front() + "', it must be " + wanted(field));
  Vectors vectors;
  for (lua_Integer i = 1; i <= static_cast<lua_Integer>(lua_rawlen(L, index)); ++i) {
    lua_rawgeti(L, index, i);
    const Want want{field.name + "[" + std::to_string(i) + "]", field.unit, field.range};
    vectors.push_back(read_vector(L, -1, want, dimension));
    lua_pop(L, 1);
  }
  if (vectors.empty()) throw InputError("", "", field.name + " is empty, it must be " + wanted(field));
  return vectors;
}

FunctionSourcePointer read_function(lua_State* L, int index, const FieldInfo& field) {
  if (!lua_isfunction(L, index)) refuse(L, index, field.name, wanted(field));
  return make_function_source(L, index);
}

Rotation read_rotation(lua_State* L, int index, const FieldInfo& field) {
  const RotationObject* object = find_object<RotationObject>(L, index);
  if (!object) refuse(L, index, field.name, wanted(field));
  return object->rotation;
}

// { Ixx, Iyy, Izz } or { { Ixx, Ixy, Ixz }, { … }, { … } }
Tensor read_tensor(lua_State* L, int index, const FieldInfo& field) {
  if (!lua_istable(L, index)) refuse(L, index, field.name, wanted(field));
  Tensor tensor;
  lua_rawgeti(L, index, 1);
  const bool has_rows = lua_istable(L, -1);
  lua_pop(L, 1);
  if (!has_rows) {
    tensor.matrix = read_vector(L, index, want_of(field), Dimension::spatial).asDiagonal();
    return tensor;
  }
  const Vectors rows = read_vectors(L, index, field, Dimension::spatial);
  if (rows.size() != 3)
    throw InputError("", "", field.name + " has " + std::to_string(rows.size()) + " rows, it needs three");
  for (int i = 0; i < 3; ++i) tensor.matrix.row(i) = rows[i].transpose();
  const Matrix3 skew = tensor.matrix - tensor.matrix.transpose();
  if (skew.cwiseAbs().maxCoeff() > 1e-9 * tensor.matrix.cwiseAbs().maxCoeff())
    throw InputError("", "", field.name + " is not symmetric", "Ixy twice, at [1][2] and [2][1], and so on");
  return tensor;
}

}  // namespace

Value read_field(lua_State* L, int index, const FieldInfo& field, const ModelPointer& model) {
  index = lua_absindex(L, index);
  switch (field.type) {
    case FieldType::number: return read_number(L, index, want_of(field));
    case FieldType::integer: return double(read_integer(L, index, want_of(field)));
    case FieldType::boolean: return read_boolean(L, index, want_of(field));
    case FieldType::text: return read_text(L, index, want_of(field), field.choices);
    case FieldType::vector:
      return read_vector(L, index, want_of(field), model ? model->dimension() : Dimension::planar);
    case FieldType::vectors:
      return read_vectors(L, index, field, model ? model->dimension() : Dimension::planar);
    case FieldType::function: return read_function(L, index, field);
    case FieldType::body: return read_body(L, index, field.name, model);
    case FieldType::joint: return read_joint(L, index, field.name, model);
    case FieldType::joints: return read_pair<JointPointer>(L, index, field, model, read_joint);
    case FieldType::bodies: return read_pair<BodyPointer>(L, index, field, model, read_body);
    case FieldType::point: return read_point(L, index, field.name, model);
    case FieldType::points: return read_pair<Point>(L, index, field, model, read_point);
    case FieldType::participants: return read_participants(L, index, field, model);
    case FieldType::quantity: return read_quantity(L, index, field);
    case FieldType::rotation: return read_rotation(L, index, field);
    case FieldType::tensor: return read_tensor(L, index, field);
  }
  return {};
}

std::string wanted(const FieldInfo& field, Dimension dimension) {
  const bool in_space = dimension == Dimension::spatial;
  const std::string unit = field.unit.empty() || field.unit == "-" ? "" : " [" + field.unit + "]";
  switch (field.type) {
    case FieldType::number: return "a number" + unit;
    case FieldType::integer: return "a whole number" + unit;
    case FieldType::boolean: return "true or false";
    case FieldType::text: return "a string";
    case FieldType::vector: return (in_space ? "{ x, y, z }" : "{ x, y }") + unit;
    case FieldType::vectors:
      return (in_space ? "a list { { x, y, z }, { x, y, z }, … }" : "a list { { x, y }, { x, y }, … }") +
             unit;
    case FieldType::function: return "a function";
    case FieldType::body: return "a body";
    case FieldType::joint: return "a joint";
    case FieldType::joints: return "two joints { a, b }";
    case FieldType::bodies: return "two bodies { a, b }";
    case FieldType::point: return in_space ? "a point, a body or { x, y, z }" : "a point, a body or { x, y }";
    case FieldType::points: return "two points { a, b }";
    case FieldType::participants: return "a list of points, bodies or coordinates { a, b, … }";
    case FieldType::quantity: return "a number, a list of numbers or a function" + unit;
    case FieldType::rotation: return "a rotation, mbs.rotation.axis_angle { … }";
    case FieldType::tensor: return "{ Ixx, Iyy, Izz } or three rows of three numbers" + unit;
  }
  return {};
}

}  // namespace perilune
