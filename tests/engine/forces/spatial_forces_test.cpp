#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "engine/forces/catalog.h"
#include "engine/joints/angle_binding.h"
#include "engine/model/error.h"
#include "tests/engine/space.h"

using namespace perilune;
using namespace perilune::testing;

// ---- the battery: every force of the spatial catalogue between two bodies that stand anyhow ----

namespace {

std::mt19937 generator(11);

Quantity constant_vector(const VectorX& numbers) {
  Quantity quantity;
  quantity.constant = numbers;
  return quantity;
}

using Overrides = std::map<std::string, Value>;

struct Case {
  std::string name;
  const CatalogEntry<ForcePointer>* entry;
  Overrides given;
  bool of_an_angle = false;  // exact over a step for bodies that turn against each other about its axis only
  bool is_naive = false;     // meant to be wrong over a step
};

const Vector3 axis(0.3, 0.5, -0.2);

// Of two bodies that see x, y, z, d1, d2, d3, vx, vy, vz, wx, wy, wz: 3 N/m along the line between them, and 0.4 N·m·s
// against their spin past each other.
FunctionSourcePointer attraction_and_drag() {
  return native([](const Taylor* in, Taylor* out) {
    constexpr int view = 18, load = 6, spin = 15;
    for (int i = 0; i < 3; ++i) {
      out[i].value = 3 * (in[view + i].value - in[i].value);
      out[3 + i].value = 0.4 * (in[view + spin + i].value - in[spin + i].value);
      out[load + i].value = -out[i].value, out[load + 3 + i].value = -out[3 + i].value;
    }
  });
}

// Each kind, and each way of those that have several.
std::vector<Case> cases() {
  std::vector<Case> list;
  for (const auto& entry : spatial_force_catalog()) {
    if (entry.name == "force") {
      list.push_back({"dead force", &entry, {{"value", constant_vector(Vector3(1, -2, 3))}}});
      list.push_back(
          {"follower", &entry, {{"value", constant_vector(Vector3(1, -2, 3))}, {"follower", true}}});
    } else if (entry.name == "interaction") {
      list.push_back({entry.name, &entry, {{"force", native([](const Taylor* in, Taylor* out) {
                                              out[0].value = 3 * in[0].value + 0.5 * in[1].value;
                                            })}}});
    } else if (entry.name == "user_force") {
      list.push_back({entry.name, &entry, {{"force", attraction_and_drag()}}});
    } else if (entry.name == "torque") {
      list.push_back(
          {"torque on a body", &entry, {{"on", true}, {"value", constant_vector(Vector3(1, -2, 3))}}});
      for (const char* way : {"contravariant", "augmentation", "naive"}) {
        list.push_back({std::string("torque, ") + way,
                        &entry,
                        {{"between", true},
                         {"axis", axis},
                         {"value", constant_vector(VectorX::Constant(1, 0.7))},
                         {"formulation", std::string(way)}},
                        way == std::string("augmentation"),
                        way == std::string("naive")});
      }
    } else {
      list.push_back({entry.name, &entry, {}, entry.name == "torsion_spring"});
    }
  }
  return list;
}

struct Loaded : TwoBodies {
  explicit Loaded(const Case& a_case) : TwoBodies(generator) {
    const bool is_torque = a_case.entry->name == "torque";
    std::vector<Given> list;
    for (const FieldInfo& field : a_case.entry->fields) {
      const auto own = a_case.given.find(field.name);
      const bool is_said = own != a_case.given.end();
      if (is_torque && !is_said) continue;
      if (field.type == FieldType::points)
        list.push_back({&field, PointPair{Point{bench.bodies[1], random_vector(generator)},
                                          Point{bench.bodies[2], random_vector(generator)}}});
      else if (field.type == FieldType::participants)
        list.push_back({&field, Points{Point{bench.bodies[1], random_vector(generator)},
                                       Point{bench.bodies[2], random_vector(generator)}}});
      else if (field.type == FieldType::bodies)
        list.push_back({&field, BodyPair{bench.bodies[1], bench.bodies[2]}});
      else if (field.type == FieldType::body) list.push_back({&field, bench.bodies[1]});
      else if (field.name == "on") list.push_back({&field, Point{bench.bodies[1], Vector3(0.2, 0.1, -0.3)}});
      else if (is_said) list.push_back({&field, own->second});
      else if (field.name == "at") continue;
      else if (field.name == "axis") list.push_back({&field, axis});
      else if (field.type == FieldType::vector) list.push_back({&field, Vector3(3, 1, 2)});
      else if (field.type == FieldType::number) list.push_back({&field, 0.8});
    }
    force = a_case.entry->make(list);
    force->place(bench.motion);
  }
  double imbalance_at_once(const VectorX& q0, const VectorX& u) {
    constexpr double s = 1e-6;
    move(q0, u, s);
    const double after = force->potential(bench.motion);
    move(q0, u, -s);
    const double before = force->potential(bench.motion);
    move(q0, u, 0);
    VectorX f = VectorX::Zero(12);
    Loads loads(bench.motion, f.data());
    force->add(bench.motion, loads);
    return f.dot(u) + (after - before) / (2 * s) - loads.supplied() + loads.dissipated();
  }
  ForcePointer force;
};

VectorX random_change(double size) {
  VectorX u(12);
  for (int k = 0; k < 4; ++k) u.segment<3>(3 * k) = size * random_vector(generator);
  return u;
}

}  // namespace

TEST_CASE("every force in space: its power is what it stores, brings in and loses") {
  for (const Case& a_case : cases()) {
    CAPTURE(a_case.name);
    for (int trial = 0; trial < 5; ++trial) {
      Loaded loaded(a_case);
      if (!a_case.of_an_angle) loaded.move(VectorX(loaded.bench.q), random_change(1), 0.5);
      // About a hinge: any motion of both, and a turn of the second against the first.
      VectorX u = random_change(1);
      if (a_case.of_an_angle) {
        const auto& bodies = loaded.bench.motion.bodies;
        const Matrix3 a = loaded.bench.bodies[1]->spin_jacobian(bodies[1]).rightCols<3>();
        const Matrix3 b = loaded.bench.bodies[2]->spin_jacobian(bodies[2]).rightCols<3>();
        u.segment<3>(9) = b.transpose() * (a * u.segment<3>(3) + 0.9 * axis.normalized());
      }
      CHECK(std::abs(loaded.imbalance_at_once(VectorX(loaded.bench.q), u)) < 1e-7);
    }
  }
}

TEST_CASE("every force between two bodies in space keeps linear and angular momentum") {
  for (const Case& a_case : cases()) {
    CAPTURE(a_case.name);
    Loaded loaded(a_case);
    if (loaded.force->bodies().size() < 2) continue;
    loaded.move(VectorX(loaded.bench.q), random_change(1), 0.5);
    VectorX f = VectorX::Zero(12);
    Loads loads(loaded.bench.motion, f.data());
    loaded.force->add(loaded.bench.motion, loads);
    const auto [force, moment] = loaded.resultant(loaded.bench.motion, f);
    CHECK(force.norm() < 1e-13);
    CHECK(moment.norm() < 1e-13);
  }
}

// Over steps in which bodies turn by half a radian and more.
TEST_CASE("every force in space: over a step its work is exactly what it stores, brings in and loses") {
  constexpr double h = 0.3;
  for (const Case& a_case : cases()) {
    CAPTURE(a_case.name);
    for (int trial = 0; trial < 5; ++trial) {
      Loaded loaded(a_case);
      const VectorX q0 = loaded.bench.q;
      VectorX u = random_change(0.5);
      const Motion before = loaded.bench.motion;
      const VectorX kept_q = loaded.bench.q, kept_v = loaded.bench.v;
      const double stored = loaded.force->potential(before);
      loaded.move(q0, u, 1);
      if (a_case.of_an_angle) {  // the second as the first, and about the axis
        const BodyMotion &a0 = before.bodies[1], &a1 = loaded.bench.motion.bodies[1];
        const Matrix3 R = a1.directors * a0.directors.transpose();
        const Matrix3 D = R * Eigen::AngleAxisd(0.6, axis.normalized()) * before.bodies[2].directors;
        Eigen::Map<Matrix3>(loaded.bench.q.data() + 15) = D;
        loaded.bench.update();
      }
      Motion start = before;
      start.q = kept_q.data(), start.v = kept_v.data();
      const Motion after = loaded.bench.motion;
      const Middle middle(loaded.bench, start, after, h);
      VectorX f = VectorX::Zero(12);
      Loads loads(middle.motion, f.data());
      loaded.force->add_over({start, middle.motion, after, h}, loads);
      const double gained = loaded.force->potential(after) - stored;
      const double books = f.dot(middle.change) + gained - h * (loads.supplied() - loads.dissipated());
      CHECK(std::abs(books) < 1e-12);
      CHECK(loads.dissipated() >= 0);
      if (loaded.force->bodies().size() < 2) continue;
      const auto [force, moment] = loaded.resultant(middle.motion, f);
      CHECK(force.norm() < 1e-12);
      if (a_case.is_naive) CHECK(moment.norm() > 1e-3);
      else CHECK(moment.norm() < 1e-12);
    }
  }
}

// A unit of it does as much work over the step as the angle changes.
TEST_CASE("torque with the angle as a coordinate: the work is the moment times the angle") {
  const auto* torque = find_entry(spatial_force_catalog(), "torque");
  for (const char* way : {"augmentation", "contravariant"}) {
    Loaded loaded({way,
                   torque,
                   {{"between", true},
                    {"axis", axis},
                    {"value", constant_vector(VectorX::Constant(1, 0.7))},
                    {"formulation", std::string(way)}}});
    const VectorX q0 = loaded.bench.q, v0 = loaded.bench.v;
    Motion before = loaded.bench.motion;
    before.q = q0.data(), before.v = v0.data();
    constexpr double angle = 0.9, h = 0.1;
    const Matrix3 D = Eigen::AngleAxisd(angle, axis.normalized()) * before.bodies[2].directors;
    Eigen::Map<Matrix3>(loaded.bench.q.data() + 15) = D;
    loaded.bench.update();
    const Middle middle(loaded.bench, before, loaded.bench.motion, h);
    VectorX f = VectorX::Zero(12);
    Loads loads(middle.motion, f.data());
    loaded.force->add_over({before, middle.motion, loaded.bench.motion, h}, loads);
    const bool is_exact = way == std::string("augmentation");
    CHECK(f.dot(middle.change) ==
          doctest::Approx(0.7 * (is_exact ? angle : 2 * std::tan(angle / 2))).epsilon(1e-13));
  }
}

TEST_CASE("bushing: a small turn and a small shift meet stiffness and damping; what cannot be is refused") {
  const auto* entry = find_entry(spatial_force_catalog(), "bushing");
  Loaded loaded({"bushing", entry, {}});
  const VectorX q0 = loaded.bench.q;
  CHECK(loaded.force->potential(loaded.bench.motion) == doctest::Approx(0).epsilon(1e-15));
  VectorX u = VectorX::Zero(12);
  const Matrix3 axes = loaded.bench.bodies[2]->spin_jacobian(loaded.bench.motion.bodies[2]).rightCols<3>();
  u.segment<3>(9) =
      1e-5 * axes.transpose() * axis.normalized();  // about the first of its axes, with 3 N m/rad
  loaded.move(q0, u, 1);
  loaded.bench.v.setZero();
  loaded.bench.update();
  const Vector3 moment(loaded.force->channel(3, loaded.bench.motion),
                       loaded.force->channel(4, loaded.bench.motion),
                       loaded.force->channel(5, loaded.bench.motion));
  CHECK((moment + 3e-5 * axis.normalized()).norm() < 1e-9);

  std::vector<Given> given;
  for (const FieldInfo& field : entry->fields) {
    if (field.name == "between")
      given.push_back({&field, PointPair{Point{loaded.bench.bodies[1]}, Point{loaded.bench.bodies[2]}}});
    if (field.name == "stiffness") given.push_back({&field, Vector3(1, -2, 1)});
  }
  CHECK_THROWS_WITH_AS(entry->make(given), doctest::Contains("stiffness has the entry -2"), InputError);
}
