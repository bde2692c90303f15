#include "engine/shapes/catalog.h"
#include "lua/binding/law_object.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/reader.h"

namespace perilune {
namespace {

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

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

void read_shapes(lua_State* L, const FieldTable& table, const Model& model, Contact& contact) {
  if (!table.has("between")) table.refuse("'between' is missing: two shapes { a, b }");
  table.push("between");
  if (!lua_istable(L, -1)) table.refuse("between = " + describe(L, -1) + " must be two shapes { a, b }");
  if (lua_rawlen(L, -1) != 2) {
    table.refuse("between has " + std::to_string(lua_rawlen(L, -1)) + " entries, it needs two shapes");
  }
  contact.a = read_shape(L, table, 1, model);
  contact.b = read_shape(L, table, 2, model);
  lua_pop(L, 1);
  if (!table.explain([&] { return make_pairs(*contact.a, *contact.b); }).empty()) return;
  table.refuse(std::string("a ") + contact.a->kind() + " and a " + contact.b->kind() + " cannot touch",
               std::string("a ") + contact.a->kind() + " touches: " + joined(partners(contact.a->kind())));
}

ContactLawPointer read_law(lua_State* L, const FieldTable& table) {
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

}  // namespace

int make_contact(lua_State* L) {
  const ModelObject object = self<ModelObject>(L);
  Host& host = Host::of(L);
  host.refuse_inside_callback("model:contact");
  const FieldTable table(L, 2, "contact", {"name", "between", "law", "friction", "tolerance"});
  Contact contact;
  contact.name = table.name(), contact.origin = table.origin();
  read_shapes(L, table, *object.model, contact);
  contact.law = read_law(L, table);
  if (table.has("friction")) table.refuse("'friction' is not part of this version");
  if (table.has("tolerance")) contact.tolerance = table.number("tolerance", 0, "m", above(0));
  else if (host.options.check_only) {
    host.defaults.push_back(
        {table.origin(), table.element(), "tolerance = that of the acceptance rule, no friction"});
  }
  object.model->add(contact);
  push_object(L, ElementObject{object.model, "contact", object.model->contacts().back().name});
  return 1;
}

}  // namespace perilune
