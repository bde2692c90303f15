#pragma once

#include <array>
#include <cstddef>

namespace perilune {

// A step that a multistep method proposes because an attempt of its own failed.
struct Retry {
  double h = 0;  // [s]
  int failures = 0, order = 1;
};

// The latest of them, by length: an attempt at any other length, before or after, is a first try, and neither sees nor
// disturbs them.
class Retries {
 public:
  Retry find(double h) const {
    for (const Retry& retry : list_) {
      if (retry.h == h) return retry;
    }
    return {};
  }
  void note(const Retry& retry) {
    latest_ = (latest_ + 1) % list_.size();
    list_[latest_] = retry;
  }

 private:
  std::array<Retry, 8> list_{};
  std::size_t latest_ = 0;
};

}  // namespace perilune
