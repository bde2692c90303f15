#include "engine/contact/clearance.h"

#include "lua/binding/by_dimension.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"

namespace perilune {

// model:clearance_revolute {…}, model:clearance_prismatic {…}: the fields of the geometry, and those of a contact.
int make_clearance(lua_State* L) {
  const auto& entry =
      *static_cast<const CatalogEntry<ClearanceShapes>*>(lua_touserdata(L, lua_upvalueindex(1)));
  const ModelObject object = self<ModelObject>(L);
  Host& host = Host::of(L);
  host.refuse_inside_callback("model:" + entry.name);
  refuse_in_space(*object.model, entry.name);
  std::vector<std::string> allowed = element_fields(entry.fields);
  for (std::string& field : said_names("clearance")) allowed.push_back(std::move(field));
  const FieldTable table(L, 2, entry.name, allowed);
  const ClearanceShapes shapes = construct(L, table, entry, object.model);
  Contact contact;
  contact.name = table.name(), contact.origin = table.origin(), contact.is_joint = true;
  contact.a = shapes.inner, contact.b = shapes.outer;
  contact.law = read_contact_law(L, table);
  contact.friction = read_friction(L, table);
  if (table.has("tolerance")) contact.tolerance = table.number("tolerance", 0, "m", above(0));
  note_contact_defaults(host, table);
  object.model->add(contact);
  push_object(L, ElementObject{object.model, entry.name, object.model->contacts().back().name});
  return 1;
}

}  // namespace perilune
