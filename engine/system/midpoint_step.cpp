#include "engine/system/midpoint_step.h"

#include <algorithm>
#include <cmath>

namespace perilune {

MidpointStep::MidpointStep(System& system)
    : system_(system),
      masses_(system.bodies_.size()),
      force_(VectorX::Zero(system.freedoms())),
      errors_(VectorX::Zero(system.equations())),
      gradient_(system.jacobian_),
      at_end_(system.jacobian_),
      mean_rates_(VectorX::Zero(system.freedoms())) {
  const std::size_t both = 2 * static_cast<std::size_t>(system.positions());
  ends_.resize(both), means_.resize(both);
  gains_.resize(static_cast<std::size_t>(system.size()));
  for (Motion* motion : {&before_, &middle_, &after_}) *motion = system.motion_;
  for (const int i : system.bound_) {
    const int size = system.bodies_[i]->coordinates();
    masses_[i].setZero(size, size);
    system.bodies_[i]->mass_matrix(masses_[i]);
  }
  for (Equations* equations : {&mean_, &end_}) {
    for (VectorX* x : {&equations->error, &equations->rate, &equations->gamma})
      x->setZero(system.equations());
  }
  fixed_.resize(system.bodies_.size());
  const auto note = [&](const std::vector<BodyPointer>& bodies, std::vector<int> Neighbourhood::*list,
                        int i) {
    for (const BodyPointer& body : bodies) {
      Neighbourhood& of = fixed_[body->index];
      if ((of.*list).empty() || (of.*list).back() != i) (of.*list).push_back(i);
      for (const BodyPointer& other : bodies) of.bodies.push_back(other->index);
    }
  };
  for (std::size_t i = 0; i < system.forces_.size(); ++i)
    note(system.forces_[i]->bodies(), &Neighbourhood::forces, static_cast<int>(i));
  for (std::size_t i = 0; i < system.joints_.size(); ++i)
    note(system.joints_[i]->bodies(), &Neighbourhood::joints, static_cast<int>(i));
  for (std::size_t i = 0; i < fixed_.size(); ++i) {
    std::vector<int>& list = fixed_[i].bodies;
    list.push_back(static_cast<int>(i));
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
}

void MidpointStep::begin(const Node& before, double h) {
  start_ = &before, h_ = h;
  const int n = system_.positions();
  before_.t = before.t, before_.q = before.y.data(), before_.v = before.y.data() + n;
  middle_.t = before.t + h / 2;
  middle_.q = means_.data(), middle_.v = means_.data() + n;
  after_.t = before.t + h, after_.q = ends_.data(), after_.v = ends_.data() + n;
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) {
    const int at = before_.slots[i].offset;
    system_.bodies_[i]->motion(before_.q + at, before_.v + at, before_.bodies[i]);
  }
}

// h v + h²/2 a: one power of h nearer than velocities alone.
void MidpointStep::predict(VectorX& unknowns) {
  VectorX rates(changes());
  const double* accelerations = start_->dy.data() + system_.positions();
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) {
    const BodySlot& slot = before_.slots[i];
    double *u = unknowns.data() + slot.column, *a = rates.data() + slot.column;
    slot.body->freedom_rates(before_.bodies[i], before_.v + slot.offset, u);
    slot.body->freedom_rates(before_.bodies[i], accelerations + slot.offset, a);
  }
  unknowns.head(changes()) = h_ * unknowns.head(changes()) + 0.5 * h_ * h_ * rates;
}

// 2 M/h² of the average body: multipliers are measured by it, or matrices would become singular as h^−4.
double MidpointStep::force_scale() const {
  double sum = 0;
  int count = 0;
  for (const double inverse : system_.inverse_mass_) {
    if (inverse > 0) sum += 1 / inverse, ++count;
  }
  return count > 0 ? 2 * sum / (count * h_ * h_) : 1;
}

// The mean of two rotations shrinks with the angle between them, and is no frame any more at half a turn.
bool MidpointStep::admissible() const {
  return std::all_of(middle_.bodies.begin(), middle_.bodies.end(), [](const BodyMotion& body) {
    return !body.turns || body.directors.colwise().squaredNorm().minCoeff() > 0.5;
  });
}

void MidpointStep::place(const VectorX& unknowns) {
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) place_body(i, unknowns.data() + first_unknown(i));
}

void MidpointStep::place_body(std::size_t body, const double* change) {
  const BodySlot& slot = before_.slots[body];
  const int n = system_.positions(), at = slot.offset, size = slot.body->coordinates();
  std::copy_n(before_.q + at, size, ends_.begin() + at);
  slot.body->move(ends_.data() + at, change);
  for (int i = at; i < at + size; ++i) means_[i] = 0.5 * (before_.q[i] + ends_[i]);
  place_rotations(body, change);
  for (int i = at; i < at + size; ++i) ends_[n + i] = 2 * means_[n + i] - before_.v[i];
  slot.body->motion(after_.q + at, after_.v + at, after_.bodies[body]);
  if (system_.binds_velocities_) find_mean_rates(body);
}

// u of the middle, as rows of Φ_q take it there: ω by axes that are not quite at right angles.
void MidpointStep::find_mean_rates(std::size_t body) {
  const BodySlot& slot = middle_.slots[body];
  const BodyMotion& middle = middle_.bodies[body];
  double* u = mean_rates_.data() + slot.column;
  std::copy_n(middle_.v + slot.offset, std::min(slot.body->freedoms(), 3), u);
  if (!slot.body->is_bound()) return;
  const Matrix3 axes = slot.body->spin_jacobian(middle).rightCols<3>();
  Eigen::Map<Vector3>(u + 3) = axes.inverse() * middle.spin;
}

// Mean positions and directors, and the rates that take the body through the step: Δdᵢ/h = ω × dᵢ with the mean dᵢ and
// ω = 2 tan(|θ|/2)/|θ| θ/h. From the changes themselves: differences of the ends would lose digits in a short step.
void MidpointStep::place_rotations(std::size_t body, const double* change) {
  const BodySlot& slot = middle_.slots[body];
  const BodyMotion& before = before_.bodies[body];
  BodyMotion& middle = middle_.bodies[body];
  double* rates = means_.data() + system_.positions() + slot.offset;
  for (int i = 0; i < std::min(slot.body->freedoms(), 3); ++i) rates[i] = change[i] / h_;
  if (before.in_plane) rates[2] = 2 * std::tan(0.5 * change[2]) / h_;
  slot.body->motion(means_.data() + slot.offset, rates, middle);
  if (before.in_plane) place_mean_of_angles(body, change[2]);
  if (!slot.body->is_bound()) return;
  const PointJacobian turning = slot.body->spin_jacobian(before);
  const Vector3 turn = turning * Eigen::Map<const VectorX>(change, slot.body->freedoms());
  const double angle = turn.norm();
  middle.spin = turn * ((angle > 1e-8 ? 2 * std::tan(0.5 * angle) / angle : 1) / h_);
  for (int i = 0; i < 3; ++i) {
    const Vector3 rate = middle.spin.cross(Vector3(middle.directors.col(i)));
    middle.director_rates.col(i) = rate;
    Eigen::Map<Vector3>(rates + 3 + 3 * i) = rate;
  }
}

// A planar body at the mean angle has the mean directors but for their length.
void MidpointStep::place_mean_of_angles(std::size_t body, double turn) {
  BodyMotion& middle = middle_.bodies[body];
  middle.directors.topLeftCorner<2, 2>() *= std::cos(0.5 * turn);
  middle.director_rates.topLeftCorner<2, 2>() *= std::cos(0.5 * turn);
}

void MidpointStep::residual(const VectorX& unknowns, VectorX& residual) {
  place(unknowns);
  gather(unknowns.tail(multipliers()));
  for (std::size_t i = 1; i < system_.bodies_.size(); ++i) add_inertia(i, force_);
  residual.resize(changes() + multipliers());
  residual << -force_, errors_;
}

void MidpointStep::gather(const VectorX& lambda) {
  force_ = system_.weight_;
  std::fill(gains_.begin(), gains_.end(), 0.0);
  for (std::size_t i = 0; i < system_.forces_.size(); ++i) add_force(i, force_);
  for (const int i : system_.active_) {
    if (system_.modes_[i].closed || system_.modes_[i].armed) add_contact(i, force_);
  }
  for (std::size_t j = 0; j < system_.joints_.size(); ++j) add_joint(j, lambda, force_);
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

// −M (v₁ − v₀)/h; what acts on directors turns the body by Σ dᵢ × Fᵢ.
void MidpointStep::add_inertia(std::size_t body, VectorX& force) {
  const BodySlot& slot = middle_.slots[body];
  const int size = slot.body->coordinates();
  const Eigen::Map<const VectorX> v0(before_.v + slot.offset, size), v1(after_.v + slot.offset, size);
  double* f = force.data() + slot.column;
  if (!slot.body->is_bound()) {
    for (int i = 0; i < size; ++i) f[i] -= system_.mass_[slot.offset + i] * (v1[i] - v0[i]) / h_;
    return;
  }
  const VectorX inertia = masses_[body] * (v1 - v0) / h_;
  Vector3 moment = Vector3::Zero();
  for (int i = 0; i < 3; ++i) {
    f[i] -= inertia[i];
    moment -= middle_.bodies[body].directors.col(i).cross(Vector3(inertia.segment<3>(3 + 3 * i)));
  }
  slot.body->add_torque(middle_.bodies[body], moment, f);
}

void MidpointStep::add_force(std::size_t force, VectorX& f) {
  Loads loads(middle_, f.data());
  system_.forces_[force]->add_over(step(), loads);
  if (!system_.layout_.books) return;
  gains_[system_.layout_.work()] += h_ * loads.supplied();
  gains_[system_.layout_.damping()] += h_ * loads.dissipated();
}

// The normal is that of the middle; where it turns, the way of the surfaces along it is not quite the change of the gap,
// and the force is scaled so that its work is.
void MidpointStep::add_contact(int index, VectorX& f) {
  const ContactElement& contact = system_.contacts_[index];
  const ContactMode& mode = system_.modes_[index];
  const auto gap = [&](const Motion& motion) {
    return contact.gap(motion.bodies[contact.index_a], motion.bodies[contact.index_b], mode.side);
  };
  const double before = gap(before_), after = gap(after_);
  if (!(before < 0) && !(after < 0)) return;
  const BodyMotion &a = middle_.bodies[contact.index_a], &b = middle_.bodies[contact.index_b];
  const ContactGeometry middle = contact.measure(a, b, mode.side);
  const double force = push(contact, mode, before, after);
  ++system_.law_evaluations_;
  const double way = h_ * middle.gap_rate, change = after - before;
  const double factor = std::abs(way) > 1e-3 * std::abs(change) ? std::clamp(change / way, 0.5, 2.0) : 1;
  gains_[contact.ledger_offset] -= force * factor * way;
  Vector3 total = factor * force * middle.at.normal;
  if (contact.friction) total += friction(contact, middle, force);
  const auto block = [&](int body) { return f.data() + middle_.slots[body].column; };
  if (contact.a_moves) contact.a->add_force_at(a, middle.at.point, total, block(contact.index_a));
  if (contact.b_moves) contact.b->add_force_at(b, middle.at.point, -total, block(contact.index_b));
}

// The law's potential lost over the way, and what the law adds to its force at rest for the mean rate.
double MidpointStep::push(const ContactElement& contact, const ContactMode& mode, double gap_before,
                          double gap_after) {
  const double depth = std::max(0.0, -0.5 * (gap_before + gap_after)), change = gap_after - gap_before;
  const double at_rest = law_force(contact, mode.impact_speed, depth, 0, false);
  const double moving = law_force(contact, mode.impact_speed, depth, -change / h_, true);
  const auto potential = [&](double gap) { return gap < 0 ? contact.law->potential(-gap) : 0; };
  const double scale = std::max(std::abs(gap_before), std::abs(gap_after));
  const bool has_quotient = std::abs(change) > 1e-7 * scale;
  const double elastic = has_quotient ? -(potential(gap_after) - potential(gap_before)) / change : at_rest;
  const double dissipative = moving - at_rest;
  const double force = elastic + dissipative;
  return contact.law->may_pull() ? force : std::max(force, 0.0);
}

double MidpointStep::law_force(const ContactElement& contact, double impact_speed, double depth, double rate,
                               bool books) {
  const ContactInput input{depth, rate, impact_speed, middle_.t, start_->y.data() + contact.state_offset};
  state_rates_.assign(static_cast<std::size_t>(contact.law->states()), 0);
  const double force = contact.law->force(input, state_rates_.data());
  for (std::size_t k = 0; books && k < state_rates_.size(); ++k)
    gains_[contact.state_offset + k] += h_ * state_rates_[k];
  return force;
}

Vector3 MidpointStep::friction(const ContactElement& contact, const ContactGeometry& middle,
                               double normal_force) {
  const Vector3 slip = middle.slip();
  const double speed = slip.norm();
  if (!(speed > 0) || !(normal_force > 0)) return Vector3::Zero();
  const double force = contact.friction->force({speed, normal_force, middle_.t});
  gains_[contact.ledger_offset + 1] += h_ * force * speed;
  return -force / speed * slip;
}

void MidpointStep::add_joint(std::size_t joint, const VectorX& lambda, VectorX& f) {
  add_joint_over(step(), joint, lambda, f);
}

// Gradients over the step, equations at the end; equations of velocities hold for the mean velocities.
void MidpointStep::add_joint_over(const StepMotion& step, std::size_t index, const VectorX& lambda,
                                  VectorX& f) {
  const Joint& joint = *system_.joints_[index];
  const auto& rows = gradient_.joints()[index];
  const int first = rows.first, count = rows.equations, number = static_cast<int>(index);
  const auto view = [&](Equations& of, ConstraintJacobian& jacobian) {
    jacobian.clear(number);
    of.rate.segment(first, count).setZero();
    return ConstraintRows{of.error.segment(first, count), of.rate.segment(first, count),
                          of.gamma.segment(first, count), jacobian.rows(number)};
  };
  joint.evaluate_over(step, view(mean_, gradient_), view(end_, at_end_));
  gradient_.add_transposed(rows, lambda, -1, f);
  gains_[system_.layout_.work()] += h_ * lambda.segment(first, count).dot(mean_.rate.segment(first, count));
  errors_.segment(first, count) = end_.error.segment(first, count);
  for (int r = count - joint.velocity_equations(); r < count; ++r) {
    double slip = mean_.rate[first + r];
    const double* row = gradient_.row(rows, r);
    for (const ColumnBlock& block : rows.blocks) {
      for (int i = 0; i < block.size; ++i) slip += row[block.local + i] * mean_rates_[block.first + i];
    }
    errors_[first + r] = h_ * slip;
  }
}

void MidpointStep::end(const VectorX& unknowns, Node& after) {
  VectorX last;
  residual(unknowns, last);
  std::copy(ends_.begin(), ends_.end(), after.y.begin());
  for (std::size_t i = ends_.size(); i < after.y.size(); ++i) after.y[i] = start_->y[i] + gains_[i];
}

}  // namespace perilune
