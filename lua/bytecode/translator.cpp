#include "lua/bytecode/for_values.h"

#include <algorithm>
#include <stdexcept>

#include "engine/law/simplify.h"

namespace perilune::bytecode {
namespace {

constexpr int most_blocks = 4000;    // of one function
constexpr int most_steps = 200'000;  // of translation

// Too many paths: the function is interpreted.
struct TooLong : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace

Translator::Translator(lua_State* L, const Signature& signature, Results results, const View* view,
                       Limits limits)
    : signature_(signature),
      limits_(limits),
      results_(results),
      view_(view),
      surroundings_(std::make_shared<Surroundings>(L)) {
  routine_.inputs = signature.inputs();
  routine_.outputs = results == Results::verdict ? 2 : signature.outputs();
}

Translation Translator::run(int index) {
  const int function = surroundings_->add_function(index).id;
  const KnownFunction& known = surroundings_->function(function);
  translation_.surroundings = surroundings_;
  const int line = known.prototype.line_defined;
  if (!known.trouble.empty() || !known.name.empty()) {
    translation_.refusals = {
        {line, "the function " +
                   (known.name.empty() ? known.trouble : known.name + " is not written in the script")}};
    return std::move(translation_);
  }
  try {
    start(function);
    while (!waiting_.empty()) {
      Path path = std::move(waiting_.back());
      waiting_.pop_back();
      follow(std::move(path));
    }
  } catch (const TooLong& error) {
    translation_.refusals = {{line, error.what()}};
    return std::move(translation_);
  }
  const bool leaves = std::any_of(routine_.blocks.begin(), routine_.blocks.end(), [](const ir::Block& block) {
    return block.end.kind == ir::End::Kind::leave;
  });
  translation_.refusals = routine_.refusals;
  std::sort(translation_.refusals.begin(), translation_.refusals.end(),
            [](const ir::Refusal& a, const ir::Refusal& b) { return a.line < b.line; });
  if (leaves) translation_.routine = ir::simplify(std::move(routine_));
  return std::move(translation_);
}

// The arguments as the interpreter passes them: every number a float, every record a table of its own.
void Translator::start(int function) {
  Values arguments;
  if (view_) arguments.push_back(known_value(Kind::view, 0));
  int input = 0;
  const auto next_input = [&] { return computed_number(ir::add_input(routine_, input++)); };
  for (std::size_t i = 0; i < signature_.arguments.size(); ++i) {
    const Argument& argument = signature_.arguments[i];
    if (argument.is_number()) {
      arguments.push_back(next_input());
      continue;
    }
    Object record;
    record.argument = static_cast<int>(i), record.frozen = argument.name == "p";
    arguments.push_back(add_object(record));
    for (const RecordField& field : argument.fields) {
      AbstractValue value;
      if (field.size == 1) {
        value = next_input();
      } else {
        Object array;
        array.frozen = record.frozen;
        for (int k = 0; k < field.size; ++k) array.array.push_back(next_input());
        value = add_object(std::move(array));
      }
      state_.objects[static_cast<std::size_t>(arguments.back().id)].fields[field.name] = value;
    }
  }
  block_ = add_block();
  try {
    enter(known_value(Kind::function, function), arguments, 0, -1);
    waiting_.push_back({state_, block_, false});
  } catch (const Ended&) {}
}

int Translator::add_block() {
  if (routine_.blocks.size() >= most_blocks) throw TooLong("it has too many paths");
  routine_.blocks.emplace_back();
  return static_cast<int>(routine_.blocks.size()) - 1;
}

void Translator::follow(Path path) {
  state_ = std::move(path.state), block_ = path.block;
  bool arrived = !path.begins_version;
  try {
    for (;; arrived = true) {
      if (arrived && function().flow.is_join[static_cast<std::size_t>(frame().pc)]) go_to_version();
      step();
    }
  } catch (const Ended&) {}
}

void Translator::step() {
  if (++steps_ > most_steps) throw TooLong("it is too long");
  const Instruction i = function().prototype.code[static_cast<std::size_t>(frame().pc)];
  execute(i);
}

ir::Value Translator::emit(ir::Op op, ir::Value a, ir::Value b, ir::Value c) {
  const ir::Value value = ir::add_instruction(routine_, op, a, b, c);
  block().body.push_back(value);
  return value;
}

int Translator::line() const { return function().prototype.lines[static_cast<std::size_t>(frame().pc)]; }

void Translator::refuse(const std::string& reason) {
  const auto [place, is_new] =
      refusal_numbers_.emplace(std::make_pair(line(), reason), static_cast<int>(routine_.refusals.size()));
  if (is_new) routine_.refusals.push_back({line(), reason});
  block().end = ir::End{};
  block().end.refusal = place->second;
  throw Ended{};
}

void Translator::raise() {
  block().end = ir::End{};
  throw Ended{};
}

void Translator::end_branch(ir::Op condition, ir::Value a, ir::Value b, State if_true, State if_false) {
  ir::End end;
  end.kind = ir::End::Kind::branch, end.condition = condition, end.a = a, end.b = b;
  end.to.block = add_block(), end.otherwise.block = add_block();
  waiting_.push_back({std::move(if_false), end.otherwise.block, false});
  waiting_.push_back({std::move(if_true), end.to.block, false});
  block().end = std::move(end);
  throw Ended{};
}

void Translator::branch(ir::Op condition, ir::Value a, ir::Value b, int pc_if_true, int pc_if_false) {
  State other = state_;
  frame().pc = pc_if_true, other.frames.back().pc = pc_if_false;
  end_branch(condition, a, b, std::move(state_), std::move(other));
}

void Translator::demand(ir::Op condition, ir::Value a, ir::Value b) {
  const int checked = block_, on = add_block(), off = add_block();
  ir::End end;
  end.kind = ir::End::Kind::branch, end.condition = condition, end.a = a, end.b = b;
  end.to.block = on, end.otherwise.block = off;
  routine_.blocks[static_cast<std::size_t>(checked)].end = std::move(end);
  block_ = off;
  try {
    raise();
  } catch (const Ended&) {}
  block_ = on;
}

void Translator::go_to_version() {
  forget_dead(state_);
  collect_objects(state_);
  std::string key = key_of(state_);
  if (versions_.count(key) == 0 && counts_[place_of(state_)] >= limits_.versions) {
    generalize(state_);
    key = key_of(state_);
  }
  const auto found = versions_.find(key);
  ir::End end;
  end.kind = ir::End::Kind::jump;
  for_values(state_, [&](ir::Value& value, ir::Type) { end.to.arguments.push_back(value); });
  if (found != versions_.end()) {
    end.to.block = found->second;
    block().end = std::move(end);
    throw Ended{};
  }
  const int version = add_block();
  ++counts_[place_of(state_)];
  versions_.emplace(std::move(key), version);
  for_values(state_,
             [&](ir::Value& value, ir::Type type) { value = ir::add_parameter(routine_, version, type); });
  end.to.block = version;
  block().end = std::move(end);
  waiting_.push_back({std::move(state_), version, true});
  throw Ended{};
}

namespace {

constexpr Limits usual = {8, 16}, for_lists = {300, 400};

// What long loops leave open is known where they are unrolled: entries of lists, names of channels.
bool is_worth_unrolling(const Translation& translation) {
  const auto& refusals = translation.refusals;
  return std::any_of(refusals.begin(), refusals.end(), [](const ir::Refusal& refusal) {
    return refusal.reason.find("only known when it runs") != std::string::npos ||
           refusal.reason.find("a long list") != std::string::npos;
  });
}

Translation best_of(lua_State* L, int index, const Signature& signature, Results results, const View* view) {
  Translation translation = Translator(L, signature, results, view, usual).run(index);
  if (!is_worth_unrolling(translation)) return translation;
  Translation unrolled = Translator(L, signature, results, view, for_lists).run(index);
  const bool is_better =
      unrolled.routine && (!translation.routine || unrolled.refusals.size() < translation.refusals.size());
  return is_better ? unrolled : translation;
}

}  // namespace

Translation translate(lua_State* L, int index, const Signature& signature, Results results) {
  return best_of(L, lua_absindex(L, index), signature, results, nullptr);
}

Translation translate_view(lua_State* L, int index, const View& view, Results results) {
  Signature signature;
  if (results == Results::returned) signature.results = {{"value", {}}};
  return best_of(L, lua_absindex(L, index), signature, results, &view);
}

}  // namespace perilune::bytecode
