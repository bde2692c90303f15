#include "engine/bodies/angle_coordinate.h"
#include "engine/joints/angle_binding.h"
#include "engine/model/field.h"
#include "lua/binding/by_dimension.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"

namespace perilune {
namespace {

struct AngleDescription {
  BodyPair between;
  Vector3 axis = Vector3::Constant(required_number);

  static std::vector<Field<AngleDescription>> fields() {
    return {{"between", "", "two bodies that turn about a common axis", &AngleDescription::between},
            {"axis", "", "in the world at t = 0, carried by the first", &AngleDescription::axis}};
  }
};

void check(const AngleDescription& d) {
  if (d.between[0] == d.between[1])
    throw InputError("", "", "'between' names '" + d.between[0]->name + "' twice",
                     "an angle is of two bodies");
  for (const BodyPointer& body : d.between) {
    if (body->can_turn() || body->coordinates() == 0) continue;
    throw InputError("", "", std::string(body->kind()) + " '" + body->name + "' does not turn",
                     "an angle is between rigid bodies");
  }
  if (!(d.axis.norm() > 0))
    throw InputError("", "", "'axis' is {0, 0, 0}, a direction is needed", "axis = { 0, 0, 1 }");
}

}  // namespace

// model:angle { between = { a, b }, axis = }: the angle of a hinge as a scalar coordinate, which loads, springs, stops and
// drives act on like on any other.
int make_angle(lua_State* L) {
  const ModelObject object = self<ModelObject>(L);
  Host::of(L).refuse_inside_callback("model:angle");
  if (object.model->dimension() == Dimension::planar) {
    throw InputError("", "", "'angle' belongs to spatial models",
                     "in the plane a body's angle is a coordinate: model:torque { between = { a, b }, … }");
  }
  static const std::vector<FieldInfo> fields = field_list<AngleDescription>();
  const FieldTable table(L, 2, "angle", said_names("angle"));
  const auto d = make_from<AngleDescription>(read_fields(L, table, fields, object.model));
  table.explain([&] { check(d); });
  const auto coordinate = std::make_shared<AngleCoordinate>(d.between[0], d.between[1], d.axis);
  coordinate->name = table.name(), coordinate->origin = table.origin();
  object.model->add(coordinate);
  const auto binding = std::make_shared<AngleBinding>(d.between[0], d.between[1], coordinate, d.axis,
                                                      AngleBinding::Augmentation::variable);
  binding->name = coordinate->name + " binding", binding->origin = table.origin();
  object.model->add(binding);
  push_object(L, BodyObject{object.model, coordinate});
  return 1;
}

}  // namespace perilune
