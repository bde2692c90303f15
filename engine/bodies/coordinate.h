#pragma once

#include "engine/bodies/translating_body.h"
#include "engine/model/field.h"

namespace perilune {

// One scalar generalised coordinate: J q̈ = f. It has no place in space.
struct CoordinateDescription {
  double inertia = required_number;
  double position = 0;
  double velocity = 0;

  static std::vector<Field<CoordinateDescription>> fields() {
    using D = CoordinateDescription;
    return {{"inertia", "kg or kg m^2", "of the coordinate", &D::inertia, above(0)},
            {"position", "m or rad", "at t = 0", &D::position},
            {"velocity", "m/s or rad/s", "at t = 0", &D::velocity}};
  }
};

class Coordinate final : public TranslatingBody<1> {
 public:
  explicit Coordinate(const CoordinateDescription& d) : d_(d) {}
  const char* kind() const override { return "coordinate"; }
  bool is_scalar() const override { return true; }
  double mass() const override { return d_.inertia; }
  void mass_matrix(Eigen::Ref<MatrixX> M) const override { M(0, 0) = d_.inertia; }
  void initial_state(double* q, double* v) const override { q[0] = d_.position, v[0] = d_.velocity; }
  const std::vector<BodyChannel>& channels() const override {
    static const std::vector<BodyChannel> list = {
        {"position", "m or rad", [](const double* q, const double*, const double*) { return q[0]; }},
        {"velocity", "m/s or rad/s", [](const double*, const double* v, const double*) { return v[0]; }},
        {"acceleration", "m/s^2 or rad/s^2",
         [](const double*, const double*, const double* a) { return a[0]; }}};
    return list;
  }

 private:
  CoordinateDescription d_;
};

}  // namespace perilune
