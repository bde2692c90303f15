#pragma once

#include "engine/forces/catalog.h"
#include "engine/friction/dry_friction.h"
#include "tests/engine/simulation/models.h"
#include "tests/engine/support.h"

namespace perilune::testing {

inline Quantity quantity(double value) {
  Quantity made;
  made.constant = VectorX::Constant(1, value);
  return made;
}

inline BodyPointer named_coordinate(const std::string& name, double inertia, double position = 0,
                                    double velocity = 0) {
  return body("coordinate", name, {{"inertia", inertia}, {"position", position}, {"velocity", velocity}});
}

// limit: T; while it slips T/(1 + decay |s|).
inline DryFrictionPointer dry_friction(const std::string& name, const BodyPointer& a, const BodyPointer& b,
                                       double limit, double decay = 0, Fields more = {}) {
  more.push_back({"between", PointPair{Point{a}, Point{b}}});
  more.push_back({"limit", quantity(limit)});
  if (decay > 0) {
    Quantity kinetic;
    kinetic.function = native(
        [=](const Taylor* c, Taylor* magnitude) { magnitude[0].value = limit / (1 + decay * c[2].value); });
    more.push_back({"kinetic", kinetic});
  }
  DryFrictionPointer made = make(dry_friction_catalog(), "dry_friction", more);
  made->name = name;
  return made;
}

// Oprea (2013), table 1: wall - k - 4 kg - k - 7 kg, both on a belt that moves with 0.3 m/s, the second on the first.
// h with its physical sign, all at rest at t = 0.
inline Model two_blocks_on_a_belt(const Fields& more = {}) {
  Model model = empty_model(0);
  const BodyPointer one = named_coordinate("one", 4), two = named_coordinate("two", 7);
  const BodyPointer belt = named_coordinate("belt", 1, 0, 0.3);
  for (const BodyPointer& each : {one, two, belt}) model.add(each);
  Quantity motion;
  motion.function = native([](const Taylor* t, Taylor* p) {
    p[0] = {0.3 * t[0].value, 0.3 * t[0].first, 0.3 * t[0].second};
  });
  model.add(make(joint_catalog(), "drive", {{"coordinate", belt}, {"value", motion}}));
  const auto spring = [&](const BodyPointer& a, const BodyPointer& b) {
    model.add(
        make(force_catalog(), "spring", {{"between", PointPair{Point{a}, Point{b}}}, {"stiffness", 14.0}}),
        "spring");
  };
  spring(model.ground(), one), spring(one, two);
  model.add(dry_friction("1", one, belt, 4, 3, more));
  model.add(dry_friction("2", two, belt, 7, 3, more));
  model.add(dry_friction("3", one, two, 5, 3, more));
  return model;
}

// Instants [s] at which a friction began to slip or to stick, each once.
inline std::vector<double> transitions(const Run& run) {
  std::vector<double> list;
  for (const Event& event : run.events()) {
    if (event.kind != "stick" && event.kind != "slip") continue;
    if (list.empty() || event.t > list.back() + 1e-9) list.push_back(event.t);
  }
  return list;
}

}  // namespace perilune::testing
