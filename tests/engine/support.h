#pragma once

#include <memory>
#include <random>
#include <utility>

#include "engine/bodies/catalog.h"
#include "engine/bodies/coordinate.h"
#include "engine/bodies/particle.h"
#include "engine/bodies/planar_body.h"
#include "engine/model/motion.h"

// Small models for tests, said in C++.
namespace perilune::testing {

inline BodyPointer planar_body(double mass, double inertia, const Vector3& position, double angle = 0,
                               const Vector3& velocity = Vector3::Zero(), double spin = 0) {
  PlanarBodyDescription d;
  d.mass = mass, d.inertia = inertia, d.position = position, d.angle = angle, d.velocity = velocity;
  d.angular_velocity = spin;
  return std::make_shared<PlanarBody>(d);
}

inline BodyPointer particle(double mass, const Vector3& position, const Vector3& velocity = Vector3::Zero()) {
  ParticleDescription d;
  d.mass = mass, d.position = position, d.velocity = velocity;
  return std::make_shared<PlanarParticle>(d);
}

inline BodyPointer coordinate(double inertia, double position = 0, double velocity = 0) {
  CoordinateDescription d;
  d.inertia = inertia, d.position = position, d.velocity = velocity;
  return std::make_shared<Coordinate>(d);
}

// A user's function written in C++: f maps Taylor inputs to Taylor outputs.
template <class F>
class NativeFunction final : public Function {
 public:
  NativeFunction(Signature signature, F f) : Function(std::move(signature)), f_(std::move(f)) {}
  void evaluate(const double* inputs, double* outputs) const override {
    std::vector<Taylor> in(signature().inputs()), out(signature().outputs());
    for (std::size_t i = 0; i < in.size(); ++i) in[i].value = inputs[i];
    f_(in.data(), out.data());
    for (std::size_t i = 0; i < out.size(); ++i) outputs[i] = out[i].value;
  }
  void evaluate_taylor(const Taylor* inputs, Taylor* outputs) const override { f_(inputs, outputs); }

 private:
  F f_;
};

template <class F>
class NativeSource final : public FunctionSource {
 public:
  // results: how long a list it returns, where that is the function's choice.
  explicit NativeSource(F f, int results = 0) : f_(std::move(f)), results_(results) {}
  FunctionPointer bind(const Signature& signature) const override {
    return std::make_shared<NativeFunction<F>>(signature, f_);
  }
  int count_results(const Signature&, const double*) const override { return results_; }

 private:
  F f_;
  int results_;
};

template <class F>
FunctionSourcePointer native(F f, int results = 0) {
  return std::make_shared<NativeSource<F>>(std::move(f), results);
}

// Bodies numbered as a system would, with their state as one vector.
struct Bench {
  explicit Bench(std::vector<BodyPointer> list) : bodies(std::move(list)) {
    bodies.insert(bodies.begin(), make_ground());
    int n = 0, columns = 0;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      bodies[i]->index = static_cast<int>(i);
      motion.slots.push_back({bodies[i].get(), n, columns});
      n += bodies[i]->coordinates(), columns += bodies[i]->freedoms();
    }
    motion.bodies.resize(bodies.size());
    q.setZero(n), v.setZero(n);
  }
  void randomize(std::mt19937& generator) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int i = 0; i < q.size(); ++i) q[i] = uniform(generator), v[i] = uniform(generator);
    update();
  }
  void update(double t = 0.3) {
    motion.t = t, motion.q = q.data(), motion.v = v.data();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const int at = motion.slots[i].offset;
      bodies[i]->motion(q.data() + at, v.data() + at, motion.bodies[i]);
    }
  }
  // Along q(t + s) = q + v s + a s²/2.
  void move(const VectorX& q0, const VectorX& v0, const VectorX& a, double s, double t0 = 0.3) {
    q = q0 + v0 * s + 0.5 * a * s * s;
    v = v0 + a * s;
    update(t0 + s);
  }

  std::vector<BodyPointer> bodies;
  VectorX q, v;
  Motion motion;
};

}  // namespace perilune::testing
