#include "engine/stepping/contact_search.h"

#include <algorithm>
#include <array>
#include <boost/math/tools/roots.hpp>
#include <cmath>

namespace perilune {
namespace {

constexpr int max_depth = 48;
constexpr int max_coordinates = 12;

// The most that a trial has taken in fifteen runs of the gallery is 514, for a pin near the middle of its hole, where the bound
// on the bend of its distance is poor; most trials take none. A look costs some tenths of a microsecond, so a search without hope
// is over in milliseconds, and where contacts are many they share as many more.
constexpr long looks_of_a_trial = 10000, looks_of_a_contact = 20;

// The least that s can be on [a, b] when s̈ ≥ −bend, and where: s lies above the two parabolas of curvature
// −bend that touch it at either end; each is concave, so the least is at an end or where they meet.
struct LowerBound {
  double value, t;
};

LowerBound lower_bound(double ta, double sa, double ra, double tb, double sb, double rb, double bend) {
  const double T = tb - ta;
  const double meet_gap = sa - sb + rb * T + 0.5 * bend * T * T;
  const double meet_rate = ra - rb - bend * T;
  double meet = meet_rate != 0 ? -meet_gap / meet_rate : 0.5 * T;
  meet = std::clamp(meet, 0.0, T);
  const double there = sa + ra * meet - 0.5 * bend * meet * meet;
  LowerBound least{there, ta + meet};
  if (sa < least.value) least = {sa, ta};
  if (sb < least.value) least = {sb, tb};
  return least;
}

}  // namespace

ContactSearch::ContactSearch(const System& system)
    : system_(system),
      resolution_(1e-12 * system.length()),
      before_(system.contacts().size()),
      after_(system.contacts().size()),
      bounds_(system.bodies().size()),
      bounded_in_(system.bodies().size(), -1) {}

void ContactSearch::start_at(const Node& node) {
  start_ = &node;
  before_.resize(system_.contacts().size()), after_.resize(before_.size());
  for (const int i : system_.active()) before_[i] = sample(i, node);
}

void ContactSearch::advance_to(const Node& node) {
  start_ = &node;
  std::swap(before_, after_);
}

void ContactSearch::look_at(const Interpolant& interpolant, const Node& after) {
  interpolant_ = &interpolant;
  ++trial_;
  last_look_ = looks_ + most_looks();
  lost_ = -1;
  for (const int i : system_.active()) after_[i] = sample(i, after);
}

long ContactSearch::most_looks() const {
  return looks_of_a_trial + looks_of_a_contact * static_cast<long>(system_.active().size());
}

ContactSearch::Sample ContactSearch::sample(int contact, const Node& node) const {
  if (const ContactGeometry* seen = system_.seen_at(contact, node)) {
    return {node.t, seen->at.gap, seen->gap_rate};
  }
  const ContactElement& element = system_.contacts()[contact];
  const int n = system_.positions(), a = system_.offset(*element.a), b = system_.offset(*element.b);
  const double* q = node.y.data();
  const ContactGeometry g =
      system_.measure(contact, q + a, q + n + a, q + b, q + n + b, system_.modes()[contact].side);
  return {node.t, g.at.gap, g.gap_rate};
}

ContactGeometry ContactSearch::geometry_at(int contact, double t) const {
  const ContactElement& element = system_.contacts()[contact];
  std::array<double, max_coordinates> qa, va, qb, vb;
  interpolant_->evaluate_block(t, system_.offset(*element.a), element.a->coordinates(), qa.data(), va.data());
  interpolant_->evaluate_block(t, system_.offset(*element.b), element.b->coordinates(), qb.data(), vb.data());
  return system_.measure(contact, qa.data(), va.data(), qb.data(), vb.data(), system_.modes()[contact].side);
}

ContactSearch::Sample ContactSearch::sample(int contact, double t) const {
  const ContactGeometry g = geometry_at(contact, t);
  return {t, g.at.gap, g.gap_rate};
}

MotionBound ContactSearch::bound(const Body& body) {
  if (bounded_in_[body.index] == trial_ || body.coordinates() == 0) return bounds_[body.index];
  std::array<double, max_coordinates> speed{}, acceleration{};
  interpolant_->second_derivative_bound(system_.offset(body), body.coordinates(), speed.data(),
                                        acceleration.data());
  bounded_in_[body.index] = trial_;
  return bounds_[body.index] = body.bound(speed.data(), acceleration.data());
}

double ContactSearch::longest_way() {
  double fastest = 0;
  for (const BodyPointer& body : system_.bodies()) fastest = std::max(fastest, bound(*body).speed);
  return fastest * (interpolant_->b->t - interpolant_->a->t);
}

GapCurvature ContactSearch::curvature(int contact) {
  const ContactElement& element = system_.contacts()[contact];
  const MotionBound a = bound(*element.a), b = bound(*element.b);
  const bool turning = a.spin + b.spin + a.spin_rate + b.spin_rate > 0;
  if (!turning) return element.pair->curvature(a, b, 0);  // distances matter to what turns
  const double T = after_[contact].t - before_[contact].t;
  const Vector3 r = system_.reference_point(*element.a, start_->y.data()) -
                    system_.reference_point(*element.b, start_->y.data());
  return element.pair->curvature(a, b, r.norm() + T * (a.speed + b.speed));
}

Crossing ContactSearch::first_touch(int contact) {
  return first_crossing(contact, 1, curvature(contact).below);
}

// No proof is needed here: a closed contact does not push while its gap is open, so a parting and return
// between two looks changes no force. Twice the bend of the cubic through both ends finds all others.
Crossing ContactSearch::first_separation(int contact) {
  const Sample &a = before_[contact], &b = after_[contact];
  const double T = b.t - a.t, rise = 3 * (b.gap - a.gap);
  const double turn = 2 * std::max(std::abs(rise - T * (2 * a.rate + b.rate)),  // bend T²/2
                                   std::abs(rise - T * (a.rate + 2 * b.rate)));
  if (std::max(a.gap, b.gap) + turn / 4 < 0) return {};  // a chord and its curve differ by bend T²/8
  return first_crossing(contact, -1, 2 * turn / (T * T));
}

// s of the question and its rate: the gap's level (which is smooth) for a touch, the gap for a separation.
ContactSearch::Sample ContactSearch::ask(const Question& question, const Sample& x) const {
  if (question.sign < 0) return {x.t, -x.gap, -x.rate};
  const GapLevel level = gap_level(x.gap, system_.contacts()[question.contact].smooth_within);
  return {x.t, level.value, level.slope * x.rate};
}

// A start on the wrong side of zero, by rounding or by the resolution of a landing, is the event that just
// happened, not a new one: only what goes deeper has crossed.
Crossing ContactSearch::first_crossing(int contact, double sign, double bend) {
  const double start = sign * before_[contact].gap;
  const Question question{contact, sign, bend, std::min(-resolution_, 1.01 * start)};
  Crossing crossing;
  if (lost_ < 0) search(question, before_[contact], after_[contact], 0, crossing);
  return crossing;
}

// s = sign·gap. Left before right, so the first crossing is the one that is found.
bool ContactSearch::search(const Question& question, const Sample& a, const Sample& b, int depth,
                           Crossing& crossing) {
  const Sample left = ask(question, a), right = ask(question, b);
  const double sa = left.gap, sb = right.gap;
  const bool starts_below = sa <= 0;
  if (!starts_below && sb < 0) {
    crossing = refine(question.contact, question.sign, a, b);
    return true;
  }
  const LowerBound least = lower_bound(a.t, sa, left.rate, b.t, sb, right.rate, question.bend);
  if (least.value >= question.floor) return false;
  if (depth >= max_depth) {
    if (sb >= question.floor) return false;
    crossing = {true, a.t, a.rate};  // below from the start of this sliver on
    return true;
  }
  if (looks_ >= last_look_) {
    lost_ = question.contact;
    return true;
  }
  ++looks_;
  const double T = b.t - a.t;
  const Sample middle = sample(question.contact, std::clamp(least.t, a.t + 0.2 * T, b.t - 0.2 * T));
  return search(question, a, middle, depth + 1, crossing) || search(question, middle, b, depth + 1, crossing);
}

double ContactSearch::time_of_turn(int contact) const {
  const Sample &a = before_[contact], &b = after_[contact];
  const auto rate = [&](double t) { return sample(contact, t).rate; };
  std::uintmax_t iterations = 60;
  const boost::math::tools::eps_tolerance<double> converged(40);
  const auto bracket =
      boost::math::tools::toms748_solve(rate, a.t, b.t, a.rate, b.rate, converged, iterations);
  return 0.5 * (bracket.first + bracket.second);
}

Crossing ContactSearch::refine(int contact, double sign, const Sample& a, const Sample& b) const {
  const auto s = [&](double t) { return sign * sample(contact, t).gap; };
  std::uintmax_t iterations = 60;
  const boost::math::tools::eps_tolerance<double> converged(52);
  const auto bracket =
      boost::math::tools::toms748_solve(s, a.t, b.t, sign * a.gap, sign * b.gap, converged, iterations);
  const Sample left = sample(contact, bracket.first), right = sample(contact, bracket.second);
  const Sample& best = std::abs(left.gap) <= std::abs(right.gap) ? left : right;
  return {true, best.t, best.rate};
}

}  // namespace perilune
