#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <utility>

#include "engine/law/machine.h"
#include "engine/law/three_halves.h"

namespace perilune::ir {
namespace {

// One step of the register machine: operations of Op first, then what only the machine knows. Registers are numbered
// through: constants, inputs, values.
enum class Move : std::uint16_t { copy = op_count, three_halves, jump, repeat, leave, give_up };

struct Step {
  std::uint16_t code = 0;
  std::uint16_t branch = 0;  // comparisons: whether to go to one of two places instead of keeping the result
  std::int32_t a = 0, b = 0, c = 0;
  std::int32_t to = 0;  // register of the result; or place to go to
  std::int32_t otherwise = 0;
};

constexpr int most_on_stack = 512;  // registers

class RegisterMachine final : public Machine {
 public:
  explicit RegisterMachine(const Routine& routine)
      : Machine(&run_steps), inputs_(routine.inputs), outputs_(routine.outputs) {
    number_registers(routine);
    for (std::size_t i = 0; i < routine.blocks.size(); ++i) {
      starts_.push_back(static_cast<std::int32_t>(steps_.size()));
      write_block(routine, static_cast<int>(i));
    }
    for (const std::size_t jump : jumps_) steps_[jump].to = starts_[steps_[jump].a];
  }

  static double run_steps(const Machine* self, const double* inputs, double* outputs) {
    const auto& machine = *static_cast<const RegisterMachine*>(self);
    if (machine.registers_ <= most_on_stack) {
      Word registers[most_on_stack];
      return machine.answer(registers, inputs, outputs);
    }
    std::vector<Word> registers(static_cast<std::size_t>(machine.registers_));
    return machine.answer(registers.data(), inputs, outputs);
  }

 private:
  // ---- writing ----

  void number_registers(const Routine& routine) {
    register_.assign(routine.instructions.size(), -1);
    for (const Block& block : routine.blocks) {
      for (const Value value : block.parameters) register_[value] = next_register();
      for (const Value value : block.body) register_[value] = next_register();
    }
    const std::int32_t computed = registers_;
    for (std::size_t i = 0; i < routine.instructions.size(); ++i) {
      const Instruction& leaf = routine.instructions[i];
      if (leaf.op == Op::number || leaf.op == Op::integer) {
        register_[i] = next_register();
        Word word;
        if (leaf.op == Op::number) word.number = leaf.payload.number;
        else word.integer = leaf.payload.integer;
        constants_.push_back(word);
      }
    }
    first_constant_ = computed, first_input_ = registers_;
    registers_ += inputs_;
    for (std::size_t i = 0; i < routine.instructions.size(); ++i) {
      const Instruction& leaf = routine.instructions[i];
      if (leaf.op == Op::input) register_[i] = first_input_ + static_cast<std::int32_t>(leaf.payload.integer);
    }
    scratch_ = next_register();
  }

  std::int32_t next_register() { return registers_++; }

  Step& write(std::uint16_t code) {
    steps_.emplace_back();
    steps_.back().code = code;
    return steps_.back();
  }
  Step& write(Move move) { return write(static_cast<std::uint16_t>(move)); }

  void write_block(const Routine& routine, int block) {
    for (const Value value : routine.blocks[block].body) {
      const Instruction& instruction = routine.instructions[value];
      Step& step = write(static_cast<std::uint16_t>(instruction.op));
      const int operands = info(instruction.op).operands;
      step.a = register_[instruction.operand[0]];
      if (operands > 1) step.b = register_[instruction.operand[1]];
      if (operands > 2) step.c = register_[instruction.operand[2]];
      step.to = register_[value];
      if (instruction.op == Op::power) choose_power(step, routine.instructions[instruction.operand[1]]);
    }
    write_end(routine, block);
  }

  // Exponents that are quicker without pow.
  static void choose_power(Step& step, const Instruction& exponent) {
    if (exponent.op != Op::number) return;
    if (exponent.payload.number == 2) {
      step.code = static_cast<std::uint16_t>(Op::multiply), step.b = step.a;
    } else if (exponent.payload.number == 1.5 && has_quick_three_halves()) {
      step.code = static_cast<std::uint16_t>(Move::three_halves);
    }
  }

  void write_end(const Routine& routine, int block) {
    const End& end = routine.blocks[block].end;
    switch (end.kind) {
      case End::Kind::jump: write_edge(routine, block, end.to); break;
      case End::Kind::branch: {
        const std::size_t branch = steps_.size();
        Step& step = write(static_cast<std::uint16_t>(end.condition));
        step.branch = 1, step.a = register_[end.a], step.b = register_[end.b];
        steps_[branch].to = static_cast<std::int32_t>(steps_.size());
        write_edge(routine, block, end.to);
        steps_[branch].otherwise = static_cast<std::int32_t>(steps_.size());
        write_edge(routine, block, end.otherwise);
        break;
      }
      case End::Kind::leave: {
        for (const Value value : end.results) leaving_.push_back(register_[value]);
        const std::size_t first = leaving_.size() - end.results.size();
        Step& step = write(Move::leave);
        step.a = static_cast<std::int32_t>(first), step.b = static_cast<std::int32_t>(end.results.size());
        break;
      }
      case End::Kind::give_up: write(Move::give_up); break;
    }
  }

  void write_edge(const Routine& routine, int block, const Edge& edge) {
    std::vector<std::pair<std::int32_t, std::int32_t>> moves;  // to, from
    const std::vector<Value>& parameters = routine.blocks[edge.block].parameters;
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      if (parameters[i] != edge.arguments[i])
        moves.emplace_back(register_[parameters[i]], register_[edge.arguments[i]]);
    }
    write_moves(moves);
    write(edge.block <= block ? Move::repeat : Move::jump).a = edge.block;
    jumps_.push_back(steps_.size() - 1);
  }

  // All at once: a register is written only when nobody needs its old value any more; a cycle is opened with the
  // scratch register.
  void write_moves(std::vector<std::pair<std::int32_t, std::int32_t>>& moves) {
    while (!moves.empty()) {
      const auto free = std::find_if(moves.begin(), moves.end(), [&](const auto& move) {
        return std::none_of(moves.begin(), moves.end(),
                            [&](const auto& other) { return other.second == move.first; });
      });
      if (free != moves.end()) {
        write_copy(free->first, free->second);
        moves.erase(free);
        continue;
      }
      const std::int32_t kept = moves.front().first;
      write_copy(scratch_, kept);
      for (auto& move : moves)
        if (move.second == kept) move.second = scratch_;
    }
  }

  void write_copy(std::int32_t to, std::int32_t from) {
    Step& step = write(Move::copy);
    step.to = to, step.a = from;
  }

  // ---- running ----

  double answer(Word* registers, const double* inputs, double* outputs) const {
    if (!execute(registers, inputs, outputs)) return refusal();
    return outputs_ > 0 ? outputs[0] : 0;
  }

  bool execute(Word* r, const double* inputs, double* outputs) const {
    std::copy(constants_.begin(), constants_.end(), r + first_constant_);
    for (int i = 0; i < inputs_; ++i) r[first_input_ + i].number = inputs[i];
    std::int64_t repeats = 0;
    const Step* step = steps_.data();
    for (;;) {
      switch (step->code) {
#define PERILUNE_NUMBERS(op, expression)     \
  case static_cast<std::uint16_t>(Op::op): { \
    const double a = r[step->a].number;      \
    const double b = r[step->b].number;      \
    (void)b;                                 \
    r[step->to].number = (expression);       \
    ++step;                                  \
    break;                                   \
  }
#define PERILUNE_INTEGERS(op, sign)                                                         \
  case static_cast<std::uint16_t>(Op::op): {                                                \
    const auto a = static_cast<std::uint64_t>(r[step->a].integer);                          \
    const auto b = static_cast<std::uint64_t>(r[step->b].integer);                          \
    r[step->to].integer = static_cast<std::int64_t>(a sign b); /* unsigned: wraps around */ \
    ++step;                                                                                 \
    break;                                                                                  \
  }
#define PERILUNE_COMPARE(op, member, sign)                         \
  case static_cast<std::uint16_t>(Op::op): {                       \
    const bool holds = r[step->a].member sign r[step->b].member;   \
    if (step->branch) {                                            \
      step = steps_.data() + (holds ? step->to : step->otherwise); \
    } else {                                                       \
      r[step->to].integer = holds;                                 \
      ++step;                                                      \
    }                                                              \
    break;                                                         \
  }
        PERILUNE_NUMBERS(add, a + b)
        PERILUNE_NUMBERS(subtract, a - b)
        PERILUNE_NUMBERS(multiply, a * b)
        PERILUNE_NUMBERS(divide, a / b)
        PERILUNE_NUMBERS(power, b == 2 ? a * a : std::pow(a, b))
        PERILUNE_NUMBERS(minimum, b < a ? b : a)
        PERILUNE_NUMBERS(maximum, a < b ? b : a)
        PERILUNE_NUMBERS(negate, -a)
        PERILUNE_NUMBERS(absolute, std::fabs(a))
        PERILUNE_NUMBERS(square_root, std::sqrt(a))
        PERILUNE_NUMBERS(sin, std::sin(a))
        PERILUNE_NUMBERS(cos, std::cos(a))
        PERILUNE_NUMBERS(exp, std::exp(a))
        PERILUNE_NUMBERS(tanh, std::tanh(a))
        PERILUNE_INTEGERS(integer_add, +)
        PERILUNE_INTEGERS(integer_subtract, -)
        PERILUNE_INTEGERS(integer_and, &)
        PERILUNE_INTEGERS(integer_or, |)
        PERILUNE_COMPARE(less, number, <)
        PERILUNE_COMPARE(less_equal, number, <=)
        PERILUNE_COMPARE(equal, number, ==)
        PERILUNE_COMPARE(integer_less, integer, <)
        PERILUNE_COMPARE(integer_less_equal, integer, <=)
        PERILUNE_COMPARE(integer_equal, integer, ==)
#undef PERILUNE_NUMBERS
#undef PERILUNE_INTEGERS
#undef PERILUNE_COMPARE
        case static_cast<std::uint16_t>(Move::copy):
          r[step->to] = r[step->a];
          ++step;
          break;
        case static_cast<std::uint16_t>(Op::select):
          r[step->to] = r[step->a].integer != 0 ? r[step->b] : r[step->c];
          ++step;
          break;
        case static_cast<std::uint16_t>(Op::to_number):
          r[step->to].number = static_cast<double>(r[step->a].integer);
          ++step;
          break;
        case static_cast<std::uint16_t>(Move::three_halves):
          r[step->to].number = power_three_halves(r[step->a].number);
          ++step;
          break;
        case static_cast<std::uint16_t>(Move::repeat):
          if (++repeats > most_repeats) return false;
          [[fallthrough]];
        case static_cast<std::uint16_t>(Move::jump): step = steps_.data() + step->to; break;
        case static_cast<std::uint16_t>(Move::leave):
          for (std::int32_t i = 0; i < step->b; ++i) outputs[i] = r[leaving_[step->a + i]].number;
          return true;
        case static_cast<std::uint16_t>(Move::give_up): return false;
        default:  // the rest is slow whoever does it
          r[step->to] = apply(static_cast<Op>(step->code), r[step->a], r[step->b], r[step->c]);
          ++step;
      }
    }
  }

  int inputs_, outputs_;
  std::int32_t registers_ = 0, first_constant_ = 0, first_input_ = 0, scratch_ = 0;
  std::vector<Word> constants_;
  std::vector<Step> steps_;
  std::vector<std::int32_t> leaving_;  // registers of results
  // While writing:
  std::vector<std::int32_t> register_, starts_;
  std::vector<std::size_t> jumps_;
};

}  // namespace

MachinePointer make_register_machine(const Routine& routine) {
  return std::make_unique<RegisterMachine>(routine);
}

MachinePointer make_machine(const Routine& routine) {
  MachinePointer native = make_native_machine(routine);
  return native ? std::move(native) : make_register_machine(routine);
}

}  // namespace perilune::ir
