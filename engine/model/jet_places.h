#pragma once

#include <array>
#include <boost/container/small_vector.hpp>

#include "engine/math/jet.h"
#include "engine/model/motion.h"

namespace perilune {

struct JetVector {
  std::array<Jet, 3> component;
  const Jet& operator[](int i) const { return component[i]; }
};
inline JetVector operator+(const JetVector& x, const JetVector& y) {
  return {{x[0] + y[0], x[1] + y[1], x[2] + y[2]}};
}
inline JetVector operator-(const JetVector& x, const JetVector& y) {
  return {{x[0] - y[0], x[1] - y[1], x[2] - y[2]}};
}
inline Jet dot(const JetVector& x, const JetVector& y) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

// Where an element's bodies are and how fast they move, as jets: any number of bodies in the plane, particles and scalar
// coordinates. Bodies that were not added stay where they are.
class JetPlaces {
 public:
  // time_rate: 1 along a motion, 0 where the instant is kept.
  explicit JetPlaces(const Motion& motion, double time_rate = 0)
      : motion_(motion), time_(Jet::path(motion.t, time_rate, 0)) {}
  // Its own coordinates and their rates, coordinates() numbers each; no rates: nobody will ask for velocities. Rates need be
  // right to first order of τ only, velocities are no more.
  void add(const Body& body, const Jet* coordinates, const Jet* rates);

  const Jet& time() const { return time_; }
  JetVector point(const Point& x) const;
  JetVector direction(const Body& body, const Vector3& local) const;
  Jet coordinate(const Body& body, int k) const;
  Jet angle(const Body& body) const;  // or the number of a scalar coordinate; 0 of what does not turn

  JetVector velocity(const Point& x) const;
  Jet rate(const Body& body, int k) const;  // of that coordinate
  Jet angular_velocity(
      const Body& body) const;  // or the rate of a scalar coordinate; 0 of what does not turn

 private:
  struct Place {
    const Body* body = nullptr;
    std::array<Jet, 3> coordinates, rates;
    Jet sine, cosine;  // of a body that turns
  };
  const Place* find(const Body& body) const;

  const Motion& motion_;
  Jet time_;
  boost::container::small_vector<Place, 2> places_;
};

}  // namespace perilune
