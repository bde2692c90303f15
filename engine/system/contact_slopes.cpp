#include "engine/system/contact_slopes.h"

#include <algorithm>
#include <cmath>

namespace perilune {
namespace {

constexpr double difference_step = 6e-6;  // ∛ε: rounding and h² balance

// Across the normal.
Vector3 across(const Vector3& x, const Vector3& normal) { return x - normal.dot(x) * normal; }

}  // namespace

// Central, of evaluate(arguments, outputs): laws that do not know their slopes.
template <class Evaluate>
void ContactSlopes::difference(Law& law, VectorX at, const VectorX& steps, Evaluate evaluate) {
  const Eigen::Index outputs = 1 + law.states;
  VectorX up(outputs), down(outputs);
  law.slopes.resize(at.size() * outputs);
  for (Eigen::Index i = 0; i < at.size(); ++i) {
    const double before = at[i], above = before + steps[i], below = before - steps[i];
    at[i] = above, evaluate(at, up);
    at[i] = below, evaluate(at, down);
    at[i] = before;
    law.slopes.segment(i * outputs, outputs) = (up - down) / (above - below);
    differences_ += 2;
  }
}

void ContactSlopes::find_law(const double* states) {
  const ContactLaw& law = *contact_->law;
  law_.states = law.states();
  const double depth = std::max(geometry_.penetration(), 0.0), rate = -geometry_.gap_rate;
  const ContactInput input{depth, rate, mode_->impact_speed, t_, states};
  VectorX rates(law_.states);
  law_.force = law.force(input, rates.data());
  law_.slopes.setZero((2 + law_.states) * (1 + law_.states));
  if (law_.states == 0) {
    const ForceSlopes slopes = law.slopes(input);
    if (slopes.by_differences) differences_ += 4;
    law_.slopes << slopes.by_penetration, slopes.by_penetration_rate;
  } else if (!law.state_slopes(input, law_.slopes.data())) {
    VectorX at(2 + law_.states), steps(at.size());
    at.head<2>() << depth, rate;
    at.tail(law_.states) = Eigen::Map<const VectorX>(states, law_.states);
    steps = difference_step * at.cwiseAbs().cwiseMax(1e-3);
    steps[0] = difference_step * depth;
    if (!(depth > 0)) steps[0] = difference_step * 1e-3;
    difference(law_, at, steps, [&](const VectorX& x, VectorX& outputs) {
      const ContactInput moved{std::max(x[0], 0.0), x[1], mode_->impact_speed, t_, x.data() + 2};
      outputs[0] = law.force(moved, outputs.data() + 1);
    });
  }
  if (!pushes_) law_.slopes.head(1 + law_.states).setZero();  // the depth is kept at 0
}

// Friction by the magnitude of the slip, against it; bristles by the slip along the tangent.
void ContactSlopes::find_friction(const double* states) {
  rubs_ = false;
  if (!contact_->friction || !pushes_) return;
  const FrictionLaw& law = *contact_->friction;
  friction_.states = contact_->friction_states;
  const Vector3 slip = geometry_.slip();
  const bool has_states = friction_.states > 0;
  slip_direction_ = has_states ? geometry_.tangent() : Vector3(slip / slip.norm());
  slip_ = has_states ? slip_direction_.dot(geometry_.velocity) : slip.norm();
  rubs_ = has_states || (slip_ > 0 && law_.force > 0);
  if (!rubs_) return;
  const auto input = [&](double v, double load, const double* z) {
    return FrictionInput{std::abs(v), std::max(0.0, load), t_, v, z};
  };
  VectorX rates(friction_.states);
  const auto evaluate = [&](const FrictionInput& c, double* of_states) {
    return has_states ? law.signed_force(c, of_states) : law.force(c);
  };
  friction_.force = evaluate(input(slip_, law_.force, states), rates.data());
  friction_.slopes.setZero((2 + friction_.states) * (1 + friction_.states));
  if (!law.slopes(input(slip_, law_.force, states), friction_.slopes.data())) {
    VectorX at(2 + friction_.states);
    at.head<2>() << slip_, law_.force;
    at.tail(friction_.states) = Eigen::Map<const VectorX>(states, friction_.states);
    VectorX steps = difference_step * at.cwiseAbs().cwiseMax(1e-3);
    if (!has_states) steps[0] = std::min(steps[0], 0.5 * slip_);  // a magnitude stays above 0
    difference(friction_, at, steps, [&](const VectorX& x, VectorX& outputs) {
      outputs[0] = evaluate(input(x[0], x[1], x.data() + 2), outputs.data() + 1);
    });
  }
  if (law_.force < 0) friction_.slopes.segment(1 + friction_.states, 1 + friction_.states).setZero();
}

bool ContactSlopes::begin(const ContactElement& contact, const ContactMode& mode, const Motion& motion,
                          const double* states) {
  contact_ = &contact, mode_ = &mode, t_ = motion.t;
  a_ = &motion.of(*contact.a), b_ = &motion.of(*contact.b);
  contact.measure(*a_, *b_, mode.side, geometry_);
  pushes_ = geometry_.penetration() > 0;
  if (!pushes_ && !(mode.closed && contact.has_states)) return false;
  knows_turn_ = contact.pair->turning(*a_, *b_, geometry_.at, turn_);
  find_law(states);
  find_friction(states + contact.law->states());
  push_.setZero();
  if (pushes_) push_ = law_.force * geometry_.at.normal;
  if (rubs_) push_ -= friction_.force * slip_direction_;
  return true;
}

// With C the centre of a's curvature and u its shift, a's less b's:
//     dn = φ_b × n + κ u_⊥,   dP = dC − (ρ + g/2) dn − ½ dg n.
ContactSlopes::GeometryChange ContactSlopes::follow(const Shift& a, const Shift& b) const {
  const Proximity& at = geometry_.at;
  const double behind = turn_.radius + 0.5 * at.gap;
  const Vector3 center = at.point + behind * at.normal;
  const Vector3 of_a = a.place + a.turn.cross(center - a_->p), of_b = b.place + b.turn.cross(center - b_->p);
  GeometryChange change;
  change.gap = at.normal.dot(of_a - of_b);
  change.normal = b.turn.cross(at.normal) + turn_.rate * across(of_a - of_b, at.normal);
  change.point = of_a - behind * change.normal - 0.5 * change.gap * at.normal;
  return change;
}

void ContactSlopes::vary(const Shift& a, const Shift& b, const GeometryChange& geometry,
                         Change& change) const {
  const Proximity& at = geometry_.at;
  // Of the velocity of the material point that is at P.
  const auto velocity = [&](const BodyMotion& body, const Shift& shift) {
    return Vector3(shift.velocity + shift.spin.cross(at.point - body.p) +
                   body.spin.cross(geometry.point - shift.place));
  };
  const Vector3 passing = velocity(*a_, a) - velocity(*b_, b);
  const double gap_rate = geometry.normal.dot(geometry_.velocity) + at.normal.dot(passing);
  const int states = contact_->states();
  change.rates.setZero(states);
  change.push.setZero(), change.point = geometry.point;
  const auto of_law = [&](int output) {
    return -law_.slope(0, output) * geometry.gap - law_.slope(1, output) * gap_rate;
  };
  if (mode_->closed) {
    for (int i = 0; i < law_.states; ++i) change.rates[i] = of_law(1 + i);
  }
  if (!pushes_) return;
  const double force = of_law(0);
  change.push = force * at.normal + law_.force * geometry.normal;
  if (!rubs_) return;
  // The direction of a slip turns with the slip, a tangent with the normal.
  double slip = 0;
  Vector3 direction;
  if (friction_.states > 0) {
    direction = {geometry.normal[1], -geometry.normal[0], 0};
    slip = direction.dot(geometry_.velocity) + slip_direction_.dot(passing);
  } else {
    const Vector3 turned = passing - gap_rate * at.normal - geometry_.gap_rate * geometry.normal;
    slip = slip_direction_.dot(turned);
    direction = (turned - slip * slip_direction_) / slip_;
  }
  const auto of_friction = [&](int output) {
    return friction_.slope(0, output) * slip + friction_.slope(1, output) * force;
  };
  change.push -= of_friction(0) * slip_direction_ + friction_.force * direction;
  for (int i = 0; i < friction_.states; ++i) change.rates[law_.states + i] = of_friction(1 + i);
}

void ContactSlopes::vary_state(int state, Change& change) const {
  change.rates.setZero(contact_->states());
  change.push.setZero(), change.point.setZero();
  const bool is_laws = state < law_.states;
  const int own = is_laws ? state : state - law_.states;
  if (!is_laws && !rubs_) return;
  const Law& law = is_laws ? law_ : friction_;
  const int first = is_laws ? 0 : law_.states;
  const bool goes_on = mode_->closed || !is_laws;  // memory of a law begins with its contact
  for (int i = 0; goes_on && i < law.states; ++i) change.rates[first + i] = law.slope(2 + own, 1 + i);
  if (!pushes_) return;
  const double force = law.slope(2 + own, 0);
  change.push = force * (is_laws ? geometry_.at.normal : Vector3(-slip_direction_));
  if (!is_laws || !rubs_) return;
  change.push -= friction_.slope(1, 0) * force * slip_direction_;
  for (int i = 0; i < friction_.states; ++i)
    change.rates[law_.states + i] += friction_.slope(1, 1 + i) * force;
}

}  // namespace perilune
