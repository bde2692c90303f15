#pragma once

#ifdef PERILUNE_ASMJIT

#include <asmjit/x86.h>

#include <cstdint>
#include <vector>

#include "engine/law/machine.h"
#include "engine/law/routine.h"

namespace perilune::ir {

namespace x86 = asmjit::x86;
namespace Inst = x86::Inst;

using asmjit::Operand;
using OneNumber = double (*)(double);
using TwoNumbers = double (*)(double, double);
using TwoIntegers = std::int64_t (*)(std::int64_t, std::int64_t);

// Writes one routine through asmjit's x86-64 compiler, which allocates registers: every value has a virtual one,
// inputs and constants are operands in memory. The function written is a Machine::Code.
class X86Writer {
 public:
  X86Writer(const Routine& routine, asmjit::CodeHolder& code)
      : routine_(routine), cc_(&code), inputs_(cc_.newIntPtr()), outputs_(cc_.newIntPtr()) {}

  void write();  // errors go to the handler of the code

 private:
  // x86_writer.cpp: blocks and the ways between them
  int count_blocks() const { return static_cast<int>(routine_.blocks.size()); }
  const Instruction& at(Value value) const { return routine_.instructions[value]; }
  void prepare();
  void write_block(int block);
  bool is_next(const Edge& edge) const;
  bool is_plain(const Edge& edge);
  void write_branch(const End& end);
  void write_edge(const Edge& edge, bool is_last);
  void write_leave(const End& end);

  // x86_operands.cpp: where values are, and moving them
  struct Move {
    Value to;
    Operand from;
  };
  void make_register(Value value);
  void note_needed(const Block& block);
  bool is_number(Value value) const;
  Operand register_of(Value value) const;
  x86::Mem input(Value value) const;
  x86::Mem number_in_memory(double x);
  Operand number(Value value);
  x86::Xmm number_in_register(Value value);
  Operand integer(Value value);
  x86::Gp integer_in_register(Value value);
  void copy(const x86::Xmm& to, const Operand& from);
  std::vector<Move> moves_of(const Edge& edge);
  void write_moves(std::vector<Move> moves);
  void write_move(const Operand& to, const Operand& from, bool is_number);

  // x86_arithmetic.cpp
  void write_instruction(Value value);
  void write_number_operation(const Instruction& instruction, const x86::Xmm& to);
  void write_pair(asmjit::InstId operation, Value a, Value b, const x86::Xmm& to);
  void write_with_mask(asmjit::InstId operation, Value a, std::uint64_t mask, const x86::Xmm& to);
  void write_power(Value a, Value b, const x86::Xmm& to);
  void write_integer_operation(const Instruction& instruction, const x86::Gp& to);
  void write_to_integer(const Instruction& instruction, const x86::Gp& to);
  void call(OneNumber function, Value a, const x86::Xmm& to);
  void call(TwoNumbers function, Value a, Value b, const x86::Xmm& to);
  void call(TwoIntegers function, Value a, Value b, const x86::Gp& to);
  template <class Result, class... Arguments>
  asmjit::InvokeNode* invoke(Result (*function)(Arguments...)) {  // nullptr: the error is noted
    asmjit::InvokeNode* node = nullptr;
    cc_.invoke(&node, asmjit::imm(reinterpret_cast<std::uintptr_t>(function)),
               asmjit::FuncSignatureT<Result, Arguments...>());
    return node;
  }

  // x86_comparison.cpp: comparisons, jumps, select
  void compare(Op condition, Value a, Value b);
  void jump_if(Op condition, const asmjit::Label& to);
  void jump_unless(Op condition, const asmjit::Label& to);
  void write_comparison(const Instruction& instruction, const x86::Gp& to);
  void write_select(const Instruction& instruction, const x86::Xmm& to);
  bool selects_by_mask(const Instruction& instruction) const;
  void write_select_by_mask(const Instruction& instruction, const x86::Xmm& to);
  bool is_zero(Value value) const;

  const Routine& routine_;
  x86::Compiler cc_;
  x86::Gp inputs_, outputs_, repeats_left_;
  asmjit::Label give_up_;
  std::vector<asmjit::Label> labels_;
  std::vector<x86::Xmm> numbers_;  // by value, where it is one
  std::vector<x86::Gp> integers_;
  std::vector<char> needed_, reachable_;
  int block_ = 0;  // being written
  const bool rounds_ = asmjit::CpuInfo::host().hasFeature(asmjit::CpuFeatures::X86::kSSE4_1);
};

}  // namespace perilune::ir

#endif
