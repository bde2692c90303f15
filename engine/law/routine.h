#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace perilune::ir {

// A user's function as instructions: typed, without side effects, in static single assignment form with block
// parameters instead of phi functions (Appel, SIGPLAN Notices 33(4), 1998). Back ends (machine.h) run it, passes
// (simplify.h) shorten it, and since every instruction is pure they may move or drop any. There are two types:
// numbers (double) and integers (64 bit, wrapping around). No instruction traps.

using Value = std::int32_t;  // the instruction that computes it
constexpr Value none = -1;

enum class Type : std::uint8_t { number, integer };

enum class Op : std::uint8_t {
  // Leaves: in no block's body, known everywhere; parameters in their block and in what it dominates.
  input,              // the double at inputs[payload.integer]
  number,             // payload.number
  integer,            // payload.integer
  number_parameter,   // of block payload.integer
  integer_parameter,  // of block payload.integer
  // number a, number b → number
  add,
  subtract,
  multiply,
  divide,
  modulo,   // fmod, plus b where the signs differ: the result has b's sign
  power,    // b = 2 ? a·a : pow(a, b)
  pow,      // of the C library, as all below
  fmod,     //
  atan2,    // of a/b
  minimum,  // b < a ? b : a
  maximum,  // a < b ? b : a
  // number a → number
  negate,
  absolute,
  square_root,
  floor,
  ceiling,
  sin,
  cos,
  tan,
  asin,
  acos,
  exp,
  log,
  log2,
  log10,
  sinh,
  cosh,
  tanh,
  // between the types
  to_number,   // of an integer, to the nearest
  to_integer,  // of a number with −2⁶³ ≤ a < 2⁶³, towards zero; 0 elsewhere
  // integer a, integer b → integer
  integer_add,
  integer_subtract,
  integer_multiply,
  integer_floor_divide,  // towards −∞; a/−1 = −a, a/0 = 0
  integer_modulo,        // of the sign of b; a % −1 = a % 0 = 0
  integer_and,
  integer_or,
  // comparisons → integer 1 or 0; of number a, number b
  less,
  less_equal,
  equal,
  // of integer a, integer b
  integer_less,
  integer_less_equal,
  integer_equal,
  // integer a ≠ 0 ? number b : number c → number
  select,
};
constexpr int op_count = static_cast<int>(Op::select) + 1;

struct OpInfo {
  const char* name;
  Type result;
  int operands;
  Type operand[3];
};
const OpInfo& info(Op op);
inline bool is_leaf(Op op) { return op <= Op::integer_parameter; }
inline bool is_parameter(Op op) { return op == Op::number_parameter || op == Op::integer_parameter; }
inline bool is_comparison(Op op) { return op >= Op::less && op <= Op::integer_equal; }

struct Instruction {
  Op op = Op::number;
  Value operand[3] = {none, none, none};
  union {
    double number;
    std::int64_t integer;
  } payload = {0};
};

// A way to another block, with a value for each of its parameters.
struct Edge {
  int block = -1;
  std::vector<Value> arguments;
};

// How a block ends.
struct End {
  enum class Kind : std::uint8_t {
    jump,     // go on at `to`
    branch,   // condition(a, b) ? `to` : `otherwise`
    leave,    // the outputs are `results`, all numbers
    give_up,  // not computed here: ask the interpreter; `refusal` says why
  };
  Kind kind = Kind::give_up;
  Op condition = Op::less;  // a comparison
  Value a = none, b = none;
  Edge to, otherwise;
  std::vector<Value> results;
  int refusal = -1;
};

struct Block {
  std::vector<Value> parameters;
  std::vector<Value>
      body;  // instructions in their order; operands are leaves or come before, here or in a dominator
  End end;
};

// Why some path is left to the interpreter.
struct Refusal {
  int line = 0;  // of the user's text
  std::string reason;
};

// Blocks are numbered such that every cycle contains an edge to the same or an earlier block: back ends count those
// edges and give up after `most_repeats`, so that no loop hangs a run.
struct Routine {
  int inputs = 0, outputs = 0;
  std::vector<Instruction> instructions;
  std::vector<Block> blocks;  // blocks[0] is entered first, has no parameters, and no edge leads to it
  std::vector<Refusal> refusals;
};
constexpr std::int64_t most_repeats = 10'000'000;

inline Type type_of(const Routine& routine, Value value) {
  return info(routine.instructions[value].op).result;
}

Value add_instruction(Routine& routine, Op op, Value a = none, Value b = none,
                      Value c = none);  // into no block yet
Value add_number(Routine& routine, double number);
Value add_integer(Routine& routine, std::int64_t integer);
Value add_input(Routine& routine, int index);
Value add_parameter(Routine& routine, int block, Type type);  // and to the block's list

// One instruction for given operands: what folding and the machine compute, so that both agree to the last bit.
union Word {
  double number;
  std::int64_t integer;
};
Word apply(Op op, Word a, Word b, Word c);  // op is no leaf

// The routine as text, for tests and those who debug: "v7 = multiply v3 v5".
std::string to_text(const Routine& routine);

// Throws std::logic_error naming the first rule of this file that the routine breaks.
void check(const Routine& routine);

}  // namespace perilune::ir
