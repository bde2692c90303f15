#pragma once

#include <array>
#include <cmath>

#include "engine/contact/clearance.h"
#include "engine/contact_laws/stiffness.h"
#include "tests/engine/simulation/mechanisms.h"

// Joints with clearance, and the quick-return mechanism of Flores & Ambrósio (2010), sec. 5.2, with four of them: the
// geometry is only drawn there, see scripts/gallery/quick_return_clearance.lua for what is assumed.
namespace perilune::testing {

inline Contact clearance(const std::string& kind, const std::string& name, const Fields& fields,
                         ContactLawPointer law) {
  const ClearanceShapes shapes = make(clearance_catalog(), kind, fields);
  Contact made = contact(name, shapes.inner, shapes.outer, std::move(law));
  made.is_joint = true;
  return made;
}

inline Contact clearance_revolute(const std::string& name, const BodyPointer& pin, const BodyPointer& bush,
                                  const Vector3& at, double journal, double bearing, ContactLawPointer law) {
  return clearance("clearance_revolute", name,
                   {{"between", PointPair{Point{pin}, Point{bush}}},
                    {"at", Point{nullptr, at}},
                    {"journal_radius", journal},
                    {"bearing_radius", bearing}},
                   std::move(law));
}

// Where the ideal mechanism is at the start, and how fast.
struct QuickReturn {
  static constexpr double omega = 3;                                                            // [rad/s]
  static constexpr double crank = 0.1, rocker = 0.5, coupler = 0.12, height = 0.5, base = 0.2;  // [m]
  static constexpr double journal = 9.5e-3, bearing = 10e-3;                                    // [m]

  Vector3 O2{0, base, 0}, A{crank, base, 0}, vA{0, omega*crank, 0};
  double psi = std::atan2(A[1], A[0]), psi_rate = (A[0] * vA[1] - A[1] * vA[0]) / A.squaredNorm();
  Vector3 B{rocker * std::cos(psi), rocker*std::sin(psi), 0}, vB{-psi_rate * B[1], psi_rate*B[0], 0};
  double phi = std::asin((height - B[1]) / coupler), phi_rate = -vB[1] / (coupler * std::cos(phi));
  Vector3 C{B[0] + coupler * std::cos(phi), height, 0}, vC{vB[0] - phi_rate * coupler * std::sin(phi), 0, 0};
};

// steel: the law of all its contacts; null: that of the paper.
inline Model quick_return_with_clearance(bool driven = true, ContactLawPointer steel = nullptr) {
  using Q = QuickReturn;
  const Q start;
  Model model = empty_model();
  const auto add = [&](const char* name, double mass, double inertia, const Vector3& position, double angle,
                       const Vector3& velocity, double spin) {
    const BodyPointer made = planar_body(mass, inertia, position, angle, velocity, spin);
    made->name = name;
    model.add(made);
    return made;
  };
  const BodyPointer crank = add("crank", 0.2, 1e-4, start.O2, 0, Vector3::Zero(), Q::omega);
  const BodyPointer rocker = add("rocker", 1, 0.1, start.B / 2, start.psi, start.vB / 2, start.psi_rate);
  const BodyPointer block = add("block", 0.5, 0.025, start.A, start.psi, start.vA, start.psi_rate);
  const BodyPointer coupler = add("coupler", 0.24, 0.012, (start.B + start.C) / 2, start.phi,
                                  (start.vB + start.vC) / 2, start.phi_rate);
  const BodyPointer slider = add("slider", 0.5, 1e-4, start.C, 0, start.vC, 0);

  const JointPointer motor = pin(model, "motor", model.ground(), crank, start.O2);
  model.add(motor);
  Quantity angle;
  angle.function = turning(Q::omega);
  if (driven) model.add(joint("drive", "crank drive", {{"joint", motor}, {"value", angle}}));
  model.add(slide(model, "block on rocker", rocker, block, start.B, start.A));
  model.add(slide(model, "guide", model.ground(), slider, Vector3::UnitX(), start.C));

  const double K = hertz_stiffness(Q::journal, -Q::bearing, 207e9, 0.3, 207e9, 0.3);
  if (!steel) steel = law("lankarani_nikravesh", 0.9, 1.5, K);
  const auto play = [&](const char* name, const BodyPointer& a, const BodyPointer& b, const Vector3& at) {
    model.add(clearance_revolute(name, a, b, at, Q::journal, Q::bearing, steel));
  };
  play("O3", rocker, model.ground(), Vector3::Zero());
  play("A", crank, block, start.A);
  play("B", rocker, coupler, start.B);
  play("C", coupler, slider, start.C);
  return model;
}

}  // namespace perilune::testing
