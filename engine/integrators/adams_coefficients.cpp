#include "engine/integrators/adams_coefficients.h"

#include <algorithm>

namespace perilune {

void AdamsCoefficients::advance(double h, int k) {
  equal_steps = h == last_step ? std::min(equal_steps + 1, last_order + 1) : 1;
  last_step = h;
  last_order = k;
  if (equal_steps > k) return;  // nothing of order k has changed

  // ψ from the steps before, equations 5.3-5.6.
  double previous = psi[1];
  psi[1] = h, alpha[1] = 1, beta[1] = 1, sigma[1] = 1, sigma[2] = 1;
  for (int i = 2; i <= k; ++i) {
    const double old = psi[i];
    beta[i] = beta[i - 1] * psi[i - 1] / previous;
    psi[i] = previous + h;
    alpha[i] = h / psi[i];
    sigma[i + 1] = i * alpha[i] * sigma[i];
    previous = old;
  }

  // g_{i,q} = g_{i−1,q} − α_{i−1} g_{i−1,q+1} from g_{2,q} = 1/(q(q+1)); g_i = g_{i,1}.
  Row column{};
  for (int q = 1; q <= k; ++q) column[q] = 1.0 / (q * (q + 1));
  g[1] = 1, g[2] = 0.5;
  for (int i = 3; i <= k + 1; ++i) {
    for (int q = 1; q <= k + 2 - i; ++q) column[q] -= alpha[i - 1] * column[q + 1];
    g[i] = column[1];
  }
}

double adams_error_constant(int k) {
  static constexpr double constants[] = {1.0 / 2,
                                         1.0 / 12,
                                         1.0 / 24,
                                         19.0 / 720,
                                         3.0 / 160,
                                         863.0 / 60480,
                                         275.0 / 24192,
                                         33953.0 / 3628800,
                                         8183.0 / 1036800,
                                         3250433.0 / 479001600,
                                         4671.0 / 788480,
                                         13695779093.0 / 2615348736000,
                                         2224234463.0 / 475517952000};
  return constants[k - 1];
}

}  // namespace perilune
