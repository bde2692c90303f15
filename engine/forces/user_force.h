#pragma once

#include "engine/joints/participants.h"
#include "engine/model/field.h"
#include "engine/model/force.h"
#include "engine/model/measured_force.h"

namespace perilune {

// Whatever forces a user's function says, one load for each of those it acts on: force(a, b, …, t) returns
// { {fx, fy, m}, … }, the force [N] at the participant and the moment [N·m] about it, world axes; in space {fx, fy, fz, mx,
// my, mz}, of a scalar coordinate {Q} or a number. Moments may be left out, particles have none; for one participant the
// load alone will do. Its views are those of a constraint, with velocities. Nothing makes the loads balance each
// other: who wants momentum kept returns opposite forces. What they work goes to the ledger's work.
struct UserForce final : Force, MeasuredForce {
  Points on;
  FunctionSourcePointer law;

  static std::vector<Field<UserForce>> fields() {
    return {{"on", "", "whom it acts on: points, bodies (their centres), scalar coordinates", &UserForce::on},
            {"force", "N",
             "function(a, b, t) returning { { fx, fy, m }, … }, one load for each of on, moments [N m] about "
             "the points; in space { fx, fy, fz, mx, my, mz }, on a scalar coordinate { Q }",
             &UserForce::law}};
  }
  // Tries the function in the state in which bodies are described. InputError: nobody can move; a load is no number.
  void prepare(Dimension dimension);

  std::vector<BodyPointer> bodies() const override;
  void add(const Motion& motion, Loads& loads) const override;
  // Its measures are what the loads push along: places and angles of those it acts on, in the plane.
  int measures() const override { return static_cast<int>(outputs_.size()); }
  bool measure_on(const JetPlaces& places, Jet* measures) const override;
  bool push_at(const Measures& at, Push& push) const override;
  std::vector<ChannelInfo> channels() const override;
  double channel(int index, const Motion& motion) const override;

 private:
  int load_size(std::size_t k) const;  // 1, 2, 3 or 6 numbers
  Signature signature() const;
  void evaluate(const Motion& motion) const;
  Vector3 part(std::size_t k, int first, int count) const;  // of its load: the force, the moment

  Dimension dimension_ = Dimension::planar;
  Participants participants_;
  std::vector<int> first_input_, first_output_;  // by participant
  FunctionPointer function_;
  mutable std::vector<double> inputs_, outputs_, slopes_;
};

}  // namespace perilune
