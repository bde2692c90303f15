#include "engine/contact/contact_element.h"

#include <algorithm>
#include <cmath>

#include "engine/model/error.h"
#include "engine/shapes/catalog.h"

namespace perilune {

namespace {

// 1/m of a body as a free point; 0 for one that cannot be pushed.
double inverse_mass(const Body& body) { return body.mass() > 0 ? 1 / body.mass() : 0; }

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::vector<TouchingPair> pairs_of(const Contact& contact) {
  const std::string element = "contact '" + contact.name + "'";
  try {
    std::vector<TouchingPair> pairs = make_pairs(*contact.a, *contact.b);
    if (!pairs.empty()) return pairs;
  } catch (const InputError& error) {  // shapes do not know whose contact it is
    throw InputError(contact.origin, element, error.rule, error.remedy);
  }
  throw InputError(contact.origin, element,
                   std::string("a ") + contact.a->kind() + " and a " + contact.b->kind() + " cannot touch",
                   std::string("a ") + contact.a->kind() + " touches: " + join(partners(contact.a->kind())));
}

void choose_law(const Contact& contact, ContactElement& element) {
  try {
    const auto bound = contact.law->for_reduced_mass(element.reduced_mass);
    element.law = bound ? bound : contact.law;
  } catch (const InputError& error) {  // a law does not know whose contact it is
    throw InputError(contact.origin, "contact '" + contact.name + "'", error.rule, error.remedy);
  }
}

ContactElement make_element(const Contact& contact, TouchingPair touching) {
  ContactElement element;
  element.name = contact.name, element.origin = contact.origin;
  element.pair = std::move(touching.pair);
  element.smooth_within = element.pair->smooth_within();
  element.a = (touching.swapped ? contact.b : contact.a)->body.get();
  element.b = (touching.swapped ? contact.a : contact.b)->body.get();
  element.index_a = element.a->index, element.index_b = element.b->index;
  element.a_moves = element.a->coordinates() > 0, element.b_moves = element.b->coordinates() > 0;
  const double a = contact.a->size(), b = contact.b->size();
  element.length = std::max(a, b);
  element.thickness = a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
  const double inverse = inverse_mass(*element.a) + inverse_mass(*element.b);
  element.reduced_mass = inverse > 0 ? 1 / inverse : 0;
  choose_law(contact, element);
  element.friction = contact.friction;
  if (contact.friction) element.friction_states = contact.friction->states();
  element.has_states = element.states() > 0;
  element.may_stick = contact.friction && contact.friction->is_set_valued();
  element.is_joint = contact.is_joint;
  if (contact.tolerance) element.tolerance = *contact.tolerance;
  return element;
}

}  // namespace

std::vector<ContactElement> make_contact_elements(const Contact& contact) {
  std::vector<ContactElement> elements;
  for (TouchingPair& touching : pairs_of(contact))
    elements.push_back(make_element(contact, std::move(touching)));
  if (elements.size() == 1) return elements;
  for (std::size_t i = 0; i < elements.size(); ++i) elements[i].name += "[" + std::to_string(i + 1) + "]";
  return elements;
}

ContactEstimate estimate_contact(const ContactLaw& law, double impact_speed, double mass, double length) {
  // F(δ, 0) may be anything a user wrote, so the depth is found by doubling, with trapezia on a log scale.
  const double energy = 0.5 * mass * impact_speed * impact_speed;
  if (!(energy > 0)) return {};
  ContactInput c;
  c.impact_speed = impact_speed;
  std::vector<double> states(law.states()), rates(law.states());
  for (int i = 0; i < law.states(); ++i) states[i] = law.initial_state(i);
  c.states = states.data();
  double depth = 1e-9 * std::max(length, 1e-6), stored = 0, before = 0, previous = 0;
  for (int i = 0; i < 400 && stored < energy; ++i) {
    c.penetration = depth;
    const double force = law.force(c, rates.data());
    if (!std::isfinite(force)) break;
    stored += 0.5 * (force + before) * (depth - previous);
    before = force, previous = depth;
    if (stored < energy) depth *= 1.25;
  }
  return {previous, previous / impact_speed};
}

}  // namespace perilune
