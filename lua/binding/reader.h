#pragma once

#include <string>
#include <vector>

#include "engine/model/field.h"
#include "engine/model/model.h"
#include "lua/binding/values.h"

namespace perilune {

// A constructor's one table of named fields, `model:body { name = "ball", mass = 1 }`. Every constructor of the
// language reads through it, so all have the same checks and the same messages.
class FieldTable {
 public:
  enum class Entries {
    named,            // fields only
    named_and_listed  // also entries without a name, `run:expect { "ball.y", below = 1 }`
  };

  // kind: "body". allowed: the keys the table may have; a `name` among them becomes part of element().
  // Throws InputError when there is no table, a key is unknown, or an entry has no name.
  FieldTable(lua_State* L, int index, std::string kind, std::vector<std::string> allowed,
             Entries entries = Entries::named);

  const std::string& element() const { return element_; }  // "body 'ball'"
  const std::string& name() const { return name_; }        // "" when not given
  const std::string& origin() const { return origin_; }

  bool has(const char* key) const;
  void push(const char* key) const;  // its value, or nil
  [[noreturn]] void refuse(const std::string& rule, const std::string& remedy = "") const;

  // Runs `action`; what it throws gets this element and line.
  template <class Action>
  auto explain(Action action) const {
    try {
      return action();
    } catch (const InputError& error) {
      if (!error.origin.empty()) throw;
      throw InputError(origin_, error.element.empty() ? element_ : error.element, error.rule, error.remedy);
    }
  }

  // Single fields of constructors that no Field list describes.
  double number(const char* key, double otherwise, const std::string& unit, const Range& range = {}) const;
  double required_number_field(const char* key, const std::string& unit, const Range& range = {}) const;
  std::string text(const char* key, const std::string& otherwise,
                   const std::vector<std::string>& choices = {}) const;
  bool boolean(const char* key, bool otherwise) const;

 private:
  void read_name();
  void check_keys(Entries entries) const;
  bool allows(const std::string& key) const;

  lua_State* L_;
  int index_;
  std::string kind_, element_, name_, origin_;
  std::vector<std::string> allowed_;
};

// What a Field list asks for, read and checked; notes in the host which defaults were used.
// model: whose bodies may appear; nullptr for laws and the like.
std::vector<Given> read_fields(lua_State* L, const FieldTable& table, const std::vector<FieldInfo>& fields,
                               const std::shared_ptr<Model>& model);

std::vector<std::string> field_names(const std::vector<FieldInfo>& fields);
// The same for an element of a model: it may also have a name.
std::vector<std::string> element_fields(const std::vector<FieldInfo>& fields);

// "0 rad": a default as the manual shows it; "" when there is none to show.
std::string describe_default(const FieldInfo& field, Dimension dimension = Dimension::planar);

// The catalogue entry's product from the table at index: the one constructor path of all kinds.
template <class Product>
Product construct(lua_State* L, const FieldTable& table, const CatalogEntry<Product>& entry,
                  const std::shared_ptr<Model>& model) {
  return table.explain([&] { return entry.make(read_fields(L, table, entry.fields, model)); });
}

}  // namespace perilune
