#include "engine/model/jet_places.h"

#include <algorithm>

namespace perilune {
namespace {

JetVector fixed_vector(const Vector3& x) { return {{Jet(x[0]), Jet(x[1]), Jet(x[2])}}; }

// Of a body's coordinates those that move its reference point.
int translations(const Body& body) { return body.can_turn() ? 2 : body.coordinates(); }

}  // namespace

void JetPlaces::add(const Body& body, const Jet* coordinates, const Jet* rates) {
  Place& place = places_.emplace_back();
  place.body = &body;
  std::copy_n(coordinates, body.coordinates(), place.coordinates.begin());
  if (rates) std::copy_n(rates, body.coordinates(), place.rates.begin());
  if (body.can_turn()) sine_and_cosine(place.coordinates[2], place.sine, place.cosine);
}

const JetPlaces::Place* JetPlaces::find(const Body& body) const {
  for (const Place& place : places_) {
    if (place.body == &body) return &place;
  }
  return nullptr;
}

JetVector JetPlaces::direction(const Body& body, const Vector3& local) const {
  const Place* place = find(body);
  if (!place || !body.can_turn()) return fixed_vector(place ? local : motion_.of(body).direction(local));
  return {{place->cosine * local[0] - place->sine * local[1],
           place->sine * local[0] + place->cosine * local[1], Jet(local[2])}};
}

JetVector JetPlaces::point(const Point& x) const {
  const Place* place = find(*x.body);
  if (!place) return fixed_vector(motion_.position(x));
  JetVector at = direction(*x.body, x.local);
  for (int k = 0; k < translations(*x.body); ++k) at.component[k] = at[k] + place->coordinates[k];
  return at;
}

JetVector JetPlaces::velocity(const Point& x) const {
  const Place* place = find(*x.body);
  if (!place) return fixed_vector(motion_.velocity(x));
  JetVector v = fixed_vector(Vector3::Zero());
  if (x.body->can_turn()) {
    const JetVector r = direction(*x.body, x.local);
    v.component[0] = Jet(0) - place->rates[2] * r[1], v.component[1] = place->rates[2] * r[0];
  }
  for (int k = 0; k < translations(*x.body); ++k) v.component[k] = v[k] + place->rates[k];
  return v;
}

Jet JetPlaces::coordinate(const Body& body, int k) const {
  const Place* place = find(body);
  return place ? place->coordinates[k] : Jet(motion_.positions(body)[k]);
}

Jet JetPlaces::rate(const Body& body, int k) const {
  const Place* place = find(body);
  return place ? place->rates[k] : Jet(motion_.velocities(body)[k]);
}

Jet JetPlaces::angle(const Body& body) const {
  if (body.is_scalar()) return coordinate(body, 0);
  return body.can_turn() ? coordinate(body, 2) : Jet(0);
}

Jet JetPlaces::angular_velocity(const Body& body) const {
  if (body.is_scalar()) return rate(body, 0);
  return body.can_turn() ? rate(body, 2) : Jet(0);
}

}  // namespace perilune
