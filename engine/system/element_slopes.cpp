#include "engine/system/element_slopes.h"

#include <algorithm>
#include <cmath>

#include "engine/model/sloped_force.h"

namespace perilune {
namespace {
// Of central differences, in units of the input's size: rounding and h² balance.
constexpr double relative_step = 6e-6;
}  // namespace

struct ElementSlopes::Touch {
  const ContactElement& contact;
  const ContactMode& mode;
  const Inputs& inputs;
  Eigen::Index count() const { return static_cast<Eigen::Index>(inputs.size()); }
  // [m] over which its geometry changes; a pin's normal turns within the clearance.
  double length() const { return std::min(1.0, std::max(contact.thickness, 1e-3 * contact.length)); }
};

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
  for (const int i : system_.active_) {
    const ContactMode& mode = system_.modes_[i];
    if (!mode.closed && !mode.armed) continue;
    const ContactElement& contact = system_.contacts_[i];
    const Body* const bodies[] = {contact.a, contact.b};
    gather(bodies, 2, of_contact_);
    const Touch touch{contact, mode, of_contact_};
    if (contact.has_states) add_contact_with_states(touch);
    else add_contact(touch);
  }
}

void ElementSlopes::add_force(const Force& force, const Inputs& inputs) {
  if (const auto* known = dynamic_cast<const JetForce*>(&force)) return add_jet_force(*known, inputs);
  if (add_sloped_force(force)) return;
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

// False: it gives no slopes itself.
bool ElementSlopes::add_sloped_force(const Force& force) {
  const auto* known = dynamic_cast<const SlopedForce*>(&force);
  if (!known) return false;
  struct Entries final : SlopedForce::Slopes {
    explicit Entries(ElementSlopes& owner) : owner(owner) {}
    void add(const Body& of, int row, const Body& by, int column, double by_position,
             double by_rate) override {
      const int r = owner.system_.offset(of) + row, c = owner.system_.offset(by) + column;
      const double inverse_mass = owner.system_.inverse_mass_[r];
      owner.entry(r, c, Of::position) += inverse_mass * by_position;
      owner.entry(r, c, Of::rate) += inverse_mass * by_rate;
    }
    ElementSlopes& owner;
  } entries(*this);
  return known->add_slopes(system_.motion_, entries);
}

// The generalised force of a push on a and its opposite on b.
void ElementSlopes::spread(const Touch& touch, const Vector3& point, const Vector3& push,
                           Eigen::Ref<VectorX> f) {
  const ContactElement& contact = touch.contact;
  const Motion& motion = system_.motion_;
  for (const Input& input : touch.inputs) scattered_[input.column] = 0;
  const auto put = [&](const Body& body, const Vector3& force) {
    body.add_force_at(motion.of(body), point, force, scattered_.data() + system_.offset(body));
  };
  if (contact.a_moves) put(*contact.a, push);
  if (contact.b_moves) put(*contact.b, -push);
  for (Eigen::Index i = 0; i < touch.count(); ++i) f[i] = scattered_[touch.inputs[i].column];
}

// seen = [the generalised force N of one newton | that of friction under a normal force | δ | δ̇].
void ElementSlopes::look(const Touch& touch, double normal_force, VectorX& seen) {
  const ContactElement& contact = touch.contact;
  const Motion& motion = system_.motion_;
  const ContactGeometry geometry =
      contact.measure(motion.of(*contact.a), motion.of(*contact.b), touch.mode.side);
  const Eigen::Index count = touch.count();
  spread(touch, geometry.at.point, geometry.at.normal, seen.head(count));
  const Vector3 slip = geometry.slip();
  const double speed = slip.norm();
  if (contact.friction && contact.friction_states == 0 && speed > 0 && normal_force > 0) {
    const double friction = contact.friction->force({speed, normal_force, t_});
    spread(touch, geometry.at.point, -friction / speed * slip, seen.segment(count, count));
  } else {
    seen.segment(count, count).setZero();
  }
  seen[2 * count] = geometry.penetration(), seen[2 * count + 1] = -geometry.gap_rate;
}

// Q = F N + Q_t(F): dQ = (N + ∂Q_t/∂F) dF + F dN + dQ_t with dF = F_δ dδ + F_δ̇ dδ̇ and dδ = −Nᵀ dq.
void ElementSlopes::add_contact(const Touch& touch) {
  const Eigen::Index count = touch.count();
  seen_.resize(2 * count + 2), slope_.resize(2 * count + 2);
  look(touch, 0, seen_);
  const ContactInput input{seen_[2 * count], seen_[2 * count + 1], touch.mode.impact_speed, t_, nullptr};
  if (!(input.penetration > 0)) return;
  const ContactLaw& law = *touch.contact.law;
  const double force = law.force(input, nullptr);
  const ForceSlopes slopes = law.slopes(input);
  normal_ = seen_.head(count), newton_ = normal_, push_.resize(count);
  if (touch.contact.friction && force > 0) {
    const double more = relative_step * force;
    look(touch, force + more, slope_), look(touch, force - more, seen_);
    newton_ += (slope_ - seen_).segment(count, count) / (2 * more);
  }
  for (const Of of : {Of::position, Of::rate}) {
    for (Eigen::Index c = 0; c < count; ++c) {
      difference(
          touch.inputs[c], of, touch.length(), [&](VectorX& x) { look(touch, force, x); }, slope_);
      const double depth = of == Of::position ? -normal_[c] : 0;
      const double change =
          slopes.by_penetration * depth + slopes.by_penetration_rate * slope_[2 * count + 1];
      push_ = change * newton_ + force * slope_.head(count) + slope_.segment(count, count);
      add_column(touch.inputs, push_, 1, touch.inputs[c].column, of);
    }
  }
}

Vector3 ElementSlopes::look_at_bristles(const Touch& touch, const ContactGeometry& geometry,
                                        double normal_force, double* rates) const {
  const ContactElement& contact = touch.contact;
  const Vector3 tangent = geometry.tangent();
  const double slip = tangent.dot(geometry.velocity);
  const double* states = y_.data() + contact.state_offset + contact.law->states();
  const FrictionInput input{std::abs(slip), std::max(0.0, normal_force), t_, slip, states};
  return -contact.friction->signed_force(input, rates) * tangent;
}

// Such a law gives no slopes by its states: the whole contact by differences, within a part of its depth.
void ElementSlopes::add_contact_with_states(const Touch& touch) {
  const Eigen::Index count = touch.count();
  const ContactLaw& law = *touch.contact.law;
  const int states = touch.contact.states(), first = touch.contact.state_offset - n_;
  const bool has_bristles = touch.contact.friction_states > 0;
  const bool goes_on = touch.mode.closed;
  VectorX seen(2 * count + 2), slope(count + states);
  const auto evaluate = [&](VectorX& outputs) {
    look(touch, 0, seen);
    const double penetration = seen[2 * count];
    outputs.setZero();
    if (!(penetration > 0) && !goes_on) return;
    const ContactInput input{std::max(penetration, 0.0), seen[2 * count + 1], touch.mode.impact_speed, t_,
                             y_.data() + n_ + first};
    const double force = law.force(input, outputs.data() + count);
    if (!goes_on) outputs.tail(states).setZero();
    if (!(penetration > 0)) return;
    if (!has_bristles) {
      look(touch, force, seen);
      outputs.head(count) = force * seen.head(count) + seen.segment(count, count);
      return;
    }
    const Motion& motion = system_.motion_;
    const ContactGeometry geometry =
        touch.contact.measure(motion.of(*touch.contact.a), motion.of(*touch.contact.b), touch.mode.side);
    const Vector3 push = force * geometry.at.normal +
                         look_at_bristles(touch, geometry, force, outputs.data() + count + law.states());
    spread(touch, geometry.at.point, push, outputs.head(count));
  };
  const auto add = [&](int column, Of of) {
    add_column(touch.inputs, slope, 1, column, of);
    for (int s = 0; s < states; ++s) entry(first + s, column, of) += slope[count + s];
  };
  look(touch, 0, seen);
  const double depth = std::max(std::abs(seen[2 * count]), 1e-9 * touch.contact.length);
  for (const Of of : {Of::position, Of::rate}) {
    for (const Input& input : touch.inputs) {
      difference(input, of, std::min(touch.length(), depth), evaluate, slope);
      add(input.column, of);
    }
  }
  VectorX above(count + states);
  for (int s = 0; s < states; ++s) {
    double& state = number(first + s, Of::rate);
    const double before = state, h = relative_step * std::max(std::abs(before), 1e-3);
    state = before + h, evaluate(above);
    state = before - h, evaluate(slope);
    state = before;
    slope = (above - slope) / (2 * h);
    add(first + s, Of::rate);
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
