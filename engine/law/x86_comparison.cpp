#include "engine/law/x86_writer.h"

#ifdef PERILUNE_ASMJIT

#include <cmath>
#include <utility>

namespace perilune::ir {

// Sets the flags. A number is less than another where the other is above it: then a NaN is neither.
void X86Writer::compare(Op condition, Value a, Value b) {
  if (info(condition).operand[0] == Type::integer) {
    cc_.emit(Inst::kIdCmp, integer_in(a), place_of(b));
    return;
  }
  if (condition != Op::equal) std::swap(a, b);
  cc_.emit(Inst::kIdUcomisd, number_in(a), place_of(b));
}

void X86Writer::jump_if(Op condition, const Label& to) {
  switch (condition) {
    case Op::less: cc_.ja(to); break;
    case Op::less_equal: cc_.jae(to); break;
    case Op::equal: {
      const Label unordered = cc_.newLabel();
      cc_.jp(unordered), cc_.je(to);
      cc_.bind(unordered);
      break;
    }
    case Op::integer_less: cc_.jl(to); break;
    case Op::integer_less_equal: cc_.jle(to); break;
    default: cc_.je(to); break;
  }
}

void X86Writer::jump_unless(Op condition, const Label& to) {
  switch (condition) {
    case Op::less: cc_.jbe(to); break;
    case Op::less_equal: cc_.jb(to); break;
    case Op::equal: cc_.jne(to), cc_.jp(to); break;
    case Op::integer_less: cc_.jge(to); break;
    case Op::integer_less_equal: cc_.jg(to); break;
    default: cc_.jne(to); break;
  }
}

void X86Writer::write_comparison(const Instruction& instruction, const x86::Gp& to) {
  cc_.xor_(to, to);  // before the flags are set
  compare(instruction.op, instruction.operand[0], instruction.operand[1]);
  switch (instruction.op) {
    case Op::less: cc_.seta(to.r8()); break;
    case Op::less_equal: cc_.setae(to.r8()); break;
    case Op::equal: {
      const x86::Gp ordered = cc_.newInt64();
      cc_.mov(ordered, 0);  // leaves the flags alone
      cc_.setnp(ordered.r8()), cc_.sete(to.r8());
      cc_.and_(to, ordered);
      break;
    }
    case Op::integer_less: cc_.setl(to.r8()); break;
    case Op::integer_less_equal: cc_.setle(to.r8()); break;
    default: cc_.sete(to.r8()); break;
  }
}

void X86Writer::jump_while_left(const Register& count, const Label& to) {
  cc_.sub(count.as<x86::Gp>(), 1);
  cc_.jns(to);
}

void X86Writer::write_select(const Instruction& instruction, const Register& to) {
  if (selects_by_comparison(instruction)) return write_select_by_mask(instruction, to.as<x86::Xmm>());
  const Label done = cc_.newLabel();
  const x86::Gp condition = integer_in(instruction.operand[0]);
  const x86::Xmm yes = number_in(instruction.operand[1]);
  move_number(to, place_of(instruction.operand[2]));
  cc_.test(condition, condition);
  cc_.jz(done);
  move_number(to, yes);
  cc_.bind(done);
}

// Without a jump: ones where the comparison holds, then a bit from here or there.
void X86Writer::write_select_by_mask(const Instruction& instruction, const x86::Xmm& to) {
  const Instruction& condition = at(instruction.operand[0]);
  const Value yes = instruction.operand[1], no = instruction.operand[2];
  const x86::Xmm mask = cc_.newXmm();
  move_number(mask, place_of(condition.operand[0]));
  const int predicate = condition.op == Op::less ? 1 : condition.op == Op::less_equal ? 2 : 0;
  cc_.emit(Inst::kIdCmpsd, mask, place_of(condition.operand[1]), asmjit::imm(predicate));
  if (is_zero(no)) {
    move_number(to, place_of(yes)), cc_.andpd(to, mask);
  } else if (is_zero(yes)) {
    cc_.andnpd(mask, number_in(no)), cc_.movaps(to, mask);
  } else {
    move_number(to, place_of(yes)), cc_.andpd(to, mask);
    cc_.andnpd(mask, number_in(no));
    cc_.orpd(to, mask);
  }
}

bool X86Writer::is_zero(Value value) const {  // 0, not −0
  return at(value).op == Op::number && at(value).payload.number == 0 &&
         !std::signbit(at(value).payload.number);
}

}  // namespace perilune::ir

#endif
