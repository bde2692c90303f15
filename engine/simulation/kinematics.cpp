#include "engine/simulation/kinematics.h"

#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "engine/simulation/check_start.h"
#include "engine/simulation/freedom.h"
#include "engine/system/channels.h"

namespace perilune {
namespace {

constexpr double largest_jump =
    0.05;  // of the model's length: what a solution may differ from its prediction
constexpr double shortest_step = 1e-10;  // of the duration

class Analysis {
 public:
  Analysis(const Model& model, const KinematicsOptions& options)
      : options_(options),
        system_(std::make_shared<System>(model, ConstraintOptions{})),
        recorder_(std::make_shared<Recorder>(*system_)),
        run_(std::make_shared<Run>(std::make_shared<System>(model, ConstraintOptions{}), recorder_,
                                   std::make_shared<ChannelTable>(*system_))) {
    run_->model_name = model.name();
    run_->integrator = "kinematics";
    if (!model.contacts().empty() || !model.contact_groups().empty()) {
      run_->warnings.emplace_back("t = 0 s: contacts do not act in a kinematic analysis");
    }
    const bool every = options.record.when == RecordOptions::When::every;
    interval_ = every && options.record.every > 0 ? options.record.every : options.duration / 1000;
    recorder_->every = every ? interval_ : 0, recorder_->duration = options.duration;
  }

  std::shared_ptr<Run> run() {
    const auto begin = std::chrono::steady_clock::now();
    start();
    long record = 1;
    while (run_->outcome == Outcome::running && now_.t < options_.duration) {
      if (!go_to(std::min(static_cast<double>(record++) * interval_, options_.duration))) break;
      if (options_.interrupted && options_.interrupted()) run_->outcome = Outcome::interrupted;
    }
    if (run_->outcome == Outcome::running) run_->outcome = Outcome::reached_end;
    recorder_->finish();
    run_->set_log({}, std::move(attempts_));
    run_->statistics.rhs_evaluations = system_->evaluations();
    run_->energy = balance_of(*system_, now_);
    run_->statistics.wall_time =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return run_;
  }

 private:
  void start() {
    now_ = system_->start();
    solve(now_);
    now_.y[system_->layout().corrections()] = 0;
    system_->set_reference_energy(system_->energies(0, now_.y.data()).total());
    run_->set_reference_energy(system_->reference_energy());
    evaluate(now_);
    turned();
    recorder_->event(now_);
  }

  // Frictions slip as the motion says, whatever that takes; one that does not slip carries what least norm gives it.
  void evaluate(Node& node) const {
    if (system_->may_stick()) system_->settle(node, {});
    system_->derivative(node.t, node.y.data(), node.dy.data());
  }

  // On the constraints, with the velocities they demand.
  bool solve(Node& node) const {
    system_->project(node.t, node.y.data());
    return system_->constraint_error(node.t, node.y.data()) <= 1e-10 * system_->length();
  }

  // In as many steps as it takes for every prediction to be near the solution.
  bool go_to(double end) {
    double h = end - now_.t;
    while (now_.t < end) {
      h = std::min(h, end - now_.t);
      if (h < shortest_step * options_.duration) return give_up();
      if (!step(h, end)) {
        h /= 4;
        continue;
      }
      recorder_->step(now_, trial_, Interpolant(now_, trial_, system_->positions()));
      attempts_.push_back({now_.t, h, true, "", 0});
      std::swap(now_, trial_.after);
      if (turned()) recorder_->event(now_);
      ++run_->statistics.steps;
    }
    return true;
  }

  // False: no solution near its prediction.
  bool step(double h, double end) {
    trial_.h = h;
    trial_.after = predicted(h), trial_.middle = predicted(h / 2), trial_.has_middle = true;
    if (now_.t + h >= end - 1e-12 * end) trial_.after.t = end;
    for (Node* node : {&trial_.middle, &trial_.after}) {
      const std::vector<double> guess = node->y;
      if (!solve(*node) || jump(guess, node->y) > largest_jump * system_->length()) return refuse(h);
      evaluate(*node);
    }
    integrate_ledger(h);
    return true;
  }

  // Whether some friction slips another way than after the step before.
  bool turned() {
    std::vector<int> slips;
    for (const SlipChange& mode : system_->slip_modes()) slips.push_back(mode.slip);
    std::swap(slips, slips_);
    return slips != slips_;
  }

  bool refuse(double h) {
    attempts_.push_back({now_.t, h, false, "prediction", 0});
    ++run_->statistics.rejected;
    return false;
  }

  // q + h v + h²/2 a.
  Node predicted(double h) const {
    Node node = now_;
    node.t = now_.t + h;
    const int n = system_->positions();
    for (int i = 0; i < n; ++i) {
      node.y[i] += h * now_.y[n + i] + h * h / 2 * now_.dy[n + i];
      node.y[n + i] += h * now_.dy[n + i];
    }
    return node;
  }

  double jump(const std::vector<double>& guess, const std::vector<double>& y) const {
    double most = 0;
    for (int i = 0; i < system_->positions(); ++i) most = std::max(most, std::abs(y[i] - guess[i]));
    return most;
  }

  // Simpson's rule, and the parabola up to the middle; what projection books as a correction is none here.
  void integrate_ledger(double h) {
    const int first = system_->layout().ledger_offset();
    for (int i = first; i < system_->size(); ++i) {
      trial_.middle.y[i] =
          now_.y[i] + h / 24 * (5 * now_.dy[i] + 8 * trial_.middle.dy[i] - trial_.after.dy[i]);
      trial_.after.y[i] = now_.y[i] + h / 6 * (now_.dy[i] + 4 * trial_.middle.dy[i] + trial_.after.dy[i]);
    }
  }

  bool give_up() {
    const JointError worst =
        worst_joint(*system_, system_->constraint_errors(trial_.after.t, trial_.after.y.data()));
    run_->outcome = Outcome::inconsistent;
    run_->message = fmt::format(
        "run stopped at t = {:.6g} s: there is no position beyond in which all joints hold; the {} stays "
        "open\n"
        "  often: a drive asks for more than the lengths of the mechanism reach, or it is at a dead centre",
        now_.t, described(*worst.joint));
    return false;
  }

  const KinematicsOptions& options_;
  std::shared_ptr<System> system_;
  std::shared_ptr<Recorder> recorder_;
  std::shared_ptr<Run> run_;
  double interval_ = 0;  // [s] between records
  Node now_;
  Trial trial_;
  std::vector<Attempt> attempts_;
  std::vector<int> slips_;  // which way frictions slip
};

}  // namespace

std::shared_ptr<Run> analyse_kinematics(const Model& model, const KinematicsOptions& options) {
  for (const JointPointer& joint : model.joints()) {
    if (joint->velocity_equations() == 0) continue;
    throw InputError(
        options.origin, "kinematics",
        fmt::format("{} '{}' binds velocities: no position follows from it", joint->kind(), joint->name),
        "model:simulate { … }, which integrates them");
  }
  System system(model, {});
  check_start(system, options.origin);
  const Freedom freedom = find_freedom(system, 0, system.start().y.data());
  if (freedom.degrees > 0) {
    throw InputError(options.origin, "kinematics",
                     fmt::format("{} of {} coordinates are not driven; free to move: {}", freedom.degrees,
                                 system.freedoms(), enumerated(freedom.free)),
                     "model:drive { … } for each freedom, or model:simulate { … }");
  }
  return Analysis(model, options).run();
}

}  // namespace perilune
