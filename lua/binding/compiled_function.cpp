#include "lua/binding/compiled_function.h"

#include <fmt/format.h>

#include <algorithm>

#include "engine/model/error.h"
#include "engine/model/suggest.h"
#include "lua/binding/host.h"
#include "lua/binding/shared_code.h"

namespace perilune {
namespace {

// Of a function in which no way leads to a result.
constexpr const char* never_returns = "never returns: it always raises an error or repeats for ever";

class CompiledFunction final : public Function {
 public:
  CompiledFunction(lua_State* L, int index, FunctionPointer interpreted, ResultsFrom results)
      : Function(interpreted->signature()),
        host_(Host::of(L)),
        definition_(definition_of(L, index)),
        interpreted_(std::move(interpreted)),
        code_(SharedCode::of(L, index, signature(), results)) {
    look_again();
    if (translation().unknown_field) refuse_field(*translation().unknown_field);
  }

  void evaluate(const double* inputs, double* outputs) const override {
    look_again();
    const ir::Machine* machine = code_->machine();
    if (!machine || !machine->run(inputs, outputs)) return interpreted_->evaluate(inputs, outputs);
    if (host_.verify_laws > 0 && ++calls_ % host_.verify_laws == 0) verify(inputs, outputs);
  }

  void evaluate_taylor(const Taylor* inputs, Taylor* outputs) const override {
    static_assert(sizeof(Taylor) == 3 * sizeof(double), "a routine sees three numbers");
    look_again();
    const ir::Machine* machine = code_->machine_along(inputs);
    const bool done = machine && machine->run(&inputs->value, &outputs->value);
    if (!done) interpreted_->evaluate_taylor(inputs, outputs);
  }

  void evaluate_with_slopes(const double* inputs, int count, double* outputs) const override {
    look_again();
    const ir::Machine* machine = code_->machine_with_slopes(count);
    const bool done = machine && machine->run(inputs, outputs);
    if (!done) Function::evaluate_with_slopes(inputs, count, outputs);
  }

  bool evaluate_taylor_with_slopes(const Taylor* inputs, int count, Taylor* outputs) const override {
    look_again();
    const ir::Machine* machine = code_->machine_along_with_slopes(count);
    return machine && machine->run(&inputs->value, &outputs->value);
  }

  FunctionState state() const {
    FunctionState state;
    state.compiled = code_->machine() != nullptr;
    state.reason = words_of(translation().refusals, definition_);
    if (!state.compiled && state.reason.empty()) state.reason = definition_ + ": " + never_returns;
    return state;
  }

  std::string explain() const {
    std::string text = fmt::format("{}: {}: ", definition_, signature().purpose);
    if (!code_->machine()) text += "interpreted";
    else if (translation().refusals.empty()) text += "compiled";
    else text += "compiled, except for the ways through these lines";
    if (!code_->machine() && translation().refusals.empty()) text += std::string(", it ") + never_returns;
    for (const ir::Refusal& refusal : translation().refusals)
      text += fmt::format("\n  line {}: {}", refusal.line, refusal.reason);
    return text;
  }

 private:
  std::string file() const { return definition_.substr(0, definition_.rfind(':')); }

  const bytecode::Translation& translation() const { return code_->translation(); }

  // What the function reads from the script may be another since the script has run.
  void look_again() const {
    if (quick_.watched && quick_.seen == host_.script_calls) return;
    code_->update();
    quick_ = {host_.verify_laws > 0 ? nullptr : code_->machine(), &host_.script_calls, host_.script_calls};
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
  std::string definition_;
  FunctionPointer interpreted_;
  std::shared_ptr<SharedCode> code_;
  mutable std::uint64_t calls_ = 0;
};

}  // namespace

std::string words_of(const std::vector<ir::Refusal>& refusals, const std::string& definition) {
  const std::string file = definition.substr(0, definition.rfind(':'));
  std::string words;
  for (const ir::Refusal& refusal : refusals)
    words += fmt::format("{}{}:{}: {}", words.empty() ? "" : ", ", file, refusal.line, refusal.reason);
  return words;
}

void note_function(lua_State* L, int index, const std::string& purpose, const FunctionState& state) {
  const std::string text = !state.compiled        ? "interpreted: " + state.reason
                           : state.reason.empty() ? "compiled"
                                                  : "compiled, except " + state.reason;
  FunctionNote note{definition_of(L, index), purpose, text};
  std::vector<FunctionNote>& notes = Host::of(L).functions;
  const bool is_new = std::none_of(notes.begin(), notes.end(), [&](const FunctionNote& other) {
    return other.origin == note.origin && other.purpose == note.purpose && other.text == note.text;
  });
  if (is_new) notes.push_back(std::move(note));
}

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
  note_function(L, index, function->signature().purpose, function->state());
  return function;
}

}  // namespace perilune
