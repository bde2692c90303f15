#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "engine/integrators/adams_history.h"
#include "engine/integrators/adams_selection.h"

using namespace perilune;

namespace {

Node node(double t, double y, double dy) {
  Node result;
  result.t = t, result.y = {y}, result.dy = {dy};
  return result;
}

// ẏ = P(t) of degree 4 and its integral.
double quartic(double t) { return 1 + t * (-2 + t * (0.5 + t * (3 - t))); }
double integral(double t) { return t * (1 + t * (-1 + t * (0.5 / 3 + t * (0.75 - 0.2 * t)))); }

// A history of order k up to k + 1 with steps as given, on the quartic.
Node follow(AdamsHistory& history, const std::vector<double>& steps) {
  Node now = node(0.3, integral(0.3), quartic(0.3));
  history.restart(now);
  std::vector<double> defect(1);
  int k = 1;
  for (const double h : steps) {
    AdamsHistory next;
    next.restart(now);
    Node end = now;
    next.predict(history, now, h, std::min(k++, 5), end);
    end.dy[0] = quartic(end.t);
    next.compare(end, defect);
    end.y[0] = integral(end.t), end.dy[0] = quartic(end.t);
    next.take(end.dy);
    history = next;
    now = end;
  }
  return now;
}

}  // namespace

TEST_CASE("adams: with equal steps the coefficients are those of Adams and Bashforth") {
  AdamsCoefficients coefficients;
  for (int k = 1; k <= 12; ++k) coefficients.advance(0.1, k);
  coefficients.advance(0.1, 12);
  // Σ_{j≤m} γ_j/(m + 1 − j) = 1 (Hairer, Nørsett & Wanner I, III.1.7); g_i = γ_{i−1}.
  for (int m = 0; m <= 12; ++m) {
    double sum = 0;
    for (int j = 0; j <= m; ++j) sum += coefficients.g[j + 1] / (m + 1 - j);
    CHECK(sum == doctest::Approx(1).epsilon(1e-12));
  }
  for (int i = 1; i <= 12; ++i) {
    CHECK(coefficients.beta[i] == doctest::Approx(1).epsilon(1e-14));
    CHECK(coefficients.sigma[i] == doctest::Approx(1).epsilon(1e-14));
    CHECK(coefficients.psi[i] == doctest::Approx(0.1 * i).epsilon(1e-14));
  }
}

// ψ_i is the length of the latest i steps; σ_i = (i − 1)! h^(i−1) / (ψ₁ … ψ_{i−1}) (S. & G. 5.14).
TEST_CASE("adams: with unequal steps the coefficients are those of the book's definitions") {
  AdamsCoefficients coefficients;
  coefficients.advance(0.10, 1);
  coefficients.advance(0.17, 2);
  coefficients.advance(0.05, 3);
  CHECK(coefficients.psi[3] == doctest::Approx(0.32));
  CHECK(coefficients.alpha[3] == doctest::Approx(0.05 / 0.32));
  CHECK(coefficients.beta[3] == doctest::Approx(0.05 * 0.22 / (0.17 * 0.27)));
  CHECK(coefficients.sigma[2] == 1);
  CHECK(coefficients.sigma[3] == doctest::Approx(2 * 0.05 / 0.22));
  CHECK(coefficients.sigma[4] == doctest::Approx(6 * 0.05 * 0.05 / (0.22 * 0.32)));
  // g_{3,1} = g_{2,1} − α₂ g_{2,2} = 1/2 − α₂/6.
  CHECK(coefficients.g[3] == doctest::Approx(0.5 - 0.05 / 0.22 / 6));
}

TEST_CASE("adams: the error constants obey the recurrence of Adams and Moulton") {
  for (int m = 1; m <= 13; ++m) {
    double sum = 1.0 / (m + 1);  // γ*₀ = 1; the others are negative
    for (int j = 1; j <= m; ++j) sum -= adams_error_constant(j) / (m + 1 - j);
    CHECK(sum == doctest::Approx(0).scale(1).epsilon(1e-14));
  }
}

TEST_CASE("adams: with unequal steps order 5 integrates polynomials of degree 5 exactly") {
  AdamsHistory history, next;
  const Node now = follow(history, {0.1, 0.17, 0.05, 0.2, 0.11});
  Node end = now;
  next.restart(now);
  next.predict(history, now, 0.23, 5, end);
  // The polynomial through five derivatives is the quartic itself; a few roundings of numbers near 1.
  CHECK(end.y[0] == doctest::Approx(integral(end.t)).epsilon(1e-14));
  end.dy[0] = quartic(end.t);
  std::vector<double> defect(1);
  next.compare(end, defect);
  CHECK(std::abs(defect[0]) < 1e-13);
}

TEST_CASE("adams: the interpolating polynomial is exact for them, too") {
  AdamsHistory history;
  const std::vector<double> steps = {0.1, 0.17, 0.05, 0.2, 0.11};
  const Node now = follow(history, steps);
  std::vector<double> y(1);
  for (const double back : {0.0, 0.03, 0.055, 0.11, 0.2}) {
    history.interpolate(now, now.t - back, y);
    CHECK(y[0] == doctest::Approx(integral(now.t - back)).epsilon(1e-14));
  }
}

TEST_CASE("adams: a shifted history knows the new derivative") {
  AdamsHistory history;
  const Node now = follow(history, {0.1, 0.17, 0.05});
  history.shift({now.dy[0] + 0.25});
  CHECK(history.difference(1)[0] == doctest::Approx(now.dy[0] + 0.25).epsilon(1e-15));
  // Backward differences of the same values with the newest raised: every order rises by as much.
  AdamsHistory plain;
  follow(plain, {0.1, 0.17, 0.05});
  for (int i = 2; i <= 4; ++i) {
    CHECK(history.difference(i)[0] == doctest::Approx(plain.difference(i)[0] + 0.25).epsilon(1e-13));
  }
}

TEST_CASE("adams: the next step is doubled, kept, or reduced to 0.5 … 0.9") {
  // Half a tolerance is aimed at: error·2^(k+1) ≤ ½ allows doubling at order k.
  CHECK(plan_step({3, 0.5 / 16, false, 0}) == 2);
  CHECK(plan_step({3, 0.5 / 15, false, 0}) == 1);
  CHECK(plan_step({3, 0.5, false, 0}) == 1);
  CHECK(plan_step({3, 0.51, false, 0}) == 0.9);
  CHECK(plan_step({1, 1, false, 0}) == doctest::Approx(std::sqrt(0.5)));
  CHECK(plan_step({1, 100, false, 0}) == 0.5);
  CHECK(plan_step({1, 100, true, 0}) == 2);  // the start
}

TEST_CASE("adams: the order goes where the error is smallest, lower when in doubt") {
  AdamsErrors errors;
  errors.two_lower = 0.2, errors.lower = 0.2, errors.same = 0.1, errors.higher = 0.05,
  errors.knows_higher = true;
  CHECK(plan_order(5, false, errors).order == 6);
  CHECK(plan_order(12, false, errors).order == 12);
  errors.knows_higher = false;
  CHECK(plan_order(5, false, errors).order == 5);
  CHECK(plan_order(5, true, errors).order == 6);  // the start does not ask
  errors.lower = errors.two_lower = 0.1;
  CHECK(plan_order(5, false, errors).order == 4);
  const AdamsPlan plan = plan_order(5, true, errors);
  CHECK(plan.order == 4);
  CHECK_FALSE(plan.is_rising);
}
