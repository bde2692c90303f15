#include <algorithm>
#include <cstring>

#include "lua/bytecode/translator.h"

namespace perilune::bytecode {

// Registers that no way on reads keep nothing alive and tell no versions apart. Functions that wait for a result go on
// behind their call; what closures share may be read by them.
void Translator::forget_dead(State& state) const {
  const auto is_shared = [&](std::size_t frame, std::size_t r) {
    return std::any_of(state.objects.begin(), state.objects.end(), [&](const Object& object) {
      return object.frame == static_cast<int>(frame) && object.place == static_cast<int>(r);
    });
  };
  for (std::size_t f = 0; f < state.frames.size(); ++f) {
    Frame& frame = state.frames[f];
    const Registers& live =
        surroundings_->function(frame.function).flow.live[static_cast<std::size_t>(frame.pc)];
    for (std::size_t r = 0; r < frame.registers.size(); ++r) {
      const bool is_beyond = frame.top >= 0 && static_cast<int>(r) >= frame.top;
      if ((!live[std::min<std::size_t>(r, 255)] || is_beyond) && !is_shared(f, r))
        frame.registers[r] = nil_value();
    }
  }
}

// Keeps only objects that can still be reached, numbered in the order in which they are found.
void Translator::collect_objects(State& state) const {
  std::vector<int> number(state.objects.size(), -1), order;
  const auto reach = [&](AbstractValue& value) {
    if (!value.is_object()) return;
    int& known = number[static_cast<std::size_t>(value.id)];
    if (known < 0) known = static_cast<int>(order.size()), order.push_back(value.id);
    value.id = known;
  };
  // The record in which results are found lies first and stays first.
  if (results_ == Results::in_argument) number[0] = 0, order.push_back(0);
  for (Frame& frame : state.frames) {
    for (AbstractValue& value : frame.registers) reach(value);
    for (AbstractValue& value : frame.varargs) reach(value);
    reach(frame.closure);
  }
  std::vector<Object> kept;
  for (std::size_t i = 0; i < order.size(); ++i) {
    Object object = state.objects[static_cast<std::size_t>(order[i])];
    for (AbstractValue& value : object.array) reach(value);
    for (auto& field : object.fields) reach(field.second);
    kept.push_back(std::move(object));
  }
  state.objects = std::move(kept);
}

namespace {

using Kind = AbstractValue::Kind;

void append(std::string& key, std::int64_t number) {
  key.append(reinterpret_cast<const char*>(&number), sizeof number);
}

// Which value is computed does not matter, only of which type.
void append(std::string& key, const AbstractValue& value) {
  key += static_cast<char>(value.kind);
  std::int64_t bits = value.integer;
  if (value.kind == Kind::number_constant) std::memcpy(&bits, &value.number, sizeof bits);
  if (value.is_constant_number()) append(key, bits);
  if (value.id >= 0) append(key, value.id);
  if (value.kind != Kind::mixed) return;
  append(key, std::int64_t{value.candidates});
  if (value.candidates > 0) append(key, value.integer), append(key, value.other);
}

}  // namespace

std::string Translator::place_of(const State& state) const {
  std::string place;
  for (const Frame& frame : state.frames) append(place, frame.function), append(place, frame.pc);
  return place;
}

std::string Translator::key_of(const State& state) const {
  std::string key = place_of(state);
  for (const Frame& frame : state.frames) {
    append(key, frame.top), append(key, frame.results_at), append(key, frame.wanted);
    append(key, static_cast<std::int64_t>(frame.registers.size()));
    for (const AbstractValue& value : frame.registers) append(key, value);
    append(key, static_cast<std::int64_t>(frame.varargs.size()));
    for (const AbstractValue& value : frame.varargs) append(key, value);
    append(key, frame.closure);
  }
  for (const Object& object : state.objects) {
    for (const int number : {object.argument, object.function, object.frame, object.place, object.metatable,
                             object.is_chosen ? 1 : 0})
      append(key, number);
    append(key, static_cast<std::int64_t>(object.array.size()));
    for (const AbstractValue& value : object.array) append(key, value);
    for (const auto& field : object.fields) {
      append(key, static_cast<std::int64_t>(field.first.size()));
      key += field.first;
      append(key, field.second);
    }
    key += ';';
  }
  return key;
}

// Constant numbers become computed ones: their values no longer tell versions apart. Where a loop over a list is stays
// known, so that its rounds stay apart: there are no more of them than entries.
void Translator::generalize(State& state) {
  const State before = state;
  visit_values(state, [&](AbstractValue& value) {
    if (value.kind == Kind::number_constant) value = computed_number(ir::add_number(routine_, value.number));
    if (value.kind == Kind::integer_constant)
      value = computed_integer(ir::add_integer(routine_, value.integer));
    if (value.kind == Kind::mixed) value.candidates = 0;
  });
  for (std::size_t f = 0; f < state.frames.size(); ++f) {
    const std::vector<AbstractValue>& registers = before.frames[f].registers;
    for (std::size_t r = 0; r + 2 < registers.size(); ++r)
      if (registers[r].kind == Kind::iterator || registers[r].kind == Kind::walk)
        state.frames[f].registers[r + 2] = registers[r + 2];
  }
  // The keys that loops over tables visit.
  for (std::size_t f = 0; f < state.frames.size(); ++f) {
    for (const AbstractValue& value : before.frames[f].registers) {
      if (value.kind != Kind::walk) continue;
      const auto id = static_cast<std::size_t>(value.id);
      state.objects[id].array = before.objects[id].array;
    }
  }
}

}  // namespace perilune::bytecode
