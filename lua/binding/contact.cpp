#include <fmt/format.h>
#include <algorithm>

#include "engine/shapes/catalog.h"
#include "lua/binding/friction_object.h"
#include "lua/binding/law_object.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"

namespace perilune {

ShapePointer read_shape(lua_State* L, const FieldTable& table, int position, const Model& model) {
  lua_rawgeti(L, -1, position);
  const ShapeObject* object = find_object<ShapeObject>(L, -1);
  if (!object) {
    table.refuse("between[" + std::to_string(position) + "] = " + describe(L, -1) + " must be a shape",
                 "ball:circle { radius = 0.1 }, model.ground:line { … }");
  }
  if (!model.owns(*object->shape->body)) {
    table.refuse("'" + object->shape->body->name + "' belongs to another model",
                 "use bodies of model '" + model.name() + "'");
  }
  ShapePointer shape = object->shape;
  lua_pop(L, 1);
  return shape;
}

void push_shape_pair(lua_State* L, const FieldTable& table) {
  if (!table.has("between")) table.refuse("'between' is missing: two shapes { a, b }");
  table.push("between");
  if (!lua_istable(L, -1)) table.refuse("between = " + describe(L, -1) + " must be two shapes { a, b }");
  if (lua_rawlen(L, -1) != 2) {
    table.refuse("between has " + std::to_string(lua_rawlen(L, -1)) + " entries, it needs two shapes");
  }
}

namespace {

void read_shapes(lua_State* L, const FieldTable& table, const Model& model, Contact& contact) {
  push_shape_pair(L, table);
  contact.a = read_shape(L, table, 1, model);
  contact.b = read_shape(L, table, 2, model);
  lua_pop(L, 1);
  if (!table.explain([&] { return make_pairs(*contact.a, *contact.b); }).empty()) return;
  table.refuse(
      std::string("a ") + contact.a->kind() + " and a " + contact.b->kind() + " cannot touch",
      fmt::format("a {} touches: {}", contact.a->kind(), fmt::join(partners(contact.a->kind()), ", ")));
}

}  // namespace

ContactLawPointer read_contact_law(lua_State* L, const FieldTable& table) {
  if (!table.has("law")) {
    table.refuse("'law' is missing: a contact law", "law = mbs.laws.hertz { stiffness = 1e8 }");
  }
  table.push("law");
  const LawObject* object = find_object<LawObject>(L, -1);
  if (!object) {
    table.refuse("law = " + describe(L, -1) + " must be a contact law",
                 "mbs.laws.NAME { … }, or mbs.law { force = function(c, p) … end }");
  }
  lua_pop(L, 1);
  return object->law;
}

namespace {

// An entry with a name is no entry of a list: { a, second = b } would lose one silently.
void refuse_named_entries(lua_State* L, const FieldTable& table, int list) {
  for (lua_pushnil(L); lua_next(L, list) != 0; lua_pop(L, 1)) {
    if (lua_isinteger(L, -2)) continue;
    table.refuse("bodies has an entry with the name " + describe(L, -2) + ", it is a list { a, b, … }");
  }
}

// bodies = "all" or { body, … }.
std::vector<BodyPointer> read_bodies(lua_State* L, const FieldTable& table) {
  std::vector<BodyPointer> bodies;
  if (!table.has("bodies")) table.refuse("'bodies' is missing: \"all\" or a list of bodies { a, b, … }");
  table.push("bodies");
  const bool is_all = lua_type(L, -1) == LUA_TSTRING && std::string(lua_tostring(L, -1)) == "all";
  if (!is_all && !lua_istable(L, -1)) {
    table.refuse("bodies = " + describe(L, -1) + " must be \"all\" or a list of bodies { a, b, … }");
  }
  if (!is_all) refuse_named_entries(L, table, lua_gettop(L));
  const int count = is_all ? 0 : static_cast<int>(lua_rawlen(L, -1));
  if (!is_all && count < 2) {
    table.refuse("bodies has " + std::to_string(count) + (count == 1 ? " entry" : " entries") +
                 ", it needs two or more");
  }
  for (int i = 1; i <= count; ++i) {
    lua_rawgeti(L, -1, i);
    const BodyObject* object = find_object<BodyObject>(L, -1);
    if (!object) table.refuse("bodies[" + std::to_string(i) + "] = " + describe(L, -1) + " must be a body");
    if (std::find(bodies.begin(), bodies.end(), object->body) != bodies.end()) {
      table.refuse("bodies names '" + object->body->name + "' twice");
    }
    bodies.push_back(object->body);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return bodies;
}

}  // namespace

FrictionLawPointer read_friction(lua_State* L, const FieldTable& table) {
  if (!table.has("friction")) return nullptr;
  table.push("friction");
  const FrictionObject* object = find_object<FrictionObject>(L, -1);
  if (!object) {
    const std::string number = lua_type(L, -1) == LUA_TNUMBER ? describe(L, -1) : "0.3";
    table.refuse("friction = " + describe(L, -1) + " must be a friction law",
                 "friction = mbs.friction.regularized_coulomb { coefficient = " + number +
                     " }, or mbs.friction_law { force = function(c, p) … end }");
  }
  lua_pop(L, 1);
  return object->law;
}

void note_contact_defaults(Host& host, const FieldTable& table) {
  if (!host.options.check_only) return;
  std::string text;
  if (!table.has("tolerance")) text = "tolerance = that of the acceptance rule";
  if (!table.has("friction")) text += text.empty() ? "no friction" : ", no friction";
  if (!text.empty()) host.defaults.push_back({table.origin(), table.element(), text});
}

int make_contact(lua_State* L) {
  const ModelObject object = self<ModelObject>(L);
  Host& host = Host::of(L);
  host.refuse_inside_callback("model:contact");
  const FieldTable table(L, 2, "contact", said_names("contact"));
  Contact contact;
  contact.name = table.name(), contact.origin = table.origin();
  read_shapes(L, table, *object.model, contact);
  contact.law = read_contact_law(L, table);
  contact.friction = read_friction(L, table);
  if (table.has("tolerance")) contact.tolerance = table.number("tolerance", 0, "m", above(0));
  note_contact_defaults(host, table);
  object.model->add(contact);
  push_object(L, ElementObject{object.model, "contact", object.model->contacts().back().name});
  return 1;
}

int make_contacts(lua_State* L) {
  const ModelObject object = self<ModelObject>(L);
  Host::of(L).refuse_inside_callback("model:contacts");
  const FieldTable table(L, 2, "contacts", said_names("contacts"));
  ContactGroup group;
  group.name = table.name(), group.origin = table.origin();
  group.bodies = read_bodies(L, table);
  group.law = read_contact_law(L, table);
  group.friction = read_friction(L, table);
  if (table.has("tolerance")) group.tolerance = table.number("tolerance", 0, "m", above(0));
  note_contact_defaults(Host::of(L), table);
  object.model->add(std::move(group));
  push_object(L, ElementObject{object.model, "contacts", object.model->contact_groups().back().name});
  return 1;
}

}  // namespace perilune
