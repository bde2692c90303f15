#include "lua/bytecode/translator.h"

namespace perilune::bytecode {

AbstractValue Translator::add_object(Object object) {
  state_.objects.push_back(std::move(object));
  return known_value(Kind::object, static_cast<int>(state_.objects.size()) - 1);
}

AbstractValue Translator::upvalue(int index) {
  const std::optional<AbstractValue> value = surroundings_->upvalue(frame().function, index);
  if (!value) {
    refuse("uses the upvalue '" + function().prototype.upvalues[static_cast<std::size_t>(index)] +
           "', which is no number, table or function");
  }
  return *value;
}

AbstractValue Translator::index(const AbstractValue& table, const AbstractValue& key) {
  if (table.kind == Kind::object)
    return index_object(state_.objects[static_cast<std::size_t>(table.id)], key);
  if (table.kind == Kind::view) return index_view(key);
  if (table.kind != Kind::table) refuse("indexes " + describe(table));
  if (key.kind != Kind::string && key.kind != Kind::integer_constant)
    refuse("indexes a table with what is only known when it runs");
  const std::optional<AbstractValue> value = surroundings_->field(table.id, key);
  if (value) return *value;
  const std::string name =
      key.kind == Kind::string ? surroundings_->string(key.id) : std::to_string(key.integer);
  refuse("reads '" + name + "', which needs a metamethod or is no number, table or function");
}

AbstractValue Translator::index_object(const Object& object, const AbstractValue& key) {
  if (key.kind == Kind::integer_constant && object.argument < 0) {
    const bool inside = key.integer >= 1 && key.integer <= static_cast<std::int64_t>(object.array.size());
    return inside ? object.array[static_cast<std::size_t>(key.integer - 1)] : nil_value();
  }
  if (key.kind != Kind::string) refuse("indexes a table with what is only known when it runs");
  const std::string& name = surroundings_->string(key.id);
  const auto found = object.fields.find(name);
  if (found != object.fields.end()) return found->second;
  if (object.argument < 0) return nil_value();
  if (!translation_.unknown_field) translation_.unknown_field = UnknownField{line(), object.argument, name};
  refuse("reads the unknown field '" + name + "'");
}

void Translator::store(const AbstractValue& table, const AbstractValue& key, const AbstractValue& value) {
  if (table.kind != Kind::object) refuse("writes a field of " + describe(table));
  Object& object = state_.objects[static_cast<std::size_t>(table.id)];
  if (object.frozen) refuse("writes a parameter");
  if (value.kind == Kind::nil) refuse("removes a field");
  if (key.kind == Kind::string) {
    const std::string& name = surroundings_->string(key.id);
    if (object.argument >= 0 && object.fields.count(name) == 0)
      refuse("writes the unknown field '" + name + "'");
    object.fields[name] = value;
    return;
  }
  const auto size = static_cast<std::int64_t>(object.array.size());
  if (key.kind != Kind::integer_constant || object.argument >= 0 || key.integer < 1 || key.integer > size + 1)
    refuse("writes a table at a place that is only known when it runs");
  if (key.integer > size) object.array.push_back(value);
  else object.array[static_cast<std::size_t>(key.integer - 1)] = value;
}

// A list { a, b, … } or the end of it.
void Translator::set_list(const Instruction& i) {
  const int count = i.b() > 0 ? i.b() : frame().top - i.a() - 1;
  std::int64_t place = i.c();
  if (i.k())
    place += std::int64_t{function().prototype.code[static_cast<std::size_t>(frame().pc) + 1].ax()} * 256;
  for (int k = 1; k <= count; ++k) store(reg(i.a()), integer_value(place + k), reg(i.a() + k));
  frame().top = -1;
}

AbstractValue Translator::length(const AbstractValue& value) {
  if (value.kind == Kind::object) {
    const Object& object = state_.objects[static_cast<std::size_t>(value.id)];
    return integer_value(static_cast<std::int64_t>(object.array.size()));
  }
  if (value.kind == Kind::table) {
    if (const std::optional<AbstractValue> known = surroundings_->length(value.id)) return *known;
  }
  refuse("takes the length of " + describe(value));
}

bool Translator::execute_table(const Instruction& i) {
  int length_of_code = 1;
  switch (i.op()) {
    case Opcode::GETUPVAL: reg(i.a()) = upvalue(i.b()); break;
    case Opcode::SETUPVAL:
      refuse("writes upvalue '" + function().prototype.upvalues[static_cast<std::size_t>(i.b())] + "'");
    case Opcode::GETTABUP: reg(i.a()) = index(upvalue(i.b()), constant(i.c())); break;
    case Opcode::SETTABUP: refuse("writes global '" + surroundings_->string(constant(i.b()).id) + "'");
    case Opcode::GETTABLE: reg(i.a()) = index(reg(i.b()), reg(i.c())); break;
    case Opcode::GETI: reg(i.a()) = index(reg(i.b()), integer_value(i.c())); break;
    case Opcode::GETFIELD: reg(i.a()) = index(reg(i.b()), constant(i.c())); break;
    case Opcode::SETTABLE: store(reg(i.a()), reg(i.b()), constant_or_register(i)); break;
    case Opcode::SETI: store(reg(i.a()), integer_value(i.b()), constant_or_register(i)); break;
    case Opcode::SETFIELD: store(reg(i.a()), constant(i.b()), constant_or_register(i)); break;
    case Opcode::NEWTABLE:
      reg(i.a()) = add_object({});
      length_of_code = 2;
      break;
    case Opcode::SETLIST:
      set_list(i);
      if (i.k()) length_of_code = 2;
      break;
    case Opcode::LEN: reg(i.a()) = length(reg(i.b())); break;
    case Opcode::SELF: {
      const AbstractValue object = reg(i.b());
      if (object.kind != Kind::view) refuse("calls a method with ':'");
      reg(i.a() + 1) = object;
      reg(i.a()) = index_view(constant_or_register(i));
      break;
    }
    default: return false;
  }
  frame().pc += length_of_code;
  return true;
}

}  // namespace perilune::bytecode
