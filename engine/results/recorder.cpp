#include "engine/results/recorder.h"

#include <algorithm>
#include <cmath>

namespace perilune {

double* Rows::append() {
  if (size_ == chunks_.size() * per_chunk) chunks_.push_back(std::make_unique<double[]>(per_chunk * width_));
  ++size_;
  return chunks_.back().get() + ((size_ - 1) % per_chunk) * width_;
}

Recorder::Recorder(const System& system)
    : system_(system),
      size_(system.size()),
      positions_(system.positions()),
      node_rows_(2 + 2 * size_),
      record_rows_(2 + size_),
      scratch_(size_) {}

// Taken when somebody needs it: of a thousand bodies they change at almost every step.
int Recorder::epoch() {
  if (modes_changed_) {
    epochs_.push_back(system_.snapshot());
    bytes_ += sizeof(SystemModes) + epochs_.back().fixed.size() * sizeof(ContactMode) +
              epochs_.back().grouped.size() * sizeof(SystemModes::Grouped);
  }
  modes_changed_ = false;
  return static_cast<int>(epochs_.size()) - 1;
}

void Recorder::store(const Node& node, double step, bool is_middle) {
  if (!keeps_nodes || node.t > kept_until_) return;
  if (bytes_ > most_bytes) {
    kept_until_ = node_times_.back();
    return;
  }
  double* row = node_rows_.append();
  row[0] = node.t, row[1] = step;
  std::copy(node.y.begin(), node.y.end(), row + 2);
  std::copy(node.dy.begin(), node.dy.end(), row + 2 + size_);
  node_times_.push_back(node.t);
  node_epochs_.push_back(epoch());
  is_middle_.push_back(is_middle);
  bytes_ += sizeof(double) * (2.0 + 2 * size_);
}

void Recorder::add_record(double t, const double* y, double step) {
  double* row = record_rows_.append();
  row[0] = t, row[1] = step;
  std::copy(y, y + size_, row + 2);
  record_times_.push_back(t);
  record_epochs_.push_back(epoch());
}

void Recorder::event(const Node& node) {
  if (!keeps_nodes) return;
  const bool first = epochs_.empty();
  modes_changed_ = true;
  store(node, last_step_);
  last_ = node;
  if (!first) return;
  add_record(node.t, node.y.data(), 0);
  next_record_ = 1;
}

void Recorder::step(const Node&, const Trial& trial, const Interpolant& interpolant) {
  if (!keeps_nodes) return;
  const double end = trial.after.t;
  if (every <= 0) add_record(end, trial.after.y.data(), trial.h);
  while (every > 0) {
    double t = next_record_ * every;
    if (std::abs(t - duration) <= 1e-9 * every) t = duration;
    if (t > end) break;
    interpolant.evaluate(t, scratch_.data());
    add_record(t, scratch_.data(), trial.h);
    ++next_record_;
  }
  if (trial.has_middle) store(trial.middle, trial.h, true);
  store(trial.after, trial.h);
  last_ = trial.after, last_step_ = trial.h;
}

void Recorder::finish() {
  if (!keeps_nodes || record_times_.empty() || record_times_.back() >= last_.t) return;
  add_record(last_.t, last_.y.data(), last_step_);
}

Recorder::Instant Recorder::node(std::size_t i) const {
  const double* row = node_rows_[i];
  Instant instant;
  instant.node.t = row[0], instant.step = row[1], instant.epoch = node_epochs_[i];
  instant.node.y.assign(row + 2, row + 2 + size_);
  instant.node.dy.assign(row + 2 + size_, row + 2 + 2 * size_);
  return instant;
}

Recorder::Instant Recorder::record(std::size_t i) const {
  const double* row = record_rows_[i];
  Instant instant;
  instant.node.t = row[0], instant.step = row[1], instant.epoch = record_epochs_[i];
  instant.node.y.assign(row + 2, row + 2 + size_);
  instant.node.dy.resize(size_);
  return instant;
}

Recorder::Instant Recorder::at(double t) const {
  const auto above = std::upper_bound(node_times_.begin(), node_times_.end(), t);
  std::size_t b = std::min<std::size_t>(above - node_times_.begin(), node_times_.size() - 1);
  if (b == 0) return node(0);
  if (is_middle_[b] && b + 1 < nodes()) ++b;
  const bool has_middle = is_middle_[b - 1] && b > 1;
  const Instant left = node(has_middle ? b - 2 : b - 1);
  Instant right = node(b);
  if (left.epoch != right.epoch || left.node.t == right.node.t) return right;
  const Instant middle = has_middle ? node(b - 1) : Instant();
  std::vector<double> y(size_);
  Interpolant(&left.node, &right.node, has_middle ? &middle.node : nullptr, positions_).evaluate(t, y.data());
  right.node.t = t;
  right.node.y = std::move(y);
  return right;
}

}  // namespace perilune
