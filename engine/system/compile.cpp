#include <algorithm>
#include <cmath>

#include "engine/system/system.h"

namespace perilune {

System::System(const Model& model, const ConstraintOptions& options)
    : options_(options),
      gravity_(model.gravity()),
      start_q_(model.start_q()),
      start_v_(model.start_v()),
      bodies_(model.bodies()),
      forces_(model.forces()),
      joints_(model.joints()),
      frictions_(model.frictions()),
      is_spatial_(model.dimension() == Dimension::spatial) {
  number(model);
  compile_masses();
  compile_contacts();
  compile_groups(model);
  compile_frictions();
  place_elements();
}

System::~System() = default;

void System::number(const Model& model) {
  for (const BodyPointer& body : bodies_) {
    motion_.slots.push_back({body.get(), layout_.coordinates, layout_.freedoms});
    layout_.coordinates += body->coordinates();
    layout_.freedoms += body->freedoms();
    if (body->is_bound()) bound_.push_back(body->index);
  }
  motion_.bodies.resize(bodies_.size());
  probes_.resize(bodies_.size());
  may_stick_ = !frictions_.empty();
  for (const Contact& contact : model.contacts())
    may_stick_ = may_stick_ || (contact.friction && contact.friction->is_set_valued());
  for (const ContactGroup& group : model.contact_groups())
    may_stick_ = may_stick_ || (group.friction && group.friction->is_set_valued());
  layout_.books = !forces_.empty() || !joints_.empty() || !bound_.empty() || may_stick_;
  layout_.frictions = static_cast<int>(frictions_.size());
  layout_.ledger = (layout_.books ? 3 : 0) + layout_.frictions;
  for (const Contact& contact : model.contacts()) {
    for (ContactElement& element : make_contact_elements(contact)) contacts_.push_back(std::move(element));
    for (const ShapePointer& shape : {contact.a, contact.b}) {
      const auto& of_user = model.shapes();
      if (std::find(of_user.begin(), of_user.end(), shape) == of_user.end()) shapes_.push_back(shape);
    }
  }
  shapes_.insert(shapes_.end(), model.shapes().begin(), model.shapes().end());
  for (const ContactElement& element : contacts_) {
    layout_.states += element.states();
    layout_.ledger += element.friction ? 2 : 1;
  }

  for (const JointPointer& joint : joints_) {
    first_equation_.push_back(equations_);
    equations_ += joint->equations();
    binds_velocities_ = binds_velocities_ || joint->velocity_equations() > 0;
  }
  for (VectorX* vector : {&force_, &change_, &u_, &u_rates_}) vector->setZero(layout_.freedoms);
  for (VectorX* vector : {&constraint_, &rate_, &gamma_, &multipliers_, &right_, &drift_})
    vector->setZero(equations_);
  is_free_ = equations_ == 0 && bound_.empty() && !may_stick_;
  jacobian_.compile(joints_, motion_.slots);
  if (equations_ > 0) solver_ = make_constraint_solver(options_.multipliers, jacobian_, options_.penalty);
}

void System::compile_masses() {
  mass_.setZero(layout_.coordinates);
  VectorX inertia(layout_.freedoms);
  for (const BodySlot& slot : motion_.slots) {
    slot.body->inertia(inertia.data() + slot.column);
    find_massless(slot);
    if (slot.body->is_bound()) continue;
    const int size = slot.body->coordinates();
    MatrixX M = MatrixX::Zero(size, size);
    slot.body->mass_matrix(M);
    mass_.segment(slot.offset, size) = M.diagonal();
  }
  inverse_mass_ = inertia.cwiseInverse();
}

void System::find_massless(const BodySlot& slot) {
  const int size = slot.body->coordinates(), freedoms = slot.body->freedoms();
  VectorX q(size), v(size), inertia(freedoms);
  slot.body->initial_state(q.data(), v.data());
  slot.body->inertia(inertia.data());
  BodyMotion motion;
  slot.body->motion(q.data(), v.data(), motion);
  for (int k = 0; k < freedoms; ++k) {
    v.setZero();
    slot.body->push(motion, v.data(), VectorX(VectorX::Unit(freedoms, k)).data());
    if (slot.body->kinetic_energy(v.data()) < 1e-9 * inertia[k]) massless_.push_back(slot.column + k);
  }
}

void System::compile_contacts() {
  int state = layout_.state_offset(), ledger = layout_.first_contact();
  for (ContactElement& element : contacts_) {
    element.state_offset = state, element.ledger_offset = ledger;
    ledger += element.friction ? 2 : 1;
    state += element.states();
    length_ = std::max(length_, element.length);
  }
  modes_.resize(contacts_.size());
  observed_.resize(contacts_.size());
}

void System::compile_frictions() {
  friction_modes_.assign(frictions_.size(), 0);
  for (const DryFrictionPointer& friction : frictions_) {
    FrictionColumns columns{column_blocks(friction->bodies(), motion_.slots), {}};
    for (const ColumnBlock& block : columns.blocks) {
      for (int k = 0; k < block.size; ++k) columns.numbers.push_back(block.first + k);
    }
    friction_columns_.push_back(std::move(columns));
    int joint = -1;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      if (joints_[j].get() == friction->loaded_by()) joint = static_cast<int>(j);
    }
    loading_.push_back(joint);
    has_loaded_friction_ = has_loaded_friction_ || joint >= 0;
    has_flowchart_ = has_flowchart_ || friction->by_flowchart;
    has_plain_friction_ = has_plain_friction_ || friction->is_plain;
  }
}

void System::place_elements() {
  const Node node = reference();
  update_motion(0, node.y.data());
  for (const BodyMotion& body : motion_.bodies) length_ = std::max(length_, body.p.norm());
  weight_.setZero(layout_.freedoms);
  Loads weights(motion_, weight_.data());
  for (const BodyPointer& body : bodies_) {
    if (body->mass() > 0 && !body->is_scalar())
      weights.add_force(*body, body->center(), body->mass() * gravity_);
  }
  for (const ForcePointer& force : forces_) force->place(motion_);
  for (const JointPointer& joint : joints_) joint->place(motion_);
  for (const DryFrictionPointer& friction : frictions_) friction->place(motion_);
}

Node System::start() const {
  Node node = reference();
  std::copy(start_q_.begin(), start_q_.end(), node.y.begin());
  std::copy(start_v_.begin(), start_v_.end(), node.y.begin() + layout_.coordinates);
  return node;
}

Node System::reference() const {
  Node node;
  node.resize(size());
  for (const BodySlot& slot : motion_.slots) {
    slot.body->initial_state(node.y.data() + slot.offset, node.y.data() + layout_.coordinates + slot.offset);
  }
  for (const ContactElement& contact : contacts_) {
    for (int i = 0; i < contact.states(); ++i) node.y[contact.state_offset + i] = contact.initial_state(i);
  }
  return node;
}

}  // namespace perilune
