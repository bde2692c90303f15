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
    walk,      // the function that pairs returns, `id` of an object: the keys
    closure,   // a function that the function itself made, `id` of an object: its upvalues
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
  bool is_object() const { return kind == Kind::object || kind == Kind::walk || kind == Kind::closure; }
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

// A table that lives only while the function runs; or a function made there, whose `array` are its upvalues; or one of these,
// a variable that functions share. While it is in a register of a running function it is open, later `array` has it.
struct Object {
  std::vector<AbstractValue> array;
  std::map<std::string, AbstractValue> fields;
  int argument = -1;       // the record argument that it is; −1: a plain table
  bool frozen = false;     // must not be written
  int metatable = -1;      // of the surroundings; −1: none
  bool is_chosen = false;  // one of several tables, which it is is only known when it runs
  int function = -1;       // of the surroundings: what a closure runs, or whose upvalue `place` a variable is
  int frame = -1;          // of an open variable, by number
  int place = -1;          // of a variable: its register, or upvalue of `function`
};

// One running function.
struct Frame {
  int function = -1;  // of the surroundings
  int pc = 0;
  int top = -1;  // after an open list of values: its end
  std::vector<AbstractValue> registers, varargs;
  AbstractValue closure;  // that runs; nil: a function from outside, whose upvalues are the surroundings'
  int results_at = 0, wanted = 0;  // where the caller wants what this returns; wanted < 0: all
};

struct State {
  std::vector<Frame> frames;
  std::vector<Object> objects;
};

// Every value of a state, always in the same order.
template <class State, class Action>
void visit_values(State& state, const Action& action) {
  for (auto& frame : state.frames) {
    for (auto& value : frame.registers) action(value);
    for (auto& value : frame.varargs) action(value);
    action(frame.closure);
  }
  for (auto& object : state.objects) {
    for (auto& value : object.array) action(value);
    for (auto& field : object.fields) action(field.second);
  }
}

}  // namespace perilune::bytecode
