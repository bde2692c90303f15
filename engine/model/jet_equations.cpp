#include "engine/model/jet_equations.h"

namespace perilune {

void JetPlaces::add(const Body& body, const double* q, const double* v, const double* a) {
  Place& place = places_[count_++];
  place.body = &body;
  for (int k = 0; k < body.coordinates(); ++k)
    place.coordinates[k] = Jet(q[k], v[k], 0.5 * a[k], directions_++);
  if (body.can_turn()) sine_and_cosine(place.coordinates[2], place.sine, place.cosine);
}

const JetPlaces::Place* JetPlaces::find(const Body& body) const {
  for (int i = 0; i < count_; ++i) {
    if (places_[i].body == &body) return &places_[i];
  }
  return nullptr;  // it stays where it is
}

JetVector JetPlaces::direction(const Body& body, const Vector3& local) const {
  const Place* place = find(body);
  if (!place || !body.can_turn()) {
    const Vector3 fixed = place ? local : motion_.of(body).direction(local);
    return {{Jet(fixed[0]), Jet(fixed[1]), Jet(fixed[2])}};
  }
  return {{place->cosine * local[0] - place->sine * local[1],
           place->sine * local[0] + place->cosine * local[1], Jet(local[2])}};
}

JetVector JetPlaces::point(const Point& x) const {
  const Place* place = find(*x.body);
  if (!place) {
    const Vector3 fixed = motion_.position(x);
    return {{Jet(fixed[0]), Jet(fixed[1]), Jet(fixed[2])}};
  }
  JetVector at = direction(*x.body, x.local);
  const int moving = x.body->can_turn() ? 2 : x.body->coordinates();
  for (int k = 0; k < moving; ++k) at.component[k] = at[k] + place->coordinates[k];
  return at;
}

Jet JetPlaces::coordinate(const Body& body, int k) const {
  const Place* place = find(body);
  return place ? place->coordinates[k] : Jet(motion_.positions(body)[k]);
}

Jet JetPlaces::angle(const Body& body) const {
  if (body.is_scalar()) return coordinate(body, 0);
  return body.can_turn() ? coordinate(body, 2) : Jet(0);
}

}  // namespace perilune
