// What constraints cost: a hanging chain of N pinned links, one right-hand side of the engine against a loop written by
// hand for this chain, whose Schur complement is block tridiagonal.
#include <fmt/format.h>

#include <cmath>
#include <random>
#include <vector>

#include "engine/joints/revolute.h"
#include "engine/system/system.h"
#include "tests/benchmarks/benchmarks.h"
#include "tests/engine/simulation/models.h"

namespace perilune::benchmarks {
namespace {

constexpr double mass = 1, inertia = 1.0 / 12, half = 0.5, gravity = 9.81;  // of each link [kg, kg m², m]

// Random angles and spins; every link hangs on the end of the one before.
Model hanging_chain(int count) {
  Model model(Dimension::planar, "chain", "", Vector3(0, -gravity, 0), make_ground());
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> uniform(-0.5, 0.5);
  Vector3 end = Vector3::Zero(), velocity = Vector3::Zero();
  BodyPointer before = model.ground();
  for (int i = 0; i < count; ++i) {
    const double angle = -1.5 + uniform(generator), spin = uniform(generator);
    const Vector3 arm = half * Vector3(std::cos(angle), std::sin(angle), 0);
    const Vector3 rate = spin * Vector3(-arm[1], arm[0], 0);
    const BodyPointer link = testing::body("body", "link " + std::to_string(i),
                                           {{"mass", mass},
                                            {"inertia", inertia},
                                            {"position", Vector3(end + arm)},
                                            {"angle", angle},
                                            {"velocity", Vector3(velocity + rate)},
                                            {"angular_velocity", spin}});
    model.add(link);
    auto pin = std::make_shared<Revolute>();
    pin->between = {Point{before, i == 0 ? Vector3::Zero() : Vector3(half, 0, 0)},
                    Point{link, {-half, 0, 0}}};
    model.add(JointPointer(pin));
    end += 2 * arm, velocity += 2 * rate, before = link;
  }
  return model;
}

// [x y angle] of each link. S has the blocks A_i = J_i M⁻¹ J_iᵀ + K_i M⁻¹ K_iᵀ and B_i = K_i M⁻¹ J_iᵀ where pin i holds the
// beginning of link i (J) and the end of link i − 1 (K): solved by block elimination from the free end.
struct HandWrittenChain {
  explicit HandWrittenChain(int links)
      : count(links), cosine(links), sine(links), a(3 * links), b(4 * links), r(2 * links) {}
  int count;
  std::vector<double> cosine, sine, a, b, r;  // a: symmetric 2 × 2 as xx, xy, yy; b: 2 × 2

  void derivative(const std::vector<double>& y, std::vector<double>& dy) {
    const std::size_t n = 3 * static_cast<std::size_t>(count);
    for (int i = 0; i < count; ++i)
      cosine[i] = half * std::cos(y[3 * i + 2]), sine[i] = half * std::sin(y[3 * i + 2]);
    assemble(&y[n]);
    eliminate();
    for (std::size_t i = 0; i < n; ++i) dy[i] = y[n + i];
    // r is λ now; link i is pushed by −λ_i at its beginning and by λ_(i+1) at its end.
    for (int i = 0; i < count; ++i) {
      const bool last = i + 1 == count;
      const double px = r[2 * i], py = r[2 * i + 1];
      const double nx = last ? 0 : r[2 * i + 2], ny = last ? 0 : r[2 * i + 3];
      double* out = &dy[n + 3 * i];
      out[0] = (nx - px) / mass, out[1] = (ny - py) / mass - gravity;
      out[2] = (-sine[i] * (nx + px) + cosine[i] * (ny + py)) / inertia;
    }
  }

 private:
  // Pin i: Φ = (p_i − u_i) − (p_(i−1) + u_(i−1)), u = half (cos, sin).
  void assemble(const double* v) {
    for (int i = 0; i < count; ++i) {
      const double c = cosine[i], s = sine[i], w = v[3 * i + 2];
      a[3 * i] = 1 / mass + s * s / inertia, a[3 * i + 1] = -s * c / inertia;
      a[3 * i + 2] = 1 / mass + c * c / inertia;
      // r = Φ_q M⁻¹ f − γ; the centripetal part of p − u is +w² u.
      r[2 * i] = w * w * c, r[2 * i + 1] = w * w * s;
      if (i == 0) {
        r[1] -= gravity;
        continue;
      }
      const double d = cosine[i - 1], e = sine[i - 1], z = v[3 * i - 1];
      a[3 * i] += 1 / mass + e * e / inertia, a[3 * i + 1] -= e * d / inertia;
      a[3 * i + 2] += 1 / mass + d * d / inertia;
      r[2 * i] += z * z * d, r[2 * i + 1] += z * z * e;
      // Pin i holds the end of link i − 1, pin i − 1 its beginning: K M⁻¹ Jᵀ.
      b[4 * i] = -1 / mass + e * e / inertia, b[4 * i + 1] = -e * d / inertia;
      b[4 * i + 2] = -e * d / inertia, b[4 * i + 3] = -1 / mass + d * d / inertia;
    }
  }
  // A_(i−1) −= B_iᵀ A_i⁻¹ B_i and r likewise, from the end; then back.
  void eliminate() {
    for (int i = count - 1; i > 0; --i) {
      const double det = a[3 * i] * a[3 * i + 2] - a[3 * i + 1] * a[3 * i + 1];
      const double xx = a[3 * i + 2] / det, xy = -a[3 * i + 1] / det, yy = a[3 * i] / det;
      const double* k = &b[4 * i];
      const double w00 = xx * k[0] + xy * k[2], w01 = xx * k[1] + xy * k[3];
      const double w10 = xy * k[0] + yy * k[2], w11 = xy * k[1] + yy * k[3];
      a[3 * i - 3] -= k[0] * w00 + k[2] * w10, a[3 * i - 2] -= k[0] * w01 + k[2] * w11;
      a[3 * i - 1] -= k[1] * w01 + k[3] * w11;
      r[2 * i - 2] -= w00 * r[2 * i] + w10 * r[2 * i + 1];
      r[2 * i - 1] -= w01 * r[2 * i] + w11 * r[2 * i + 1];
    }
    for (int i = 0; i < count; ++i) {
      double x = r[2 * i], z = r[2 * i + 1];
      if (i > 0) {
        const double *k = &b[4 * i], lx = r[2 * i - 2], lz = r[2 * i - 1];
        x -= k[0] * lx + k[1] * lz, z -= k[2] * lx + k[3] * lz;
      }
      const double det = a[3 * i] * a[3 * i + 2] - a[3 * i + 1] * a[3 * i + 1];
      r[2 * i] = (a[3 * i + 2] * x - a[3 * i + 1] * z) / det;
      r[2 * i + 1] = (a[3 * i] * z - a[3 * i + 1] * x) / det;
    }
  }
};

// Seconds per right-hand side of the engine.
double right_hand_side(int count) {
  const Model model = hanging_chain(count);
  System system(model, {});
  Node node = system.start();
  HandWrittenChain chain(count);
  std::vector<double> y(node.y.begin(), node.y.begin() + 6 * count), dy(y.size());
  const int repeats = std::max(20, 20000 / count);
  const double hand = least_time(repeats, [&] { chain.derivative(y, dy); });
  const double engine = least_time(repeats, [&] { system.derivative(0, node.y.data(), node.dy.data()); });
  double difference = 0;
  for (std::size_t i = 0; i < dy.size(); ++i) difference = std::max(difference, std::abs(dy[i] - node.dy[i]));
  fmt::print(
      "chain of {:4} links: {:8.2f} us per right-hand side, {:4.0f} ns per link; by hand {:3.0f} ns: {:.2f} "
      "x "
      "(accelerations agree to {:.0e})\n",
      count, engine * 1e6, engine / count * 1e9, hand / count * 1e9, engine / hand, difference);
  return engine;
}

}  // namespace

void benchmark_chain() {
  double at_64 = 0, at_1024 = 0;
  for (int count = 4; count <= 1024; count *= 2) {
    const double time = right_hand_side(count);
    if (count == 64) at_64 = time;
    at_1024 = time;
  }
  fmt::print("from 64 to 1024 links: exponent {:.2f}\n", std::log(at_1024 / at_64) / std::log(16.0));
}

}  // namespace perilune::benchmarks
