#pragma once

#include <cstdint>
#include <lua.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/law/machine.h"
#include "lua/binding/function_source.h"
#include "lua/binding/host.h"
#include "lua/bytecode/translate.h"

namespace perilune {

// The machine code of one function of the script for one way of calling it, translated again when what it reads from
// outside itself has changed. Functions of the same text with the same upvalues have it in common: parameters are
// inputs, so that a thousand laws made in a loop are one code with a thousand blocks of numbers.
class SharedCode {
 public:
  // That of the function at index; new where nobody has it yet. Signatures may differ in their purpose.
  static std::shared_ptr<SharedCode> of(lua_State* L, int index, const Signature& signature,
                                        ResultsFrom results);
  SharedCode(lua_State* L, int index, const Signature& signature, ResultsFrom results, std::string key);
  ~SharedCode();
  SharedCode(const SharedCode&) = delete;
  SharedCode& operator=(const SharedCode&) = delete;

  // To be called when the script has run since: a machine got before may be gone then.
  void update();

  // Each may be null: interpreted.
  const ir::Machine* machine() const { return machine_.get(); }
  const ir::Machine* machine_along(
      const Taylor* inputs);                          // with Taylor numbers, for inputs that move as these
  const ir::Machine* machine_with_slopes(int count);  // results, then derivatives by the first inputs
  const ir::Machine* machine_along_with_slopes(int count);  // the same with Taylor numbers, whatever moves

  const bytecode::Translation& translation() const { return translation_; }

 private:
  void forget_machines();
  void translate(lua_State* L, int index);
  ir::MachinePointer make_machine(const ir::Routine& routine) const;

  Host& host_;
  Reference function_;
  Signature signature_;
  bytecode::Results results_;
  std::string key_;  // in the host's list; "" in none
  bytecode::Translation translation_;
  ir::MachinePointer machine_;
  std::map<std::vector<int>, ir::MachinePointer> machines_along_;  // by what moves
  std::map<int, ir::MachinePointer> machines_with_slopes_, machines_along_with_slopes_;
  std::uint64_t seen_ = 0;
  int translations_ = 0;
};

}  // namespace perilune
