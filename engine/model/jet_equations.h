#pragma once

#include "engine/math/jet.h"
#include "engine/model/motion.h"

namespace perilune {

struct JetVector {
  std::array<Jet, 3> component;
  const Jet& operator[](int i) const { return component[i]; }
};
inline JetVector operator-(const JetVector& x, const JetVector& y) {
  return {{x[0] - y[0], x[1] - y[1], x[2] - y[2]}};
}
inline Jet dot(const JetVector& x, const JetVector& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

// Where an element's bodies are, as jets: at most two that move, in the plane, or particles; their coordinates one after the
// other are the directions.
class JetPlaces {
 public:
  explicit JetPlaces(const Motion& motion) : motion_(motion) {}
  // q, v, a: the body's own block of positions, velocities and accelerations along the path.
  void add(const Body& body, const double* q, const double* v, const double* a);

  JetVector point(const Point& x) const;
  JetVector direction(const Body& body, const Vector3& local) const;
  Jet coordinate(const Body& body, int k) const;
  Jet angle(const Body& body) const;  // or the number of a scalar coordinate; 0 of what does not turn

 private:
  struct Place {
    const Body* body = nullptr;
    std::array<Jet, 3> coordinates;
    Jet sine, cosine;  // of a body that turns
  };
  const Place* find(const Body& body) const;

  const Motion& motion_;
  std::array<Place, 2> places_;
  int count_ = 0, directions_ = 0;
};

// A joint that can be evaluated on jets: Φ for any places, but for what depends on time alone. The slopes of all that it
// does follow from that; those of others are taken by differences.
class JetEquations {
 public:
  virtual ~JetEquations() = default;
  // Writes Φ, equation by equation; false: it cannot.
  virtual bool evaluate_on(const JetPlaces& places, Jet* equations) const = 0;
  // The coordinate that a drive moves; false: it has none.
  virtual bool coordinate_on(const JetPlaces& places, Jet& coordinate) const {
    (void)places, (void)coordinate;
    return false;
  }
};

// A force F(l, l̇) along a length (or an angle) l(q): the generalised force is −F ∂l/∂q.
class JetForce {
 public:
  virtual ~JetForce() = default;
  virtual Jet length_on(const JetPlaces& places) const = 0;
  struct Slopes {
    double force, by_length, by_rate;  // F, ∂F/∂l, ∂F/∂l̇
  };
  virtual Slopes slopes_at(double length, double rate, double t) const = 0;
};

}  // namespace perilune
