#include "engine/system/candidates.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <map>

#include "engine/model/error.h"
#include "engine/shapes/catalog.h"
#include "engine/shapes/sphere.h"

namespace perilune {
namespace {

// Of the median size of the shapes: about a third more pairs than touch, and a list serves for tens of steps.
constexpr double usual_part = 0.3;

template <class T>
std::pair<const void*, const void*> unordered(const T* a, const T* b) {
  return std::less<const void*>()(a, b) ? std::pair<const void*, const void*>(a, b)
                                        : std::pair<const void*, const void*>(b, a);
}

}  // namespace

Candidates::Candidates(const ContactGroup& group, const Model& model) : group_(group) {
  for (const ShapePointer& shape : model.shapes()) {
    const auto is_its = [&](const BodyPointer& body) { return body == shape->body; };
    const bool all = group.bodies.empty();
    if (all || std::any_of(group.bodies.begin(), group.bodies.end(), is_its)) shapes_.push_back(shape);
  }
  check_bodies();
  exclude(model);
  check_kinds();
  std::vector<double> sizes;
  for (const ShapePointer& shape : shapes_) {
    if (shape->size() > 0 && shape->body->coordinates() > 0) sizes.push_back(shape->size());
  }
  if (sizes.empty()) {
    throw InputError(group.origin, "contacts '" + group.name + "'",
                     "there is no moving body with a shape among its bodies",
                     "give each body its shape, e.g. body:circle { radius = 0.1 }");
  }
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::nth_element(sizes.begin(), middle, sizes.end());
  usual_reach_ = usual_part * *middle;
  label_shapes();
  bounds_.resize(shapes_.size()), places_.resize(shapes_.size());
  distances_.resize(shapes_.size());
}

// Who names a body expects it to touch.
void Candidates::check_bodies() const {
  for (const BodyPointer& body : group_.bodies) {
    const auto is_its = [&](const ShapePointer& shape) { return shape->body == body; };
    if (std::any_of(shapes_.begin(), shapes_.end(), is_its)) continue;
    throw InputError(group_.origin, "contacts '" + group_.name + "'", "'" + body->name + "' has no shape",
                     "give it one, e.g. body:circle { radius = 0.1 }, or leave it out");
  }
}

void Candidates::exclude(const Model& model) {
  for (const Contact& contact : model.contacts()) {
    excluded_.insert(unordered(contact.a.get(), contact.b.get()));
    if (contact.is_joint) excluded_.insert(unordered(contact.a->body.get(), contact.b->body.get()));
  }
  for (const JointPointer& joint : model.joints()) {
    const std::vector<BodyPointer> bodies = joint->bodies();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) excluded_.insert(unordered(bodies[i].get(), bodies[j].get()));
    }
  }
}

// A body's only shape has the body's name, several are "ground line", or "ground line 1", "ground line 2", ….
void Candidates::label_shapes() {
  const auto kind_of = [](const ShapePointer& shape) { return shape->body->name + " " + shape->kind(); };
  std::map<const Body*, int> of_body;
  std::map<std::string, int> of_kind, numbered;
  for (const ShapePointer& shape : shapes_) ++of_body[shape->body.get()], ++of_kind[kind_of(shape)];
  for (const ShapePointer& shape : shapes_) {
    const std::string kind = kind_of(shape);
    if (of_body[shape->body.get()] == 1) labels_.push_back(shape->body->name);
    else if (of_kind[kind] == 1) labels_.push_back(kind);
    else labels_.push_back(kind + " " + std::to_string(++numbered[kind]));
  }
}

// Every two kinds that could meet have a geometry.
void Candidates::check_kinds() const {
  std::vector<const Shape*> kinds;  // one of each
  for (const ShapePointer& shape : shapes_) {
    const auto is_same = [&](const Shape* other) { return std::strcmp(other->kind(), shape->kind()) == 0; };
    if (std::none_of(kinds.begin(), kinds.end(), is_same)) kinds.push_back(shape.get());
  }
  for (const Shape* a : kinds) {
    for (const Shape* b : kinds) {
      const auto touches = partners(a->kind());
      if (std::find(touches.begin(), touches.end(), b->kind()) == touches.end())
        refuse_meeting(a->kind(), b->kind());
    }
  }
}

void Candidates::refuse_meeting(const char* a, const char* b) const {
  for (int i = 0; i < static_cast<int>(shapes_.size()); ++i) {
    if (std::strcmp(shapes_[i]->kind(), a) != 0) continue;
    for (int j = 0; j < static_cast<int>(shapes_.size()); ++j) {
      if (std::strcmp(shapes_[j]->kind(), b) != 0 || !may_touch(i, j)) continue;
      throw InputError(group_.origin, "contacts '" + group_.name + "'",
                       std::string("a ") + a + " of '" + shapes_[i]->body->name + "' and a " + b + " of '" +
                           shapes_[j]->body->name + "' cannot touch",
                       "name the bodies that shall touch: bodies = { … }");
    }
  }
}

bool Candidates::may_touch(int i, int j) const {
  const Shape &a = *shapes_[i], &b = *shapes_[j];
  if (a.body == b.body || (is_fixed(i) && is_fixed(j))) return false;
  return excluded_.empty() ||
         (!excluded_.count(unordered(&a, &b)) && !excluded_.count(unordered(a.body.get(), b.body.get())));
}

const std::vector<Candidates::Pair>& Candidates::find(const Motion& motion, double reach) {
  reach_ = reach;
  for (std::size_t i = 0; i < shapes_.size(); ++i) {
    places_[i] = motion.of(*shapes_[i]->body).p;
    bounds_[i] = {places_[i], shapes_[i]->radius_about_reference()};
  }
  pairs_.clear();
  for (const Pair& pair : broad_phase_.find(bounds_, reach)) {
    if (may_touch(pair.first, pair.second) && !is_far(motion, pair, reach)) pairs_.push_back(pair);
  }
  return pairs_;
}

// A fixed wall is long, and its bounds say little: the distance to the wall itself is asked, of the disc that holds
// the other shape wherever it turns.
bool Candidates::is_far(const Motion& motion, const Pair& pair, double reach) {
  const bool first = is_fixed(pair.first), second = is_fixed(pair.second);
  if (first == second) return false;
  const int fixed = first ? pair.first : pair.second, moving = first ? pair.second : pair.first;
  if (!(bounds_[fixed].radius > 2 * bounds_[moving].radius)) return false;
  const Distance& distance = distance_of(fixed, moving);
  if (!distance.pair) return false;
  const BodyMotion &a = motion.of(*shapes_[moving]->body), &b = motion.of(*shapes_[fixed]->body);
  return (distance.swapped ? distance.pair->closest(b, a, 0) : distance.pair->closest(a, b, 0)).gap > reach;
}

const Candidates::Distance& Candidates::distance_of(int fixed, int moving) {
  auto& row = distances_[fixed];
  if (row.empty()) row.resize(shapes_.size());
  Distance& distance = row[moving];
  if (distance.known) return distance;
  Sphere bounds;
  bounds.body = shapes_[moving]->body;
  bounds.radius = bounds_[moving].radius;
  distance.known = true;
  try {
    std::vector<TouchingPair> pairs = make_pairs(bounds, *shapes_[fixed]);
    if (pairs.empty()) pairs = make_pairs(bounds.section(), *shapes_[fixed]);
    if (pairs.size() == 1) distance.swapped = pairs[0].swapped, distance.pair = std::move(pairs[0].pair);
  } catch (const InputError&) {
    // What holds the moving shape does not fit into the fixed one, though the shape does: always near.
  }
  return distance;
}

double Candidates::drift(const Motion& motion) const {
  double most = 0;
  for (std::size_t i = 0; i < shapes_.size(); ++i)
    most = std::max(most, (motion.of(*shapes_[i]->body).p - places_[i]).squaredNorm());
  return std::sqrt(most);
}

Contact Candidates::contact(const Pair& pair) const {
  const ShapePointer &a = shapes_[pair.first], &b = shapes_[pair.second];
  Contact contact;
  contact.name = group_.name + ": " + labels_[pair.first] + " - " + labels_[pair.second];
  contact.origin = group_.origin;
  contact.a = a, contact.b = b;
  contact.law = group_.law, contact.friction = group_.friction, contact.tolerance = group_.tolerance;
  return contact;
}

}  // namespace perilune
