#include <algorithm>

#include "lua/bytecode/translator.h"

namespace perilune::bytecode {
namespace {

constexpr std::size_t deepest = 30;               // functions within functions
constexpr std::ptrdiff_t most_within_itself = 8;  // one and the same

}  // namespace

bool Translator::execute_call(const Instruction& i) {
  switch (i.op()) {
    case Opcode::CALL: call(i, false); break;
    case Opcode::TAILCALL: call(i, true); break;
    case Opcode::RETURN: return_values(values_from(i.a(), i.b() - 1)); break;
    case Opcode::RETURN0: return_values({}); break;
    case Opcode::RETURN1: return_values({reg(i.a())}); break;
    default: return false;
  }
  return true;
}

// count < 0: up to the top that the instruction before has set.
Translator::Values Translator::values_from(int first, int count) const {
  const std::vector<AbstractValue>& registers = frame().registers;
  const int end = count < 0 ? frame().top : first + count;
  return Values(registers.begin() + first, registers.begin() + std::max(first, end));
}

// wanted < 0: all of them, and their end is the top.
void Translator::deliver(int first, int wanted, const Values& values) {
  const int count = wanted < 0 ? static_cast<int>(values.size()) : wanted;
  std::vector<AbstractValue>& registers = frame().registers;
  if (static_cast<int>(registers.size()) < first + count)
    registers.resize(static_cast<std::size_t>(first + count));
  for (int k = 0; k < count; ++k)
    reg(first + k) = k < static_cast<int>(values.size()) ? values[static_cast<std::size_t>(k)] : nil_value();
  frame().top = wanted < 0 ? first + count : -1;
}

void Translator::call(const Instruction& i, bool is_tail) {
  const AbstractValue callee = reg(i.a());
  if (callee.kind == Kind::method) {
    const AbstractValue result = call_method(callee.id, values_from(i.a() + 1, i.b() - 1));
    deliver(i.a(), is_tail ? -1 : i.c() - 1, {result});
    ++frame().pc;
    return;
  }
  const Values arguments = values_from(i.a() + 1, i.b() - 1);
  if (callee.kind == Kind::function && !surroundings_->function(callee.id).name.empty()) {
    const std::string name = surroundings_->function(callee.id).name;
    deliver(i.a(), is_tail ? -1 : i.c() - 1, call_library(name, arguments));
    ++frame().pc;  // a tail call is followed by a return of all values
    return;
  }
  check_callee(callee);
  if (is_tail) {
    close_variables(0);
    const Frame leaving = std::move(frame());
    state_.frames.pop_back();
    return enter(callee, arguments, leaving.results_at, leaving.wanted);
  }
  for (std::size_t r = static_cast<std::size_t>(i.a()); r < frame().registers.size(); ++r)
    frame().registers[r] = nil_value();
  frame().top = -1;
  ++frame().pc;
  enter(callee, arguments, i.a(), i.c() - 1);
}

// Of the surroundings.
int Translator::function_of(const AbstractValue& callee) const {
  return callee.kind == Kind::closure ? state_.objects[static_cast<std::size_t>(callee.id)].function
                                      : callee.id;
}

// Refuses what cannot be entered.
void Translator::check_callee(const AbstractValue& callee) {
  if (callee.kind != Kind::closure && callee.kind != Kind::function) refuse("calls " + describe(callee));
  const int function = function_of(callee);
  const KnownFunction& known = surroundings_->function(function);
  if (!known.name.empty()) refuse("calls " + known.name);
  if (!known.trouble.empty()) refuse("calls a function that " + known.trouble);
  if (state_.frames.size() >= deepest) refuse("calls functions too deeply");
  const auto within = std::count_if(state_.frames.begin(), state_.frames.end(),
                                    [&](const Frame& running) { return running.function == function; });
  if (within >= most_within_itself) refuse("calls a function within itself many times");
}

// callee: a function or a closure.
void Translator::enter(const AbstractValue& callee, const Values& arguments, int results_at, int wanted) {
  const int function = function_of(callee);
  const Prototype& prototype = surroundings_->function(function).prototype;
  Frame frame;
  frame.function = function, frame.results_at = results_at, frame.wanted = wanted;
  frame.registers.resize(static_cast<std::size_t>(prototype.registers));
  const std::size_t passed = std::min(arguments.size(), static_cast<std::size_t>(prototype.parameters));
  std::copy_n(arguments.begin(), passed, frame.registers.begin());
  if (prototype.is_vararg)
    frame.varargs.assign(arguments.begin() + static_cast<std::ptrdiff_t>(passed), arguments.end());
  if (callee.kind == Kind::closure) frame.closure = callee;
  state_.frames.push_back(std::move(frame));
}

void Translator::return_values(const Values& values) {
  if (state_.frames.size() == 1) leave(values);
  close_variables(0);
  const int results_at = frame().results_at, wanted = frame().wanted;
  state_.frames.pop_back();
  deliver(results_at, wanted, values);
  go_to_version();  // a function that returns in several places goes on in one
}

}  // namespace perilune::bytecode
