#include "engine/law/dominators.h"

#include <algorithm>
#include <utility>

namespace perilune::ir {

std::vector<int> successors(const Block& block) {
  if (block.end.kind == End::Kind::jump) return {block.end.to.block};
  if (block.end.kind == End::Kind::branch) return {block.end.to.block, block.end.otherwise.block};
  return {};
}

std::vector<int> reverse_postorder(const Routine& routine) {
  std::vector<char> seen(routine.blocks.size());
  std::vector<int> order;
  std::vector<std::pair<int, std::size_t>> path = {{0, 0}};  // block, and which way out is next
  seen[0] = 1;
  while (!path.empty()) {
    const auto [block, way] = path.back();
    const std::vector<int> next = successors(routine.blocks[static_cast<std::size_t>(block)]);
    if (way == next.size()) {
      order.push_back(block);
      path.pop_back();
      continue;
    }
    ++path.back().second;
    // The last way first: what is written first comes first in the result.
    const int to = next[next.size() - 1 - way];
    if (!std::exchange(seen[static_cast<std::size_t>(to)], 1)) path.emplace_back(to, 0);
  }
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<int> immediate_dominators(const Routine& routine) {
  const std::vector<int> order = reverse_postorder(routine);
  std::vector<int> place(routine.blocks.size(), -1), dominator(routine.blocks.size(), -1);
  for (std::size_t i = 0; i < order.size(); ++i)
    place[static_cast<std::size_t>(order[i])] = static_cast<int>(i);
  const auto common = [&](int a, int b) {
    while (a != b) {
      int& later = place[static_cast<std::size_t>(a)] > place[static_cast<std::size_t>(b)] ? a : b;
      later = dominator[static_cast<std::size_t>(later)];
    }
    return a;
  };
  dominator[0] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const int block : order) {
      for (const int next : successors(routine.blocks[static_cast<std::size_t>(block)])) {
        if (next == 0) continue;
        int& known = dominator[static_cast<std::size_t>(next)];
        const int better = known < 0 ? block : common(known, block);
        if (better != known) known = better, changed = true;
      }
    }
  }
  dominator[0] = -1;
  return dominator;
}

}  // namespace perilune::ir
