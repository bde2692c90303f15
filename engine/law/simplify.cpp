#include "engine/law/simplify.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "engine/law/dominators.h"
#include "engine/law/fold.h"
#include "engine/law/sink.h"

namespace perilune::ir {
namespace {

class Simplifier {
 public:
  explicit Simplifier(Routine routine) : routine_(std::move(routine)) {
    same_.resize(routine_.instructions.size());
    for (std::size_t i = 0; i < same_.size(); ++i) same_[i] = static_cast<Value>(i);
    for (Value value = 0; value < static_cast<Value>(same_.size()); ++value) {
      const Instruction& leaf = routine_.instructions[value];
      if (is_leaf(leaf.op) && !is_parameter(leaf.op)) unify_leaf(value);
    }
  }

  Routine run() {
    do {
      changed_ = false;
      arrange();
      number_values();
      replace_parameters();
      join_blocks();
    } while (changed_);
    arrange();
    drop_unused();
    sink(routine_);
    compact();
    return std::move(routine_);
  }

 private:
  using Key = std::tuple<Op, Value, Value, Value>;

  Value resolve(Value value) {
    while (same_[value] != value) value = same_[value] = same_[same_[value]];
    return value;
  }

  void replace(Value value, Value by) {
    same_[value] = by;
    changed_ = true;
  }

  // Every constant once, told apart by their bits: 0.0 is not -0.0.
  void unify_leaf(Value value) {
    const Instruction& leaf = routine_.instructions[value];
    const auto found = leaves_.emplace(std::make_pair(leaf.op, bits(leaf)), value);
    if (!found.second) same_[value] = found.first->second;
  }

  static std::int64_t bits(const Instruction& leaf) {
    if (leaf.op != Op::number) return leaf.payload.integer;
    std::int64_t bits = 0;
    std::memcpy(&bits, &leaf.payload.number, sizeof bits);
    return bits;
  }

  Value make_constant(Type type, Word word) {
    const Value value =
        type == Type::number ? add_number(routine_, word.number) : add_integer(routine_, word.integer);
    same_.push_back(value);
    unify_leaf(value);
    return resolve(value);
  }

  // Renumbers the blocks in reverse postorder; those out of reach are gone.
  void arrange() {
    const std::vector<int> order = reverse_postorder(routine_);
    std::vector<int> place(routine_.blocks.size(), -1);
    std::vector<Block> blocks;
    for (const int old : order) {
      place[old] = static_cast<int>(blocks.size());
      blocks.push_back(std::move(routine_.blocks[old]));
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      for (const Value value : blocks[i].parameters)
        routine_.instructions[value].payload.integer = static_cast<std::int64_t>(i);
      for_edges(blocks[i].end, [&](Edge& edge) { edge.block = place[edge.block]; });
    }
    routine_.blocks = std::move(blocks);
  }

  template <class Action>
  static void for_edges(End& end, const Action& action) {
    if (end.kind == End::Kind::jump || end.kind == End::Kind::branch) action(end.to);
    if (end.kind == End::Kind::branch) action(end.otherwise);
  }

  void number_values() {
    const std::vector<int> dominators = immediate_dominators(routine_);
    std::vector<std::vector<int>> children(routine_.blocks.size());
    for (std::size_t i = 1; i < dominators.size(); ++i)
      children[dominators[i]].push_back(static_cast<int>(i));
    // The dominator tree from above, keeping what is known on the way down.
    std::vector<std::pair<int, std::size_t>> path;  // block, and which child is next
    std::vector<std::vector<Key>> added;            // what each block of the path made known
    const auto enter = [&](int block) {
      path.emplace_back(block, 0);
      added.push_back(number_block(routine_.blocks[block]));
    };
    enter(0);
    while (!path.empty()) {
      const auto [block, child] = path.back();
      if (child < children[block].size()) {
        ++path.back().second;
        enter(children[block][child]);
        continue;
      }
      for (const Key& key : added.back()) known_.erase(key);
      path.pop_back(), added.pop_back();
    }
  }

  std::vector<Key> number_block(Block& block) {
    std::vector<Key> added;
    std::vector<Value> kept;
    for (const Value value : block.body) {
      Instruction& instruction = routine_.instructions[value];
      for (int k = 0; k < info(instruction.op).operands; ++k)
        instruction.operand[k] = resolve(instruction.operand[k]);
      if (const std::optional<Value> shorter = fold(value)) {
        replace(value, *shorter);
        continue;
      }
      const Instruction& final = routine_.instructions[value];
      const Key key{final.op, final.operand[0], final.operand[1], final.operand[2]};
      const auto found = known_.emplace(key, value);
      if (found.second) {
        added.push_back(key);
        kept.push_back(value);
      } else {
        replace(value, found.first->second);
      }
    }
    block.body = std::move(kept);
    resolve_end(block.end);
    return added;
  }

  std::optional<Value> fold(Value value) {
    const Shorter shorter = ir::fold(routine_, value);
    if (shorter.constant) return make_constant(type_of(routine_, value), *shorter.constant);
    if (shorter.value != none) return resolve(shorter.value);
    return std::nullopt;
  }

  void resolve_end(End& end) {
    for_edges(end, [&](Edge& edge) {
      for (Value& value : edge.arguments) value = resolve(value);
    });
    for (Value& value : end.results) value = resolve(value);
    if (end.kind != End::Kind::branch) return;
    end.a = resolve(end.a), end.b = resolve(end.b);
    const bool decided = is_constant(routine_, end.a) && is_constant(routine_, end.b);
    if (!decided && !(end.to.block == end.otherwise.block && end.to.arguments == end.otherwise.arguments))
      return;
    const bool holds =
        !decided ||
        apply(end.condition, constant(routine_, end.a), constant(routine_, end.b), {}).integer != 0;
    Edge way = holds ? end.to : end.otherwise;
    end = End{};
    end.kind = End::Kind::jump, end.to = std::move(way);
    changed_ = true;
  }

  // Parameters that get one and the same value on every way in.
  void replace_parameters() {
    std::vector<std::vector<const Edge*>> incoming(routine_.blocks.size());
    for (Block& block : routine_.blocks)
      for_edges(block.end, [&](Edge& edge) { incoming[edge.block].push_back(&edge); });
    std::vector<std::vector<char>> gone(routine_.blocks.size());
    bool any = false;
    for (std::size_t i = 0; i < routine_.blocks.size(); ++i) {
      const std::vector<Value>& parameters = routine_.blocks[i].parameters;
      gone[i].resize(parameters.size());
      for (std::size_t k = 0; k < parameters.size(); ++k) {
        const Value only = only_argument(incoming[i], k, parameters[k]);
        if (only == none) continue;
        replace(parameters[k], only);
        gone[i][k] = 1, any = true;
      }
    }
    if (any) remove_parameters(gone);
  }

  Value only_argument(const std::vector<const Edge*>& incoming, std::size_t k, Value parameter) {
    Value only = none;
    for (const Edge* edge : incoming) {
      const Value argument = resolve(edge->arguments[k]);
      if (argument == resolve(parameter) || argument == only) continue;
      if (only != none) return none;
      only = argument;
    }
    return only;
  }

  void remove_parameters(const std::vector<std::vector<char>>& gone) {
    const auto keep = [](std::vector<Value>& list, const std::vector<char>& gone) {
      std::size_t kept = 0;
      for (std::size_t k = 0; k < list.size(); ++k)
        if (!gone[k]) list[kept++] = list[k];
      list.resize(kept);
    };
    for (std::size_t i = 0; i < routine_.blocks.size(); ++i) {
      keep(routine_.blocks[i].parameters, gone[i]);
      for_edges(routine_.blocks[i].end, [&](Edge& edge) { keep(edge.arguments, gone[edge.block]); });
    }
  }

  // A block that only one jump leads to becomes the end of the block it comes from; a jump to a block that only
  // jumps on goes there at once.
  void join_blocks() {
    std::vector<int> ways_in(routine_.blocks.size());
    for (Block& block : routine_.blocks) for_edges(block.end, [&](Edge& edge) { ++ways_in[edge.block]; });
    for (std::size_t i = 0; i < routine_.blocks.size(); ++i) {
      Block& block = routine_.blocks[i];
      if (i > 0 && ways_in[i] == 0) continue;
      while (block.end.kind == End::Kind::jump && ways_in[block.end.to.block] == 1 &&
             block.end.to.block != static_cast<int>(i)) {
        const int next = block.end.to.block;
        append(block, routine_.blocks[next]);
        ways_in[next] = 0;
      }
      for_edges(block.end, [&](Edge& edge) { skip_empty(edge, ways_in); });
    }
  }

  void append(Block& block, Block& next) {
    for (std::size_t k = 0; k < next.parameters.size(); ++k)
      replace(next.parameters[k], resolve(block.end.to.arguments[k]));
    block.body.insert(block.body.end(), next.body.begin(), next.body.end());
    block.end = std::move(next.end);
    next = Block{};
    changed_ = true;
  }

  void skip_empty(Edge& edge, std::vector<int>& ways_in) {
    for (int steps = 0; steps < 8; ++steps) {
      const Block& through = routine_.blocks[edge.block];
      if (!through.body.empty() || !through.parameters.empty() || through.end.kind != End::Kind::jump) return;
      if (through.end.to.block == edge.block) return;
      --ways_in[edge.block], ++ways_in[through.end.to.block];
      edge = Edge(through.end.to);
      changed_ = true;
    }
  }

  void drop_unused() {
    std::vector<char> used(routine_.instructions.size());
    std::vector<Value> work;
    const auto use = [&](Value value) {
      if (!std::exchange(used[value], 1)) work.push_back(value);
    };
    for (const Block& block : routine_.blocks) {
      for (const Value value : block.end.results) use(value);
      if (block.end.kind == End::Kind::branch) use(block.end.a), use(block.end.b);
    }
    std::vector<std::vector<const Edge*>> incoming(routine_.blocks.size());
    for (Block& block : routine_.blocks)
      for_edges(block.end, [&](Edge& edge) { incoming[edge.block].push_back(&edge); });
    while (!work.empty()) {
      const Value value = work.back();
      work.pop_back();
      const Instruction& instruction = routine_.instructions[value];
      if (is_parameter(instruction.op)) use_arguments(value, incoming[instruction.payload.integer], use);
      for (int k = 0; k < info(instruction.op).operands; ++k) use(instruction.operand[k]);
    }
    std::vector<std::vector<char>> gone(routine_.blocks.size());
    for (std::size_t i = 0; i < routine_.blocks.size(); ++i) {
      Block& block = routine_.blocks[i];
      for (const Value value : block.parameters) gone[i].push_back(!used[value]);
      block.body.erase(
          std::remove_if(block.body.begin(), block.body.end(), [&](Value value) { return !used[value]; }),
          block.body.end());
    }
    remove_parameters(gone);
  }

  template <class Use>
  void use_arguments(Value parameter, const std::vector<const Edge*>& incoming, const Use& use) const {
    const std::vector<Value>& list =
        routine_.blocks[routine_.instructions[parameter].payload.integer].parameters;
    const std::size_t k =
        static_cast<std::size_t>(std::find(list.begin(), list.end(), parameter) - list.begin());
    for (const Edge* edge : incoming) use(edge->arguments[k]);
  }

  // Forgets what is not used any more, so that numbers of values are small.
  void compact() {
    std::vector<Value> number(routine_.instructions.size(), none);
    std::vector<Instruction> kept;
    const auto keep = [&](Value& value) {
      Value& known = number[value];
      if (known == none) {
        known = static_cast<Value>(kept.size());
        kept.push_back(routine_.instructions[value]);
      }
      value = known;
    };
    for (Block& block : routine_.blocks) {
      for (Value& value : block.parameters) keep(value);
      for (Value& value : block.body) keep(value);
      for_edges(block.end,
                [&](Edge& edge) { std::for_each(edge.arguments.begin(), edge.arguments.end(), keep); });
      if (block.end.kind == End::Kind::branch) keep(block.end.a), keep(block.end.b);
      for (Value& value : block.end.results) keep(value);
    }
    for (std::size_t i = 0; i < kept.size(); ++i) {  // grows by constants and inputs
      for (int k = 0; k < info(kept[i].op).operands; ++k) {
        Value operand = kept[i].operand[k];
        keep(operand);
        kept[i].operand[k] = operand;
      }
    }
    routine_.instructions = std::move(kept);
  }

  Routine routine_;
  std::vector<Value> same_;  // what a value was replaced by; itself
  std::map<std::pair<Op, std::int64_t>, Value> leaves_;
  std::map<Key, Value> known_;
  bool changed_ = false;
};

}  // namespace

Routine simplify(Routine routine) { return Simplifier(std::move(routine)).run(); }

}  // namespace perilune::ir
