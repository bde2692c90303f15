#pragma once

#include <vector>

#include "engine/integrators/interpolant.h"
#include "engine/system/system.h"

namespace perilune {

// Where a function crosses zero from above within a trial.
struct Crossing {
  bool found = false;
  double t = 0;     // [s]
  double rate = 0;  // of the gap there [m/s]
};

// Looks for touches and separations on the interpolant of a trial. No impact is missed: an interval is left
// only when the gap, its rate at both ends and a bound on its second derivative prove that it has no zero;
// else it is split where the proof is weakest.
//
// Looks are counted, and a trial has only so many. A gap that is clear of zero takes about T √(bend/8 gap) of them: a
// few where the method resolves the motion, 1e10 where bodies are flung about at 1e20 times the gap, which is finite and
// no motion to look for touches in. Whoever sees lost() ≥ 0 knows nothing of that contact and of those that come
// after it, and has to refuse the trial.
class ContactSearch {
 public:
  explicit ContactSearch(const System& system);

  // Rounding of a gap: positions of this size carry no more digits [m].
  double resolution() const { return resolution_; }

  // The node moved (commit, event): gaps at its start are taken anew.
  void start_at(const Node& node);
  // The trial was committed and its end is the node now: what was seen there is the new start.
  void advance_to(const Node& node);
  // A trial from that node; `interpolant` must live as long as the searches in it.
  void look_at(const Interpolant& interpolant, const Node& after);

  // How far any body may have come in the trial [m].
  double longest_way();

  double gap_before(int contact) const { return before_[contact].gap; }
  double gap_after(int contact) const { return after_[contact].gap; }
  double gap_rate_after(int contact) const { return after_[contact].rate; }
  double gap_rate_before(int contact) const { return before_[contact].rate; }

  // The contact at which the trial's looks were spent; −1: none, all searches in it went to their end.
  int lost() const { return lost_; }
  long looks() const { return looks_; }  // in all trials
  long most_looks() const;               // in the present one

  Crossing first_touch(int contact);       // of an open contact: gap from + to −
  Crossing first_separation(int contact);  // of a closed contact: gap from − to +
  // When the bodies of a contact stop approaching, in a trial over which they do.
  double time_of_turn(int contact) const;
  // Smallest gap of the trial near `from` ≤ t ≤ end, at the nodes the search has seen.
  double gap_at(int contact, double t) const { return sample(contact, t).gap; }
  ContactGeometry geometry_at(int contact, double t) const;

 private:
  struct Sample {
    double t, gap, rate;
  };
  Sample sample(int contact, double t) const;
  Sample sample(int contact, const Node& node) const;
  GapCurvature curvature(int contact);
  MotionBound bound(const Body& body);
  struct Question {  // which contact, the sign of its gap, −s̈ ≤ bend, and below which s it has crossed
    int contact;
    double sign, bend, floor;
  };
  Sample ask(const Question& question, const Sample& x) const;
  Crossing first_crossing(int contact, double sign, double bend);
  bool search(const Question& question, const Sample& a, const Sample& b, int depth, Crossing& crossing);
  Crossing refine(int contact, double sign, const Sample& a, const Sample& b) const;

  const System& system_;
  double resolution_;
  const Interpolant* interpolant_ = nullptr;
  const Node* start_ = nullptr;
  std::vector<Sample> before_, after_;
  std::vector<MotionBound> bounds_;  // by body, of the present trial
  std::vector<long> bounded_in_;     // the trial they were computed for
  long trial_ = 0;
  long looks_ = 0, last_look_ = 0;  // so far; the one at which those of the present trial are spent
  int lost_ = -1;
};

}  // namespace perilune
