#include "engine/simulation/equilibrium.h"

#include <cmath>

#include <fmt/format.h>

#include "engine/simulation/check_start.h"
#include "engine/simulation/tangent.h"

namespace perilune {
namespace {

constexpr int most_iterations = 500;
constexpr double still = 1e-9;             // [m/s² or rad/s²] of every coordinate
constexpr double negligible_step = 1e-14;  // of the model's length: rounding
constexpr double longest_step = 0.1;       // of the model's length, or rad

class Search {
 public:
  explicit Search(const Model& model) : tangent_(model), node_(tangent_.system().start()) {}

  bool run() {
    settle(node_);
    for (; iterations < most_iterations; ++iterations) {
      basis_ = tangent_.basis(node_);
      const VectorX force = basis_.transpose() * tangent_.acceleration(node_);
      const int n = system().positions();
      residual = VectorX::Map(node_.dy.data() + n, n).lpNorm<Eigen::Infinity>();
      if (!(residual > still)) return std::isfinite(residual);
      if (!advance(force)) return true;
    }
    return false;
  }

  int iterations = 0;
  double residual = 0;
  const Node& node() const { return node_; }
  System& system() { return tangent_.system(); }

 private:
  // On the constraints, at rest.
  void settle(Node& node) {
    const int n = system().positions();
    tangent_.system().project(0, node.y.data());
    std::fill(node.y.begin() + n, node.y.begin() + 2 * n, 0.0);
    tangent_.press(node);
  }

  // From the present position along the free directions, by x.
  Node moved(const VectorX& x) {
    Node node = node_;
    system().move(node.y.data(), tangent_.scale().cwiseProduct(basis_ * x));
    settle(node);
    return node;
  }

  // −∂force/∂x, symmetric part: what a stable position has positive.
  MatrixX stiffness() {
    const int freedom = static_cast<int>(basis_.cols());
    const double s = tangent_.difference(node_);
    MatrixX k(freedom, freedom);
    for (int i = 0; i < freedom; ++i) {
      // A unit of x moves coordinates by at most this much.
      const double way = tangent_.scale().cwiseProduct(basis_.col(i)).lpNorm<Eigen::Infinity>();
      Node after = moved(s / way * VectorX::Unit(freedom, i));
      Node before = moved(-s / way * VectorX::Unit(freedom, i));
      k.col(i) = -basis_.transpose() * (tangent_.acceleration(after) - tangent_.acceleration(before)) * way /
                 (2 * s);
    }
    tangent_.press(node_);
    return 0.5 * (k + k.transpose());
  }

  // False: the step is below rounding.
  bool advance(const VectorX& force) {
    const Eigen::SelfAdjointEigenSolver<MatrixX> eigen(stiffness());
    const VectorX& k = eigen.eigenvalues();
    const double stiffest = k.cwiseAbs().maxCoeff(), softest = k.minCoeff();
    const bool is_stable = softest > 1e-8 * stiffest;
    const double shift = is_stable ? 0 : 2 * std::max(-softest, 0.0) + 1e-6 * stiffest + 1e-9;
    const VectorX in_modes = eigen.eigenvectors().transpose() * force;
    VectorX x = eigen.eigenvectors() * in_modes.cwiseQuotient((k.array() + shift).matrix());
    const double way = tangent_.scale().cwiseProduct(basis_ * x).lpNorm<Eigen::Infinity>();
    if (is_stable && way <= negligible_step * tangent_.system().length()) return false;
    x *= std::min(1.0, longest_step * tangent_.system().length() / way);
    // Shorter while the force along the step has turned against it by more than half of what it was.
    const double along = force.dot(x);
    Node next = moved(x);
    for (int halving = 0; halving < 40; ++halving) {
      if (basis_.transpose().lazyProduct(tangent_.acceleration(next)).dot(x) >= -0.5 * along) break;
      x /= 2;
      next = moved(x);
    }
    node_ = std::move(next);
    return true;
  }

  Tangent tangent_;
  Node node_;
  MatrixX basis_;
};

void refuse(Search& search, const std::string& origin) {
  const Node& node = search.node();
  std::string who;
  double most = -1;
  for (const BodyPointer& body : search.system().bodies()) {
    for (int i = 0; i < body->coordinates(); ++i) {
      const double a = std::abs(node.dy[search.system().positions() + search.system().offset(*body) + i]);
      if (a > most) most = a, who = body->name;
    }
  }
  throw InputError(
      origin, "equilibrium",
      fmt::format(
          "found no static position in {} iterations: '{}' still accelerates by {:.4g} m/s^2 or rad/s^2",
          search.iterations, who, most),
      "something must hold every body: springs, contacts or joints; or begin nearer to it");
}

// Set-valued frictions stick in the search: they hold what is at rest, wherever that is. Is that within their limits?
void check_frictions(Search& search, const std::string& origin) {
  System& system = search.system();
  Node node = search.node();
  if (!system.may_stick()) return;
  system.derivative(0, node.y.data(), node.dy.data());
  std::vector<SlipChange> slips;
  if (system.sticks_hold(&slips)) return;
  const SlipRow& row = *system.slip_of(slips[0].contact, slips[0].friction);
  throw InputError(
      origin, "equilibrium",
      fmt::format("'{}' would have to hold {:.4g} N or N m there, its limit is {:.4g}",
                  system.friction_name(slips[0]), std::abs(row.force), row.limit),
      "where a body with dry friction rests depends on how it came there: simulate until it rests, then "
      "model:start_from(run); or begin where friction holds it");
}

}  // namespace

Equilibrium find_equilibrium(Model& model, const std::string& origin) {
  Search search(model);
  check_positions(search.system(), origin);
  if (!search.run()) refuse(search, origin);
  check_frictions(search, origin);
  return {set_start(model, search.system(), search.node()), search.iterations, search.residual};
}

}  // namespace perilune
