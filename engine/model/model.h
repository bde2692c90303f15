#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/model/body.h"
#include "engine/model/contact_law.h"
#include "engine/model/dry_friction.h"
#include "engine/model/error.h"
#include "engine/model/force.h"
#include "engine/model/friction_law.h"
#include "engine/model/joint.h"
#include "engine/model/shape.h"

namespace perilune {

enum class Dimension { planar, spatial };

// Two shapes that push each other apart by a law.
struct Contact {
  std::string name, origin;
  ShapePointer a, b;
  ContactLawPointer law;
  FrictionLawPointer friction;      // none: nullptr
  std::optional<double> tolerance;  // [m] penetration allowed at the first touch; none: the acceptance rule's
  bool is_joint = false;            // with clearance: it says whether it flies, impacts or follows
};

// A contact between every two shapes of these bodies, except shapes of one body, of bodies that cannot move, of
// bodies that share a joint, and those that have a contact of their own.
struct ContactGroup {
  std::string name, origin;
  std::vector<BodyPointer> bodies;  // none: all of the model, the ground too
  ContactLawPointer law;
  FrictionLawPointer friction;      // none: nullptr
  std::optional<double> tolerance;  // [m] as a contact's
};

// What the user said: plain data, checked on entry. A System is compiled from it and never edits it.
class Model {
 public:
  // ground: the fixed body, from make_ground().
  Model(Dimension dimension, std::string name, std::string origin, const Vector3& gravity,
        BodyPointer ground);

  // Each refuses (InputError) a duplicate name and objects of another model; an empty name becomes
  // "spring 1", "spring 2", ….
  void add(BodyPointer body);
  void add(ForcePointer force, const std::string& kind);
  void add(JointPointer joint);
  void add(DryFrictionPointer friction);
  void add(Contact contact);
  void add(ContactGroup group);
  void add(ShapePointer shape) { shapes_.push_back(std::move(shape)); }

  // Another state to start from than the bodies' own, of which it is the first part [q; v by body, in their order]. The
  // bodies' own stays the configuration in which joints and free lengths are placed.
  void set_start(VectorX q, VectorX v) { start_q_ = std::move(q), start_v_ = std::move(v); }
  const VectorX& start_q() const { return start_q_; }
  const VectorX& start_v() const { return start_v_; }

  const BodyPointer& ground() const { return bodies_.front(); }
  Dimension dimension() const { return dimension_; }
  const std::string& name() const { return name_; }
  const std::string& origin() const { return origin_; }
  const Vector3& gravity() const { return gravity_; }  // [m/s²]
  const std::vector<BodyPointer>& bodies() const { return bodies_; }
  const std::vector<ForcePointer>& forces() const { return forces_; }
  const std::vector<JointPointer>& joints() const { return joints_; }
  const std::vector<DryFrictionPointer>& frictions() const { return frictions_; }
  const std::vector<Contact>& contacts() const { return contacts_; }
  const std::vector<ContactGroup>& contact_groups() const { return groups_; }
  const std::vector<ShapePointer>& shapes() const { return shapes_; }
  bool owns(const Body& body) const;

 private:
  void check_owned(const std::vector<BodyPointer>& bodies, const std::string& origin,
                   const std::string& element) const;
  void claim_name(std::string& name, const std::string& kind, const std::string& origin);

  Dimension dimension_;
  std::string name_, origin_;
  Vector3 gravity_;
  std::vector<BodyPointer> bodies_;  // [0] is the ground
  std::vector<ForcePointer> forces_;
  std::vector<JointPointer> joints_;
  std::vector<DryFrictionPointer> frictions_;
  std::vector<Contact> contacts_;
  std::vector<ContactGroup> groups_;
  std::vector<ShapePointer> shapes_;
  VectorX start_q_, start_v_;                           // empty: as the bodies say
  std::unordered_map<std::string, std::string> names_;  // name → origin
  std::unordered_map<std::string, int> numbered_;       // kind → the last number given to a nameless one
};

}  // namespace perilune
