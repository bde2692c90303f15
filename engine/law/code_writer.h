#pragma once

#ifdef PERILUNE_ASMJIT

#include <asmjit/core.h>

#include <cstdint>
#include <vector>

#include "engine/law/called_functions.h"
#include "engine/law/routine.h"

namespace perilune::ir {

// Writes one routine as machine code through a compiler of asmjit's, which allocates registers: every value has a
// virtual one, inputs and constants are in memory. Here is what all processors share: blocks and the ways between
// them, values that change places, calls, the count of repetitions. The function written is a Machine::Code.
class CodeWriter {
 public:
  // By the registers' numbers, a bit each: those that a function has to keep for who calls it.
  struct Kept {
    std::uint32_t numbers = 0, integers = 0;
    bool is_empty() const { return (numbers | integers) == 0; }
  };
  enum class Outcome { compiled, failed, spoils };

  // With one compiler of asmjit's after the other, each for `code` as it was. false: asmjit noted an error or a function
  // is missing, and the code is not to be used.
  template <class Writer, class Compiler, class Assembler>
  static bool write(const Routine& routine, const CalledFunctions& functions, asmjit::CodeHolder& code);

  CodeWriter(const CodeWriter&) = delete;
  CodeWriter& operator=(const CodeWriter&) = delete;
  virtual ~CodeWriter() = default;

 protected:
  using Operand = asmjit::Operand;
  using Register = asmjit::BaseReg;
  using Label = asmjit::Label;

  CodeWriter(const Routine& routine, const CalledFunctions& functions, asmjit::BaseCompiler& compiler)
      : routine_(routine), functions_(functions), compiler_(compiler) {}

  // ---- what a processor does ----

  virtual Register new_number() = 0;  // a virtual register
  virtual Register new_integer() = 0;
  virtual Operand input(const Register& inputs, std::int64_t index) = 0;
  virtual Operand number_constant(double x) = 0;
  virtual Operand integer_constant(std::int64_t i) = 0;
  virtual void move_number(const Register& to, const Operand& from) = 0;  // from a register or from memory
  virtual void move_integer(const Register& to, const Operand& from) = 0;
  virtual void store_number(const Register& outputs, std::size_t index, const Register& from) = 0;
  virtual void write_operation(const Instruction& instruction, const Register& to) = 0;
  virtual void write_square(Value a, const Register& to) = 0;
  virtual void write_select(const Instruction& instruction, const Register& to) = 0;
  virtual void compare(Op condition, Value a, Value b) = 0;  // sets the flags
  virtual void jump(const Label& to) = 0;
  virtual void jump_if(Op condition, const Label& to) = 0;  // reads them
  virtual void jump_unless(Op condition, const Label& to) = 0;
  virtual void jump_while_left(const Register& count, const Label& to) = 0;  // counts down; ends below 0
  virtual std::uint32_t saved_anyway()
      const = 0;  // integer registers that every function looks after, a bit each
  virtual asmjit::InvokeNode* invoke(std::uint64_t address, const asmjit::FuncSignature& signature) = 0;

  // ---- what it is offered ----

  const Instruction& at(Value value) const { return routine_.instructions[static_cast<std::size_t>(value)]; }
  bool is_number(Value value) const { return type_of(routine_, value) == Type::number; }
  Operand place_of(Value value);        // a register, memory or an immediate constant
  Register register_with(Value value);  // loaded there if need be; not to be written
  bool selects_by_comparison(const Instruction& instruction) const;  // of numbers, made there
  bool has_function(Op op) const { return function_of(op) != 0; }
  void call(const Instruction& instruction, const Register& to);
  void write_power(const Instruction& instruction, const Register& to);

 private:
  struct Errors : asmjit::ErrorHandler {  // asmjit goes on after one
    explicit Errors(asmjit::CodeHolder& code) : code(code) { code.setErrorHandler(this); }
    ~Errors() { code.setErrorHandler(nullptr); }
    void handleError(asmjit::Error /*error*/, const char* /*message*/,
                     asmjit::BaseEmitter* /*origin*/) override {
      any = true;
    }
    asmjit::CodeHolder& code;
    bool any = false;
  };
  struct Move {
    Value to;
    Operand from;
  };

  // saved_registers.cpp
  Outcome compile(Kept& kept);
  Kept find_spoiled(const asmjit::FuncFrame& frame) const;

  // code_writer.cpp: blocks and the ways between them
  int count_blocks() const { return static_cast<int>(routine_.blocks.size()); }
  const Block& block_at(int block) const { return routine_.blocks[static_cast<std::size_t>(block)]; }
  const Label& label_of(int block) const { return labels_[static_cast<std::size_t>(block)]; }
  bool is_reachable(int block) const { return reachable_[static_cast<std::size_t>(block)] != 0; }
  asmjit::FuncNode* write_function();  // nullptr: the error is noted
  void prepare();
  void write_block(int block);
  void write_instruction(Value value);
  bool is_next(const Edge& edge) const;
  bool is_plain(const Edge& edge);
  void write_branch(const End& end);
  void write_edge(const Edge& edge, bool is_last);
  void write_leave(const End& end);
  void write_return(double value);

  // code_values.cpp: where values are, moving them, calls
  Register& own_register(Value value) { return registers_[static_cast<std::size_t>(value)]; }
  void make_register(Value value);
  void note_needed(const Block& block);
  void move(const Register& to, const Operand& from, bool is_number);
  std::vector<Move> moves_of(const Edge& edge);
  void write_moves(std::vector<Move> moves);
  std::uint64_t function_of(Op op) const { return functions_.by_operation[static_cast<std::size_t>(op)]; }
  void call(std::uint64_t address, const std::vector<Value>& arguments, const Register& to);

  const Routine& routine_;
  const CalledFunctions& functions_;
  asmjit::BaseCompiler& compiler_;
  Register inputs_, outputs_, repeats_left_;
  Label give_up_;
  std::vector<Label> labels_;
  std::vector<Register> registers_;  // by value
  std::vector<char> needed_, reachable_;
  int block_ = 0;  // being written
  bool lacks_function_ = false;
};

// asmjit's allocator notes which registers instructions use, not through which ones it moves values from place to place
// (its ralocal.cpp: onMoveReg), and saves the former only. Where a register was spoiled that way, the routine is written
// once more with that register saved.
template <class Writer, class Compiler, class Assembler>
bool CodeWriter::write(const Routine& routine, const CalledFunctions& functions, asmjit::CodeHolder& code) {
  const asmjit::Environment environment = code.environment();
  Kept kept;
  for (int attempt = 0; attempt < 3; ++attempt) {
    Compiler compiler(&code);
    const Outcome outcome = static_cast<CodeWriter&&>(Writer(routine, functions, compiler)).compile(kept);
    if (outcome == Outcome::failed) return false;
    if (outcome == Outcome::compiled) {
      Assembler assembler(&code);
      return compiler.serializeTo(&assembler) == asmjit::kErrorOk;
    }
    code.reset();
    if (code.init(environment) != asmjit::kErrorOk) return false;
  }
  return false;
}

}  // namespace perilune::ir

#endif
