#pragma once

#include "lua/bytecode/translator.h"

namespace perilune::bytecode {

// Every computed value of a state, always in the same order.
template <class Action>
void Translator::for_values(State& state, const Action& action) {
  visit_values(state, [&](AbstractValue& value) {
    if (value.kind == Kind::number || value.kind == Kind::mixed) action(value.value, ir::Type::number);
    if (value.kind == Kind::integer) action(value.value, ir::Type::integer);
    if (value.kind == Kind::mixed) action(value.flag, ir::Type::integer);
  });
}

}  // namespace perilune::bytecode
