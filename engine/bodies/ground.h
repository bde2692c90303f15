#pragma once

#include "engine/bodies/translating_body.h"

namespace perilune {

// The fixed body: no coordinates, its frame is the world frame.
class Ground final : public TranslatingBody<0> {
 public:
  const char* kind() const override { return "ground"; }
  void mass_matrix(Eigen::Ref<MatrixX>) const override {}
  void initial_state(double*, double*) const override {}
  const std::vector<BodyChannel>& channels() const override {
    static const std::vector<BodyChannel> none;
    return none;
  }
};

}  // namespace perilune
