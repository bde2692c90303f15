#include <array>

#include "lua/bytecode/translator.h"

namespace perilune::bytecode {

// The entry of a value's metatable; nil: there is none.
AbstractValue Translator::metamethod(const AbstractValue& value, const std::string& event) {
  int metatable = -1;
  if (value.kind == Kind::object) metatable = state_.objects[static_cast<std::size_t>(value.id)].metatable;
  if (value.kind == Kind::table) {
    const AbstractValue known = surroundings_->metatable(value.id);
    if (known.kind == Kind::table) metatable = known.id;
  }
  if (metatable < 0) return nil_value();
  const std::optional<AbstractValue> entry =
      surroundings_->raw_field(metatable, surroundings_->add_string(event));
  if (!entry) refuse("uses the metamethod " + event);
  return *entry;
}

// setmetatable of a table of the function's own, once.
AbstractValue Translator::set_metatable(const Values& arguments) {
  if (arguments.size() < 2 || arguments[0].kind != Kind::object || arguments[1].kind != Kind::table)
    refuse("calls setmetatable with other tables than one of its own and one outside");
  Object& object = state_.objects[static_cast<std::size_t>(arguments[0].id)];
  if (object.frozen || object.argument >= 0 || object.metatable >= 0) refuse("changes a metatable");
  object.metatable = arguments[1].id;
  for (const char* event : {"__gc", "__close", "__mode", "__metatable"})
    if (metamethod(arguments[0], event).kind != Kind::nil)
      refuse("uses the metamethod " + std::string(event));
  return arguments[0];
}

void Translator::refuse_metamethod(const AbstractValue& value, const char* event) {
  if (metamethod(value, event).kind != Kind::nil) refuse("uses the metamethod " + std::string(event));
}

// Where a table has no such entry: its class may have it.
AbstractValue Translator::index_beyond(const AbstractValue& object, const AbstractValue& key) {
  const AbstractValue next = metamethod(object, "__index");
  if (next.kind == Kind::nil) return next;
  if (next.kind != Kind::table) refuse("uses the metamethod __index, which is no table");
  return index(next, key);
}

// What an operator on tables calls. The instruction that follows the operator says it: event, operands and their order.
bool Translator::call_operator(int result) {
  static constexpr std::array<const char*, 7> events = {"__add", "__sub", "__mul", "__mod",
                                                        "__pow", "__div", "__idiv"};
  constexpr int first_event = 6;  // ltm.h: TM_ADD
  const Instruction& i = function().prototype.code[static_cast<std::size_t>(frame().pc) + 1];
  const int event = i.c() - first_event;
  if (event < 0 || event >= static_cast<int>(events.size())) return false;
  AbstractValue a = reg(i.a()), b;
  if (i.op() == Opcode::MMBIN) b = reg(i.b());
  else if (i.op() == Opcode::MMBINI) b = integer_value(i.signed_b());
  else b = constant(i.b());
  if (i.op() != Opcode::MMBIN && i.k()) std::swap(a, b);
  return call_handler(events.at(static_cast<std::size_t>(event)), a, b, result, 2);
}

bool Translator::call_handler(const char* event, const AbstractValue& a, const AbstractValue& b, int result,
                              int length) {
  AbstractValue handler = metamethod(a, event);
  if (handler.kind == Kind::nil) handler = metamethod(b, event);
  if (handler.kind == Kind::nil) return false;
  check_callee(handler);
  frame().pc += length;
  enter(handler, {a, b}, result, 1);
  return true;
}

}  // namespace perilune::bytecode
