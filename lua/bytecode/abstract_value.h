#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "engine/law/routine.h"

namespace perilune::bytecode {

// What is known of a value of the language before it is computed: its type always, its content often.
struct AbstractValue {
  enum class Kind : std::uint8_t {
    nil,
    no,                // false
    yes,               // true
    number_constant,   // a float: `number`
    integer_constant,  // `integer`
    number,            // a float that `value` computes
    integer,           // an integer that `value` computes
    mixed,  // `value`; an integer where `flag` is 1, a float where it is 0. As an integer it is exact, no −0
    string,    // of the surroundings, `id`
    text,      // some string: only good for messages
    table,     // of the surroundings, `id`
    function,  // of the surroundings, `id`
    object,    // a table that the function itself was given or made, `id` of the state
    view,      // what the function was given to look at
    method,    // of the view, `id`
    iterator,  // the function that ipairs returns
  };
  Kind kind = Kind::nil;
  ir::Value value = ir::none, flag = ir::none;
  int id = -1;
  double number = 0;
  std::int64_t integer = 0;
  // mixed: the only integers that it can be, `integer` < `other` where there are two; 0 candidates: any
  std::int64_t other = 0;
  int candidates = 0;

  bool is_float() const { return kind == Kind::number_constant || kind == Kind::number; }
  bool is_integer() const { return kind == Kind::integer_constant || kind == Kind::integer; }
  bool is_numeric() const { return is_float() || is_integer() || kind == Kind::mixed; }
  bool is_constant_number() const { return kind == Kind::number_constant || kind == Kind::integer_constant; }
  bool is_true() const { return kind != Kind::nil && kind != Kind::no; }
};

AbstractValue nil_value();
AbstractValue boolean_value(bool yes);
AbstractValue number_value(double number);
AbstractValue integer_value(std::int64_t integer);
AbstractValue computed_number(ir::Value value);
AbstractValue computed_integer(ir::Value value);
AbstractValue mixed_value(ir::Value value, ir::Value flag);
// What may become of either; neither is a float alone.
void set_candidates(AbstractValue& mixed, const AbstractValue& a, const AbstractValue& b);
AbstractValue known_value(AbstractValue::Kind kind, int id);
// "a nil value", "a number", as in messages of the language.
std::string describe(const AbstractValue& value);

// A table that lives only while the function runs.
struct Object {
  std::vector<AbstractValue> array;
  std::map<std::string, AbstractValue> fields;
  int argument = -1;    // the record argument that it is; −1: a plain table
  bool frozen = false;  // must not be written
};

// One running function.
struct Frame {
  int function = -1;  // of the surroundings
  int pc = 0;
  int top = -1;  // after an open list of values: its end
  std::vector<AbstractValue> registers;
  int results_at = 0, wanted = 0;  // where the caller wants what this returns; wanted < 0: all
};

struct State {
  std::vector<Frame> frames;
  std::vector<Object> objects;
};

}  // namespace perilune::bytecode
