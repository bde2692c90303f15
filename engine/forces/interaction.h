#pragma once

#include "engine/forces/point_line.h"
#include "engine/law/function.h"
#include "engine/model/force.h"
#include "engine/model/measured_force.h"

namespace perilune {

// A user's force along the line between two points, > 0 pulls them together: function(s) with s.distance [m],
// s.distance_rate [m/s] and s.t [s] returns it [N]. Between scalar coordinates the distance is q_b − q_a, signed. What it
// works goes to the ledger's work: whether it stores or loses is not known.
struct Interaction final : Force, MeasuredForce {
  PointPair between;
  FunctionSourcePointer law;

  static std::vector<Field<Interaction>> fields() {
    return {{"between", "", "two points, or two scalar coordinates", &Interaction::between},
            {"force", "N", "function(s): s.distance, s.distance_rate, s.t; > 0 pulls together",
             &Interaction::law}};
  }

  std::vector<BodyPointer> bodies() const override { return {between[0].body, between[1].body}; }
  void prepare();  // InputError: see check_ends
  void add(const Motion& motion, Loads& loads) const override;
  int measures() const override { return 1; }
  bool measure_on(const JetPlaces& places, Jet* length) const override;
  bool push_at(const Measures& at, Push& push) const override;
  std::vector<ChannelInfo> channels() const override { return {{"length", "m"}, {"force", "N"}}; }
  double channel(int index, const Motion& motion) const override;

 private:
  double force(const PointLine& line, double t) const;
  FunctionPointer function_;
};

}  // namespace perilune
