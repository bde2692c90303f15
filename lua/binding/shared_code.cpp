#include "lua/binding/shared_code.h"

#include <fmt/format.h>

#include <numeric>

#include "engine/law/differentiate.h"

namespace perilune {
namespace {

constexpr std::size_t most_directions = 64;  // machines with derivatives of one function
constexpr int most_translations = 8;         // of one function whose surroundings keep changing

int append_bytes(lua_State* /*L*/, const void* bytes, std::size_t size, void* text) {
  static_cast<std::string*>(text)->append(static_cast<const char*>(bytes), size);
  return 0;
}

std::string text_of(const std::vector<Argument>& arguments) {
  std::string text;
  for (const Argument& argument : arguments) {
    text += fmt::format("{}:{}", argument.name, argument.is_number() ? 'n' : 'r');
    for (const RecordField& field : argument.fields) text += fmt::format(",{}:{}", field.name, field.size);
    text += ';';
  }
  return text;
}

std::vector<int> first_inputs(int count) {
  std::vector<int> inputs(static_cast<std::size_t>(count));
  std::iota(inputs.begin(), inputs.end(), 0);
  return inputs;
}

// Equal for functions that mean the same: their bytecode with lines and constants, the very variables they see, and
// how they are called. "": cannot be told.
std::string key_of(lua_State* L, int index, const Signature& signature, ResultsFrom results) {
  std::string key = fmt::format("{}>{}{}{}|", text_of(signature.arguments), text_of(signature.results),
                                signature.array_result, static_cast<int>(results));
  for (int i = 1; const void* id = lua_iscfunction(L, index) ? nullptr : lua_upvalueid(L, index, i); ++i)
    key += fmt::format("{},", id);
  lua_pushvalue(L, index);
  const bool failed = lua_dump(L, append_bytes, &key, 0) != 0;
  lua_pop(L, 1);
  return failed ? "" : key;
}

}  // namespace

std::shared_ptr<SharedCode> SharedCode::of(lua_State* L, int index, const Signature& signature,
                                           ResultsFrom results) {
  Host& host = Host::of(L);
  const std::string key = key_of(L, index, signature, results);
  if (key.empty()) return std::make_shared<SharedCode>(L, index, signature, results, "");
  std::weak_ptr<SharedCode>& place = host.code[key];
  if (std::shared_ptr<SharedCode> known = place.lock()) {
    known->update();
    return known;
  }
  auto made = std::make_shared<SharedCode>(L, index, signature, results, key);
  host.code[key] = made;
  return made;
}

SharedCode::SharedCode(lua_State* L, int index, const Signature& signature, ResultsFrom results,
                       std::string key)
    : host_(Host::of(L)),
      function_(L, index),
      signature_(signature),
      results_(results == ResultsFrom::returned ? bytecode::Results::returned
                                                : bytecode::Results::in_argument),
      key_(std::move(key)) {
  translate(L, index);
}

SharedCode::~SharedCode() { host_.code.erase(key_); }

ir::MachinePointer SharedCode::make_machine(const ir::Routine& routine) const {
  return host_.options.machine_code ? ir::make_machine(routine) : ir::make_register_machine(routine);
}

void SharedCode::forget_machines() {
  machine_ = nullptr;
  machines_along_.clear(), machines_with_slopes_.clear(), machines_along_with_slopes_.clear();
}

void SharedCode::translate(lua_State* L, int index) {
  forget_machines();
  translation_ = bytecode::translate(L, index, signature_, results_);
  if (translation_.routine) machine_ = make_machine(*translation_.routine);
  seen_ = host_.script_calls;
  ++translations_, ++host_.translations;
}

void SharedCode::update() {
  if (seen_ == host_.script_calls) return;
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
  forget_machines();
  const int line = translation_.refusals.empty() ? 0 : translation_.refusals.front().line;
  translation_.refusals = {{line, "what it reads from outside keeps changing"}};
}

// What moves is told apart when the derivative is made: what is at rest then adds nothing to it.
const ir::Machine* SharedCode::machine_along(const Taylor* inputs) {
  if (!machine_) return nullptr;
  std::vector<int> moving;
  for (int i = 0; i < signature_.inputs(); ++i)
    if (inputs[i].first != 0 || inputs[i].second != 0) moving.push_back(i);
  const auto found = machines_along_.find(moving);
  if (found != machines_along_.end()) return found->second.get();
  if (machines_along_.size() >= most_directions) return nullptr;
  ir::MachinePointer machine = make_machine(ir::with_taylor(*translation_.routine, moving));
  return machines_along_.emplace(std::move(moving), std::move(machine)).first->second.get();
}

const ir::Machine* SharedCode::machine_with_slopes(int count) {
  if (!machine_) return nullptr;
  ir::MachinePointer& machine = machines_with_slopes_[count];
  if (!machine) machine = make_machine(ir::with_partials(*translation_.routine, first_inputs(count)));
  return machine.get();
}

const ir::Machine* SharedCode::machine_along_with_slopes(int count) {
  if (!machine_) return nullptr;
  ir::MachinePointer& machine = machines_along_with_slopes_[count];
  if (!machine) {
    const ir::Routine partials = ir::with_partials(*translation_.routine, first_inputs(count));
    machine = make_machine(ir::with_taylor(partials, first_inputs(signature_.inputs())));
  }
  return machine.get();
}

}  // namespace perilune
