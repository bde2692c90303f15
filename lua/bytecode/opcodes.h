#pragma once

#include <cstdint>

namespace perilune::bytecode {

// Lua 5.4's instructions (lopcodes.h, the same in 5.4.0 to 5.4.8): 32 bits, the operation in the lowest seven.
enum class Opcode : std::uint8_t {
  MOVE,
  LOADI,
  LOADF,
  LOADK,
  LOADKX,
  LOADFALSE,
  LFALSESKIP,
  LOADTRUE,
  LOADNIL,
  GETUPVAL,
  SETUPVAL,
  GETTABUP,
  GETTABLE,
  GETI,
  GETFIELD,
  SETTABUP,
  SETTABLE,
  SETI,
  SETFIELD,
  NEWTABLE,
  SELF,
  ADDI,
  ADDK,
  SUBK,
  MULK,
  MODK,
  POWK,
  DIVK,
  IDIVK,
  BANDK,
  BORK,
  BXORK,
  SHRI,
  SHLI,
  ADD,
  SUB,
  MUL,
  MOD,
  POW,
  DIV,
  IDIV,
  BAND,
  BOR,
  BXOR,
  SHL,
  SHR,
  MMBIN,
  MMBINI,
  MMBINK,
  UNM,
  BNOT,
  NOT,
  LEN,
  CONCAT,
  CLOSE,
  TBC,
  JMP,
  EQ,
  LT,
  LE,
  EQK,
  EQI,
  LTI,
  LEI,
  GTI,
  GEI,
  TEST,
  TESTSET,
  CALL,
  TAILCALL,
  RETURN,
  RETURN0,
  RETURN1,
  FORLOOP,
  FORPREP,
  TFORPREP,
  TFORCALL,
  TFORLOOP,
  SETLIST,
  CLOSURE,
  VARARG,
  VARARGPREP,
  EXTRAARG
};

struct Instruction {
  std::uint32_t bits = 0;
  Opcode op() const { return static_cast<Opcode>(bits & 0x7F); }
  int a() const { return static_cast<int>(bits >> 7 & 0xFF); }
  int b() const { return static_cast<int>(bits >> 16 & 0xFF); }
  int c() const { return static_cast<int>(bits >> 24 & 0xFF); }
  bool k() const { return (bits >> 15 & 1) != 0; }
  int signed_b() const { return b() - 127; }
  int signed_c() const { return c() - 127; }
  int bx() const { return static_cast<int>(bits >> 15); }
  int signed_bx() const { return bx() - 65535; }
  int ax() const { return static_cast<int>(bits >> 7); }
  int jump() const { return ax() - 16777215; }
};

}  // namespace perilune::bytecode
