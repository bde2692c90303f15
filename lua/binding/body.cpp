#include "engine/bodies/planar_body.h"
#include "engine/shapes/catalog.h"
#include "lua/binding/by_dimension.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/reader.h"

namespace perilune {
namespace {

std::string text_of(const Body& body) { return std::string(body.kind()) + " '" + body.name + "'"; }

// ---- body: a place at t = 0, points, shapes ----

// [x, y, z] of the centre of mass at t = 0 [m].
Vector3 initial_center(const Body& body) {
  if (body.is_scalar())
    throw InputError("", text_of(body), "has no place in space", "its channel is .position");
  std::vector<double> q(static_cast<std::size_t>(body.coordinates())), v(q.size());
  body.initial_state(q.data(), v.data());
  BodyMotion motion;
  body.motion(q.data(), v.data(), motion);
  return motion.position(body.center());
}

template <int axis>
int center_coordinate(lua_State* L) {
  lua_pushnumber(L, initial_center(*self<BodyObject>(L).body)[axis]);
  return 1;
}

int name_of_body(lua_State* L) {
  push_text(L, self<BodyObject>(L).body->name);
  return 1;
}

void push_point(lua_State* L, const BodyObject& object, const Vector3& local) {
  push_object(L, PointObject{object.model, {object.body, local}});
}

int center_of_body(lua_State* L) {
  const BodyObject& object = self<BodyObject>(L);
  push_point(L, object, object.body->center());
  return 1;
}

const Bar& bar_of(lua_State* L, const char* attribute) {
  const BodyPointer& body = self<BodyObject>(L).body;
  const auto* bar = dynamic_cast<const Bar*>(body.get());
  if (!bar) throw InputError("", text_of(*body), std::string("has no '") + attribute + "', only a bar has");
  return *bar;
}

int from_of_bar(lua_State* L) {
  push_point(L, self<BodyObject>(L), bar_of(L, "from").from());
  return 1;
}

int tip_of_bar(lua_State* L) {
  push_point(L, self<BodyObject>(L), bar_of(L, "tip").tip());
  return 1;
}

int length_of_bar(lua_State* L) {
  lua_pushnumber(L, bar_of(L, "length").length());
  return 1;
}

void check_place(const Body& body, const std::string& what) {
  if (body.is_scalar())
    throw InputError("", text_of(body), "is a number, no place in space: it has no " + what);
}

// body:point { x, y }
int make_point(lua_State* L) {
  const BodyObject object = self<BodyObject>(L);
  check_place(*object.body, "points");
  try {
    push_point(L, object, read_vector(L, 2, {"point", "m", {}}, object.model->dimension()));
  } catch (const InputError& error) {
    throw InputError(error.origin, text_of(*object.body), error.rule, error.remedy);
  }
  return 1;
}

int make_shape(lua_State* L) {
  const auto& kind =
      *static_cast<const ByDimension<std::shared_ptr<Shape>>*>(lua_touserdata(L, lua_upvalueindex(1)));
  const BodyObject object = self<BodyObject>(L);
  const auto& entry = kind.of(*object.model);
  Host::of(L).refuse_inside_callback("body:" + entry.name);
  check_place(*object.body, "shapes");
  const FieldTable table(L, 2, entry.name + " of '" + object.body->name + "'", field_names(entry.fields));
  std::shared_ptr<Shape> shape = construct(L, table, entry, object.model);
  shape->body = object.body;
  object.model->add(ShapePointer(shape));
  push_object(L, ShapeObject{object.model, std::move(shape)});
  return 1;
}

int describe_body(lua_State* L) {
  push_text(L, text_of(*self<BodyObject>(L).body));
  return 1;
}

int equal_bodies(lua_State* L) {
  const BodyObject *a = find_object<BodyObject>(L, 1), *b = find_object<BodyObject>(L, 2);
  lua_pushboolean(L, a && b && a->body == b->body);
  return 1;
}

void build_body(const ClassBuilder& builder) {
  builder.attribute("name", guarded<name_of_body>);
  builder.attribute("x", guarded<center_coordinate<0>>);
  builder.attribute("y", guarded<center_coordinate<1>>);
  builder.attribute("z", guarded<center_coordinate<2>>);
  builder.attribute("center", guarded<center_of_body>);
  builder.attribute("from", guarded<from_of_bar>);
  builder.attribute("tip", guarded<tip_of_bar>);
  builder.attribute("length", guarded<length_of_bar>);
  builder.method("point", guarded<make_point>);
  static const auto shapes = kinds_of(planar_shape_catalog(), spatial_shape_catalog());
  for (const auto& [name, kind] : shapes) builder.method(name.c_str(), guarded<make_shape>, &kind);
  builder.later({"frame", "capsule", "box", "mesh", "surface"});
}

// ---- point ----

int describe_point(lua_State* L) {
  const Point& point = self<PointObject>(L).point;
  push_text(L, "point { " + with_unit(point.local[0], "") + ", " + with_unit(point.local[1], "") + " } of '" +
                   point.body->name + "'");
  return 1;
}

int body_of_point(lua_State* L) {
  const PointObject& object = self<PointObject>(L);
  push_object(L, BodyObject{object.model, object.point.body});
  return 1;
}

int equal_points(lua_State* L) {
  const PointObject *a = find_object<PointObject>(L, 1), *b = find_object<PointObject>(L, 2);
  lua_pushboolean(L, a && b && a->point.body == b->point.body && a->point.local == b->point.local);
  return 1;
}

// ---- shape ----

int describe_shape(lua_State* L) {
  const Shape& shape = *self<ShapeObject>(L).shape;
  push_text(L, std::string(shape.kind()) + " of '" + shape.body->name + "'");
  return 1;
}

int body_of_shape(lua_State* L) {
  const ShapeObject& object = self<ShapeObject>(L);
  push_object(L, BodyObject{object.model, object.shape->body});
  return 1;
}

}  // namespace

template <>
const ClassInfo& class_of<BodyObject>() {
  static const ClassInfo info = {"body", build_body, guarded<describe_body>, guarded<equal_bodies>,
                                 finalize_object<BodyObject>};
  return info;
}

template <>
const ClassInfo& class_of<PointObject>() {
  static const ClassInfo info = {
      "point", [](const ClassBuilder& builder) { builder.attribute("body", guarded<body_of_point>); },
      guarded<describe_point>, guarded<equal_points>, finalize_object<PointObject>};
  return info;
}

template <>
const ClassInfo& class_of<ShapeObject>() {
  static const ClassInfo info = {
      "shape", [](const ClassBuilder& builder) { builder.attribute("body", guarded<body_of_shape>); },
      guarded<describe_shape>, nullptr, finalize_object<ShapeObject>};
  return info;
}

}  // namespace perilune
