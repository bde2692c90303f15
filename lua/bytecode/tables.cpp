#include <algorithm>

#include "lua/bytecode/translator.h"

namespace perilune::bytecode {
namespace {

constexpr std::size_t most_choices = 64;  // entries of a list that is read at a place only known when it runs

}  // namespace

AbstractValue Translator::add_object(Object object) {
  state_.objects.push_back(std::move(object));
  return known_value(Kind::object, static_cast<int>(state_.objects.size()) - 1);
}

AbstractValue Translator::index(const AbstractValue& table, const AbstractValue& key) {
  if (is_list(table) && key.kind == Kind::integer) return choose(entries_of(table), key.value);
  if (is_list(table) && (key.kind == Kind::number || key.kind == Kind::mixed)) {
    // A float that is a whole number is that integer; with others there is no entry in a list.
    const ir::Value number = as_number(key), whole = emit(ir::Op::to_integer, number);
    const Values entries = entries_of(table);
    demand(ir::Op::equal, emit(ir::Op::to_number, whole), number);
    return choose(entries, whole);
  }
  if (table.kind == Kind::object) {
    const AbstractValue value = index_object(state_.objects[static_cast<std::size_t>(table.id)], key);
    return value.kind == Kind::nil ? index_beyond(table, key) : value;
  }
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

// The entry at a place that is only known when it runs. Beyond the list there is nothing: the interpreter's business.
AbstractValue Translator::choose(const Values& entries, ir::Value place) {
  if (entries.empty() || entries.size() > most_choices)
    refuse("indexes a table of many entries with what is only known when it runs");
  const auto count = static_cast<std::int64_t>(entries.size());
  demand(ir::Op::integer_less_equal, ir::add_integer(routine_, 1), place);
  demand(ir::Op::integer_less_equal, place, ir::add_integer(routine_, count));
  const ir::Value from_zero = emit(ir::Op::integer_subtract, place, ir::add_integer(routine_, 1));
  std::vector<ir::Value> bits;
  for (std::int64_t bit = 1; bit < count; bit *= 2)
    bits.push_back(emit(ir::Op::integer_and, from_zero, ir::add_integer(routine_, bit)));
  return choose_by(entries, bits);
}

AbstractValue Translator::choose_by(const Values& entries, const std::vector<ir::Value>& bits) {
  const auto all = [&](auto holds) { return std::all_of(entries.begin(), entries.end(), holds); };
  if (all([](const AbstractValue& entry) { return is_list(entry); })) return choose_table(entries, bits);
  if (!all([](const AbstractValue& entry) { return entry.is_numeric(); }))
    refuse("indexes a table of other things than numbers with what is only known when it runs");
  std::vector<ir::Value> values, flags;
  for (const AbstractValue& entry : entries) {
    demand_exact_integer(entry);
    values.push_back(as_number(entry));
    flags.push_back(entry.kind == Kind::mixed ? emit(ir::Op::to_number, entry.flag)
                                              : ir::add_number(routine_, entry.is_integer() ? 1 : 0));
  }
  const ir::Value value = select_by(std::move(values), bits);
  if (all([](const AbstractValue& entry) { return entry.is_float(); })) return computed_number(value);
  if (all([](const AbstractValue& entry) { return entry.is_integer(); }))
    return computed_integer(emit(ir::Op::to_integer, value));
  return mixed_value(value, emit(ir::Op::to_integer, select_by(std::move(flags), bits)));
}

// Integers go through floats here, which only those up to 2^53 survive.
void Translator::demand_exact_integer(const AbstractValue& entry) {
  if (entry.is_integer()) demand_exact(entry);
}

// Pair by pair: half as many are left by every bit of the place.
ir::Value Translator::select_by(std::vector<ir::Value> values, const std::vector<ir::Value>& bits) {
  for (const ir::Value bit : bits) {
    std::vector<ir::Value> left;
    for (std::size_t i = 0; i < values.size(); i += 2) {
      const bool is_pair = i + 1 < values.size();
      left.push_back(is_pair ? emit(ir::Op::select, bit, values[i + 1], values[i]) : values[i]);
    }
    values = std::move(left);
  }
  return values.front();
}

// One of several tables with the same fields, to be read only.
AbstractValue Translator::choose_table(const Values& tables, const std::vector<ir::Value>& bits) {
  std::vector<Values> keys;
  for (const AbstractValue& table : tables) {
    const AbstractValue walk = make_walk(table);
    keys.push_back(state_.objects[static_cast<std::size_t>(walk.id)].array);
  }
  Object chosen;
  chosen.frozen = chosen.is_chosen = true;
  for (std::size_t k = 0; k < keys.front().size(); ++k) {
    const AbstractValue key = keys.front()[k];
    Values column;
    for (std::size_t i = 0; i < tables.size(); ++i) {
      const bool is_same = keys[i].size() == keys.front().size() && keys[i][k].kind == key.kind &&
                           keys[i][k].id == key.id && keys[i][k].integer == key.integer;
      if (!is_same) refuse("indexes tables of different fields with what is only known when it runs");
      column.push_back(index(tables[i], key));
    }
    const AbstractValue value = choose_by(column, bits);
    if (key.kind == Kind::string) chosen.fields[surroundings_->string(key.id)] = value;
    else if (key.integer == static_cast<std::int64_t>(chosen.array.size()) + 1) chosen.array.push_back(value);
    else refuse("indexes tables of different fields with what is only known when it runs");
  }
  return add_object(std::move(chosen));
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
  refuse_metamethod(table, "__newindex");
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

AbstractValue Translator::method_of_strings(const AbstractValue& name) {
  const std::optional<AbstractValue> method = surroundings_->method_of_strings(name);
  if (!method) refuse("calls a method of a string");
  return *method;
}

AbstractValue Translator::length(const AbstractValue& value) {
  if (value.kind == Kind::object) {
    refuse_metamethod(value, "__len");
    const Object& object = state_.objects[static_cast<std::size_t>(value.id)];
    return integer_value(static_cast<std::int64_t>(object.array.size()));
  }
  if (value.kind == Kind::table) {
    if (const std::optional<AbstractValue> known = surroundings_->length(value.id)) return *known;
  }
  if (value.kind == Kind::string)
    return integer_value(static_cast<std::int64_t>(surroundings_->string(value.id).size()));
  refuse("takes the length of " + describe(value));
}

bool Translator::execute_table(const Instruction& i) {
  int length_of_code = 1;
  switch (i.op()) {
    case Opcode::GETUPVAL: reg(i.a()) = upvalue(i.b()); break;
    case Opcode::SETUPVAL: write_upvalue(i.b(), reg(i.a())); break;
    case Opcode::CLOSURE: make_closure(i); break;
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
      const AbstractValue object = reg(i.b()), name = constant_or_register(i);
      const bool is_text = object.kind == Kind::string || object.kind == Kind::text;
      reg(i.a()) = is_text ? method_of_strings(name) : index(object, name);
      reg(i.a() + 1) = object;
      break;
    }
    default: return false;
  }
  frame().pc += length_of_code;
  return true;
}

}  // namespace perilune::bytecode
