#include "engine/law/machine.h"

#ifndef PERILUNE_ASMJIT

namespace perilune::ir {

MachinePointer make_native_machine(const Routine& /*routine*/) { return nullptr; }

}  // namespace perilune::ir

#else

#include <asmjit/x86.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "engine/law/dominators.h"
#include "engine/law/three_halves.h"

namespace perilune::ir {
namespace {

// The time for allocating registers grows with the square: 0.4 s for 5 000 instructions in 3 000 blocks.
constexpr std::size_t most_instructions = 10'000;

namespace x86 = asmjit::x86;
namespace Inst = x86::Inst;
using asmjit::Operand;

// Operations without an instruction of the processor.
template <Op op>
double on_number(double a) {
  Word word;
  word.number = a;
  return apply(op, word, {}, {}).number;
}

template <Op op>
double on_numbers(double a, double b) {
  Word first, second;
  first.number = a, second.number = b;
  return apply(op, first, second, {}).number;
}

template <Op op>
std::int64_t on_integers(std::int64_t a, std::int64_t b) {
  Word first, second;
  first.integer = a, second.integer = b;
  return apply(op, first, second, {}).integer;
}

using OneNumber = double (*)(double);
using TwoNumbers = double (*)(double, double);

// The functions that apply() calls, so that the bits are the same.
OneNumber function_of_one(Op op) {
  switch (op) {
    case Op::floor: return on_number<Op::floor>;
    case Op::ceiling: return on_number<Op::ceiling>;
    case Op::sin: return std::sin;
    case Op::cos: return std::cos;
    case Op::tan: return std::tan;
    case Op::asin: return std::asin;
    case Op::acos: return std::acos;
    case Op::exp: return std::exp;
    case Op::log: return std::log;
    case Op::log2: return std::log2;
    case Op::log10: return std::log10;
    case Op::sinh: return std::sinh;
    case Op::cosh: return std::cosh;
    case Op::tanh: return std::tanh;
    default: return nullptr;
  }
}

TwoNumbers function_of_two(Op op) {
  switch (op) {
    case Op::modulo: return on_numbers<Op::modulo>;
    case Op::pow: return std::pow;
    case Op::fmod: return std::fmod;
    case Op::atan2: return std::atan2;
    default: return nullptr;
  }
}

// Writes one routine through asmjit's x86-64 compiler, which allocates registers: every value has a virtual one,
// inputs and constants are operands in memory.
class Writer {
 public:
  Writer(const Routine& routine, asmjit::CodeHolder& code)
      : routine_(routine), cc_(&code), inputs_(cc_.newIntPtr()), outputs_(cc_.newIntPtr()) {}

  void write() {
    asmjit::FuncNode* function =
        cc_.addFunc(asmjit::FuncSignatureT<bool, const void*, const double*, double*>());
    function->setArg(1, inputs_), function->setArg(2, outputs_);
    prepare();
    for (int block = 0; block < count_blocks(); ++block)
      if (reachable_[block]) write_block(block);
    cc_.bind(give_up_);
    write_return(false);
    cc_.endFunc();
    cc_.finalize();
  }

 private:
  int count_blocks() const { return static_cast<int>(routine_.blocks.size()); }
  const Instruction& at(Value value) const { return routine_.instructions[value]; }

  void prepare() {
    give_up_ = cc_.newLabel();
    reachable_.resize(routine_.blocks.size());
    for (const int block : reverse_postorder(routine_)) reachable_[block] = 1;
    numbers_.resize(routine_.instructions.size()), integers_.resize(routine_.instructions.size());
    needed_.resize(routine_.instructions.size());
    bool repeats = false;
    for (int i = 0; i < count_blocks(); ++i) {
      labels_.push_back(cc_.newLabel());
      const Block& block = routine_.blocks[i];
      for (const Value value : block.parameters) make_register(value);
      for (const Value value : block.body) make_register(value);
      for (const int next : successors(block)) repeats = repeats || next <= i;
      note_needed(block);
    }
    if (!repeats) return;
    repeats_left_ = cc_.newInt64();
    cc_.mov(repeats_left_, most_repeats);
  }

  void make_register(Value value) {
    if (is_number(value)) numbers_[value] = cc_.newXmmSd();
    else integers_[value] = cc_.newInt64();
  }

  // Comparisons that only select() asks for are made there.
  void note_needed(const Block& block) {
    const auto need = [&](Value value) { needed_[value] = 1; };
    for (const Value value : block.body) {
      const Instruction& instruction = at(value);
      for (int k = selects_by_mask(instruction) ? 1 : 0; k < info(instruction.op).operands; ++k)
        need(instruction.operand[k]);
    }
    if (block.end.kind == End::Kind::branch) need(block.end.a), need(block.end.b);
    for (const Edge* edge : {&block.end.to, &block.end.otherwise})
      std::for_each(edge->arguments.begin(), edge->arguments.end(), need);
    std::for_each(block.end.results.begin(), block.end.results.end(), need);
  }

  bool selects_by_mask(const Instruction& instruction) const {
    if (instruction.op != Op::select) return false;
    const Op condition = at(instruction.operand[0]).op;
    return condition == Op::less || condition == Op::less_equal || condition == Op::equal;
  }

  // ---- operands ----

  x86::Mem input(Value value) const {
    return x86::qword_ptr(inputs_, static_cast<std::int32_t>(8 * at(value).payload.integer));
  }

  x86::Mem number_in_memory(double x) { return cc_.newDoubleConst(asmjit::ConstPoolScope::kLocal, x); }

  // A register or a place in memory.
  Operand number(Value value) {
    switch (at(value).op) {
      case Op::input: return input(value);
      case Op::number: return number_in_memory(at(value).payload.number);
      default: return numbers_[value];
    }
  }

  void copy(const x86::Xmm& to, const Operand& from) {
    cc_.emit(from.isReg() ? Inst::kIdMovaps : Inst::kIdMovsd, to, from);
  }

  x86::Xmm number_in_register(Value value) {
    const Operand from = number(value);
    if (from.isReg()) return numbers_[value];
    const x86::Xmm to = cc_.newXmmSd();
    copy(to, from);
    return to;
  }

  // A register, or a constant as far as it fits into an instruction.
  Operand integer(Value value) {
    if (at(value).op != Op::integer) return integers_[value];
    const std::int64_t i = at(value).payload.integer;
    if (i == static_cast<std::int32_t>(i)) return asmjit::imm(i);
    return cc_.newInt64Const(asmjit::ConstPoolScope::kLocal, i);
  }

  x86::Gp integer_in_register(Value value) {
    if (at(value).op != Op::integer) return integers_[value];
    const x86::Gp to = cc_.newInt64();
    cc_.mov(to, at(value).payload.integer);
    return to;
  }

  // ---- instructions ----

  void write_instruction(Value value) {
    const Instruction& instruction = at(value);
    if (is_comparison(instruction.op)) {
      if (needed_[value]) write_comparison(instruction, integers_[value]);
    } else if (instruction.op == Op::select) {
      write_select(instruction, numbers_[value]);
    } else if (instruction.op == Op::to_number) {
      cc_.xorps(numbers_[value], numbers_[value]);  // else it waits for what was there
      cc_.cvtsi2sd(numbers_[value], integer_in_register(instruction.operand[0]));
    } else if (instruction.op == Op::to_integer) {
      write_to_integer(instruction, integers_[value]);
    } else if (info(instruction.op).result == Type::integer) {
      write_integer_operation(instruction, integers_[value]);
    } else {
      write_number_operation(instruction, numbers_[value]);
    }
  }

  void write_number_operation(const Instruction& instruction, const x86::Xmm& to) {
    const Value a = instruction.operand[0], b = instruction.operand[1];
    switch (instruction.op) {
      case Op::add: return write_pair(Inst::kIdAddsd, a, b, to);
      case Op::subtract: return write_pair(Inst::kIdSubsd, a, b, to);
      case Op::multiply: return write_pair(Inst::kIdMulsd, a, b, to);
      case Op::divide: return write_pair(Inst::kIdDivsd, a, b, to);
      // These return their second operand unless the first is truly less or greater.
      case Op::minimum: return write_pair(Inst::kIdMinsd, b, a, to);
      case Op::maximum: return write_pair(Inst::kIdMaxsd, b, a, to);
      case Op::power: return write_power(a, b, to);
      case Op::negate: return write_with_mask(Inst::kIdXorpd, a, std::uint64_t{1} << 63, to);
      case Op::absolute: return write_with_mask(Inst::kIdAndpd, a, ~(std::uint64_t{1} << 63), to);
      case Op::square_root: copy(to, number(a)), cc_.sqrtsd(to, to); return;
      case Op::floor:
      case Op::ceiling:
        if (!rounds_) break;
        copy(to, number(a));
        cc_.roundsd(to, to, instruction.op == Op::floor ? 9 : 10);  // down, up; never inexact
        return;
      default: break;
    }
    if (const TwoNumbers function = function_of_two(instruction.op)) call(function, a, b, to);
    else call(function_of_one(instruction.op), a, to);
  }

  void write_pair(asmjit::InstId operation, Value a, Value b, const x86::Xmm& to) {
    copy(to, number(a));
    cc_.emit(operation, to, number(b));
  }

  void write_with_mask(asmjit::InstId operation, Value a, std::uint64_t mask, const x86::Xmm& to) {
    const std::array<std::uint64_t, 2> both = {mask, mask};  // such instructions read 16 bytes
    copy(to, number(a));
    cc_.emit(operation, to, cc_.newConst(asmjit::ConstPoolScope::kLocal, both.data(), sizeof both));
  }

  void write_power(Value a, Value b, const x86::Xmm& to) {
    if (at(b).op == Op::number) {
      if (at(b).payload.number == 2) write_pair(Inst::kIdMulsd, a, a, to);
      else if (at(b).payload.number == 1.5 && has_quick_three_halves()) call(power_three_halves, a, to);
      else call(static_cast<TwoNumbers>(std::pow), a, b, to);
      return;
    }
    const asmjit::Label general = cc_.newLabel(), done = cc_.newLabel();
    cc_.ucomisd(number_in_register(b), number_in_memory(2));
    cc_.jne(general), cc_.jp(general);
    write_pair(Inst::kIdMulsd, a, a, to);
    cc_.jmp(done);
    cc_.bind(general);
    call(static_cast<TwoNumbers>(std::pow), a, b, to);
    cc_.bind(done);
  }

  template <class Function>
  asmjit::InvokeNode* invoke(Function* function) {
    asmjit::InvokeNode* node = nullptr;
    cc_.invoke(&node, asmjit::imm(reinterpret_cast<std::uintptr_t>(function)), signature(function));
    return node;
  }
  template <class Result, class... Arguments>
  static asmjit::FuncSignatureT<Result, Arguments...> signature(Result (*)(Arguments...)) {
    return {};
  }

  void call(OneNumber function, Value a, const x86::Xmm& to) {
    const x86::Xmm argument = number_in_register(a);
    asmjit::InvokeNode* node = invoke(function);
    if (!node) return;  // the error is noted
    node->setArg(0, argument), node->setRet(0, to);
  }

  void call(TwoNumbers function, Value a, Value b, const x86::Xmm& to) {
    const x86::Xmm first = number_in_register(a), second = number_in_register(b);
    asmjit::InvokeNode* node = invoke(function);
    if (!node) return;
    node->setArg(0, first), node->setArg(1, second), node->setRet(0, to);
  }

  void write_integer_operation(const Instruction& instruction, const x86::Gp& to) {
    const Value a = instruction.operand[0], b = instruction.operand[1];
    switch (instruction.op) {
      case Op::integer_floor_divide: return call(on_integers<Op::integer_floor_divide>, a, b, to);
      case Op::integer_modulo: return call(on_integers<Op::integer_modulo>, a, b, to);
      default: break;
    }
    cc_.emit(Inst::kIdMov, to, integer(a));
    switch (instruction.op) {
      case Op::integer_add: cc_.emit(Inst::kIdAdd, to, integer(b)); break;
      case Op::integer_subtract: cc_.emit(Inst::kIdSub, to, integer(b)); break;
      case Op::integer_multiply: cc_.imul(to, integer_in_register(b)); break;
      case Op::integer_and: cc_.emit(Inst::kIdAnd, to, integer(b)); break;
      default: cc_.emit(Inst::kIdOr, to, integer(b)); break;
    }
  }

  void call(std::int64_t (*function)(std::int64_t, std::int64_t), Value a, Value b, const x86::Gp& to) {
    const x86::Gp first = integer_in_register(a), second = integer_in_register(b);
    asmjit::InvokeNode* node = invoke(function);
    if (!node) return;
    node->setArg(0, first), node->setArg(1, second), node->setRet(0, to);
  }

  // The processor answers −2⁶³ to all that does not fit; one number means it.
  void write_to_integer(const Instruction& instruction, const x86::Gp& to) {
    const asmjit::Label done = cc_.newLabel();
    const x86::Xmm a = number_in_register(instruction.operand[0]);
    const x86::Gp zero = cc_.newInt64();
    cc_.xor_(zero, zero);
    cc_.cvttsd2si(to, a);
    cc_.cmp(to, 1);
    cc_.jno(done);  // −2⁶³ alone overflows
    cc_.ucomisd(a, number_in_memory(-0x1p63));
    cc_.cmovne(to, zero), cc_.cmovp(to, zero);
    cc_.bind(done);
  }

  // ---- comparisons ----

  // Sets the flags. A number is less than another where the other is above it: then a NaN is neither.
  void compare(Op condition, Value a, Value b) {
    if (info(condition).operand[0] == Type::integer) {
      cc_.emit(Inst::kIdCmp, integer_in_register(a), integer(b));
      return;
    }
    if (condition != Op::equal) std::swap(a, b);
    cc_.emit(Inst::kIdUcomisd, number_in_register(a), number(b));
  }

  void jump_if(Op condition, const asmjit::Label& to) {
    switch (condition) {
      case Op::less: cc_.ja(to); break;
      case Op::less_equal: cc_.jae(to); break;
      case Op::equal: {
        const asmjit::Label unordered = cc_.newLabel();
        cc_.jp(unordered), cc_.je(to);
        cc_.bind(unordered);
        break;
      }
      case Op::integer_less: cc_.jl(to); break;
      case Op::integer_less_equal: cc_.jle(to); break;
      default: cc_.je(to); break;
    }
  }

  void jump_unless(Op condition, const asmjit::Label& to) {
    switch (condition) {
      case Op::less: cc_.jbe(to); break;
      case Op::less_equal: cc_.jb(to); break;
      case Op::equal: cc_.jne(to), cc_.jp(to); break;
      case Op::integer_less: cc_.jge(to); break;
      case Op::integer_less_equal: cc_.jg(to); break;
      default: cc_.jne(to); break;
    }
  }

  void write_comparison(const Instruction& instruction, const x86::Gp& to) {
    const asmjit::Label done = cc_.newLabel();
    cc_.xor_(to, to);
    compare(instruction.op, instruction.operand[0], instruction.operand[1]);
    jump_unless(instruction.op, done);
    cc_.mov(to, 1);
    cc_.bind(done);
  }

  void write_select(const Instruction& instruction, const x86::Xmm& to) {
    if (selects_by_mask(instruction)) {
      write_select_by_mask(instruction, to);
      return;
    }
    const asmjit::Label done = cc_.newLabel();
    const x86::Gp condition = integer_in_register(instruction.operand[0]);
    const x86::Xmm yes = number_in_register(instruction.operand[1]);
    copy(to, number(instruction.operand[2]));
    cc_.test(condition, condition);
    cc_.jz(done);
    copy(to, yes);
    cc_.bind(done);
  }

  // Without a jump: ones where the comparison holds, then a bit from here or there.
  void write_select_by_mask(const Instruction& instruction, const x86::Xmm& to) {
    const Instruction& condition = at(instruction.operand[0]);
    const Value yes = instruction.operand[1], no = instruction.operand[2];
    const x86::Xmm mask = cc_.newXmm();
    copy(mask, number(condition.operand[0]));
    const int predicate = condition.op == Op::less ? 1 : condition.op == Op::less_equal ? 2 : 0;
    cc_.emit(Inst::kIdCmpsd, mask, number(condition.operand[1]), asmjit::imm(predicate));
    if (is_zero(no)) {
      copy(to, number(yes)), cc_.andpd(to, mask);
    } else if (is_zero(yes)) {
      cc_.andnpd(mask, number_in_register(no)), cc_.movaps(to, mask);
    } else {
      copy(to, number(yes)), cc_.andpd(to, mask);
      cc_.andnpd(mask, number_in_register(no));
      cc_.orpd(to, mask);
    }
  }

  bool is_zero(Value value) const {  // 0, not −0
    return at(value).op == Op::number && at(value).payload.number == 0 &&
           !std::signbit(at(value).payload.number);
  }

  // ---- blocks ----

  void write_block(int block) {
    block_ = block;
    cc_.bind(labels_[block]);
    for (const Value value : routine_.blocks[block].body) write_instruction(value);
    const End& end = routine_.blocks[block].end;
    switch (end.kind) {
      case End::Kind::jump: write_edge(end.to, true); break;
      case End::Kind::branch: write_branch(end); break;
      case End::Kind::leave: write_leave(end); break;
      case End::Kind::give_up: cc_.jmp(give_up_); break;
    }
  }

  bool is_next(const Edge& edge) const {  // what is written after this block
    int next = block_ + 1;
    while (next < count_blocks() && !reachable_[next]) ++next;
    return edge.block == next;
  }

  // Nothing to do on the way.
  bool is_plain(const Edge& edge) { return edge.block > block_ && moves_of(edge).empty(); }

  void write_branch(const End& end) {
    compare(end.condition, end.a, end.b);
    if (is_plain(end.otherwise) && !(is_plain(end.to) && is_next(end.otherwise))) {
      jump_unless(end.condition, labels_[end.otherwise.block]);
      write_edge(end.to, true);
      return;
    }
    const bool direct = is_plain(end.to);
    const asmjit::Label to = direct ? labels_[end.to.block] : cc_.newLabel();
    jump_if(end.condition, to);
    write_edge(end.otherwise, direct);
    if (direct) return;
    cc_.bind(to);
    write_edge(end.to, true);
  }

  struct Move {
    Value to;
    Operand from;
  };

  std::vector<Move> moves_of(const Edge& edge) {
    std::vector<Move> moves;
    const std::vector<Value>& parameters = routine_.blocks[edge.block].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Value to = parameters[i], from = edge.arguments[i];
      if (to != from) moves.push_back({to, is_number(to) ? number(from) : integer(from)});
    }
    return moves;
  }

  void write_edge(const Edge& edge, bool is_last) {
    write_moves(moves_of(edge));
    if (edge.block <= block_) {
      cc_.sub(repeats_left_, 1);
      cc_.jns(labels_[edge.block]);
      cc_.jmp(give_up_);
    } else if (!is_last || !is_next(edge)) {
      cc_.jmp(labels_[edge.block]);
    }
  }

  // All at once: a register is written only when nobody needs its old value any more; where all are needed, one is
  // kept aside.
  void write_moves(std::vector<Move> moves) {
    while (!moves.empty()) {
      const auto free = std::find_if(moves.begin(), moves.end(), [&](const Move& move) {
        return std::none_of(moves.begin(), moves.end(),
                            [&](const Move& other) { return other.from == register_of(move.to); });
      });
      if (free != moves.end()) {
        write_move(register_of(free->to), free->from, is_number(free->to));
        moves.erase(free);
        continue;
      }
      const Value needed = moves.front().to;
      const Operand kept = is_number(needed) ? Operand(cc_.newXmmSd()) : Operand(cc_.newInt64());
      write_move(kept, register_of(needed), is_number(needed));
      for (Move& move : moves)
        if (move.from == register_of(needed)) move.from = kept;
    }
  }

  void write_move(const Operand& to, const Operand& from, bool is_number) {
    cc_.emit(!is_number ? Inst::kIdMov : from.isReg() ? Inst::kIdMovaps : Inst::kIdMovsd, to, from);
  }

  bool is_number(Value value) const { return type_of(routine_, value) == Type::number; }

  Operand register_of(Value value) const {
    return is_number(value) ? Operand(numbers_[value]) : Operand(integers_[value]);
  }

  void write_leave(const End& end) {
    std::vector<x86::Xmm> results;  // all read before one is written: outputs may lie where the inputs are
    for (const Value value : end.results) results.push_back(number_in_register(value));
    for (std::size_t i = 0; i < results.size(); ++i)
      cc_.movsd(x86::qword_ptr(outputs_, static_cast<std::int32_t>(8 * i)), results[i]);
    write_return(true);
  }

  void write_return(bool value) {
    const x86::Gp result = cc_.newUInt32();
    cc_.mov(result, value ? 1 : 0);
    cc_.ret(result);
  }

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

// asmjit goes on after an error; the routine is then not used.
struct Errors : asmjit::ErrorHandler {
  void handleError(asmjit::Error /*error*/, const char* /*message*/,
                   asmjit::BaseEmitter* /*origin*/) override {
    any = true;
  }
  bool any = false;
};

class NativeMachine final : public Machine {
 public:
  static MachinePointer make(const Routine& routine) {
    auto runtime = std::make_unique<asmjit::JitRuntime>();
    Errors errors;
    asmjit::CodeHolder code;
    if (code.init(runtime->environment()) != asmjit::kErrorOk) return nullptr;
    code.setErrorHandler(&errors);
    Writer(routine, code).write();
    Code entry = nullptr;
    if (errors.any || runtime->add(&entry, &code) != asmjit::kErrorOk) return nullptr;
    return MachinePointer(new NativeMachine(entry, std::move(runtime)));
  }

 private:
  NativeMachine(Code entry, std::unique_ptr<asmjit::JitRuntime> runtime)
      : Machine(entry), runtime_(std::move(runtime)) {}

  std::unique_ptr<asmjit::JitRuntime> runtime_;  // owns the code
};

}  // namespace

MachinePointer make_native_machine(const Routine& routine) {
  return routine.instructions.size() > most_instructions ? nullptr : NativeMachine::make(routine);
}

}  // namespace perilune::ir

#endif
