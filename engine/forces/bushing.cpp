#include "engine/forces/bushing.h"

#include <fmt/format.h>

#include "engine/joints/joint_frame.h"
#include "engine/math/frame.h"
#include "engine/model/error.h"

namespace perilune {
namespace {

void check_signs(const char* name, const Vector3& values) {
  if (values.minCoeff() >= 0) return;
  throw InputError("", "",
                   fmt::format("{} has the entry {:.6g}, none may be negative", name, values.minCoeff()),
                   "0 where it gives way freely");
}

}  // namespace

std::vector<Field<Bushing>> Bushing::fields(Dimension dimension) {
  std::vector<Field<Bushing>> list = {
      {"between", "", "two points, or two bodies with `at`", &Bushing::between},
      {"at", "m", "where it is at t = 0", &Bushing::at},
      {"stiffness", "N/m", "along each of its axes", &Bushing::stiffness},
      {"damping", "N s/m", "along each of its axes", &Bushing::damping}};
  if (dimension == Dimension::planar) {
    list.push_back({"rotational_stiffness", "N m/rad", "moment over the sine of the turn",
                    &Bushing::stiffness_in_plane, at_least(0)});
    list.push_back({"rotational_damping", "N m s/rad", "likewise", &Bushing::damping_in_plane, at_least(0)});
    return list;
  }
  list.push_back({"rotational_stiffness", "N m/rad", "about each, moment over the sine of the turn",
                  &Bushing::rotational_stiffness});
  list.push_back({"rotational_damping", "N m s/rad", "likewise", &Bushing::rotational_damping});
  list.push_back({"axis", "", "the first of its axes, in the world at t = 0; else x, y, z", &Bushing::axis});
  return list;
}

void Bushing::prepare(Dimension dimension) {
  dimension_ = dimension;
  if (dimension == Dimension::planar) {
    rotational_stiffness = {0, 0, stiffness_in_plane}, rotational_damping = {0, 0, damping_in_plane};
    stiffness[2] = damping[2] = 0;
  }
  if (between[0].body == between[1].body) {
    throw InputError("", "", "'between' names '" + between[0].body->name + "' twice",
                     "a bushing joins two bodies");
  }
  const bool turns = !rotational_stiffness.isZero(0) || !rotational_damping.isZero(0);
  for (int k = 0; k < 2; ++k) {
    const Body& body = *between[k].body;
    const bool needs_frame = k == 0 || turns || body.is_scalar();
    if (!needs_frame || body.can_turn() || body.coordinates() == 0) continue;
    throw InputError(
        "", "", "'" + body.name + "' is a " + body.kind() + ", which has no axes",
        "a bushing joins rigid bodies; without rotational stiffness the second may be a particle");
  }
  check_signs("stiffness", stiffness), check_signs("damping", damping);
  check_signs("rotational_stiffness", rotational_stiffness);
  check_signs("rotational_damping", rotational_damping);
  if (axis && !(axis->norm() > 0))
    throw InputError("", "", "'axis' is {0, 0, 0}, a direction is needed", "axis = { 0, 0, 1 }");
}

void Bushing::place(const Motion& start) {
  if (at) {
    const Vector3 x = start.position(*at);
    for (Point& point : between) point = fixed_to(point.body, start, x);
  }
  const Matrix3 frame = axis ? frame_about(*axis) : Matrix3(Matrix3::Identity());
  for (int k = 0; k < 2; ++k) {
    const BodyMotion& body = start.of(*between[k].body);
    axes_[k] = body.turns ? Matrix3(body.directors.transpose() * frame) : frame;
  }
  at_start_ = frame.transpose() * (start.position(between[1]) - start.position(between[0]));
}

Bushing::Geometry Bushing::geometry(const Motion& motion) const {
  const auto frame = [&](int k) {
    const BodyMotion& body = motion.of(*between[k].body);
    return body.turns ? Matrix3(body.directors * axes_[k]) : axes_[k];
  };
  return {frame(0), frame(1), motion.position(between[1]) - motion.position(between[0])};
}

// w₁ = ½ (D₃·E₂ − D₂·E₃) and cyclic.
Bushing::Strain Bushing::strain(const Motion& motion) const {
  const Geometry g = geometry(motion);
  const Matrix3 products = g.a.transpose() * g.b;
  const Vector3 turn(products(2, 1) - products(1, 2), products(0, 2) - products(2, 0),
                     products(1, 0) - products(0, 1));
  return {g.a.transpose() * g.r - at_start_, 0.5 * turn};
}

Matrix3 Bushing::Geometry::turning() const {
  Matrix3 result;
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    const Vector3 ej = b.col(j), ek = b.col(k), dj = a.col(j), dk = a.col(k);
    result.col(i) = 0.5 * (ej.cross(dk) - ek.cross(dj));
  }
  return result;
}

Bushing::Strain Bushing::rate(const Motion& motion) const {
  const Geometry g = geometry(motion);
  const Vector3 &wa = motion.of(*between[0].body).spin, &wb = motion.of(*between[1].body).spin;
  const Vector3 v = motion.velocity(between[1]) - motion.velocity(between[0]);
  return {g.a.transpose() * (v - wa.cross(g.r)), g.turning().transpose() * (wb - wa)};
}

Bushing::Strain Bushing::stress(const Strain& strain, const Strain& rate) const {
  return {-stiffness.cwiseProduct(strain.shift) - damping.cwiseProduct(rate.shift),
          -rotational_stiffness.cwiseProduct(strain.turn) - rotational_damping.cwiseProduct(rate.turn)};
}

// sᵢ feels a turn of a as well: f × r on a is what keeps the angular momentum.
void Bushing::push(const Motion& motion, const Strain& stress, Loads& loads) const {
  const Geometry g = geometry(motion);
  const Vector3 force = g.a * stress.shift, moment = g.turning() * stress.turn;
  loads.add_force(between[1], force);
  loads.add_force(between[0], -force);
  loads.add_torque(*between[1].body, moment);
  loads.add_torque(*between[0].body, force.cross(g.r) - moment);
}

double Bushing::loss(const Strain& rate) const {
  return damping.dot(rate.shift.cwiseAbs2()) + rotational_damping.dot(rate.turn.cwiseAbs2());
}

void Bushing::add(const Motion& motion, Loads& loads) const {
  const Strain now = rate(motion);
  push(motion, stress(strain(motion), now), loads);
  loads.dissipate(loss(now));
}

void Bushing::add_over(const StepMotion& step, Loads& loads) const {
  const Strain before = strain(step.before), after = strain(step.after);
  const Strain mean{0.5 * (before.shift + after.shift), 0.5 * (before.turn + after.turn)};
  const Strain now{(after.shift - before.shift) / step.h, (after.turn - before.turn) / step.h};
  push(step.middle, stress(mean, now), loads);
  loads.dissipate(loss(now));
}

bool Bushing::measure_on(const JetPlaces& places, Jet* measures) const {
  if (dimension_ == Dimension::spatial) return false;
  const auto axis_on = [&](int k, int i) { return places.direction(*between[k].body, axes_[k].col(i)); };
  const JetVector r = places.point(between[1]) - places.point(between[0]);
  for (int i = 0; i < 2; ++i) measures[i] = dot(axis_on(0, i), r) - at_start_[i];
  measures[2] = 0.5 * (dot(axis_on(0, 1), axis_on(1, 0)) - dot(axis_on(0, 0), axis_on(1, 1)));
  return true;
}

bool Bushing::push_at(const Measures& at, Push& push) const {
  const Vector3 stiff(stiffness[0], stiffness[1], rotational_stiffness[2]);
  const Vector3 damped(damping[0], damping[1], rotational_damping[2]);
  push.force = -stiff.cwiseProduct(at.place) - damped.cwiseProduct(at.rate);
  push.by_place.diagonal() = -stiff, push.by_rate.diagonal() = -damped;
  return true;
}

double Bushing::potential(const Motion& motion) const {
  const Strain now = strain(motion);
  return 0.5 * (stiffness.dot(now.shift.cwiseAbs2()) + rotational_stiffness.dot(now.turn.cwiseAbs2()));
}

std::vector<ChannelInfo> Bushing::channels() const {
  if (dimension_ == Dimension::planar) return {{"fx", "N"}, {"fy", "N"}, {"moment", "N m"}};
  return {{"fx", "N"}, {"fy", "N"}, {"fz", "N"}, {"mx", "N m"}, {"my", "N m"}, {"mz", "N m"}};
}

double Bushing::channel(int index, const Motion& motion) const {
  const Geometry g = geometry(motion);
  const Strain now = stress(strain(motion), rate(motion));
  const Vector3 force = g.a * now.shift, moment = g.turning() * now.turn;
  if (dimension_ == Dimension::planar) return index < 2 ? force[index] : moment[2];
  return index < 3 ? force[index] : moment[index - 3];
}

}  // namespace perilune
