#include <algorithm>
#include <array>
#include <cmath>

#include "engine/system/system.h"

namespace perilune {
namespace {
constexpr double still = 1e-9;      // [m/s] slips below it are zero where modes are chosen
constexpr double rounding = 1e-15;  // [m/s] of a slip that is zero
}  // namespace

int& System::slip_mode(const SlipRow& row) {
  return row.contact >= 0 ? modes_[row.contact].slip : friction_modes_[row.friction];
}

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
  row.displacement = error[0], row.slip = row.along(motion_.v) + rate[0], row.bias = -gamma[0];
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

// |F| of the joint's reaction now.
double System::load_of(int friction) const {
  const int j = loading_[friction];
  const double* lambda = multipliers_.data() + first_equation_[j];
  return std::hypot(joints_[j]->channel(0, motion_, lambda), joints_[j]->channel(1, motion_, lambda));
}

// Friction in joints presses as the reaction does, which friction changes: |F| = |F₀ − B T(|F|)|, iterated from T = 0. That
// converges where the coefficients times B are less than one; the solution is unique then. Beyond it there may be none, or
// several (Painlevé 1895): nobody is chosen.
bool System::find_loads(double t, const double* y, double* acceleration) {
  const VectorX without = force_;
  VectorX loads = VectorX::Zero(static_cast<Eigen::Index>(frictions_.size())), next = loads;
  inconsistent_.clear();
  for (int round = 0; round < 300; ++round) {
    force_ = without;
    for (int k = 0; k < stick_slip_.count; ++k) {
      SlipRow& row = stick_slip_.rows[k];
      if (!is_loaded(row)) continue;
      set_load(row, t, loads[row.friction]);
      row.add_to(force_, row.force);
    }
    if (!stick_slip_.sticking.empty()) add_stick_forces(y);
    accelerate(y, acceleration);
    double change = 0, largest = 0;
    int worst = 0;
    for (int k = 0; k < loads.size(); ++k) {
      next[k] = loading_[k] >= 0 ? load_of(k) : 0;
      largest = std::max(largest, next[k]);
      if (std::abs(next[k] - loads[k]) > change) change = std::abs(next[k] - loads[k]), worst = k;
    }
    if (!(change > 1e-13 * largest)) {
      inconsistent_.clear();
      return true;
    }
    loads = next;
    inconsistent_ = frictions_[worst]->name;
    if (!std::isfinite(largest)) break;
  }
  return false;
}

std::string System::inconsistent_friction(double t, const double* y) {
  if (!has_loaded_friction_) return "";
  std::vector<double> dy(size());
  derivative(t, y, dy.data());
  return inconsistent_;
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

// Who slips pushes with its kinetic friction; what that dissipates goes to the ledger.
void System::add_slip_forces(double t, double* dy) {
  list_slips(t);
  for (int k = 0; k < stick_slip_.count; ++k) {
    SlipRow& row = stick_slip_.rows[k];
    if (is_loaded(row)) continue;  // find_loads()
    row.force = -slip_mode(row) * row.kinetic;
    row.add_to(force_, row.force);
    dy[loss_of(row)] -= row.force * row.slip;
    if (row.contact >= 0) observed_[row.contact].friction_force = std::abs(row.force);
  }
}

int System::loss_of(const SlipRow& row) const {
  return row.contact >= 0 ? contacts_[row.contact].ledger_offset + 1
                          : layout_.first_friction() + row.friction;
}

// x becomes M̂⁻¹ x: M⁻¹ (x − Φ_qᵀ S⁻¹ Φ_q M⁻¹ x). With constraints factorised.
void System::respond(Eigen::Ref<VectorX> x) {
  x = inverse_mass_.cwiseProduct(x);
  if (equations_ == 0) return;
  jacobian_.multiply(x.data(), right_);
  solver_->solve(right_, drift_);
  move(drift_, x);
}

// A = Wᵀ M̂⁻¹ W of those that stick.
void System::compile_sticks() {
  StickSlip& s = stick_slip_;
  const auto count = static_cast<Eigen::Index>(s.sticking.size());
  s.responses.resize(layout_.coordinates, count), s.matrix.resize(count, count);
  for (Eigen::Index j = 0; j < count; ++j) {
    auto column = s.responses.col(j);
    column.setZero();
    s.rows[s.sticking[j]].add_to(column, 1);
    if (!has_plain_friction_) respond(column);
    for (Eigen::Index i = 0; i <= j; ++i)
      s.matrix(i, j) = s.matrix(j, i) = s.rows[s.sticking[i]].along(column);
  }
}

// Who sticks pushes so that its slip stays: T = −A⁺ (Wᵀ q̈ + bias), q̈ without it (Oprea 2013, eq. 10), whether or not that
// is below the limit: a trial goes on as it began. Or by his eq. 17, T = −W⁺ f.
void System::add_stick_forces(const double* y) {
  StickSlip& s = stick_slip_;
  s.acceleration.resize(layout_.coordinates);
  if (has_plain_friction_) s.acceleration = force_;
  else accelerate(y, s.acceleration.data());
  compile_sticks();
  const auto count = static_cast<Eigen::Index>(s.sticking.size());
  s.free.resize(count), s.limits.resize(count);
  for (Eigen::Index j = 0; j < count; ++j) {
    const SlipRow& row = s.rows[s.sticking[j]];
    s.free[j] = row.along(s.acceleration) + (has_plain_friction_ ? 0 : row.bias);
    s.limits[j] = row.limit;
  }
  s.inverse.compute(s.matrix);
  s.inverse.solve(-s.free, s.force);
  push_sticks(1);
}

void System::push_sticks(double sign) {
  for (std::size_t j = 0; j < stick_slip_.sticking.size(); ++j) {
    SlipRow& row = stick_slip_.rows[stick_slip_.sticking[j]];
    row.force = stick_slip_.force[static_cast<Eigen::Index>(j)];
    row.add_to(force_, sign * row.force);
    if (row.contact >= 0) observed_[row.contact].friction_force = std::abs(row.force);
  }
}

bool System::is_within_limits(double share) const {
  const StickSlip& s = stick_slip_;
  for (std::size_t j = 0; j < s.sticking.size(); ++j) {
    const SlipRow& row = s.rows[s.sticking[j]];
    if (!(std::abs(row.force) <= share * row.limit)) return false;
  }
  return true;
}

bool System::sticks_hold(std::vector<SlipChange>* released, double share) {
  if (is_within_limits(share)) return true;
  StickSlip& s = stick_slip_;
  const VectorX limits = share * s.limits;
  const StickSolver::Solution& found = s.solver.solve(s.matrix, s.free, limits);
  bool hold = true;
  for (std::size_t j = 0; j < s.sticking.size(); ++j) {
    if (found.slips[j] == 0) continue;
    hold = false;
    const SlipRow& row = s.rows[s.sticking[j]];
    if (released) released->push_back({row.contact, row.friction, found.slips[j]});
  }
  return hold;
}

void System::share_stick_forces() {
  StickSlip& s = stick_slip_;
  if (!may_stick_ || s.sticking.empty() || is_within_limits(1) || has_plain_friction_) return;
  s.force = s.solver.solve(s.matrix, s.free, s.limits).force;
  for (std::size_t j = 0; j < s.sticking.size(); ++j) {
    SlipRow& row = s.rows[s.sticking[j]];
    row.force = s.force[static_cast<Eigen::Index>(j)];
    if (row.contact >= 0) observed_[row.contact].friction_force = std::abs(row.force);
  }
}

// Δv = −M̂⁻¹ W A⁺ s: what sticks has no slip velocity. The energy this brings in goes to the ledger.
bool System::hold(double t, double* y) {
  if (!may_stick_ || has_plain_friction_) return false;
  return stop_slips(t, y);
}

bool System::stop_slips(double t, double* y) {
  observe_slips(t, y);
  StickSlip& s = stick_slip_;
  if (s.sticking.empty()) return false;
  if (equations_ > 0) {
    evaluate_constraints();
    solver_->factorize(jacobian_, inverse_mass_);
  }
  const bool is_plain = has_plain_friction_;
  has_plain_friction_ = false;
  compile_sticks();
  has_plain_friction_ = is_plain;
  s.free.resize(static_cast<Eigen::Index>(s.sticking.size()));
  for (std::size_t j = 0; j < s.sticking.size(); ++j)
    s.free[static_cast<Eigen::Index>(j)] = s.rows[s.sticking[j]].slip;
  if (s.free.cwiseAbs().maxCoeff() <= rounding) return false;
  s.inverse.compute(s.matrix);
  s.inverse.solve(s.free, s.force);
  const int n = layout_.coordinates;
  Eigen::Map<VectorX> v(y + n, n);
  const double before = 0.5 * v.dot(mass_.cwiseProduct(v));
  v -= s.responses * s.force;
  y[layout_.corrections()] += 0.5 * v.dot(mass_.cwiseProduct(v)) - before;
  return true;
}

// Who could stick: whose slip is zero, or has just come to zero. The flowchart looks for another sign, too.
void System::choose_candidates() {
  for (int k = 0; k < stick_slip_.count; ++k) {
    const SlipRow& row = stick_slip_.rows[k];
    int& mode = slip_mode(row);
    const bool flows = row.friction >= 0 && frictions_[row.friction]->by_flowchart;
    const bool is_still = std::abs(row.slip) <= still;
    const bool returned = mode * row.slip < 0;
    mode = is_still || (flows && returned) ? 0 : row.slip > 0 ? 1 : -1;
  }
}

// All frictions' modes anew: those that stick, and that begin to slip, follow from the convex problem. Who begins to
// slip may do so with less than its limit: then the others are asked again, until nobody else begins.
void System::settle(Node& node, const std::vector<SlipChange>& seen) {
  const double t = node.t;
  double *y = node.y.data(), *dy = node.dy.data();
  observe_slips(t, y);
  choose_candidates();
  stop_slips(t, y);
  while (true) {
    derivative(t, y, dy);
    StickSlip& s = stick_slip_;
    if (s.sticking.empty()) break;
    const StickSolver::Solution& found = has_flowchart_ ? s.solver.clamp(s.matrix, s.free, s.limits)
                                                        : s.solver.solve(s.matrix, s.free, s.limits);
    bool released = false;
    for (std::size_t j = 0; j < s.sticking.size(); ++j) {
      if (found.slips[j] == 0) continue;
      slip_mode(s.rows[s.sticking[j]]) = found.slips[j];
      released = true;
    }
    if (!released) break;
  }
  for (const SlipChange& change : seen) {  // at the very instant rounding may say that it still holds
    int& mode = change.contact >= 0 ? modes_[change.contact].slip : friction_modes_[change.friction];
    const bool exists = change.contact < 0 || modes_[change.contact].closed;
    if (exists && mode == 0) mode = change.slip;
  }
}

std::string System::friction_name(const SlipChange& which) const {
  return which.contact >= 0 ? contacts_[which.contact].name : frictions_[which.friction]->name;
}

std::vector<SlipChange> System::slip_modes() {
  std::vector<SlipChange> list;
  for (const int i : active_) {
    if (contacts_[i].may_stick && modes_[i].closed) list.push_back({i, -1, modes_[i].slip});
  }
  for (int k = 0; k < static_cast<int>(frictions_.size()); ++k) list.push_back({-1, k, friction_modes_[k]});
  return list;
}

const SlipRow* System::slip_of(int contact, int friction) const {
  for (int k = 0; k < stick_slip_.count; ++k) {
    const SlipRow& row = stick_slip_.rows[k];
    if (row.contact == contact && row.friction == friction) return &row;
  }
  return nullptr;
}

}  // namespace perilune
