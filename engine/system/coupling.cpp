#include <algorithm>
#include <array>
#include <numeric>

#include "engine/system/element_slopes.h"
#include "engine/system/system.h"

namespace perilune {
namespace {

void sort_out(std::vector<int>& list) {
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
}

// Bodies as knots of a net. Multipliers act at once throughout what joints connect, so those bodies are one knot;
// forces and contacts tie two knots.
class Net {
 public:
  explicit Net(std::size_t bodies) : parent_(bodies), neighbours_(bodies) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }

  int knot(int body) const {
    while (parent_[body] != body) body = parent_[body];
    return body;
  }
  void merge(int a, int b) { parent_[knot(b)] = knot(a); }
  void tie(int a, int b) {  // once all are merged
    neighbours_[knot(a)].push_back(knot(b));
    neighbours_[knot(b)].push_back(knot(a));
  }
  void finish() {
    for (std::size_t i = 0; i < neighbours_.size(); ++i) {
      neighbours_[i].push_back(static_cast<int>(i));
      sort_out(neighbours_[i]);
    }
  }
  const std::vector<int>& neighbours(int knot) const { return neighbours_[knot]; }  // itself among them

 private:
  std::vector<int> parent_;
  std::vector<std::vector<int>> neighbours_;
};

// Those bodies of an element that have coordinates.
std::vector<int> moving(const std::vector<BodyPointer>& bodies) {
  std::vector<int> list;
  for (const BodyPointer& body : bodies) {
    if (body->coordinates() > 0) list.push_back(body->index);
  }
  return list;
}

// Rows that each column feels: a knot's coordinates act on those of its neighbours; laws' states feel the bodies that
// their contacts touch, and are felt there.
class CoupledRows {
 public:
  CoupledRows(const Net& net, const std::vector<BodySlot>& slots, int columns)
      : net_(net), slots_(slots), velocities_(slots.size()), states_(slots.size()), rows_(columns) {
    for (std::size_t body = 1; body < slots.size(); ++body) {
      for (int k = 0; k < slots[body].body->coordinates(); ++k) {
        velocities_[net.knot(static_cast<int>(body))].push_back(slots[body].offset + k);
      }
    }
  }

  void add_states(int first, int count, const std::array<int, 2>& bodies) {
    for (int s = first; s < first + count; ++s) {
      for (int other = first; other < first + count; ++other) rows_[s].push_back(other);
      for (const int body : bodies) {
        if (slots_[body].body->coordinates() == 0) continue;
        const int knot = net_.knot(body);
        states_[knot].push_back(s);
        append(velocities_[knot], rows_[s]);
      }
    }
  }

  void write(Coupling& coupling) {
    for (std::size_t body = 1; body < slots_.size(); ++body) add_coordinates(static_cast<int>(body));
    coupling.begin.assign(1, 0), coupling.rows.clear();
    for (std::vector<int>& list : rows_) {
      sort_out(list);
      append(list, coupling.rows);
      coupling.begin.push_back(static_cast<int>(coupling.rows.size()));
    }
  }

 private:
  static void append(const std::vector<int>& what, std::vector<int>& to) {
    to.insert(to.end(), what.begin(), what.end());
  }

  void add_coordinates(int body) {
    const int knot = net_.knot(body), first = slots_[body].offset;
    for (int c = first; c < first + slots_[body].body->coordinates(); ++c) {
      for (const int other : net_.neighbours(knot)) append(velocities_[other], rows_[c]);
      append(states_[knot], rows_[c]);
    }
  }

  const Net& net_;
  const std::vector<BodySlot>& slots_;
  std::vector<std::vector<int>> velocities_, states_;  // by knot
  std::vector<std::vector<int>> rows_;                 // by column
};

}  // namespace

bool System::couples(int contact) const {
  const ContactElement& element = contacts_[contact];
  const ContactMode& mode = modes_[contact];
  return (mode.closed || mode.armed) && (element.has_states || (element.a_moves && element.b_moves));
}

// Joints and forces stay; another coupling means that other contacts push.
long System::coupling_version() {
  std::size_t k = 0;
  bool is_same = true;
  for (const int i : active_) {
    if (!couples(i)) continue;
    const std::array<int, 3> tie = {contacts_[i].index_a, contacts_[i].index_b, contacts_[i].state_offset};
    if (k < ties_.size() && ties_[k] == tie) {
      ++k;
      continue;
    }
    is_same = false;
    if (k == ties_.size()) ties_.push_back(tie);
    else ties_[k] = tie;
    ++k;
  }
  if (is_same && k == ties_.size()) return coupling_version_;
  ties_.resize(k);
  return ++coupling_version_;
}

void System::couple(Coupling& coupling) const {
  Net net(bodies_.size());
  for (const JointPointer& joint : joints_) {
    const std::vector<int> bodies = moving(joint->bodies());
    for (const int body : bodies) net.merge(bodies.front(), body);
  }
  // Stick forces act at once, too; which frictions stick is not asked.
  for (const DryFrictionPointer& friction : frictions_) {
    const std::vector<int> bodies = moving(friction->bodies());
    for (const int body : bodies) net.merge(bodies.front(), body);
  }
  for (const int i : active_) {
    const ContactElement& contact = contacts_[i];
    const bool rubs = contact.may_stick && couples(i) && contact.a_moves && contact.b_moves;
    if (rubs) net.merge(contact.index_a, contact.index_b);
  }
  for (const ForcePointer& force : forces_) {
    const std::vector<int> bodies = moving(force->bodies());
    for (const int a : bodies) {
      for (const int b : bodies) net.tie(a, b);
    }
  }
  for (const int i : active_) {
    const ContactElement& contact = contacts_[i];
    if (couples(i) && contact.a_moves && contact.b_moves) net.tie(contact.index_a, contact.index_b);
  }
  net.finish();

  const int n = layout_.coordinates;
  CoupledRows rows(net, motion_.slots, n + layout_.states);
  for (const int i : active_) {
    const ContactElement& contact = contacts_[i];
    if (!contact.has_states || !couples(i)) continue;
    rows.add_states(contact.state_offset - n, contact.states(), {contact.index_a, contact.index_b});
  }
  rows.write(coupling);
}

// A hundredth of the penetration (or gap) of each contact that may push: the quotient of δ^(3/2) is then right to a quarter of a per
// cent. Not less than 1e-12 of the model's length, where rounding of the gap begins.
void System::increments(const Node& at, std::vector<double>& lengths) const {
  Problem::increments(at, lengths);
  const double* q = at.y.data();
  for (const int i : active_) {
    if (!modes_[i].closed && !modes_[i].armed) continue;
    const ContactElement& contact = contacts_[i];
    const int a = offset(*contact.a), b = offset(*contact.b);
    const double* v = q + layout_.coordinates;
    const double depth = -measure(i, q + a, v + a, q + b, v + b, modes_[i].side).at.gap;
    const double longest = std::max(0.01 * std::abs(depth) / std::max(1.0, contact.length), 1e-12 * length_);
    for (const int body : {contact.index_a, contact.index_b}) {
      const int first = motion_.slots[body].offset;
      for (int k = first; k < first + bodies_[body]->coordinates(); ++k)
        lengths[k] = std::min(lengths[k], longest);
    }
  }
}

ElementSlopes& System::slopes() {
  if (!slopes_) slopes_ = std::make_shared<ElementSlopes>(*this);
  return *slopes_;
}

// Slopes of elements are those of planar ones that do not stick: stick forces act through all they meet at once, and bodies
// in space have more coordinates than ways to move. These right-hand sides are differentiated as a whole.
void System::differentiate(const Node& at, Jacobian& jacobian) {
  if (may_stick_ || layout_.freedoms != layout_.coordinates) {
    const long before = evaluations_;
    Problem::differentiate(at, jacobian);
    differences_ += evaluations_ - before;
    return;
  }
  jacobian.prepare(*this);
  std::vector<double>& rates = slopes().rates;
  rates.resize(size());
  derivative(at.t, at.y.data(), rates.data());
  const VectorX lambda = multipliers_;
  slopes().begin(at, jacobian);
  slopes().add_forces();
  if (equations_ > 0) {
    slopes().add_reactions(lambda, Eigen::Map<const VectorX>(rates.data() + positions(), positions()));
    slopes().let_multipliers_follow();
  }
  slopes().finish();
}

void System::differentiate_with(const Node& at, const double* lambda, Jacobian& jacobian,
                                MatrixX& of_constraints, MatrixX& of_multipliers) {
  jacobian.prepare(*this);
  std::vector<double> rates(size());
  VectorX error(equations_);
  derivative_with(at.t, at.y.data(), lambda, rates.data(), error.data());
  slopes().begin(at, jacobian);
  slopes().add_forces();
  slopes().add_reactions(Eigen::Map<const VectorX>(lambda, equations_), VectorX::Zero(positions()));
  slopes().finish();
  of_constraints = jacobian_.dense();
  of_multipliers = inverse_mass_.asDiagonal() * of_constraints.transpose();
}

}  // namespace perilune
