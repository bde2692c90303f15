#include "engine/system/element_slopes.h"

#include <algorithm>
#include <cmath>

namespace perilune {
namespace {
// Of central differences, in units of the input's size: rounding and h² balance.
constexpr double relative_step = 6e-6;
}  // namespace

ElementSlopes::ElementSlopes(System& system)
    : system_(system), n_(system.positions()), scattered_(VectorX::Zero(n_)) {
  for (const ForcePointer& force : system.forces_) of_forces_.push_back(inputs_of(force->bodies()));
  for (const JointPointer& joint : system.joints_) of_joints_.push_back(inputs_of(joint->bodies()));
}

void ElementSlopes::begin(const Node& at, Jacobian& jacobian) {
  at_ = &at, jacobian_ = &jacobian, t_ = at.t, y_ = at.y;
  std::fill(jacobian.by_position.begin(), jacobian.by_position.end(), 0);
  std::fill(jacobian.by_rate.begin(), jacobian.by_rate.end(), 0);
  system_.update_motion(t_, y_.data());
}

void ElementSlopes::gather(const Body* const* bodies, std::size_t count, Inputs& inputs) const {
  inputs.clear();
  for (const Body* const* body = bodies; body != bodies + count; ++body) {
    if (std::find(bodies, body, *body) != body) continue;
    for (int k = 0; k < (*body)->coordinates(); ++k) inputs.push_back({*body, system_.offset(**body) + k});
  }
}

ElementSlopes::Inputs ElementSlopes::inputs_of(const std::vector<BodyPointer>& bodies) const {
  std::vector<const Body*> plain;
  for (const BodyPointer& body : bodies) plain.push_back(body.get());
  Inputs inputs;
  gather(plain.data(), plain.size(), inputs);
  return inputs;
}

// Where the coupling has no place nothing acts.
double& ElementSlopes::entry(int row, int column, Of of) {
  const Coupling& coupling = jacobian_->coupling;
  const auto begin = coupling.rows.begin() + coupling.begin[column];
  const auto end = coupling.rows.begin() + coupling.begin[column + 1];
  const auto found = std::lower_bound(begin, end, row);
  if (found == end || *found != row) return nowhere_ = 0;
  const auto place = found - coupling.rows.begin();
  return of == Of::position ? jacobian_->by_position[place] : jacobian_->by_rate[place];
}

void ElementSlopes::set(const Input& input, Of of, double to) {
  number(input.column, of) = to;
  const int first = system_.offset(*input.body);
  input.body->motion(y_.data() + first, y_.data() + n_ + first, system_.motion_.bodies[input.body->index]);
}

// Of what evaluate(outputs) reads from the system's motion. length: in which positions change things [m].
template <class Evaluate>
void ElementSlopes::difference(const Input& input, Of of, double length, Evaluate evaluate, VectorX& slope) {
  const double before = number(input.column, of);
  const double h = relative_step * (of == Of::position ? length : std::max(1.0, std::abs(before)));
  const double above = before + h, below = before - h;
  up_.resize(slope.size());
  set(input, of, above), evaluate(up_);
  set(input, of, below), evaluate(slope);
  set(input, of, before);
  system_.differences_ += 2;
  slope = (up_ - slope) / (above - below);
}

// push: as many numbers as there are inputs, and more.
void ElementSlopes::add_column(const Inputs& inputs, const VectorX& push, double factor, int column, Of of) {
  for (std::size_t r = 0; r < inputs.size(); ++r) {
    const int row = inputs[r].column;
    entry(row, column, of) += factor * system_.inverse_mass_[row] * push[static_cast<Eigen::Index>(r)];
  }
}

void ElementSlopes::add_forces() {
  for (std::size_t f = 0; f < of_forces_.size(); ++f) add_force(*system_.forces_[f], of_forces_[f]);
  const long before = of_contacts_.differences();
  for (const int i : system_.active_) {
    const ContactMode& mode = system_.modes_[i];
    if (!mode.closed && !mode.armed) continue;
    add_contact(system_.contacts_[i], mode);
  }
  system_.differences_ += of_contacts_.differences() - before;
}

void ElementSlopes::add_force(const Force& force, const Inputs& inputs) {
  const auto* known = dynamic_cast<const MeasuredForce*>(&force);
  if (known && add_measured_force(*known, inputs)) return;
  const auto evaluate = [&](VectorX& f) {
    for (const Input& input : inputs) scattered_[input.column] = 0;
    Loads loads(system_.motion_, scattered_.data());
    force.add(system_.motion_, loads);
    for (std::size_t i = 0; i < inputs.size(); ++i)
      f[static_cast<Eigen::Index>(i)] = scattered_[inputs[i].column];
  };
  slope_.resize(static_cast<Eigen::Index>(inputs.size()));
  for (const Of of : {Of::position, Of::rate}) {
    for (const Input& input : inputs) {
      difference(input, of, 1, evaluate, slope_);
      add_column(inputs, slope_, 1, input.column, of);
    }
  }
}

// ∂(generalised force of the pair) where the force on a changes so, and b's is its opposite.
void ElementSlopes::spread(const ContactElement& contact, const Shifts& shifts,
                           const ContactSlopes::Change& change) {
  const Motion& motion = system_.motion_;
  for (const Input& input : of_contact_) scattered_[input.column] = 0;
  const auto put = [&](const Body& body, const Vector3& place, double sign) {
    double* f = scattered_.data() + system_.offset(body);
    body.add_force_at(motion.of(body), of_contacts_.point(), sign * change.push, f);
    if (body.can_turn())
      body.add_torque(motion.of(body), sign * (change.point - place).cross(of_contacts_.push()), f);
  };
  if (contact.a_moves) put(*contact.a, shifts.a.place, 1);
  if (contact.b_moves) put(*contact.b, shifts.b.place, -1);
  push_.resize(static_cast<Eigen::Index>(of_contact_.size()));
  for (std::size_t i = 0; i < of_contact_.size(); ++i)
    push_[static_cast<Eigen::Index>(i)] = scattered_[of_contact_[i].column];
}

// Where the pair does not know how its normal turns: [gap | normal | point] by differences.
ContactSlopes::GeometryChange ElementSlopes::difference_geometry(const ContactElement& contact, int side,
                                                                 const Input& input) {
  const Motion& motion = system_.motion_;
  slope_.resize(7);
  const auto evaluate = [&](VectorX& seen) {
    const Proximity at = contact.pair->closest(motion.of(*contact.a), motion.of(*contact.b), side);
    seen << at.gap, at.normal, at.point;
  };
  // A pin's normal turns within the clearance.
  const double length = std::min(1.0, std::max(contact.thickness, 1e-3 * contact.length));
  difference(input, Of::position, length, evaluate, slope_);
  return {slope_[0], slope_.segment<3>(1), slope_.tail<3>()};
}

void ElementSlopes::add_contact(const ContactElement& contact, const ContactMode& mode) {
  const double* states = y_.data() + contact.state_offset;
  if (!of_contacts_.begin(contact, mode, system_.motion_, states)) return;
  const Body* const bodies[] = {contact.a, contact.b};
  gather(bodies, 2, of_contact_);
  const int first = contact.state_offset - n_, count = contact.states();
  const auto add = [&](const Shifts& shifts, int column, Of of) {
    spread(contact, shifts, change_);
    add_column(of_contact_, push_, 1, column, of);
    for (int s = 0; s < count; ++s) entry(first + s, column, of) += change_.rates[s];
  };
  for (const Input& input : of_contact_) {
    const BodyMotion& motion = system_.motion_.of(*input.body);
    const int k = input.column - system_.offset(*input.body);
    const Vector3 place = input.body->point_jacobian(motion, Vector3::Zero()).col(k);
    const Vector3 turn = input.body->spin_jacobian(motion).col(k);
    Shifts moved, pushed;
    const bool is_a = input.body == contact.a;
    ContactSlopes::Shift &position = is_a ? moved.a : moved.b, &rate = is_a ? pushed.a : pushed.b;
    position.place = place, position.turn = turn;
    rate.velocity = place, rate.spin = turn;
    const auto geometry = of_contacts_.knows_geometry() ? of_contacts_.follow(moved.a, moved.b)
                                                        : difference_geometry(contact, mode.side, input);
    of_contacts_.vary(moved.a, moved.b, geometry, change_);
    add(moved, input.column, Of::position);
    of_contacts_.vary(pushed.a, pushed.b, {}, change_);
    add(pushed, input.column, Of::rate);
  }
  for (int s = 0; s < count; ++s) {
    of_contacts_.vary_state(s, change_);
    add({}, first + s, Of::rate);
  }
}

// outputs = [Φ_qᵀ λ | Φ_q a − γ + 2α Φ̇ + β² Φ], the joint's own; leaves what it wrote for the others' rows as it was.
void ElementSlopes::evaluate_joint(int joint, const VectorX& lambda, const VectorX& acceleration,
                                   VectorX& outputs) {
  const ConstraintJacobian::JointRows& of = system_.jacobian_.joints()[joint];
  error_.setZero(of.equations), rate_.setZero(of.equations), gamma_.setZero(of.equations);
  for (int r = 0; r < of.equations; ++r) system_.jacobian_.clear_row(joint, r);
  system_.joints_[joint]->evaluate(system_.motion_, {error_, rate_, gamma_, system_.jacobian_.rows(joint)});
  const double alpha = system_.options_.alpha, beta = system_.options_.beta;
  outputs.setZero();
  for (int r = 0; r < of.equations; ++r) {
    const double* row = system_.jacobian_.row(of, r);
    double demand = -gamma_[r] + 2 * alpha * rate_[r] + beta * beta * error_[r];
    for (const ColumnBlock& block : of.blocks) {
      for (int i = 0; i < block.size; ++i) {
        const int column = block.first + i;
        const double entry = row[block.local + i];
        outputs[block.local + i] += entry * lambda[of.first + r];
        demand += entry * (acceleration[column] + 2 * alpha * number(column, Of::rate));
      }
    }
    outputs[of.width + r] = demand;
  }
}

void ElementSlopes::add_reactions(const VectorX& lambda, const VectorX& acceleration) {
  for (MatrixX& demands : demands_) demands.setZero(system_.equations_, n_);
  for (std::size_t j = 0; j < system_.joints_.size(); ++j) {
    const int joint = static_cast<int>(j);
    const ConstraintJacobian::JointRows& of = system_.jacobian_.joints()[joint];
    const Inputs& inputs = of_joints_[j];
    if (add_jet_reactions(joint, lambda, acceleration)) continue;
    slope_.resize(of.width + of.equations);
    const auto evaluate = [&](VectorX& x) { evaluate_joint(joint, lambda, acceleration, x); };
    for (const Of by : {Of::position, Of::rate}) {
      for (const Input& input : inputs) {
        difference(input, by, 1, evaluate, slope_);
        add_column(inputs, slope_, -1, input.column, by);
        demands_[by == Of::rate].col(input.column).segment(of.first, of.equations) =
            slope_.tail(of.equations);
      }
    }
    evaluate(slope_);  // leaves Φ_q as it is here
  }
}

// With a = M⁻¹ (f − Φ_qᵀ λ) and r(q, v, a) = Φ_q a − γ + … = 0, a column da/dx for kept λ becomes
//     da/dx − M⁻¹ Φ_qᵀ dλ,   S dλ = Φ_q da/dx + ∂r/∂x.
void ElementSlopes::let_multipliers_follow() {
  const int m = system_.equations_;
  VectorX change(n_), right(m), lambda(m);
  const Coupling& coupling = jacobian_->coupling;
  for (int column = 0; column < coupling.columns(); ++column) {
    for (const Of by : {Of::position, Of::rate}) {
      if (by == Of::position && column >= n_) continue;
      std::vector<double>& values = by == Of::position ? jacobian_->by_position : jacobian_->by_rate;
      const int begin = coupling.begin[column], end = coupling.begin[column + 1];
      change.setZero();
      for (int k = begin; k < end; ++k) {
        if (coupling.rows[k] < n_) change[coupling.rows[k]] = values[k];
      }
      system_.jacobian_.multiply(change.data(), right);
      if (column < n_) right += demands_[by == Of::rate].col(column);
      if (right.isZero(0)) continue;
      system_.solver_->solve(right, lambda);
      change.setZero();
      system_.jacobian_.add_transposed(lambda, -1, change);
      for (int k = begin; k < end; ++k) {
        const int row = coupling.rows[k];
        if (row < n_) values[k] += system_.inverse_mass_[row] * change[row];
      }
    }
  }
}

}  // namespace perilune
