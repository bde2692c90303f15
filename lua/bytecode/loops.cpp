#include <algorithm>

#include "lua/bytecode/translator.h"

namespace perilune::bytecode {
namespace {

constexpr std::int64_t most_counted = std::int64_t{1} << 53;

}  // namespace

bool Translator::execute_loop(const Instruction& i) {
  switch (i.op()) {
    case Opcode::FORPREP: prepare_loop(i); break;
    case Opcode::FORLOOP: continue_loop(i); break;
    case Opcode::TFORPREP: frame().pc += 1 + i.bx(); break;
    case Opcode::TFORCALL: call_iterator(i); break;
    case Opcode::TFORLOOP: {
      const AbstractValue next = reg(i.a() + 4);
      if (next.kind != Kind::nil) reg(i.a() + 2) = next;
      frame().pc += next.kind != Kind::nil ? 1 - i.bx() : 1;
      break;
    }
    default: return false;
  }
  return true;
}

// Registers: the iterator, the list, where it is, one that is closed behind the loop, then the loop's variables. The list
// is known, so every round is a version of its own.
void Translator::call_iterator(const Instruction& i) {
  if (reg(i.a() + 3).kind != Kind::nil) refuse("has a variable that is closed");
  if (reg(i.a()).kind == Kind::walk) {
    AbstractValue key = reg(i.a() + 2), value;
    const bool goes_on = next_pair(reg(i.a()), reg(i.a() + 1), key, value);
    for (int k = 0; k < i.c(); ++k) reg(i.a() + 4 + k) = nil_value();
    if (goes_on) reg(i.a() + 4) = key;
    if (goes_on && i.c() > 1) reg(i.a() + 5) = value;
    ++frame().pc;
    return;
  }
  if (reg(i.a()).kind != Kind::iterator) refuse("loops over another iterator than those of ipairs and pairs");
  if (reg(i.a() + 2).kind != Kind::integer_constant) refuse("loops over a long list");
  const AbstractValue next = integer_value(reg(i.a() + 2).integer + 1);
  const AbstractValue entry = index(reg(i.a() + 1), next);
  for (int k = 0; k < i.c(); ++k) reg(i.a() + 4 + k) = nil_value();
  if (entry.kind != Kind::nil) {
    reg(i.a() + 4) = next;
    if (i.c() > 1) reg(i.a() + 5) = entry;
  }
  ++frame().pc;
}

// The keys of a table as `pairs` of scripts visits them: numbers in order, then strings in order.
AbstractValue Translator::make_walk(const AbstractValue& table) {
  Object keys;
  keys.frozen = true;
  if (table.kind == Kind::table) {
    const std::optional<Values> known = surroundings_->keys(table.id);
    if (!known)
      refuse("calls pairs with a table that has a metatable or other keys than integers and strings");
    keys.array = *known;
  } else {
    const Object& object = state_.objects[static_cast<std::size_t>(table.id)];
    if (table.kind != Kind::object || object.frozen || object.metatable >= 0)
      refuse("calls pairs with " + describe(table));
    if (object.argument < 0) {
      for (std::size_t k = 1; k <= object.array.size(); ++k)
        keys.array.push_back(integer_value(static_cast<std::int64_t>(k)));
    }
    for (const auto& field : object.fields) keys.array.push_back(surroundings_->add_string(field.first));
  }
  return known_value(Kind::walk, add_object(std::move(keys)).id);
}

// key: that of the round before, nil before the first. What was removed on the way is left out.
bool Translator::next_pair(const AbstractValue& walk, const AbstractValue& table, AbstractValue& key,
                           AbstractValue& value) {
  const Values keys = state_.objects[static_cast<std::size_t>(walk.id)].array;
  const auto same = [&](const AbstractValue& other) {
    return other.kind == key.kind && other.id == key.id && other.integer == key.integer;
  };
  auto next = keys.begin();
  if (key.kind != Kind::nil) {
    next = std::find_if(keys.begin(), keys.end(), same);
    if (next == keys.end()) refuse("loops over a long list");
    ++next;
  }
  for (; next != keys.end(); ++next) {
    value = index(table, *next);
    if (value.kind == Kind::nil) continue;
    key = *next;
    return true;
  }
  return false;
}

// Registers of a loop: where it is (later: with the first value), limit (later: rounds left), step, loop variable.
void Translator::prepare_loop(const Instruction& i) {
  for (int r = i.a(); r <= i.a() + 2; ++r)
    if (!reg(r).is_numeric()) refuse("loops from, to or by " + describe(reg(r)));
  for (const int r : {i.a(), i.a() + 2})
    if (reg(r).kind == Kind::mixed) split(reg(r));
  if (!reg(i.a() + 2).is_constant_number()) refuse("loops with a step that is only known when it runs");
  if (reg(i.a()).is_integer() && reg(i.a() + 2).is_integer()) prepare_integer_loop(i);
  else prepare_number_loop(i);
}

// The limit as an integer; a float is rounded towards the start.
void Translator::loop_limit(const AbstractValue& limit, std::int64_t step, AbstractValue& whole) {
  whole = limit.is_integer() ? limit : rounded(step > 0 ? ir::Op::floor : ir::Op::ceiling, limit);
  if (whole.kind == Kind::number_constant) refuse("loops to a limit that is no integer");
  if (whole.kind != Kind::mixed) return;
  demand(ir::Op::integer_less, ir::add_integer(routine_, 0), whole.flag);
  whole = computed_integer(emit(ir::Op::to_integer, whole.value));
}

void Translator::prepare_integer_loop(const Instruction& i) {
  const AbstractValue first = reg(i.a());
  const std::int64_t step = reg(i.a() + 2).integer;
  if (step == 0) raise();
  AbstractValue limit;
  loop_limit(reg(i.a() + 1), step, limit);
  // Where both ends are small no difference overflows.
  for (const AbstractValue* end : {&first, static_cast<const AbstractValue*>(&limit)}) {
    if (end->kind == Kind::integer) {
      demand(ir::Op::integer_less, end->value, ir::add_integer(routine_, most_counted));
      demand(ir::Op::integer_less, ir::add_integer(routine_, -most_counted), end->value);
    } else if (end->integer > most_counted || end->integer < -most_counted) {
      refuse("loops over large integers");
    }
  }
  if (step > most_counted || step < -most_counted) refuse("loops over large integers");
  const int inside = frame().pc + 1, behind = frame().pc + 2 + i.bx();
  reg(i.a() + 3) = first;
  if (first.kind == Kind::integer_constant && limit.kind == Kind::integer_constant) {
    const bool runs = step > 0 ? first.integer <= limit.integer : limit.integer <= first.integer;
    const std::int64_t rounds = runs ? (limit.integer - first.integer) / step : 0;
    reg(i.a() + 1) = integer_value(rounds);
    if (rounds >= limits_.rounds) {
      reg(i.a()) = reg(i.a() + 3) = computed_integer(as_integer(first));
      reg(i.a() + 1) = computed_integer(ir::add_integer(routine_, rounds));
    }
    frame().pc = runs ? inside : behind;
    return;
  }
  const ir::Value from = as_integer(first), to = as_integer(limit);
  const ir::Value distance = emit(ir::Op::integer_subtract, to, from);
  const ir::Value rounds = emit(ir::Op::integer_floor_divide, distance, ir::add_integer(routine_, step));
  reg(i.a()) = reg(i.a() + 3) = computed_integer(from);
  reg(i.a() + 1) = computed_integer(rounds);
  branch(ir::Op::integer_less_equal, step > 0 ? from : to, step > 0 ? to : from, inside, behind);
}

void Translator::prepare_number_loop(const Instruction& i) {
  const auto as_float = [&](const AbstractValue& x) {
    return x.kind == Kind::integer_constant ? number_value(static_cast<double>(x.integer))
           : x.is_float()                   ? x
                                            : computed_number(as_number(x));
  };
  for (int r = i.a(); r <= i.a() + 2; ++r) reg(r) = as_float(reg(r));
  const double step = reg(i.a() + 2).number;
  if (step == 0) raise();
  // Always told from its constant: rounds of a loop over floats are not unrolled.
  const ir::Value first = as_number(reg(i.a())), limit = as_number(reg(i.a() + 1));
  reg(i.a()) = reg(i.a() + 3) = computed_number(first);
  const int inside = frame().pc + 1, behind = frame().pc + 2 + i.bx();
  branch(ir::Op::less, step > 0 ? limit : first, step > 0 ? first : limit, behind, inside);
}

void Translator::continue_loop(const Instruction& i) {
  const int again = frame().pc + 1 - i.bx(), behind = frame().pc + 1;
  AbstractValue& place = reg(i.a());
  AbstractValue& left = reg(i.a() + 1);
  const AbstractValue step = reg(i.a() + 2);
  if (!step.is_integer()) {
    place = reg(i.a() + 3) = computed_number(emit(ir::Op::add, as_number(place), as_number(step)));
    const ir::Value limit = as_number(left), next = place.value;
    const bool up = step.kind == Kind::number_constant && step.number > 0;
    if (step.kind != Kind::number_constant) refuse("loops with a step that is only known when it runs");
    return branch(ir::Op::less_equal, up ? next : limit, up ? limit : next, again, behind);
  }
  const AbstractValue before = left;
  place = reg(i.a() + 3) = compute_integers(Arithmetic::add, place, step);
  left = compute_integers(Arithmetic::subtract, before, integer_value(1));
  if (before.kind == Kind::integer_constant) frame().pc = before.integer > 0 ? again : behind;
  else branch(ir::Op::integer_less, ir::add_integer(routine_, 0), before.value, again, behind);
}

}  // namespace perilune::bytecode
