#include "engine/law/a64_writer.h"

#ifdef PERILUNE_ASMJIT

namespace perilune::ir {
namespace {

using asmjit::arm::CondCode;

// What the flags say after a comparison. Of numbers: MI is less, LS not greater and not unordered.
CondCode condition_of(Op op) {
  switch (op) {
    case Op::less: return CondCode::kMI;
    case Op::less_equal: return CondCode::kLS;
    case Op::integer_less: return CondCode::kLT;
    case Op::integer_less_equal: return CondCode::kLE;
    default: return CondCode::kEQ;
  }
}

CondCode opposite_of(Op op) {
  switch (op) {
    case Op::less: return CondCode::kPL;
    case Op::less_equal: return CondCode::kHI;
    case Op::integer_less: return CondCode::kGE;
    case Op::integer_less_equal: return CondCode::kGT;
    default: return CondCode::kNE;
  }
}

}  // namespace

void A64Writer::compare(Op condition, Value a, Value b) {
  if (info(condition).operand[0] == Type::number) cc_.fcmp(number_in(a), number_in(b));
  else cc_.emit(a64::Inst::kIdCmp, integer_in(a), integer_or_small(b));
}

void A64Writer::jump_if(Op condition, const Label& to) { cc_.b(condition_of(condition), to); }

void A64Writer::jump_unless(Op condition, const Label& to) { cc_.b(opposite_of(condition), to); }

void A64Writer::jump_while_left(const Register& count, const Label& to) {
  cc_.subs(count.as<a64::Gp>(), count.as<a64::Gp>(), 1);
  cc_.b(CondCode::kPL, to);
}

void A64Writer::write_comparison(const Instruction& instruction, const a64::Gp& to) {
  compare(instruction.op, instruction.operand[0], instruction.operand[1]);
  cc_.cset(to, asmjit::imm(condition_of(instruction.op)));
}

void A64Writer::write_select(const Instruction& instruction, const Register& to) {
  const Instruction& condition = at(instruction.operand[0]);
  const a64::Vec yes = number_in(instruction.operand[1]), no = number_in(instruction.operand[2]);
  CondCode code = CondCode::kNE;
  if (selects_by_comparison(instruction)) {
    compare(condition.op, condition.operand[0], condition.operand[1]);
    code = condition_of(condition.op);
  } else {
    cc_.cmp(integer_in(instruction.operand[0]), 0);
  }
  cc_.fcsel(to.as<a64::Vec>(), yes, no, asmjit::imm(code));
}

}  // namespace perilune::ir

#endif
