#pragma once

#include "engine/stepping/stepper.h"

namespace perilune {

// A trial as acceptance rules see it; valid while they are asked.
class TrialView final : public StepView {
 public:
  explicit TrialView(Stepper& stepper);
  const std::vector<NewContact>& new_contacts() const override { return stepper_.touches_; }
  std::vector<ClosedContact> contacts() const override;
  double value(const std::string& channel) const override { return read(channel, stepper_.trial_.after); }
  double value_before(const std::string& channel) const override { return read(channel, stepper_.now_); }
  double energy_residual() const override;
  double constraint_error() const override;

 private:
  double read(const std::string& channel, const Node& node) const;
  Stepper& stepper_;
};

}  // namespace perilune
