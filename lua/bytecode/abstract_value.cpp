#include "lua/bytecode/abstract_value.h"

#include <algorithm>

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

void set_candidates(AbstractValue& mixed, const AbstractValue& a, const AbstractValue& b) {
  std::vector<std::int64_t> all;
  for (const AbstractValue* from : {&a, &b}) {
    if (from->is_float()) continue;
    const int count = from->kind == AbstractValue::Kind::integer_constant ? 1 : from->candidates;
    if (count == 0) return;
    all.push_back(from->integer);
    if (count > 1) all.push_back(from->other);
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  if (all.empty() || all.size() > 2) return;
  mixed.integer = all.front(), mixed.other = all.back();
  mixed.candidates = static_cast<int>(all.size());
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
    case Kind::method:
    case Kind::iterator:
    case Kind::walk:
    case Kind::closure:
    case Kind::function: return "a function value";
    case Kind::view: return "what it is given";
    default: return "a number value";
  }
}

}  // namespace perilune::bytecode
