#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "engine/integrators/interpolant.h"
#include "engine/system/system.h"

namespace perilune {

// Rows of numbers of one width that grow in chunks: no copying, no reallocation in the step loop.
class Rows {
 public:
  explicit Rows(int width) : width_(width) {}
  double* append();
  const double* operator[](std::size_t i) const {
    return chunks_[i / per_chunk].get() + (i % per_chunk) * width_;
  }
  std::size_t size() const { return size_; }

 private:
  static constexpr std::size_t per_chunk = 1024;
  std::size_t width_, size_ = 0;
  std::vector<std::unique_ptr<double[]>> chunks_;
};

// What a run remembers: every accepted step (t, y, ẏ and the modes in force), from which the solution can be
// read anywhere, and the records the user asked for. Channels are derived from these on demand.
// A large system outgrows the memory allowed for steps: from then on there are only the records.
class Recorder {
 public:
  explicit Recorder(const System& system);

  bool keeps_nodes = true;
  double most_bytes = 5e8;                           // of steps and their modes
  double kept_until() const { return kept_until_; }  // [s]; ∞: all steps are kept
  double every = 0;                                  // [s] between records; 0: a record at each step
  double duration = 0;                               // [s] a record falls on the end exactly

  void event(const Node& node);  // the modes changed (or t = 0)
  void step(const Node& before, const Trial& trial, const Interpolant& interpolant);
  void finish();  // adds the last instant when no record fell on it

  struct Instant {
    Node node;        // dy as it was, or not known for a record
    int epoch = 0;    // which modes were in force
    double step = 0;  // [s] of the integrator there
  };
  std::size_t nodes() const { return node_epochs_.size(); }
  std::size_t records() const { return record_epochs_.size(); }
  Instant node(std::size_t i) const;
  Instant record(std::size_t i) const;
  const std::vector<double>& record_times() const { return record_times_; }
  const SystemModes& modes(int epoch) const { return epochs_[epoch]; }
  Instant at(double t) const;  // on the interpolant; t within the steps that are kept

 private:
  int epoch();  // of the modes in force
  void store(const Node& node, double step, bool is_middle = false);
  void add_record(double t, const double* y, double step);

  const System& system_;
  int size_, positions_;
  Rows node_rows_, record_rows_;  // [t, h, y, ẏ]; [t, h, y]
  std::vector<int> node_epochs_, record_epochs_;
  std::vector<char> is_middle_;  // by node: between the ends of a step
  std::vector<double> node_times_, record_times_;
  std::vector<SystemModes> epochs_;
  bool modes_changed_ = false;
  double bytes_ = 0, kept_until_ = std::numeric_limits<double>::infinity();
  std::vector<double> scratch_;
  Node last_;
  double last_step_ = 0;
  long next_record_ = 0;
};

}  // namespace perilune
