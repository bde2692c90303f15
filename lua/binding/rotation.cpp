#include <cmath>

#include <fmt/format.h>

#include "lua/binding/module.h"
#include "lua/binding/reader.h"
#include "lua/binding/rotation_object.h"
#include "lua/binding/said.h"

namespace perilune {
namespace {

Vector3 read_direction(lua_State* L, const FieldTable& table, const char* key) {
  if (!table.has(key)) table.refuse(std::string("'") + key + "' is missing: a direction { x, y, z }");
  table.push(key);
  const Vector3 vector = table.explain([&] { return read_vector(L, -1, {key, "", {}}, Dimension::spatial); });
  lua_pop(L, 1);
  if (!(vector.norm() > 0)) table.refuse(std::string("'") + key + "' is {0, 0, 0}, a direction is needed");
  return vector.normalized();
}

int push_rotation(lua_State* L, const Matrix3& matrix) {
  push_object(L, RotationObject{{matrix}});
  return 1;
}

// mbs.rotation.axis_angle { axis = { 0, 0, 1 }, angle = 0.3 }
int axis_angle(lua_State* L) {
  const FieldTable table(L, 1, "rotation.axis_angle", said_names("rotation.axis_angle"));
  const Vector3 axis = read_direction(L, table, "axis");
  const double angle = table.required_number_field("angle", "rad");
  return push_rotation(L, Eigen::AngleAxisd(angle, axis).toRotationMatrix());
}

// mbs.rotation.quaternion { w, x, y, z }: need not be of length 1.
int quaternion(lua_State* L) {
  check_table(L, 1, "rotation.quaternion", "mbs.rotation.quaternion { w, x, y, z }");
  const std::vector<double> q = read_numbers(L, 1, {"quaternion", "", {}});
  if (q.size() != 4)
    throw InputError("", "rotation.quaternion",
                     fmt::format("has {} numbers, it needs four: {{ w, x, y, z }}", q.size()));
  Eigen::Quaterniond rotation(q[0], q[1], q[2], q[3]);
  if (!(rotation.norm() > 0))
    throw InputError("", "rotation.quaternion", "is { 0, 0, 0, 0 }, which turns nothing");
  return push_rotation(L, rotation.normalized().toRotationMatrix());
}

// mbs.rotation.euler { angles = { a, b, c }, sequence = "zxz" }: about the axes of the body, one after the other.
int euler(lua_State* L) {
  const FieldTable table(L, 1, "rotation.euler", said_names("rotation.euler"));
  const std::string sequence = table.text("sequence", "zxz");
  if (sequence.size() != 3 || sequence.find_first_not_of("xyz") != std::string::npos) {
    table.refuse("sequence = \"" + sequence + "\" must be three letters out of x, y, z",
                 "sequence = \"zxz\"");
  }
  if (!table.has("angles")) table.refuse("'angles' is missing: three numbers [rad]");
  table.push("angles");
  const Vector3 angles = table.explain([&] {
    return read_vector(L, -1, {"angles", "rad", {}}, Dimension::spatial);
  });
  lua_pop(L, 1);
  Matrix3 matrix = Matrix3::Identity();
  for (int i = 0; i < 3; ++i)
    matrix = matrix * Eigen::AngleAxisd(angles[i], Vector3::Unit(sequence[i] - 'x')).toRotationMatrix();
  return push_rotation(L, matrix);
}

// mbs.rotation.between { from = { 0, 0, 1 }, to = { 1, 0, 0 } }: the shortest turn.
int between(lua_State* L) {
  const FieldTable table(L, 1, "rotation.between", said_names("rotation.between"));
  const Vector3 from = read_direction(L, table, "from"), to = read_direction(L, table, "to");
  return push_rotation(L, Eigen::Quaterniond::FromTwoVectors(from, to).toRotationMatrix());
}

int describe_rotation(lua_State* L) {
  const Eigen::AngleAxisd turn(find_object<RotationObject>(L, 1)->rotation.matrix);
  push_text(L, fmt::format("rotation by {:.6g} rad about {{ {:.6g}, {:.6g}, {:.6g} }}", turn.angle(),
                           turn.axis()[0], turn.axis()[1], turn.axis()[2]));
  return 1;
}

}  // namespace

template <>
const ClassInfo& class_of<RotationObject>() {
  static const ClassInfo info = {"rotation", [](const ClassBuilder&) {}, guarded<describe_rotation>, nullptr,
                                 finalize_object<RotationObject>};
  return info;
}

void add_rotations(lua_State* L) {
  lua_newtable(L);
  const std::pair<const char*, lua_CFunction> list[] = {{"axis_angle", guarded<axis_angle>},
                                                        {"quaternion", guarded<quaternion>},
                                                        {"euler", guarded<euler>},
                                                        {"between", guarded<between>}};
  for (const auto& [name, make] : list) {
    lua_pushcfunction(L, make);
    lua_setfield(L, -2, name);
  }
  make_strict(L, "mbs.rotation", {});
  lua_setfield(L, -2, "rotation");
}

}  // namespace perilune
