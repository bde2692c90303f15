#include "engine/stepping/event_watch.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>

namespace perilune {
namespace {

constexpr int looks = 8;  // per step

// Evaluates the system only when a channel is asked for.
class NodeView final : public InstantView {
 public:
  NodeView(System& system, const ChannelTable& channels, Node& node)
      : system_(system), channels_(channels), node_(node) {}
  double t() const override { return node_.t; }
  double value(const std::string& channel) const override {
    const int index = channels_.index(channel);
    if (!observed_) ChannelTable::observe(system_, node_);
    observed_ = true;
    return channels_.all()[index].value(system_, node_);
  }

 private:
  System& system_;
  const ChannelTable& channels_;
  Node& node_;
  mutable bool observed_ = false;
};

bool has_direction(const EventDescription& event, double before) {
  using Direction = EventDescription::Direction;
  if (event.direction == Direction::both) return true;
  return (event.direction == Direction::rising) == (before < 0);
}

}  // namespace

void EventWatch::watch(std::vector<EventDescription> list) {
  list_ = std::move(list);
  stops_ = std::any_of(list_.begin(), list_.end(), [](const EventDescription& e) { return e.stop; });
  before_.resize(list_.size()), after_.resize(list_.size());
}

void EventWatch::start_at(const Node& node) {
  for (std::size_t i = 0; i < list_.size(); ++i) {
    node_ = node;
    before_[i] = list_[i].value(NodeView(system_, channels_, node_));
  }
}

double EventWatch::at(int event, const Interpolant& step, double t) {
  node_.resize(system_.size());
  node_.t = t;
  step.evaluate(t, node_.y.data());
  return list_[event].value(NodeView(system_, channels_, node_));
}

std::vector<EventWatch::Root> EventWatch::roots(const Interpolant& step, bool only_stops) {
  std::vector<Root> found;
  for (int i = 0; i < static_cast<int>(list_.size()); ++i) {
    if (list_[i].stop || !only_stops) scan(i, step, found);
  }
  std::stable_sort(found.begin(), found.end(), [](const Root& x, const Root& y) { return x.t < y.t; });
  return found;
}

void EventWatch::scan(int event, const Interpolant& step, std::vector<Root>& found) {
  const double begin = step.a->t, end = step.b->t;
  double ta = begin, ga = before_[event];
  for (int i = 1; i <= looks; ++i) {
    const double tb = i == looks ? end : begin + (end - begin) * i / looks, gb = at(event, step, tb);
    const bool reaches = ga != 0 && (gb == 0 || (gb > 0) != (ga > 0));
    if (reaches && has_direction(list_[event], ga)) {
      found.push_back({event, gb == 0 ? tb : refine(event, step, ta, ga, tb, gb)});
    }
    ta = tb, ga = gb;
  }
  after_[event] = ga;
}

double EventWatch::refine(int event, const Interpolant& step, double a, double ga, double b, double gb) {
  const auto g = [&](double t) { return at(event, step, t); };
  std::uintmax_t iterations = 100;
  const boost::math::tools::eps_tolerance<double> converged(52);
  const auto bracket = boost::math::tools::toms748_solve(g, a, b, ga, gb, converged, iterations);
  return std::abs(g(bracket.first)) <= std::abs(g(bracket.second)) ? bracket.first : bracket.second;
}

double EventWatch::ahead(int event, const Interpolant& step) {
  const double end = step.b->t, h = 1e-3 * (end - step.a->t);
  const double last = at(event, step, end), rise = last - at(event, step, end - h);
  const double distance = -last * h / rise;
  return std::isfinite(distance) && distance > 0 ? distance : 0;
}

}  // namespace perilune
