#include "lua/bytecode/abstract_value.h"

namespace perilune::bytecode {

using Kind = AbstractValue::Kind;

AbstractValue nil_value() { return {}; }

AbstractValue boolean_value(bool yes) {
  AbstractValue value;
  value.kind = yes ? Kind::yes : Kind::no;
  return value;
}

AbstractValue number_value(double number) {
  AbstractValue value;
  value.kind = Kind::number_constant, value.number = number;
  return value;
}

AbstractValue integer_value(std::int64_t integer) {
  AbstractValue value;
  value.kind = Kind::integer_constant, value.integer = integer;
  return value;
}

AbstractValue computed_number(ir::Value computed) {
  AbstractValue value;
  value.kind = Kind::number, value.value = computed;
  return value;
}

AbstractValue computed_integer(ir::Value computed) {
  AbstractValue value;
  value.kind = Kind::integer, value.value = computed;
  return value;
}

AbstractValue mixed_value(ir::Value computed, ir::Value flag) {
  AbstractValue value;
  value.kind = Kind::mixed, value.value = computed, value.flag = flag;
  return value;
}

AbstractValue known_value(Kind kind, int id) {
  AbstractValue value;
  value.kind = kind, value.id = id;
  return value;
}

std::string describe(const AbstractValue& value) {
  switch (value.kind) {
    case Kind::nil: return "a nil value";
    case Kind::no:
    case Kind::yes: return "a boolean value";
    case Kind::string:
    case Kind::text: return "a string value";
    case Kind::table:
    case Kind::object: return "a table value";
    case Kind::function: return "a function value";
    default: return "a number value";
  }
}

}  // namespace perilune::bytecode
