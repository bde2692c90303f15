#pragma once

#include <lua.hpp>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "lua/bytecode/abstract_value.h"
#include "lua/bytecode/liveness.h"
#include "lua/bytecode/prototype.h"

namespace perilune::bytecode {

// Remembers which function object is `math.sin`, `assert`, …, so that it is known wherever a script keeps it. The
// table of globals is at index.
void remember_functions(lua_State* L, int globals);

// To a script −0 and 0 are two numbers and all NaN are one.
bool same_number(double a, double b);

// A function that the translator meets.
struct KnownFunction {
  std::string name;     // of the library: "math.sin"; "" for those of the script
  std::string trouble;  // neither of the library nor readable: why
  Prototype prototype;
  Flow flow;
};

// What a function reads from outside itself, as it was when it was translated: its upvalues, globals and fields of
// tables become constants, and holds() tells whether they still are what they were.
class Surroundings {
 public:
  explicit Surroundings(lua_State* L);
  ~Surroundings();
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  // While translating. Values that no translation can use are nothing.
  AbstractValue add_function(int index);  // at an index of the stack
  AbstractValue add_string(const std::string& text);
  std::optional<AbstractValue> upvalue(int function, int index);
  // nothing: there is no such entry, and a metatable may have an answer. Key: a string or an integer.
  std::optional<AbstractValue> field(int table, const AbstractValue& key);
  std::optional<AbstractValue> raw_field(int table, const AbstractValue& key);  // whatever its metatable says
  std::optional<AbstractValue> length(int table);
  AbstractValue metatable(int table);  // nil: none
  // Of a table, integers in order, then strings; nothing: it has others, or a metatable.
  std::optional<std::vector<AbstractValue>> keys(int table);
  std::optional<AbstractValue> method_of_strings(const AbstractValue& name);
  int inner_function(int function, int number);  // the id of one that a function makes when it runs
  const KnownFunction& function(int id) const { return *functions_[static_cast<std::size_t>(id)]; }
  const std::string& string(int id) const { return strings_[static_cast<std::size_t>(id)]; }

  // On any thread of the same interpreter.
  bool holds(lua_State* L) const;

 private:
  struct Dependency {
    enum class Kind { upvalue, field, length, keys, metatable, string_method } kind;
    int owner;  // function or table
    int index;  // of the upvalue; of a field: not 0 where a metatable changes nothing
    AbstractValue key, expected;
  };
  void depend(const Dependency& dependency);
  void push_anchor(lua_State* L, int anchor) const;
  bool push_source(lua_State* L, const Dependency& dependency) const;      // false: cannot be read any more
  bool is_as_expected(lua_State* L, const AbstractValue& expected) const;  // the value on top
  void push_key(lua_State* L, const AbstractValue& key) const;
  void push_method_of_strings(lua_State* L, const AbstractValue& name) const;
  bool has_keys(lua_State* L,
                const std::vector<AbstractValue>& keys) const;  // the table on top, and no others
  std::optional<AbstractValue> field_beyond(int table, const AbstractValue& key, int depth);
  std::optional<AbstractValue> find_field(int table, const AbstractValue& key, int depth);
  std::optional<AbstractValue> import();  // the value on top, popped
  int anchor(std::map<const void*, int>& known, std::vector<int>& anchors);
  std::unique_ptr<KnownFunction> read_function(int index) const;

  lua_State* L_;
  lua_State* main_;
  int anchors_;  // registry: a list that keeps functions and tables alive
  int count_ = 0;
  std::vector<std::unique_ptr<KnownFunction>> functions_;
  std::vector<int> function_anchors_, table_anchors_;
  std::map<const void*, int> function_ids_, table_ids_;
  std::map<std::pair<int, int>, int> inner_ids_;     // by function and number
  std::map<int, std::vector<AbstractValue>> lists_;  // keys, by table
  std::vector<std::string> strings_;
  std::vector<Dependency> dependencies_;
  std::set<std::tuple<Dependency::Kind, int, int, AbstractValue::Kind, int, std::int64_t>>
      known_dependencies_;
};

}  // namespace perilune::bytecode
