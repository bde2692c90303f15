#include "engine/system/midpoint_step.h"

#include <algorithm>
#include <utility>

// How the equations of a step change with where it ends.
namespace perilune {

void MidpointStep::list_neighbours() {
  fixed_.resize(system_.bodies_.size());
  const auto note = [&](const std::vector<BodyPointer>& bodies, std::vector<int> Neighbourhood::*list,
                        int i) {
    for (const BodyPointer& body : bodies) {
      Neighbourhood& of = fixed_[body->index];
      if ((of.*list).empty() || (of.*list).back() != i) (of.*list).push_back(i);
      for (const BodyPointer& other : bodies) of.bodies.push_back(other->index);
    }
  };
  for (std::size_t i = 0; i < system_.forces_.size(); ++i)
    note(system_.forces_[i]->bodies(), &Neighbourhood::forces, static_cast<int>(i));
  for (std::size_t i = 0; i < system_.joints_.size(); ++i)
    note(system_.joints_[i]->bodies(), &Neighbourhood::joints, static_cast<int>(i));
  for (std::size_t i = 0; i < fixed_.size(); ++i) {
    std::vector<int>& list = fixed_[i].bodies;
    list.push_back(static_cast<int>(i));
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

void MidpointStep::list_contacts() {
  near_ = fixed_;
  for (const int i : system_.active_) {
    if (!system_.modes_[i].closed && !system_.modes_[i].armed) continue;
    const int a = system_.contacts_[i].index_a, b = system_.contacts_[i].index_b;
    for (const auto& [one, other] : {std::pair(a, b), std::pair(b, a)}) {
      std::vector<int>& bodies = near_[one].bodies;
      near_[one].contacts.push_back(i);
      if (std::find(bodies.begin(), bodies.end(), other) == bodies.end()) bodies.push_back(other);
    }
  }
}

// Into the places of f that belong to bodies near this one.
void MidpointStep::act_near(std::size_t body, const VectorX& lambda, VectorX& f) {
  const Neighbourhood& near = near_[body];
  for (const int other : near.bodies) {
    const BodySlot& slot = before_.slots[other];
    f.segment(slot.column, slot.body->freedoms()).setZero();
  }
  add_inertia(body, f);
  for (const int i : near.forces) add_force(i, f);
  for (const int i : near.contacts) add_contact(i, f);
  for (const int i : near.joints) add_joint(i, lambda, f);
}

// Forward differences with 1e-7 [m or rad], which Newton's method does not need better.
void MidpointStep::differentiate(const VectorX& unknowns, const VectorX& residual,
                                 std::vector<Eigen::Triplet<double>>& entries) {
  constexpr double by = 1e-7;
  const int m = changes();
  for (const auto& joint : gradient_.joints()) {
    for (int r = 0; r < joint.equations; ++r) {
      const double* row = gradient_.row(joint, r);
      for (const ColumnBlock& block : joint.blocks) {
        for (int i = 0; i < block.size; ++i)
          entries.emplace_back(block.first + i, m + joint.first + r, row[block.local + i]);
      }
    }
  }
  list_contacts();
  const VectorX lambda = unknowns.tail(multipliers());
  VectorX here(m), moved(m), change;
  for (std::size_t body = 1; body < system_.bodies_.size(); ++body) {
    const BodySlot& slot = before_.slots[body];
    act_near(body, lambda, here);
    change = unknowns.segment(slot.column, slot.body->freedoms());
    for (int k = 0; k < change.size(); ++k) {
      change[k] += by;
      place_body(body, change.data());
      act_near(body, lambda, moved);
      change[k] -= by;
      const int column = slot.column + k;
      for (const int other : near_[body].bodies) {
        const BodySlot& of = before_.slots[other];
        for (int r = of.column; r < of.column + of.body->freedoms(); ++r)
          entries.emplace_back(r, column, (here[r] - moved[r]) / by);
      }
      for (const int joint : near_[body].joints) {
        const auto& rows = gradient_.joints()[joint];
        for (int r = rows.first; r < rows.first + rows.equations; ++r)
          entries.emplace_back(m + r, column, (errors_[r] - residual[m + r]) / by);
      }
    }
    place_body(body, change.data());
  }
}

}  // namespace perilune
