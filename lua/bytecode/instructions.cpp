#include "lua/bytecode/translator.h"

namespace perilune::bytecode {

void Translator::execute(const Instruction& i) {
  if (execute_load(i) || execute_arithmetic(i) || execute_test(i) || execute_table(i) || execute_call(i) ||
      execute_loop(i))
    return;
  switch (i.op()) {
    case Opcode::TBC: refuse("has a variable that is closed");
    default: refuse("uses an operator on bits");
  }
}

AbstractValue Translator::constant(int index) {
  const Constant& constant = function().prototype.constants[static_cast<std::size_t>(index)];
  if (const auto* yes = std::get_if<bool>(&constant)) return boolean_value(*yes);
  if (const auto* integer = std::get_if<std::int64_t>(&constant)) return integer_value(*integer);
  if (const auto* number = std::get_if<double>(&constant)) return number_value(*number);
  if (const auto* text = std::get_if<std::string>(&constant)) return surroundings_->add_string(*text);
  return nil_value();
}

AbstractValue Translator::constant_or_register(const Instruction& i) {
  return i.k() ? constant(i.c()) : reg(i.c());
}

bool Translator::execute_load(const Instruction& i) {
  int length = 1;
  switch (i.op()) {
    case Opcode::MOVE: reg(i.a()) = reg(i.b()); break;
    case Opcode::LOADI: reg(i.a()) = integer_value(i.signed_bx()); break;
    case Opcode::LOADF: reg(i.a()) = number_value(i.signed_bx()); break;
    case Opcode::LOADK: reg(i.a()) = constant(i.bx()); break;
    case Opcode::LOADKX:
      reg(i.a()) = constant(function().prototype.code[static_cast<std::size_t>(frame().pc) + 1].ax());
      length = 2;
      break;
    case Opcode::LOADFALSE: reg(i.a()) = boolean_value(false); break;
    case Opcode::LFALSESKIP:
      reg(i.a()) = boolean_value(false);
      length = 2;
      break;
    case Opcode::LOADTRUE: reg(i.a()) = boolean_value(true); break;
    case Opcode::LOADNIL:
      for (int r = i.a(); r <= i.a() + i.b(); ++r) reg(r) = nil_value();
      break;
    case Opcode::NOT: reg(i.a()) = boolean_value(!reg(i.b()).is_true()); break;
    case Opcode::CONCAT: concatenate(i.a(), i.b()); break;
    case Opcode::CLOSE: close_variables(i.a()); break;
    case Opcode::VARARGPREP: break;
    case Opcode::VARARG: {
      const Values rest = frame().varargs;
      deliver(i.a(), i.c() - 1, rest);
      break;
    }
    case Opcode::JMP: length = 1 + i.jump(); break;
    default: return false;
  }
  frame().pc += length;
  return true;
}

// A name put together is known. Other texts only errors need; what they say is the interpreter's business.
void Translator::concatenate(int first, int count) {
  std::string text;
  bool is_known = true;
  for (int r = first; r < first + count; ++r) {
    const AbstractValue& part = reg(r);
    if (!part.is_numeric() && part.kind != Kind::string && part.kind != Kind::text)
      refuse("concatenates " + describe(part));
    if (part.kind == Kind::string) text += surroundings_->string(part.id);
    else if (part.kind == Kind::integer_constant) text += std::to_string(part.integer);
    else is_known = false;
  }
  reg(first) = is_known ? surroundings_->add_string(text) : known_value(Kind::text, -1);
}

bool Translator::execute_arithmetic(const Instruction& i) {
  constexpr Arithmetic operations[] = {Arithmetic::add,         Arithmetic::subtract, Arithmetic::multiply,
                                       Arithmetic::modulo,      Arithmetic::power,    Arithmetic::divide,
                                       Arithmetic::floor_divide};
  const int op = static_cast<int>(i.op());
  const auto among = [op](Opcode first, Opcode last) {
    return op >= static_cast<int>(first) && op <= static_cast<int>(last);
  };
  if (i.op() == Opcode::UNM) {
    const AbstractValue operand = reg(i.b());
    if (is_list(operand) && call_handler("__unm", operand, operand, i.a(), 1)) return true;
    reg(i.a()) = negated(reg(i.b()));
    frame().pc += 1;
    return true;
  }
  const bool has_two = among(Opcode::ADD, Opcode::IDIV);
  const bool has_one = i.op() == Opcode::ADDI || among(Opcode::ADDK, Opcode::IDIVK);
  const bool on_tables = (has_one || has_two) && (is_list(reg(i.b())) || (has_two && is_list(reg(i.c()))));
  if (on_tables && call_operator(i.a())) return true;
  if (i.op() == Opcode::ADDI) {
    reg(i.a()) = compute(Arithmetic::add, reg(i.b()), integer_value(i.signed_c()));
  } else if (among(Opcode::ADDK, Opcode::IDIVK)) {
    reg(i.a()) = compute(operations[op - static_cast<int>(Opcode::ADDK)], reg(i.b()), constant(i.c()));
  } else if (among(Opcode::ADD, Opcode::IDIV)) {
    reg(i.a()) = compute(operations[op - static_cast<int>(Opcode::ADD)], reg(i.b()), reg(i.c()));
  } else {
    return false;
  }
  frame().pc += 2;  // the instruction for metamethods follows
  return true;
}

bool Translator::execute_test(const Instruction& i) {
  switch (i.op()) {
    case Opcode::EQ: compare(Order::equal, reg(i.a()), reg(i.b()), i.k()); break;
    case Opcode::LT: compare(Order::less, reg(i.a()), reg(i.b()), i.k()); break;
    case Opcode::LE: compare(Order::less_equal, reg(i.a()), reg(i.b()), i.k()); break;
    case Opcode::EQK: compare(Order::equal, reg(i.a()), constant(i.b()), i.k()); break;
    case Opcode::EQI: compare(Order::equal, reg(i.a()), integer_value(i.signed_b()), i.k()); break;
    case Opcode::LTI: compare(Order::less, reg(i.a()), integer_value(i.signed_b()), i.k()); break;
    case Opcode::LEI: compare(Order::less_equal, reg(i.a()), integer_value(i.signed_b()), i.k()); break;
    case Opcode::GTI: compare(Order::less, integer_value(i.signed_b()), reg(i.a()), i.k()); break;
    case Opcode::GEI: compare(Order::less_equal, integer_value(i.signed_b()), reg(i.a()), i.k()); break;
    case Opcode::TEST: decide(reg(i.a()).is_true() == i.k()); break;
    case Opcode::TESTSET: {
      const AbstractValue value = reg(i.b());
      const bool take_jump = value.is_true() == i.k();
      if (take_jump) reg(i.a()) = value;
      decide(take_jump);
      break;
    }
    default: return false;
  }
  return true;
}

}  // namespace perilune::bytecode
