#include "lua/binding/compiled_function.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/law/differentiate.h"
#include "engine/law/machine.h"
#include "engine/model/error.h"
#include "engine/model/suggest.h"
#include "lua/binding/host.h"

namespace perilune {
namespace {

constexpr std::size_t most_directions = 64;  // machines with derivatives of one function
constexpr int most_translations = 8;         // of one function whose surroundings keep changing

using bytecode::Translation;

class CompiledFunction final : public Function {
 public:
  CompiledFunction(lua_State* L, int index, FunctionPointer interpreted, ResultsFrom results)
      : Function(interpreted->signature()),
        host_(Host::of(L)),
        function_(L, index),
        definition_(definition_of(L, index)),
        interpreted_(std::move(interpreted)),
        results_(results == ResultsFrom::returned ? bytecode::Results::returned
                                                  : bytecode::Results::in_argument) {
    translate(L, index);
    if (translation_.unknown_field) refuse_field(*translation_.unknown_field);
  }

  void evaluate(const double* inputs, double* outputs) const override {
    if (seen_ != host_.script_calls) update();
    if (!machine_ || !machine_->run(inputs, outputs)) return interpreted_->evaluate(inputs, outputs);
    if (host_.verify_laws > 0 && ++calls_ % host_.verify_laws == 0) verify(inputs, outputs);
  }

  void evaluate_taylor(const Taylor* inputs, Taylor* outputs) const override {
    static_assert(sizeof(Taylor) == 3 * sizeof(double), "a routine sees three numbers");
    if (seen_ != host_.script_calls) update();
    const ir::Machine* machine = machine_ ? machine_along(inputs) : nullptr;
    const bool done = machine && machine->run(&inputs->value, &outputs->value);
    if (!done) interpreted_->evaluate_taylor(inputs, outputs);
  }

  FunctionState state() const {
    FunctionState state;
    state.compiled = machine_ != nullptr;
    for (const ir::Refusal& refusal : translation_.refusals)
      state.reason +=
          (state.reason.empty() ? "" : ", ") + fmt::format("{}:{}: {}", file(), refusal.line, refusal.reason);
    if (!state.compiled && state.reason.empty()) state.reason = definition_ + ": always raises an error";
    return state;
  }

  std::string explain() const {
    std::string text = fmt::format("{}: {}: ", definition_, signature().purpose);
    if (!machine_) text += "interpreted";
    else if (translation_.refusals.empty()) text += "compiled";
    else text += "compiled, except for the ways through these lines";
    if (!machine_ && translation_.refusals.empty()) text += ", it always raises an error";
    for (const ir::Refusal& refusal : translation_.refusals)
      text += fmt::format("\n  line {}: {}", refusal.line, refusal.reason);
    return text;
  }

 private:
  std::string file() const { return definition_.substr(0, definition_.rfind(':')); }

  // What moves is told apart when the derivative is made: what is at rest then adds nothing to it.
  const ir::Machine* machine_along(const Taylor* inputs) const {
    std::vector<int> moving;
    for (int i = 0; i < signature().inputs(); ++i)
      if (inputs[i].first != 0 || inputs[i].second != 0) moving.push_back(i);
    const auto found = machines_along_.find(moving);
    if (found != machines_along_.end()) return found->second.get();
    if (machines_along_.size() >= most_directions) return nullptr;
    ir::MachinePointer machine = ir::make_machine(ir::with_taylor(*translation_.routine, moving));
    return machines_along_.emplace(std::move(moving), std::move(machine)).first->second.get();
  }

  void translate(lua_State* L, int index) const {
    machine_ = nullptr;
    machines_along_.clear();
    translation_ = bytecode::translate(L, index, signature(), results_);
    if (translation_.routine) machine_ = ir::make_machine(*translation_.routine);
    seen_ = host_.script_calls;
    ++translations_;
  }

  // The script has run since: what the function reads from it may be another.
  void update() const {
    seen_ = host_.script_calls;
    if (!machine_ && translations_ >= most_translations) return;
    if (translation_.surroundings->holds(host_.current())) return;
    if (translations_ < most_translations) {
      lua_State* L = host_.current();
      function_.push(L);
      translate(L, lua_gettop(L));
      lua_pop(L, 1);
      return;
    }
    machine_ = nullptr;
    const int line = translation_.refusals.empty() ? 0 : translation_.refusals.front().line;
    translation_.refusals = {{line, "what it reads from outside keeps changing"}};
  }

  void verify(const double* inputs, const double* outputs) const {
    const std::size_t size = static_cast<std::size_t>(signature().outputs());
    std::vector<double> expected(size);
    interpreted_->evaluate(inputs, expected.data());
    for (std::size_t i = 0; i < size; ++i) {
      if (bytecode::same_number(expected[i], outputs[i])) continue;
      std::string text;
      for (int k = 0; k < signature().inputs(); ++k)
        text += (k > 0 ? ", " : "") + fmt::format("{:.17g}", inputs[k]);
      throw FunctionError(fmt::format("{}: {}: compiled it gives {:.17g}, interpreted {:.17g}, for ({})",
                                      definition_, signature().purpose, outputs[i], expected[i], text));
    }
  }

  [[noreturn]] void refuse_field(const bytecode::UnknownField& unknown) const {
    const Argument& argument = signature().arguments[static_cast<std::size_t>(unknown.argument)];
    std::vector<std::string> names;
    std::string list;
    for (const RecordField& field : argument.fields) {
      names.push_back(field.name);
      list += (list.empty() ? "" : ", ") + field.name;
    }
    throw InputError(fmt::format("{}:{}", file(), unknown.line), signature().purpose,
                     fmt::format("no field '{}'{} ({} has: {})", unknown.field,
                                 did_you_mean(unknown.field, names), argument.name, list));
  }

  Host& host_;
  Reference function_;
  std::string definition_;
  FunctionPointer interpreted_;
  bytecode::Results results_;
  mutable Translation translation_;
  mutable ir::MachinePointer machine_;                                     // none: interpreted
  mutable std::map<std::vector<int>, ir::MachinePointer> machines_along_;  // with derivatives, by what moves
  mutable std::uint64_t seen_ = 0, calls_ = 0;
  mutable int translations_ = 0;
};

}  // namespace

FunctionState state_of(const Function& function) {
  return dynamic_cast<const CompiledFunction&>(function).state();
}

FunctionState state_of_functions(const std::vector<FunctionPointer>& functions) {
  FunctionState all{true, ""};
  for (const FunctionPointer& function : functions) {
    if (!function) continue;
    const FunctionState one = state_of(*function);
    all.compiled = all.compiled && one.compiled;
    if (!one.reason.empty()) all.reason += (all.reason.empty() ? "" : ", ") + one.reason;
  }
  return all;
}

std::string explain_functions(const std::vector<FunctionPointer>& functions) {
  if (functions.empty()) return "compiled: a law of the catalogue, in C++";
  std::string text;
  for (const FunctionPointer& function : functions)
    if (function) text += "\n" + dynamic_cast<const CompiledFunction&>(*function).explain();
  return text;
}

FunctionPointer make_compiled_function(lua_State* L, int index, FunctionPointer interpreted,
                                       ResultsFrom results) {
  auto function = std::make_shared<CompiledFunction>(L, index, std::move(interpreted), results);
  const FunctionState state = function->state();
  const std::string text = !state.compiled        ? "interpreted: " + state.reason
                           : state.reason.empty() ? "compiled"
                                                  : "compiled, except " + state.reason;
  FunctionNote note{definition_of(L, index), function->signature().purpose, text};
  std::vector<FunctionNote>& notes = Host::of(L).functions;
  const bool is_new = std::none_of(notes.begin(), notes.end(), [&](const FunctionNote& other) {
    return other.origin == note.origin && other.purpose == note.purpose && other.text == note.text;
  });
  if (is_new) notes.push_back(std::move(note));
  return function;
}

}  // namespace perilune
