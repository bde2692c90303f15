#pragma once

#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "engine/contact/broad_phase.h"
#include "engine/contact/contact_element.h"
#include "engine/model/model.h"
#include "engine/model/motion.h"

namespace perilune {

// Which pairs of a contact group are near enough to be looked at. A list holds for as long as no member has come
// further than half its reach from where it was when the list was made.
class Candidates {
 public:
  using Pair = std::pair<int, int>;  // of shapes, the smaller number first

  // Throws InputError: a body has no shape; two of the shapes cannot touch; none can.
  Candidates(const ContactGroup& group, const Model& model);

  // All pairs no further apart than `reach` [m]. In order.
  const std::vector<Pair>& find(const Motion& motion, double reach);
  double reach() const { return reach_; }              // [m] of the last list
  double usual_reach() const { return usual_reach_; }  // [m] that keeps lists short and good for many steps
  double drift(const Motion& motion) const;            // [m] of the member that came furthest since
  Contact contact(const Pair& pair) const;             // its description
  const ContactGroup& group() const { return group_; }
  const std::vector<ShapePointer>& shapes() const { return shapes_; }

 private:
  void check_bodies() const;
  void exclude(const Model& model);
  void check_kinds() const;
  void refuse_meeting(const char* a, const char* b) const;
  bool may_touch(int i, int j) const;
  void label_shapes();
  bool is_fixed(int i) const { return shapes_[i]->body->coordinates() == 0; }
  bool is_far(const Motion& motion, const Pair& pair, double reach);
  struct Distance {
    bool known = false, swapped = false;
    std::unique_ptr<ShapePair> pair;  // none: a disc and this shape have no pair
  };
  const Distance& distance_of(int fixed, int moving);

  ContactGroup group_;
  std::vector<ShapePointer> shapes_;
  std::vector<std::string> labels_;  // of the shapes, all different
  std::set<std::pair<const void*, const void*>>
      excluded_;  // shapes with their own contact, bodies with a joint
  BroadPhase broad_phase_;
  std::vector<Bounds> bounds_;
  std::vector<Vector3> places_;  // of the shapes' bodies when the list was made
  std::vector<Pair> pairs_;
  // Fixed shape × shape: the distance of the moving shape's bounds from a fixed one that is large, made on demand.
  std::vector<std::vector<Distance>> distances_;
  double reach_ = 0, usual_reach_ = 0;
};

}  // namespace perilune
