#include "engine/system/system.h"

namespace perilune {

// With what contacts store counted as dissipated: that takes an integral of each law.
Energies System::energies_but_stored(double t, const double* y) {
  const int n = layout_.coordinates;
  update_motion(t, y);
  Energies e;
  const Eigen::Map<const VectorX> v(motion_.v, n);
  e.kinetic = 0.5 * v.dot(mass_.cwiseProduct(v));
  for (const int i : bound_) e.kinetic += bodies_[i]->kinetic_energy(motion_.v + motion_.slots[i].offset);
  for (const BodyPointer& body : bodies_) {
    if (body->mass() > 0 && !body->is_scalar()) {
      e.potential -= body->mass() * gravity_.dot(motion_.of(*body).position(body->center()));
    }
  }
  for (const ForcePointer& force : forces_) e.potential += force->potential(motion_);
  if (layout_.books) {
    e.dissipated = y[layout_.damping()];
    e.work = y[layout_.work()];
    e.corrections = y[layout_.corrections()];
  }
  for (int i = layout_.first_friction(); i < layout_.size(); ++i) e.dissipated += y[i];
  return e;
}

// What is stored in a contact is the potential of its law at this depth; what the contact has taken beyond
// that (∫F δ̇ dt is integrated with the state) is lost.
Energies System::energies(double t, const double* y) {
  Energies e = energies_but_stored(t, y);
  for (const int i : active_) {
    const double stored = stored_in(i);
    e.contact += stored;
    e.dissipated -= stored;
  }
  return e;
}

double System::energy_residual(double t, const double* y) {
  const Energies e = energies_but_stored(t, y);
  return e.total() + e.dissipated - e.work - e.corrections - reference_energy_;
}

// [J] in one contact now; of the motion that was updated last.
double System::stored_in(int contact) const {
  if (!modes_[contact].closed) return 0;
  const ContactElement& element = contacts_[contact];
  const double gap = element.gap(motion_.of(*element.a), motion_.of(*element.b), modes_[contact].side);
  return gap < 0 ? element.law->potential(-gap) : 0;
}

std::vector<std::pair<std::string, double>> System::dissipated_by(double t, const double* y) {
  update_motion(t, y);
  std::vector<std::pair<std::string, double>> list;
  for (int k = 0; k < layout_.frictions; ++k)
    list.emplace_back(frictions_[k]->name, y[layout_.first_friction() + k]);
  for (int i = 0; i < fixed_contacts_; ++i) {
    const ContactElement& contact = contacts_[i];
    const double friction = contact.friction ? y[contact.ledger_offset + 1] : 0;
    list.emplace_back(contact.name, y[contact.ledger_offset] + friction - stored_in(i));
  }
  for (std::size_t g = 0; g < groups_.size(); ++g) {
    const int end = g + 1 < groups_.size() ? groups_[g + 1].first_ledger : layout_.size();
    double sum = 0;
    for (int i = groups_[g].first_ledger; i < end; ++i) sum += y[i];
    for (const int contact : groups_[g].members) sum -= stored_in(contact);
    list.emplace_back(groups_[g].candidates.group().name, sum);
  }
  return list;
}

Vector3 System::momentum(double t, const double* y) {
  update_motion(t, y);
  Vector3 sum = Vector3::Zero();
  for (const BodyPointer& body : bodies_) {
    if (body->is_scalar()) continue;
    sum += body->mass() * motion_.of(*body).velocity(body->center());
  }
  return sum;
}

// Σ m x × v of the centres of mass, and each body's own spin about its centre.
Vector3 System::angular_momentum(double t, const double* y) {
  update_motion(t, y);
  Vector3 sum = Vector3::Zero();
  for (const BodyPointer& body : bodies_) {
    if (body->is_scalar() || body->mass() == 0) continue;
    const BodyMotion& motion = motion_.of(*body);
    sum += body->mass() * motion.position(body->center()).cross(motion.velocity(body->center()));
    sum += body->spin_momentum(motion);
  }
  return sum;
}

}  // namespace perilune
