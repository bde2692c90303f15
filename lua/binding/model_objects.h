#pragma once

#include <memory>
#include <string>

#include "engine/model/model.h"
#include "engine/stepping/event_watch.h"
#include "lua/binding/object.h"

namespace perilune {

class FieldTable;

// What scripts hold of a model. Each keeps the model alive, so nothing can dangle.
struct ModelObject {
  std::shared_ptr<Model> model;
  // Of every simulation from now on; what an event looks at is the solution, not the model.
  std::shared_ptr<std::vector<EventDescription>> events = std::make_shared<std::vector<EventDescription>>();
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

int make_contact(lua_State* L);    // model:contact {…}
int make_contacts(lua_State* L);   // model:contacts {…}
int make_stop(lua_State* L);       // model:stop {…}
int make_rolling(lua_State* L);    // model:rolling {…}
int make_event(lua_State* L);      // model:event {…}
int make_clearance(lua_State* L);  // model:clearance_revolute {…}, model:clearance_prismatic {…}
int make_angle(lua_State* L);      // model:angle {…}
int assemble_model(lua_State* L);
int start_model_from(lua_State* L);
int equilibrium_of_model(lua_State* L);
int linearize_model(lua_State* L);
// The `between` of two shapes on the stack, and one of its entries.
void push_shape_pair(lua_State* L, const FieldTable& table);
ShapePointer read_shape(lua_State* L, const FieldTable& table, int position, const Model& model);
ContactLawPointer read_contact_law(lua_State* L, const FieldTable& table);
FrictionLawPointer read_friction(lua_State* L, const FieldTable& table);  // nullptr: none
void note_contact_defaults(Host& host, const FieldTable& table);          // for `perilune check`

}  // namespace perilune
