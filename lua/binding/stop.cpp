#include "engine/shapes/stop.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"

namespace perilune {
namespace {

constexpr const char* example = "between = { q, model.ground }, gap = 0.01";

std::shared_ptr<Stop> read_end(lua_State* L, const FieldTable& table, int position, const Model& model) {
  lua_rawgeti(L, -1, position);
  const BodyObject* object = find_object<BodyObject>(L, -1);
  const bool fits = object && (object->body->is_scalar() || object->body == model.ground());
  if (!fits) {
    if (object && !model.owns(*object->body)) {
      table.refuse("'" + object->body->name + "' belongs to another model",
                   "use coordinates of model '" + model.name() + "'");
    }
    table.refuse("between[" + std::to_string(position) + "] = " + describe(L, -1) +
                     " must be a scalar coordinate or model.ground",
                 example);
  }
  auto end = std::make_shared<Stop>();
  end->body = object->body;
  lua_pop(L, 1);
  return end;
}

}  // namespace

// The gap is `gap` + b − a for between = { a, b }.
int make_stop(lua_State* L) {
  const ModelObject object = self<ModelObject>(L);
  Host& host = Host::of(L);
  host.refuse_inside_callback("model:stop");
  const FieldTable table(L, 2, "stop", said_names("stop"));
  if (!table.has("between")) table.refuse("'between' is missing: two scalar coordinates { a, b }", example);
  table.push("between");
  if (!lua_istable(L, -1) || lua_rawlen(L, -1) != 2)
    table.refuse("between = " + describe(L, -1) + " must be two scalar coordinates { a, b }", example);
  const auto a = read_end(L, table, 1, *object.model), b = read_end(L, table, 2, *object.model);
  lua_pop(L, 1);
  a->gap = b->gap = table.required_number_field("gap", "m or rad");
  Contact contact;
  contact.name = table.name(), contact.origin = table.origin();
  contact.a = a, contact.b = b;
  contact.law = read_contact_law(L, table);
  if (table.has("tolerance")) contact.tolerance = table.number("tolerance", 0, "m", above(0));
  else if (host.options.check_only) {
    host.defaults.push_back({table.origin(), table.element(), "tolerance = that of the acceptance rule"});
  }
  object.model->add(contact);
  push_object(L, ElementObject{object.model, "stop", object.model->contacts().back().name});
  return 1;
}

}  // namespace perilune
