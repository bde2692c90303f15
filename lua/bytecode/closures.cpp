#include "lua/bytecode/translator.h"

namespace perilune::bytecode {

// The variable in a register of the running function that closures share; made when the first of them asks for it.
AbstractValue Translator::shared_variable(int place) {
  const int running = static_cast<int>(state_.frames.size()) - 1;
  for (std::size_t i = 0; i < state_.objects.size(); ++i) {
    const Object& object = state_.objects[i];
    if (object.frame == running && object.place == place)
      return known_value(Kind::object, static_cast<int>(i));
  }
  Object variable;
  variable.frame = running, variable.place = place;
  return add_object(std::move(variable));
}

void Translator::make_closure(const Instruction& i) {
  const int function = surroundings_->inner_function(frame().function, i.bx());
  Object closure;
  closure.function = function;
  for (const Capture& capture : surroundings_->function(function).prototype.captures) {
    if (capture.is_register) {
      closure.array.push_back(shared_variable(capture.index));
    } else if (frame().closure.kind == Kind::closure) {
      const Object& around = state_.objects[static_cast<std::size_t>(frame().closure.id)];
      closure.array.push_back(around.array[static_cast<std::size_t>(capture.index)]);
    } else {
      Object outside;
      outside.function = frame().function, outside.place = capture.index;
      closure.array.push_back(add_object(std::move(outside)));
    }
  }
  const AbstractValue made = add_object(std::move(closure));
  reg(i.a()) = known_value(Kind::closure, made.id);
}

// Variables of the running function from this register on come to their end: who shares them keeps their values.
void Translator::close_variables(int first) {
  const int running = static_cast<int>(state_.frames.size()) - 1;
  for (Object& object : state_.objects) {
    if (object.frame != running || object.place < first) continue;
    object.array = {reg(object.place)};
    object.frame = object.place = -1;
  }
}

Object& Translator::variable(int upvalue) {
  const Object& closure = state_.objects[static_cast<std::size_t>(frame().closure.id)];
  return state_.objects[static_cast<std::size_t>(closure.array[static_cast<std::size_t>(upvalue)].id)];
}

AbstractValue Translator::upvalue(int index) {
  int function = frame().function, place = index;
  if (frame().closure.kind == Kind::closure) {
    const Object& shared = variable(index);
    if (shared.frame >= 0) {
      const Frame& home = state_.frames[static_cast<std::size_t>(shared.frame)];
      return home.registers[static_cast<std::size_t>(shared.place)];
    }
    if (shared.function < 0) return shared.array.front();
    function = shared.function, place = shared.place;
  }
  const std::optional<AbstractValue> value = surroundings_->upvalue(function, place);
  if (!value) {
    refuse("uses the upvalue '" + this->function().prototype.upvalues[static_cast<std::size_t>(index)] +
           "', which is no number, table or function");
  }
  return *value;
}

void Translator::write_upvalue(int index, const AbstractValue& value) {
  const bool is_own = frame().closure.kind == Kind::closure && variable(index).function < 0;
  if (!is_own)
    refuse("writes upvalue '" + function().prototype.upvalues[static_cast<std::size_t>(index)] + "'");
  Object& shared = variable(index);
  if (shared.frame < 0) {
    shared.array.front() = value;
    return;
  }
  Frame& home = state_.frames[static_cast<std::size_t>(shared.frame)];
  home.registers[static_cast<std::size_t>(shared.place)] = value;
}

}  // namespace perilune::bytecode
