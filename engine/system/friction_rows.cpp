#include <algorithm>
#include <array>
#include <cmath>

#include "engine/system/system.h"

namespace perilune {

// Of the surfaces of contact i, whose geometry was measured. Its slip is that of material points, which change as the
// place of contact wanders: the bias is taken along the motion itself, q ± h v at constant v.
void System::add_contact_row(int i, double t) {
  const ContactElement& contact = contacts_[i];
  const ContactGeometry& geometry = observed_[i].geometry;
  const Vector3 tangent = geometry.tangent();
  SlipRow& row = stick_slip_.append();
  row.contact = i, row.friction = -1;
  row.columns.clear(), row.weights.clear();
  const auto add = [&](const Body& body, int index, double sign) {
    std::array<double, 12> block{};
    body.add_force_at(motion_.bodies[index], geometry.at.point, sign * tangent, block.data());
    for (int k = 0; k < body.coordinates(); ++k) {
      row.columns.push_back(motion_.slots[index].offset + k);
      row.weights.push_back(block[k]);
    }
  };
  if (contact.a_moves) add(*contact.a, contact.index_a, 1);
  if (contact.b_moves) add(*contact.b, contact.index_b, -1);
  row.displacement = 0, row.slip = tangent.dot(geometry.velocity);
  row.bias = modes_[i].slip == 0 ? contact_bias(i) : 0;
  FrictionInput input;
  input.normal_force = std::max(0.0, observed_[i].force), input.t = t;
  row.limit = contact.friction->limit(input);
  row.stick_speed = contact.friction->stick_speed();
  input.slip_speed = std::max(0.0, modes_[i].slip * row.slip);
  row.kinetic = contact.friction->force(input);
}

double System::contact_bias(int i) const {
  const ContactElement& contact = contacts_[i];
  const int a = motion_.slots[contact.index_a].offset, b = motion_.slots[contact.index_b].offset;
  const int size_a = contact.a->coordinates(), size_b = contact.b->coordinates();
  double fastest = 0;
  for (int k = 0; k < size_a; ++k) fastest = std::max(fastest, std::abs(motion_.v[a + k]));
  for (int k = 0; k < size_b; ++k) fastest = std::max(fastest, std::abs(motion_.v[b + k]));
  if (!(fastest > 0)) return 0;
  const double h = 1e-5 * contact.length / (fastest * std::max(1.0, contact.length));
  const auto slip = [&](double shift) {
    std::array<double, 12> qa{}, qb{};
    for (int k = 0; k < size_a; ++k) qa[k] = motion_.q[a + k] + shift * motion_.v[a + k];
    for (int k = 0; k < size_b; ++k) qb[k] = motion_.q[b + k] + shift * motion_.v[b + k];
    const ContactGeometry there =
        measure(i, qa.data(), motion_.v + a, qb.data(), motion_.v + b, modes_[i].side);
    return there.tangent().dot(there.velocity);
  };
  return (slip(h) - slip(-h)) / (2 * h);
}

void System::add_friction_row(int k, double t) {
  const DryFriction& friction = *frictions_[k];
  const FrictionColumns& columns = friction_columns_[k];
  SlipRow& row = stick_slip_.append();
  row.contact = -1, row.friction = k;
  row.columns = columns.numbers;
  row.weights.assign(columns.numbers.size(), 0);
  VectorX &error = slip_rows_[0], &rate = slip_rows_[1], &gamma = slip_rows_[2];
  error.setZero(1), rate.setZero(1), gamma.setZero(1);
  friction.evaluate_displacement(
      motion_,
      {error, rate, gamma,
       JacobianRows(row.weights.data(), static_cast<int>(row.weights.size()), columns.blocks.data())});
  row.stick_speed = 0, row.displacement = error[0], row.slip = row.along(motion_.v) + rate[0],
  row.bias = -gamma[0];
  SlipState c{t, row.displacement, 0};
  row.limit = friction.limit(c);
  c.slip_speed = std::max(0.0, friction_modes_[k] * row.slip);
  row.kinetic = friction.kinetic(c);
}

void System::set_load(SlipRow& row, double t, double load) {
  const DryFriction& friction = *frictions_[row.friction];
  SlipState c{t, row.displacement, 0, load};
  row.limit = friction.limit(c);
  c.slip_speed = std::max(0.0, slip_mode(row) * row.slip);
  row.kinetic = friction.kinetic(c);
  row.force = -slip_mode(row) * row.kinetic;
}

// Of all that rub now, in the order of contacts and frictions.
void System::list_slips(double t) {
  stick_slip_.count = 0;
  for (const int i : active_) {
    if (contacts_[i].may_stick && modes_[i].closed) add_contact_row(i, t);
  }
  for (int k = 0; k < static_cast<int>(frictions_.size()); ++k) add_friction_row(k, t);
  stick_slip_.sticking.clear();
  for (int k = 0; k < stick_slip_.count; ++k) {
    if (slip_mode(stick_slip_.rows[k]) == 0) stick_slip_.sticking.push_back(k);
  }
}

void System::observe_slips(double t, const double* y) {
  update_motion(t, y);
  for (const int i : active_) {
    if (!contacts_[i].may_stick || !modes_[i].closed) continue;
    const ContactElement& contact = contacts_[i];
    contact.measure(motion_.bodies[contact.index_a], motion_.bodies[contact.index_b], modes_[i].side,
                    observed_[i].geometry);
  }
  list_slips(t);
}

}  // namespace perilune
