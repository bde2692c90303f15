#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/integrators/interpolant.h"
#include "engine/integrators/method.h"
#include "engine/stepping/acceptance.h"
#include "engine/stepping/contact_search.h"
#include "engine/stepping/episodes.h"
#include "engine/stepping/event_watch.h"
#include "engine/stepping/events.h"
#include "engine/stepping/slip_watch.h"
#include "engine/system/channels.h"

namespace perilune {

// How an attempt to advance ended.
enum class StepStatus {
  accepted,
  finished,  // accepted, and a rule or an event (message) said stop
  step_too_small,
  step_too_large,  // a fixed one, in which the search for contacts loses track
  interrupted,     // before a trial; the last accepted step stands
  nonfinite,
  too_many_refusals,
  no_consistent_friction,  // friction in a joint and the joint's reaction determine each other without a solution
};

// Counts of work.
struct StepCounts {
  long accepted = 0;
  long rhs = 0;                                       // the integrator's
  std::vector<std::pair<const char*, long>> refused;  // reason → count
  void refuse(const char* reason);
  long refusals() const;
};

// The loop in which a step must be accepted twice, by error control and by physics:
//     attempt → projection → error control → ends of contacts → acceptance chain → commit.
// An attempt changes nothing; modes, histories and the log of a commit change only when the step stands.
class Stepper {
 public:
  Stepper(System& system, Method& method, std::vector<AcceptanceRulePointer> chain,
          const ChannelTable& channels);

  // Called at every commit with the step that stands, before modes change; and after they changed (events).
  std::function<void(const Node& before, const Trial& trial, const Interpolant& interpolant)> on_step;
  std::function<void(const Node& node)> on_event;
  std::function<bool()> interrupted;  // asked before every trial; may be empty

  void watch(std::vector<EventDescription> events) { watch_.watch(std::move(events)); }  // before start()
  void start();                    // t = 0: initial modes, energy reference
  StepStatus advance(double end);  // one accepted step, at most to `end`
  const Node& now() const { return now_; }
  double last_step() const { return last_step_; }
  const std::string& message() const { return message_; }

  const StepCounts& counts() const { return counts_; }
  long contact_looks() const { return search_.looks(); }
  const std::vector<Attempt>& attempts() const { return attempts_; }
  const std::vector<Event>& events() const { return events_; }
  const std::vector<std::string>& warnings() const { return warnings_; }
  bool keep_log = true;  // of attempts

 private:
  friend class TrialView;
  // What the loop does with a trial.
  enum class Decision { stands, stands_and_stops, retry };
  struct Aim {  // an attempt that is to end where a contact touches or separates
    int contact = -1;
    bool touch = false;
    int refinements = 0;
    double seen_within = 0;  // [s] an attempt of this length has seen it
  };
  static constexpr int max_tries = 2000;  // a rule that refuses one step this often will not change its mind

  // attempts (stepper.cpp)
  double fit(double h, double end) const;
  void attempt(double h, double end);
  void project();
  bool is_finite() const;
  Decision judge(double& h);
  Decision refuse_by_error(double& h);
  void look();
  void arm(double h);
  bool misses_candidates();
  void renew_candidates(double least_reach);
  void note_changes();
  // why no step could be made, and what would help (give_up.cpp)
  StepStatus give_up(double h);
  std::string nonfinite_culprit();
  std::string about_numbers();
  std::string about_refusals(double h);
  std::string about_errors(double h);
  std::string about_search();
  bool comes_further(const char* integrator, double way);
  // location (location.cpp)
  Decision land_on_separation(double& h);
  Decision refine_touch(double& h);
  bool is_near(double gap) const;
  Decision lose_track(double& h);
  Decision aim_again(int contact, bool touch, double h_new, double& h);
  void collect_touches();
  NewContact touch_of(int contact, const Crossing& crossing);
  bool begins_at_start();
  double separation_resolution(int contact) const;
  // events of the user (watching.cpp)
  Interpolant refined_interpolant();
  Decision land_on_event(double& h);
  bool note_events();
  // set-valued friction (stick_slip.cpp)
  Decision land_on_friction(double& h);
  Decision land_on_friction_at(double landing, const std::vector<SlipChange>& released, double& h);
  Decision settle_at_start(const std::vector<SlipChange>& released, double& h);
  void settle_frictions(const std::vector<SlipChange>& before, const std::vector<SlipChange>& released);
  // the chain (chain.cpp)
  Decision ask_rules(double& h);
  Decision follow(const Verdict& verdict, double& h);
  void interpolate_linearly(double h);
  // commit (commit.cpp)
  void commit();
  void keep_candidates();
  bool begin_contacts();
  bool end_contacts();
  bool commit_law_states();
  bool follow_joints();
  void begin_contact(int contact);
  void restart();
  void log(bool accepted, const char* reason);
  void refuse(const char* reason);
  void warn(const std::string& key, const std::string& text);

  System& system_;
  Method& method_;
  std::vector<AcceptanceRulePointer> chain_;
  const ChannelTable& channels_;
  bool wants_location_ = false, acts_in_stages_ = false;  // of any rule; of all rules that look at contacts
  ContactSearch search_;
  std::vector<Event> events_;
  Episodes episodes_;
  EventWatch watch_;
  SlipWatch slips_;
  bool settles_ = false;              // modes of frictions are chosen anew at the end of the trial
  int friction_landings_ = 0;         // tries of this step that aimed at a transition, the last one at:
  double friction_step_ = 0;          // [s]
  std::vector<SlipChange> released_;  // there
  std::vector<SlipChange> released_at_start_;  // of a step, one after the other
  double released_at_ = -1;                    // [s] when that was
  int stopping_ = -1;                          // the event on which the trial ends, and with it the run
  int event_landings_ = 0;  // tries of this step that aimed at such an event, the last one at:
  int event_aim_ = -1;
  double event_step_ = 0;  // [s]

  Node now_;
  Trial trial_;
  Interpolant interpolant_;
  std::vector<double> correction_, scratch_;
  bool corrected_ = false;
  bool replaced_ = false;  // the trial's end was not made by the method (restart by interpolation)
  double next_ = 0;        // [s] the step to try
  double proposed_ = 0;    // [s] by a rule, for after this step
  double last_step_ = 0;
  int tries_ = 0;
  const char* last_refusal_ = "";
  Aim aim_;
  double slack_left_ = 0;     // [m] of it at the end of the present trial, where contacts act in stages
  double slack_ = 0;          // [m] that bodies may move before the lists of contact groups must be renewed
  double longest_first_ = 0;  // [s] bound of the first step after a touch
  long evaluations_ = 0;      // of the system when the present attempt began
  std::vector<NewContact> touches_;
  std::vector<char> separating_;  // by contact: ends at the end of this trial
  StepCounts counts_;
  std::vector<Attempt> attempts_;
  std::vector<std::string> warnings_;
  std::vector<std::string> warned_;
  std::string message_;
};

}  // namespace perilune
