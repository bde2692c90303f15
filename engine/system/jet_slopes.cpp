#include <algorithm>

#include "engine/system/element_slopes.h"

namespace perilune {
namespace {
constexpr std::size_t most_directions = Jet::Slope::RowsAtCompileTime;
}

// inputs: body by body, coordinate by coordinate, as gather() lists them. A jet has directions for two bodies; the entries of
// more are looked at in turns. See returns whether it could. No jets see bodies in space.
template <class See>
bool ElementSlopes::for_directions(const Inputs& inputs, Of of, See see) const {
  for (const Input& input : inputs) {
    if (input.body->coordinates() > 3) return false;
  }
  for (std::size_t first = 0; first < inputs.size();) {
    std::size_t end = first;
    while (end < inputs.size() && end + inputs[end].body->coordinates() <= first + most_directions)
      end += inputs[end].body->coordinates();
    if (!see(Directions{of, first, end - first})) return false;
    first = end;
  }
  return true;
}

// Along q + vτ + aτ²/2, rates v + aτ, an instant later; or along one entry, the instant kept.
JetPlaces ElementSlopes::places_along(const Inputs& inputs, const Path& path,
                                      const Directions& directions) const {
  const bool is_motion = path.moved < 0;
  JetPlaces places(system_.motion_, is_motion ? 1 : 0);
  std::array<Jet, 3> coordinates, rates;
  for (std::size_t i = 0; i < inputs.size();) {
    const Body& body = *inputs[i].body;
    const auto count = static_cast<std::size_t>(body.coordinates());
    for (std::size_t k = 0; k < count; ++k) {
      const int column = inputs[i + k].column;
      const double q = y_[column], v = y_[n_ + column];
      const double a = path.accelerations ? (*path.accelerations)[column] : 0;
      const double unit = static_cast<int>(i + k) == path.moved ? 1 : 0;
      const bool turns_rate = path.by == Of::rate;
      coordinates[k] = is_motion ? Jet::path(q, v, 0.5 * a) : Jet::path(q, turns_rate ? 0 : unit, 0);
      rates[k] = is_motion ? Jet::path(v, a, 0) : Jet::path(v, turns_rate ? unit : 0, 0);
      const std::size_t direction = i + k - directions.first;  // or far beyond the last
      if (direction >= directions.count) continue;
      const auto d = static_cast<Eigen::Index>(direction);
      if (directions.of == Of::position) {
        coordinates[k].term[0].slope[d] = 1;
      } else {
        rates[k].term[0].slope[d] = 1;
        if (is_motion) coordinates[k].term[1].slope[d] = 1;
      }
    }
    places.add(body, coordinates.data(), rates.data());
    i += count;
  }
  return places;
}

// Q = Gᵀ w with G = ∂l/∂q, l̇ = G v:   ∂Q/∂q = Gᵀ (w_l G + w_l̇ Ġ) + Σ wᵢ ∂²lᵢ/∂q²,   ∂Q/∂v = Gᵀ w_l̇ G.
bool ElementSlopes::add_measured_force(const MeasuredForce& force, const Inputs& inputs) {
  const auto count = static_cast<Eigen::Index>(inputs.size()), measures = Eigen::Index{force.measures()};
  seen_on_.assign(static_cast<std::size_t>(measures), Jet());
  gradient_.resize(measures, count), gradient_rate_.resize(measures, count);
  measures_.place.resize(measures), measures_.rate.resize(measures), measures_.t = t_;
  const bool is_measured = for_directions(inputs, Of::position, [&](const Directions& d) {
    const auto first = static_cast<Eigen::Index>(d.first), size = static_cast<Eigen::Index>(d.count);
    if (!force.measure_on(places_along(inputs, {}, d), seen_on_.data())) return false;
    for (Eigen::Index i = 0; i < measures; ++i) {
      const std::array<Jet::Term, 3>& term = seen_on_[static_cast<std::size_t>(i)].term;
      measures_.place[i] = term[0].value, measures_.rate[i] = term[1].value;
      gradient_.row(i).segment(first, size) = term[0].slope.head(size).transpose();
      gradient_rate_.row(i).segment(first, size) = term[1].slope.head(size).transpose();
    }
    return true;
  });
  measured_push_.force.setZero(measures);
  measured_push_.by_place.setZero(measures, measures), measured_push_.by_rate.setZero(measures, measures);
  if (!is_measured || !force.push_at(measures_, measured_push_)) return false;

  const MatrixX &by_place = measured_push_.by_place, &by_rate = measured_push_.by_rate;
  own_[0] = gradient_.transpose() * (by_place * gradient_ + by_rate * gradient_rate_);
  own_[1] = gradient_.transpose() * by_rate * gradient_;
  for (int k = 0; k < count; ++k) {
    const Path path{nullptr, k, Of::position};
    for_directions(inputs, Of::position, [&](const Directions& d) {
      const auto first = static_cast<Eigen::Index>(d.first), size = static_cast<Eigen::Index>(d.count);
      force.measure_on(places_along(inputs, path, d), seen_on_.data());
      for (Eigen::Index i = 0; i < measures; ++i) {
        const Jet& moved = seen_on_[static_cast<std::size_t>(i)];
        own_[0].col(k).segment(first, size) += measured_push_.force[i] * moved.term[1].slope.head(size);
      }
      return true;
    });
  }
  add_own(inputs, 1);
  return true;
}

void ElementSlopes::add_own(const Inputs& inputs, double factor) {
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    for (const Of of : {Of::position, Of::rate}) {
      push_ = own_[of == Of::rate].col(static_cast<Eigen::Index>(k));
      add_column(inputs, push_, factor, inputs[k].column, of);
    }
  }
}

// Along the motion an equation of positions is Φ + Φ̇ τ + Φ̈ τ²/2, but for what depends on time alone. Its acceleration
// demanded is r = Φ̈ + 2α Φ̇ + β² Φ, and ∂Φ̇/∂q̇ = Φ_q, ∂Φ̈/∂q̇ = 2 ∂Φ̇/∂q. One of velocities is Ψ + Ψ̇ τ, r = Ψ̇ + 2α Ψ, and
// its reaction Ψ_vᵀ λ depends on v, too. False: the joint knows no jets, nothing was added.
bool ElementSlopes::add_jet_reactions(int joint, const VectorX& lambda, const VectorX& acceleration) {
  const Joint& element = *system_.joints_[joint];
  const auto* known = dynamic_cast<const JetEquations*>(&element);
  if (!known) return false;
  const ConstraintJacobian::JointRows& of = system_.jacobian_.joints()[joint];
  const Inputs& inputs = of_joints_[joint];
  const auto count = static_cast<Eigen::Index>(inputs.size());
  const int positions = of.equations - element.velocity_equations();
  const double alpha = system_.options_.alpha, beta = system_.options_.beta;
  seen_on_.assign(of.equations, Jet());
  const auto evaluate = [&](const Path& path, const Directions& directions) {
    return known->evaluate_on(places_along(inputs, path, directions), seen_on_.data());
  };

  const auto demand = [&](const Directions& d) {
    if (!evaluate({&acceleration}, d)) return false;
    for (int e = 0; e < of.equations; ++e) {
      const std::array<Jet::Term, 3>& term = seen_on_[e].term;
      for (std::size_t k = 0; k < d.count; ++k) {
        const int row = of.first + e, column = inputs[d.first + k].column;
        const auto i = static_cast<Eigen::Index>(k);
        const double slope = term[0].slope[i], rate = term[1].slope[i];
        if (e >= positions) {
          demands_[d.of == Of::rate](row, column) = rate + 2 * alpha * slope;
        } else if (d.of == Of::position) {
          demands_[0](row, column) = 2 * term[2].slope[i] + 2 * alpha * rate + beta * beta * slope;
          demands_[1](row, column) = 2 * rate + 2 * alpha * slope;
        }
      }
    }
    return true;
  };
  own_[0].setZero(count, count), own_[1].setZero(count, count);
  const auto push = [&](const Path& path, const Directions& d) {
    if (!evaluate(path, d)) return false;
    const auto first = static_cast<Eigen::Index>(d.first), size = static_cast<Eigen::Index>(d.count);
    const bool of_velocities = d.of == Of::rate;
    for (int e = of_velocities ? positions : 0; e < (of_velocities ? of.equations : positions); ++e)
      own_[path.by == Of::rate].col(path.moved).segment(first, size) +=
          lambda[of.first + e] * seen_on_[e].term[1].slope.head(size);
    return true;
  };

  const bool binds_velocities = positions < of.equations;
  if (!for_directions(inputs, Of::position, demand)) return false;
  if (binds_velocities && !for_directions(inputs, Of::rate, demand)) return false;
  for (int k = 0; k < count; ++k) {
    for (const Of moved : {Of::position, Of::rate}) {
      for (const Of of_directions : {Of::position, Of::rate}) {
        const bool moves_nothing = moved == Of::rate && of_directions == Of::position;
        if (moves_nothing || (of_directions == Of::rate && !binds_velocities)) continue;
        const Path path{nullptr, k, moved};
        if (!for_directions(inputs, of_directions, [&](const Directions& d) { return push(path, d); }))
          return false;
      }
    }
  }
  add_own(inputs, -1);
  return true;
}

}  // namespace perilune
