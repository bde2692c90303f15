#include "engine/law/sink.h"

#include <algorithm>

#include "engine/law/dominators.h"

namespace perilune::ir {
namespace {

class Sinker {
 public:
  explicit Sinker(Routine& routine)
      : routine_(routine), dominators_(immediate_dominators(routine)), ways_in_(routine.blocks.size()) {
    for (const Block& block : routine.blocks)
      for (const int next : successors(block)) ++ways_in_[next];
  }

  void run() {
    users_.resize(routine_.instructions.size());
    for (std::size_t i = 0; i < routine_.blocks.size(); ++i) note_uses(static_cast<int>(i));
    for (std::size_t i = 0; i < routine_.blocks.size(); ++i) sink_from(static_cast<int>(i));
  }

 private:
  void note_uses(int block) {
    for (const Value value : routine_.blocks[block].body) {
      const Instruction& instruction = routine_.instructions[value];
      for (int k = 0; k < info(instruction.op).operands; ++k) users_[instruction.operand[k]].push_back(block);
    }
    const End& end = routine_.blocks[block].end;
    if (end.kind == End::Kind::branch) users_[end.a].push_back(block), users_[end.b].push_back(block);
    for (const Edge* edge : {&end.to, &end.otherwise})
      for (const Value value : edge->arguments) users_[value].push_back(block);
    for (const Value value : end.results) users_[value].push_back(block);
  }

  void sink_from(int block) {
    const std::vector<int> next = successors(routine_.blocks[block]);
    if (next.size() < 2) return;
    std::vector<Value>& body = routine_.blocks[block].body;
    for (std::size_t i = body.size(); i-- > 0;) {  // from below, so that what feeds a moved one can follow it
      for (const int to : next) {
        if (ways_in_[to] != 1 || !only_needed(body[i], to)) continue;
        move(body[i], block, to);
        body.erase(body.begin() + static_cast<std::ptrdiff_t>(i));
        break;
      }
    }
  }

  bool only_needed(Value value, int to) const {
    return std::all_of(users_[value].begin(), users_[value].end(), [&](int user) {
      while (user > to) user = dominators_[user];  // reverse postorder: dominators have smaller numbers
      return user == to;
    });
  }

  void move(Value value, int from, int to) {
    std::vector<Value>& body = routine_.blocks[to].body;
    body.insert(body.begin(), value);
    const Instruction& instruction = routine_.instructions[value];
    for (int k = 0; k < info(instruction.op).operands; ++k) {
      std::vector<int>& users = users_[instruction.operand[k]];
      *std::find(users.begin(), users.end(), from) = to;
    }
  }

  Routine& routine_;
  std::vector<int> dominators_, ways_in_;
  std::vector<std::vector<int>> users_;  // by value: the blocks that use it, once for each use
};

}  // namespace

void sink(Routine& routine) { Sinker(routine).run(); }

}  // namespace perilune::ir
