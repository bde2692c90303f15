#pragma once

#include <memory>
#include <string>

#include "engine/model/model.h"
#include "lua/binding/object.h"

namespace perilune {

// What scripts hold of a model. Each keeps the model alive, so nothing can dangle.
struct ModelObject {
  std::shared_ptr<Model> model;
};
struct BodyObject {
  std::shared_ptr<Model> model;
  BodyPointer body;
};
struct PointObject {
  std::shared_ptr<Model> model;
  Point point;
};
struct ShapeObject {
  std::shared_ptr<Model> model;
  std::shared_ptr<Shape> shape;
};
// A joint, force or contact: its name is all a script needs, to find its channels.
struct ElementObject {
  std::shared_ptr<Model> model;
  std::string kind, name;
};

template <>
const ClassInfo& class_of<ModelObject>();
template <>
const ClassInfo& class_of<BodyObject>();
template <>
const ClassInfo& class_of<PointObject>();
template <>
const ClassInfo& class_of<ShapeObject>();
template <>
const ClassInfo& class_of<ElementObject>();

int make_contact(lua_State* L);   // model:contact {…}
int make_contacts(lua_State* L);  // model:contacts {…}

}  // namespace perilune
