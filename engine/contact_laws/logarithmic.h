#pragma once

#include <cmath>
#include <limits>

#include "engine/contact_laws/cylinders.h"

namespace perilune {

// Laws of a line contact that give the depth for a force P = F/L [N/m],
//     δ = P/(πE*) [ln(c/P) + b],
// and differ in c [N/m] and b only. Some sources print (1 − ν²)/E where others have (1 − ν²)/(πE); the factor is the
// indentation of a half-plane by a line load, 1/(πE*), in all of them (Johnson 1985, sec. 5.6).
// With the largest depth there is, δ₁ = P₁/(πE*) at P₁ = c e^{b−1}, where the law would become infinitely stiff and
// then soften, it reads
//     δ/δ₁ = s (1 − ln s),   s = P/P₁ ≤ 1.
// Beyond δ₁ there is no force.
template <class Law>
struct Logarithmic : FormulaDefaults, Cylinders {
  static std::vector<Field<Law>> fields() { return cylinder_fields<Law>(); }

  void prepare() {
    check_fit();
    const Law& law = *static_cast<const Law*>(this);
    const double hardest = law.argument() * std::exp(law.offset() - 1);  // P₁ [N/m]
    deepest_ = hardest / (M_PI * modulus());
    strongest_ = hardest * length;
  }
  double deepest() const { return deepest_; }

  template <class Input>
  Scalar<Input> normal_force(const Input& c) const {
    if (c.penetration <= 0) return 0;
    const double depth = value_of(c.penetration), w = exponent(depth);
    const double force = strongest_ * std::exp(-w);
    return chain(c.penetration, force, force * (1 + w) / (w * depth));  // dw/dδ = −(1 + w)/(w δ)
  }
  // ∫F dδ = F δ − ∫δ dF = F₁ δ₁ s² (1 − 2 ln s)/4
  double potential(double depth) const {
    if (depth <= 0) return 0;
    const double w = exponent(depth);
    return strongest_ * deepest_ * std::exp(-2 * w) * (1 + 2 * w) / 4;
  }

 private:
  // w = −ln s of the depth: w − ln(1 + w) = y, y = −ln(δ/δ₁). The left side is convex, and the root lies between
  // √2y (w − ln(1 + w) ≤ w²/2) and y + √2y (e^x ≥ 1 + x + x²/2): Newton's method comes down from there without a
  // step beyond the root.
  double exponent(double depth) const {
    if (!(depth <= deepest_)) return std::numeric_limits<double>::quiet_NaN();
    const double y = -std::log(depth / deepest_), least = std::sqrt(2 * y);
    double w = y + least;
    for (int i = 0; i < 50 && w > 0; ++i) {
      const double next = std::max(least, w - (w - std::log1p(w) - y) * (1 + w) / w);
      if (!(next < w)) break;
      w = next;
    }
    return w;
  }

  double deepest_ = 0;    // δ₁ [m]
  double strongest_ = 0;  // F₁ = L P₁ [N]
};

}  // namespace perilune
