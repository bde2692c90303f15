#include "engine/law/three_halves.h"

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 28) && defined(__x86_64__)
#define PERILUNE_QUICK_THREE_HALVES __attribute__((target("fma")))
#elif __GLIBC_PREREQ(2, 28) && defined(__aarch64__)
#define PERILUNE_QUICK_THREE_HALVES  // which always has multiply-add
#endif
#endif

namespace perilune::ir {

#ifdef PERILUNE_QUICK_THREE_HALVES

PERILUNE_QUICK_THREE_HALVES double power_three_halves(double x) {
  if (!(x > 1e-60 && x < 1e60)) return std::pow(x, 1.5);  // no rest underflows
  const double root = std::sqrt(x), root_rest = std::fma(-root, root, x);
  const double product = x * root, product_rest = std::fma(x, root, -product);
  const double rest = product_rest + 0.5 * root * root_rest;  // x (√x − root) = root · root_rest/2 and less
  const double result = product + rest, error = (product - result) + rest;
  constexpr std::uint64_t mantissa = (std::uint64_t{1} << 52) - 1;
  std::uint64_t bits = 0;
  std::memcpy(&bits, &result, sizeof bits);
  const std::uint64_t exponent = bits & ~mantissa;
  double scale = 0;  // the power of two below
  std::memcpy(&scale, &exponent, sizeof scale);
  // At a power of two the doubles below lie closer.
  if (std::fabs(error) < 0.45 * 0x1p-52 * scale && exponent != bits) return result;
  return std::pow(x, 1.5);
}

bool has_quick_three_halves() {
#ifdef __x86_64__
  return __builtin_cpu_supports("fma") != 0;
#else
  return true;
#endif
}

#else

double power_three_halves(double x) { return std::pow(x, 1.5); }

bool has_quick_three_halves() { return false; }

#endif

}  // namespace perilune::ir
