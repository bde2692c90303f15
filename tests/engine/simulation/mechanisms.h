#pragma once

#include <cmath>

#include "engine/joints/drive.h"
#include "tests/engine/simulation/models.h"
#include "tests/engine/support.h"

// Mechanisms with ideal joints, made through the catalogues.
namespace perilune::testing {

inline JointPointer joint(const std::string& kind, const std::string& name, const Fields& fields) {
  JointPointer made = make(joint_catalog(), kind, fields);
  made->name = name;
  return made;
}

// A pin of two bodies at a place of the world at t = 0.
inline JointPointer pin(const Model& model, const std::string& name, const BodyPointer& a,
                        const BodyPointer& b, const Vector3& at) {
  return joint("revolute", name,
               {{"between", PointPair{Point{a}, Point{b}}}, {"at", Point{model.ground(), at}}});
}

// b slides on a along an axis through a place of the world at t = 0.
inline JointPointer slide(const Model& model, const std::string& name, const BodyPointer& a,
                          const BodyPointer& b, const Vector3& axis, const Vector3& at) {
  return joint(
      "prismatic", name,
      {{"between", PointPair{Point{a}, Point{b}}}, {"axis", axis}, {"at", Point{model.ground(), at}}});
}

// angle(t) = speed t.
inline FunctionSourcePointer turning(double speed) {
  return native([speed](const Taylor* in, Taylor* out) { out[0] = {speed * in[0].value, speed, 0}; });
}

// Uniform bar of mass 1 kg from a to b [m].
inline BodyPointer bar(const std::string& name, const Vector3& a, const Vector3& b) {
  const Vector3 d = b - a;
  return body("body", name,
              {{"mass", 1.0},
               {"inertia", d.squaredNorm() / 12},
               {"position", Vector3((a + b) / 2)},
               {"angle", std::atan2(d[1], d[0])}});
}

// A mass of 1 kg on a rod of 1 m, released level.
inline Model pendulum() {
  Model model = empty_model();
  const BodyPointer mass = particle("mass", 1, Vector3(1, 0, 0));
  model.add(mass);
  model.add(joint("rod", "rod", {{"between", PointPair{Point{model.ground()}, Point{mass}}}}));
  return model;
}

// Flores & Ambrósio (2010), sec. 5.1: its sphere of 50 mm touches the wall when it hangs straight down.
inline Model pendulum_and_wall(const ContactLawPointer& law) {
  Model model = pendulum();
  const BodyPointer mass = model.bodies()[1];
  const ShapePointer wall =
      shape(model.ground(), "line", {{"at", Vector3(-0.05, 0, 0)}, {"normal", Vector3(1, 0, 0)}});
  model.add(contact("wall", circle(mass, 0.05), wall, law));
  return model;
}

// The geometry of scripts/gallery/quick_return_ideal.lua; 3 rad/s.
inline Model quick_return(bool driven = true) {
  const Vector3 O2(0, 0.2, 0), O3(0, 0, 0), A(0.1, 0.2, 0);
  const double psi = std::atan2(A[1], A[0]);
  const Vector3 B = 0.5 * Vector3(std::cos(psi), std::sin(psi), 0);
  const Vector3 C(B[0] + std::sqrt(0.12 * 0.12 - (0.5 - B[1]) * (0.5 - B[1])), 0.5, 0);
  Model model = empty_model();
  const BodyPointer crank = bar("crank", O2, A), rocker = bar("rocker", O3, B),
                    coupler = bar("coupler", B, C);
  const BodyPointer block =
      body("body", "block", {{"mass", 0.3}, {"inertia", 1e-4}, {"position", A}, {"angle", psi}});
  const BodyPointer slider = body("body", "slider", {{"mass", 1.0}, {"inertia", 1e-3}, {"position", C}});
  for (const BodyPointer& each : {crank, rocker, coupler, block, slider}) model.add(each);
  const JointPointer motor = pin(model, "motor", model.ground(), crank, O2);
  model.add(motor);
  model.add(pin(model, "rocker pivot", model.ground(), rocker, O3));
  model.add(pin(model, "crank pin", crank, block, A));
  model.add(slide(model, "block on rocker", rocker, block, B, A));
  model.add(pin(model, "coupler pin", rocker, coupler, B));
  model.add(pin(model, "slider pin", coupler, slider, C));
  model.add(slide(model, "guide", model.ground(), slider, Vector3(1, 0, 0), C));
  Quantity value;
  value.function = turning(3);
  if (driven) model.add(joint("drive", "crank drive", {{"joint", motor}, {"value", value}}));
  return model;
}

// IFToMM benchmark A02: N windows of links of 1 m and 1 kg, upright; the top moves at 1 m/s.
inline Model n_four_bar(int windows) {
  Model model = empty_model();
  BodyPointer before;
  const auto moving = [](const std::string& name, const Vector3& position, double angle, double speed,
                         double spin) {
    return body("body", name,
                {{"mass", 1.0},
                 {"inertia", 1.0 / 12},
                 {"position", position},
                 {"angle", angle},
                 {"velocity", Vector3(speed, 0, 0)},
                 {"angular_velocity", spin}});
  };
  for (int i = 0; i <= windows; ++i) {
    const std::string number = std::to_string(i);
    const BodyPointer rocker = moving("rocker " + number, Vector3(i, 0.5, 0), M_PI / 2, 0.5, -1);
    model.add(rocker);
    model.add(pin(model, "foot " + number, model.ground(), rocker, Vector3(i, 0, 0)));
    if (before) {
      const BodyPointer coupler = moving("coupler " + number, Vector3(i - 0.5, 1, 0), 0, 1, 0);
      model.add(coupler);
      model.add(pin(model, "left " + number, before, coupler, Vector3(i - 1, 1, 0)));
      model.add(pin(model, "right " + number, coupler, rocker, Vector3(i, 1, 0)));
    }
    before = rocker;
  }
  return model;
}

// Crank and rod along x at the start, the slider on the x axis; the crank driven.
inline Model slider_crank(double crank_length, double rod_length, double speed) {
  const Vector3 O(0, 0, 0), A(crank_length, 0, 0), B(crank_length + rod_length, 0, 0);
  Model model = empty_model();
  const BodyPointer crank = bar("crank", O, A), rod = bar("rod", A, B);
  const BodyPointer slider = body("body", "slider", {{"mass", 1.0}, {"inertia", 1.0}, {"position", B}});
  for (const BodyPointer& each : {crank, rod, slider}) model.add(each);
  const JointPointer motor = pin(model, "motor", model.ground(), crank, O);
  model.add(motor);
  model.add(pin(model, "crank pin", crank, rod, A));
  model.add(pin(model, "slider pin", rod, slider, B));
  model.add(slide(model, "guide", model.ground(), slider, Vector3(1, 0, 0), B));
  Quantity value;
  value.function = turning(speed);
  model.add(joint("drive", "crank drive", {{"joint", motor}, {"value", value}}));
  return model;
}

}  // namespace perilune::testing
