#pragma once

#include "engine/contact/contact_element.h"
#include "engine/model/motion.h"

namespace perilune {

// How the force of a closed contact and the rates of its states change as its bodies move: laws and frictions say how they
// change with what they look at, the rest is kinematics. In the plane, and of particles.
class ContactSlopes {
 public:
  // Of one body, by whatever moves it: its reference point and turn, and their rates.
  struct Shift {
    Vector3 place = Vector3::Zero(), turn = Vector3::Zero();
    Vector3 velocity = Vector3::Zero(), spin = Vector3::Zero();
  };
  struct GeometryChange {
    double gap = 0;
    Vector3 normal = Vector3::Zero(), point = Vector3::Zero();
  };
  struct Change {
    Vector3 push = Vector3::Zero();   // of the force on a, which acts
    Vector3 point = Vector3::Zero();  // at this place
    VectorX rates;                    // of the states, the law's and then its friction's
  };

  // states: the contact's own. False: it does not push, and has no rates.
  bool begin(const ContactElement& contact, const ContactMode& mode, const Motion& motion,
             const double* states);
  const Vector3& push() const { return push_; }
  const Vector3& point() const { return geometry_.at.point; }
  bool knows_geometry() const { return knows_turn_; }
  // Exactly, where the pair knows how its normal turns.
  GeometryChange follow(const Shift& a, const Shift& b) const;
  void vary(const Shift& a, const Shift& b, const GeometryChange& geometry, Change& change) const;
  void vary_state(int state, Change& change) const;
  long differences() const { return differences_; }  // evaluations of laws, up to now

 private:
  // A law and the slopes of its outputs [force | rates of its states] by its two arguments and its states, row by row.
  struct Law {
    int states = 0;
    double force = 0;
    VectorX slopes;
    double slope(int argument, int output) const { return slopes[argument * (1 + states) + output]; }
  };
  template <class Evaluate>
  void difference(Law& law, VectorX at, const VectorX& steps, Evaluate evaluate);
  void find_law(const double* states);
  void find_friction(const double* states);

  const ContactElement* contact_ = nullptr;
  const ContactMode* mode_ = nullptr;
  const BodyMotion *a_ = nullptr, *b_ = nullptr;
  double t_ = 0;
  ContactGeometry geometry_;
  NormalTurn turn_;
  bool knows_turn_ = false, pushes_ = false, rubs_ = false;
  Law law_, friction_;
  Vector3 slip_direction_ = Vector3::Zero();  // of friction's argument: the slip's, or the tangent
  double slip_ = 0;                           // [m/s] along it
  Vector3 push_ = Vector3::Zero();
  long differences_ = 0;
};

}  // namespace perilune
