#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/integrators/interpolant.h"
#include "engine/stepping/events.h"
#include "engine/system/channels.h"

namespace perilune {

// The solution at one instant, as the function of an event sees it.
class InstantView {
 public:
  virtual ~InstantView() = default;
  virtual double t() const = 0;                                // [s]
  virtual double value(const std::string& channel) const = 0;  // InputError: no such channel
};

// A root of a scalar function of the solution: a Poincaré section, an end of a run.
struct EventDescription {
  enum class Direction { rising, falling, both };
  std::string name;
  std::function<double(const InstantView&)> value;  // may throw FunctionError
  Direction direction = Direction::both;
  bool stop = false;  // the run ends there
};

// Finds those roots on the interpolants of steps. The sign is looked at 8 times in a step, evenly, its end
// included; a pair of roots between two looks is not seen (max_step makes the looks denser). A value that is exactly
// zero is a root when the value came from another sign; leaving zero is none, so nothing is reported twice and
// a start on the section is no crossing. Instants are as accurate as the interpolant: order 9 at best, so a method
// that takes steps of a quarter of a period (bulirsch_stoer) may want a max_step.
class EventWatch {
 public:
  EventWatch(System& system, const ChannelTable& channels) : system_(system), channels_(channels) {}
  void watch(std::vector<EventDescription> list);
  bool empty() const { return list_.empty(); }
  bool stops() const { return stops_; }
  const EventDescription& event(int index) const { return list_[index]; }

  struct Root {
    int event = -1;
    double t = 0;  // [s]
  };
  void start_at(const Node& node);
  // All roots within the step, in time order; only_stops: of the events that end the run.
  std::vector<Root> roots(const Interpolant& step, bool only_stops);
  void advance() { before_ = after_; }  // the step whose roots were all asked for last was committed

  // How far beyond the end of the step its value would vanish [s], by the secant of its last part; 0: not ahead.
  double ahead(int event, const Interpolant& step);

 private:
  double at(int event, const Interpolant& step, double t);
  double refine(int event, const Interpolant& step, double a, double ga, double b, double gb);
  void scan(int event, const Interpolant& step, std::vector<Root>& found);

  System& system_;
  const ChannelTable& channels_;
  std::vector<EventDescription> list_;
  bool stops_ = false;
  std::vector<double> before_, after_;  // values at the ends of the step, by event
  Node node_;
};

}  // namespace perilune
