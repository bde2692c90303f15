#pragma once

#include <memory>
#include <string>

#include "engine/model/model.h"

namespace perilune {

// What is frozen within a trial: it changes on commit only, so the right-hand side is smooth in between.
struct ContactMode {
  bool closed = false;
  bool armed = false;  // open, but pushes as soon as a stage sees it closed (locate = "stages")
  double impact_speed = 0;  // [m/s] δ̇⁽⁻⁾, taken when the contact began, or when the step began that armed it
  int side = 0;             // of a two-sided shape, kept from the first touch
  // Of a joint with clearance. An impact lasts until the bodies, thrown back, would leave; a contact in which they are
  // pressed in again before they have left is one that lasts.
  enum class Phase { approaching, returning, following };
  Phase phase = Phase::approaching;
  int slip = 0;  // of set-valued friction: 0 sticks, ±1 slips along ± the tangent
};

// The geometry of a contact at one instant.
struct ContactGeometry {
  Proximity at;
  double gap_rate = 0;                                              // [m/s] < 0: approaching
  Vector3 velocity = Vector3::Zero();                               // [m/s] of a past b at the point of force
  Vector3 slip() const { return velocity - gap_rate * at.normal; }  // its tangential part
  double penetration() const { return -at.gap; }
  Vector3 tangent() const {
    return {at.normal[1], -at.normal[0], 0};
  }  // in the plane; along x on level ground
};

// One contact compiled: two bodies, the geometry of the pair, the law.
// What every right-hand side reads comes first: thousands of contacts outgrow the caches.
struct ContactElement {
  std::unique_ptr<ShapePair> pair;
  const Body* a = nullptr;  // in the order of the pair; the normal points from b to a
  const Body* b = nullptr;
  ContactLawPointer law;
  FrictionLawPointer friction;   // none: nullptr
  int index_a = 0, index_b = 0;  // of the bodies
  int state_offset = 0;          // of the law's states in y
  int friction_states = 0;       // that follow the law's
  int ledger_offset = 0;         // of ∫F δ̇ dt in y; with friction the next is what that has dissipated
  bool a_moves = true, b_moves = true;  // have coordinates
  bool has_states = false;              // the law or its friction has
  bool is_joint = false;                // with clearance
  bool may_stick = false;               // its friction is set-valued

  int group = -1;                // of the contact group that it belongs to; −1: a contact of its own
  int shape_a = 0, shape_b = 0;  // numbers in that group
  int place = 0;                 // which of the places where these two can touch
  int books = 0;                 // which of the group's entries of y are its own; 0: the common ones
  double tolerance = -1;         // [m] of this contact; < 0: the acceptance rule's
  double reduced_mass = 0;       // [kg] of the two bodies as free points
  double length = 0;             // [m] of the larger shape
  double thickness = 0;      // [m] of the thinner shape: more overlap than a part of it is a slip of the pen
  double smooth_within = 0;  // [m] of the pair
  std::string name, origin;
  int states() const { return law->states() + friction_states; }
  double initial_state(int i) const {
    return i < law->states() ? law->initial_state(i) : friction->initial_state(i - law->states());
  }
  bool is_live() const { return pair != nullptr; }  // a vacant place in a group's list is not

  [[gnu::always_inline]] void measure(const BodyMotion& motion_a, const BodyMotion& motion_b, int side,
                                      ContactGeometry& geometry) const {
    pair->measure(motion_a, motion_b, side, geometry.at);
    // The closest points slide along the surfaces, which does not change the gap: its rate is that of the
    // material points, along the common normal.
    geometry.velocity = motion_a.velocity_at(geometry.at.point);
    if (b_moves) geometry.velocity -= motion_b.velocity_at(geometry.at.point);
    geometry.gap_rate = geometry.at.normal.dot(geometry.velocity);
  }
  ContactGeometry measure(const BodyMotion& motion_a, const BodyMotion& motion_b, int side) const {
    ContactGeometry geometry;
    measure(motion_a, motion_b, side, geometry);
    return geometry;
  }
  double gap(const BodyMotion& motion_a, const BodyMotion& motion_b, int side) const {
    return pair->closest(motion_a, motion_b, side).gap;
  }
};

// One element for each place where the shapes can touch: a single one has the contact's name, several are called
// NAME[1], NAME[2], …. Throws InputError: no pair for these shapes.
std::vector<ContactElement> make_contact_elements(const Contact& contact);

// How long a contact that begins at this speed may last, and how deep it may go: from the energy balance
// ∫₀^δ F(δ', 0) dδ' = ½ m v². Bounds the first step after the touch: the stages of a larger one may all lie
// beyond a thin wall, where a wrong step looks perfect.
struct ContactEstimate {
  double depth = 0;     // [m]
  double duration = 0;  // [s], half of it: from touch to the deepest point, depth / speed
};
ContactEstimate estimate_contact(const ContactLaw& law, double impact_speed, double mass, double length);

}  // namespace perilune
