#include <fmt/format.h>

#include <stdexcept>

#include "engine/law/dominators.h"
#include "engine/law/routine.h"

namespace perilune::ir {
namespace {

class Checker {
 public:
  explicit Checker(const Routine& routine) : routine_(routine), dominators_(immediate_dominators(routine)) {}

  void run() {
    demand(!routine_.blocks.empty(), 0, "there is no block");
    demand(routine_.blocks[0].parameters.empty(), 0, "the first block has parameters");
    place_values();
    for (block_ = 0; block_ < static_cast<int>(routine_.blocks.size()); ++block_) check_block();
  }

 private:
  struct Place {
    int block = -1, position = -1;  // parameters: position −1
  };

  void demand(bool holds, Value value, const char* what) const {
    if (!holds) throw std::logic_error(fmt::format("block {}, value {}: {}", block_, value, what));
  }

  void place_values() {
    places_.resize(routine_.instructions.size());
    for (block_ = 0; block_ < static_cast<int>(routine_.blocks.size()); ++block_) {
      const Block& block = routine_.blocks[block_];
      for (const Value value : block.parameters) {
        const Instruction& parameter = routine_.instructions.at(value);
        demand(is_parameter(parameter.op) && parameter.payload.integer == block_, value,
               "is no parameter of this block");
        places_[value] = {block_, -1};
      }
      int position = 0;
      for (const Value value : block.body) {
        demand(!is_leaf(routine_.instructions.at(value).op), value, "is a leaf in a body");
        demand(places_[value].block < 0, value, "is computed twice");
        places_[value] = {block_, position++};
      }
    }
  }

  void check_block() const {
    const Block& block = routine_.blocks[block_];
    int position = 0;
    for (const Value value : block.body) {
      const Instruction& instruction = routine_.instructions[value];
      const OpInfo& form = info(instruction.op);
      for (int k = 0; k < form.operands; ++k) use(instruction.operand[k], form.operand[k], position);
      ++position;
    }
    check_end(block.end, position);
  }

  void check_end(const End& end, int position) const {
    switch (end.kind) {
      case End::Kind::jump: check_edge(end.to, position); break;
      case End::Kind::branch:
        demand(is_comparison(end.condition), -1, "branches on what is no comparison");
        use(end.a, info(end.condition).operand[0], position);
        use(end.b, info(end.condition).operand[1], position);
        check_edge(end.to, position);
        check_edge(end.otherwise, position);
        break;
      case End::Kind::leave:
        demand(static_cast<int>(end.results.size()) == routine_.outputs, -1, "leaves with too few or many");
        for (const Value value : end.results) use(value, Type::number, position);
        break;
      case End::Kind::give_up: break;
    }
  }

  void check_edge(const Edge& edge, int position) const {
    demand(edge.block > 0 && edge.block < static_cast<int>(routine_.blocks.size()), edge.block,
           "is no block to go to");
    const std::vector<Value>& parameters = routine_.blocks[edge.block].parameters;
    demand(edge.arguments.size() == parameters.size(), edge.block, "takes another number of arguments");
    for (std::size_t i = 0; i < parameters.size(); ++i)
      use(edge.arguments[i], type_of(routine_, parameters[i]), position);
  }

  void use(Value value, Type type, int position) const {
    demand(value >= 0 && value < static_cast<Value>(routine_.instructions.size()), value, "does not exist");
    demand(type_of(routine_, value) == type, value, "has the wrong type");
    const Op op = routine_.instructions[value].op;
    if (op == Op::input) {
      demand(routine_.instructions[value].payload.integer < routine_.inputs, value, "is no input");
    }
    if (is_leaf(op) && !is_parameter(op)) return;
    const Place place = places_[value];
    demand(place.block >= 0, value, "is computed nowhere");
    if (place.block == block_) demand(place.position < position, value, "is used before it is computed");
    else demand(dominates(place.block, block_), value, "is not known here");
  }

  bool dominates(int above, int block) const {
    while (block > 0 && block != above) block = dominators_[block];
    return block == above;
  }

  const Routine& routine_;
  std::vector<int> dominators_;
  std::vector<Place> places_;
  int block_ = 0;
};

}  // namespace

void check(const Routine& routine) { Checker(routine).run(); }

}  // namespace perilune::ir
