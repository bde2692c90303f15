#pragma once

#include <limits>

namespace perilune {

// The numbers a field takes.
struct Range {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool least_excluded = false;
  bool contains(double x) const { return (least_excluded ? x > least : x >= least) && x <= most; }
};
inline Range any() { return {}; }
inline Range above(double least) { return {least, std::numeric_limits<double>::infinity(), true}; }
inline Range at_least(double least) { return {least, std::numeric_limits<double>::infinity(), false}; }
inline Range between(double least, double most) { return {least, most, false}; }
inline Range above_to(double least, double most) { return {least, most, true}; }

}  // namespace perilune
