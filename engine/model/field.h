#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "engine/law/function.h"
#include "engine/math/vector.h"
#include "engine/model/body.h"
#include "engine/model/range.h"

namespace perilune {

// A number or vector that is constant, or a user's function of time and state.
struct Quantity {
  std::optional<VectorX> constant;
  FunctionSourcePointer function;  // the element binds it to a signature
  bool is_set() const { return constant.has_value() || function != nullptr; }
};

// How a frame stands in the world: x_world = matrix x_frame.
struct Rotation {
  Matrix3 matrix = Matrix3::Identity();
};

// A symmetric tensor about some point, in body axes.
struct Tensor {
  Matrix3 matrix = Matrix3::Constant(std::numeric_limits<double>::quiet_NaN());
};

class Joint;
using JointPointer = std::shared_ptr<Joint>;
using BodyPair = std::array<BodyPointer, 2>;
using JointPair = std::array<JointPointer, 2>;
using PointPair = std::array<Point, 2>;
using Points = std::vector<Point>;
using Vectors = std::vector<Vector3>;

// What a field of an element can hold.
using Value =
    std::variant<std::monostate, double, bool, std::string, Vector3, BodyPointer, BodyPair, Point, PointPair,
                 Points, Quantity, Vectors, FunctionSourcePointer, JointPointer, JointPair, Rotation, Tensor>;

enum class FieldType {
  number,
  integer,
  boolean,
  text,
  vector,
  vectors,
  body,
  bodies,
  point,
  points,
  participants,
  quantity,
  function,
  joint,
  joints,
  rotation,
  tensor,
};

// One field of an element as everything outside the element's own file sees it: checks, messages, units,
// the manual and the test battery come from this.
struct FieldInfo {
  std::string name, unit, meaning;
  FieldType type = FieldType::number;
  Range range;
  bool required = false;
  Value default_value;                           // monostate: none
  std::vector<std::string> choices;              // of a text field; empty: any text
  std::function<void(void*, const Value&)> set;  // writes into an object of the element's type
};

// Tells whether T::member must be given: no default that means anything.
inline bool is_unset(double x) { return std::isnan(x); }
inline bool is_unset(const std::string&) { return false; }
inline bool is_unset(const BodyPointer& x) { return x == nullptr; }
inline bool is_unset(const BodyPair& x) { return x[0] == nullptr; }
inline bool is_unset(const Point& x) { return !x.is_set(); }
inline bool is_unset(const PointPair& x) { return !x[0].is_set(); }
inline bool is_unset(const Points& x) { return x.empty(); }
inline bool is_unset(const Quantity& x) { return !x.is_set(); }
inline bool is_unset(const Vector3& x) { return std::isnan(x[0]); }
inline bool is_unset(const Vectors& x) { return x.empty(); }
inline bool is_unset(const FunctionSourcePointer& x) { return x == nullptr; }
inline bool is_unset(const JointPointer& x) { return x == nullptr; }
inline bool is_unset(const JointPair& x) { return x[0] == nullptr; }
inline bool is_unset(const Rotation&) { return false; }
inline bool is_unset(const Tensor& x) { return std::isnan(x.matrix(0, 0)); }
inline bool is_unset(bool) { return false; }
inline bool is_unset(int) { return false; }

constexpr double required_number = std::numeric_limits<double>::quiet_NaN();

// A field of a struct T. A number whose default is NaN (required_number), a vector of NaN, an empty list, a body, point,
// quantity or function that is not set must be given; std::optional may be left out.
template <class T>
struct Field {
  template <class Member>
  Field(const char* name, const char* unit, const char* meaning, Member T::*member, Range range = {}) {
    info.name = name, info.unit = unit, info.meaning = meaning, info.range = range;
    bind(member);
  }
  Field& choose(std::vector<std::string> choices) {
    info.choices = std::move(choices);
    return *this;
  }

  FieldInfo info;

 private:
  template <class Member>
  static constexpr FieldType type_of() {
    if constexpr (std::is_same_v<Member, double>) return FieldType::number;
    else if constexpr (std::is_same_v<Member, int>) return FieldType::integer;
    else if constexpr (std::is_same_v<Member, bool>) return FieldType::boolean;
    else if constexpr (std::is_same_v<Member, std::string>) return FieldType::text;
    else if constexpr (std::is_same_v<Member, Vector3>) return FieldType::vector;
    else if constexpr (std::is_same_v<Member, Vectors>) return FieldType::vectors;
    else if constexpr (std::is_same_v<Member, FunctionSourcePointer>) return FieldType::function;
    else if constexpr (std::is_same_v<Member, BodyPointer>) return FieldType::body;
    else if constexpr (std::is_same_v<Member, JointPointer>) return FieldType::joint;
    else if constexpr (std::is_same_v<Member, JointPair>) return FieldType::joints;
    else if constexpr (std::is_same_v<Member, BodyPair>) return FieldType::bodies;
    else if constexpr (std::is_same_v<Member, Point>) return FieldType::point;
    else if constexpr (std::is_same_v<Member, PointPair>) return FieldType::points;
    else if constexpr (std::is_same_v<Member, Points>) return FieldType::participants;
    else if constexpr (std::is_same_v<Member, Rotation>) return FieldType::rotation;
    else if constexpr (std::is_same_v<Member, Tensor>) return FieldType::tensor;
    else {
      static_assert(std::is_same_v<Member, Quantity>, "no such field type");
      return FieldType::quantity;
    }
  }

  template <class Member>
  void bind(Member T::*member) {
    info.type = type_of<Member>();
    const T defaults{};
    info.required = is_unset(defaults.*member);
    if constexpr (std::is_same_v<Member, int>) {
      info.default_value = double(defaults.*member);
      info.set = [member](void* to, const Value& x) {
        static_cast<T*>(to)->*member = int(std::get<double>(x));
      };
    } else {
      if (!info.required) info.default_value = defaults.*member;
      info.set = [member](void* to, const Value& x) { static_cast<T*>(to)->*member = std::get<Member>(x); };
    }
  }
  template <class Member>
  void bind(std::optional<Member> T::*member) {
    info.type = type_of<Member>();
    info.required = false;
    info.set = [member](void* to, const Value& x) { static_cast<T*>(to)->*member = std::get<Member>(x); };
  }
};

// The fields of T, erased.
template <class T>
std::vector<FieldInfo> field_list() {
  std::vector<FieldInfo> list;
  for (Field<T> field : T::fields()) list.push_back(std::move(field.info));
  return list;
}

// What was given for some fields: checked against their type and range by whoever read it.
struct Given {
  const FieldInfo* field;
  Value value;
};

// An object of T with its defaults overwritten by what was given.
template <class T>
T make_from(const std::vector<Given>& values) {
  T object{};
  for (const Given& given : values) given.field->set(&object, given.value);
  return object;
}

// One line of a catalogue: everything a user can construct under this name.
template <class Product>
struct CatalogEntry {
  std::string name;
  std::string summary;
  std::vector<FieldInfo> fields;
  std::function<Product(const std::vector<Given>&)> make;  // may throw InputError without origin
};

template <class Product>
const CatalogEntry<Product>* find_entry(const std::vector<CatalogEntry<Product>>& catalog,
                                        const std::string& name) {
  for (const auto& entry : catalog) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

}  // namespace perilune
