#pragma once

#include <array>
#include <cmath>

#include "engine/contact/clearance.h"
#include "engine/contact_laws/stiffness.h"
#include "tests/engine/simulation/models.h"
#include "tests/engine/support.h"

// The quick-return mechanism of Flores & Ambrósio (2010), sec. 5.2, with four clearance joints: the geometry is only
// drawn there, see scripts/gallery/quick_return_clearance.lua for what is assumed.
namespace perilune::testing {

struct QuickReturn {
  static constexpr double omega = 3;                                                            // [rad/s]
  static constexpr double crank = 0.1, rocker = 0.5, coupler = 0.12, height = 0.5, base = 0.2;  // [m]
  static constexpr double journal = 9.5e-3, bearing = 10e-3;                                    // [m]

  Vector3 A{crank, base, 0}, vA{0, omega*crank, 0};
  double psi = std::atan2(A[1], A[0]), psi_rate = (A[0] * vA[1] - A[1] * vA[0]) / A.squaredNorm();
  Vector3 B{rocker * std::cos(psi), rocker*std::sin(psi), 0}, vB{-psi_rate * B[1], psi_rate*B[0], 0};
  double phi = std::asin((height - B[1]) / coupler), phi_rate = -vB[1] / (coupler * std::cos(phi));
  Vector3 C{B[0] + coupler * std::cos(phi), height, 0}, vC{vB[0] - phi_rate * coupler * std::sin(phi), 0, 0};
};

inline Contact clearance(const std::string& kind, const std::string& name, const Fields& fields,
                         ContactLawPointer law) {
  const ClearanceShapes shapes = make(clearance_catalog(), kind, fields);
  Contact made = contact(name, shapes.inner, shapes.outer, std::move(law));
  made.is_joint = true;
  return made;
}

inline Contact clearance_revolute(const BodyPointer& ground, const std::string& name, const BodyPointer& pin,
                                  const BodyPointer& bush, const Vector3& at, double journal, double bearing,
                                  ContactLawPointer law) {
  const PointPair between = {Point{pin, pin->center()}, Point{bush, bush->center()}};
  return clearance("clearance_revolute", name,
                   {{"between", between},
                    {"at", Point{ground, at}},
                    {"journal_radius", journal},
                    {"bearing_radius", bearing}},
                   std::move(law));
}

inline BodyPointer quick_return_body(const char* name, double mass, double inertia, const Vector3& position,
                                     double angle, const Vector3& velocity, double spin) {
  BodyPointer made = planar_body(mass, inertia, position, angle, velocity, spin);
  made->name = name;
  return made;
}

inline JointPointer quick_return_slide(const BodyPointer& ground, const char* name, const BodyPointer& a,
                                       const BodyPointer& b, const Vector3& axis, const Vector3& at) {
  const PointPair between = {Point{a, a->center()}, Point{b, b->center()}};
  JointPointer made =
      make(joint_catalog(), "prismatic", {{"between", between}, {"axis", axis}, {"at", Point{ground, at}}});
  made->name = name;
  return made;
}

inline Model quick_return(double restitution = 0.9) {
  using Q = QuickReturn;
  const Q start;
  Model model = empty_model();
  const BodyPointer crank =
      quick_return_body("crank", 0.2, 1e-4, {0, Q::base, 0}, 0, Vector3::Zero(), Q::omega);
  const BodyPointer rocker =
      quick_return_body("rocker", 1.0, 0.1, start.B / 2, start.psi, start.vB / 2, start.psi_rate);
  const BodyPointer block =
      quick_return_body("block", 0.5, 0.025, start.A, start.psi, start.vA, start.psi_rate);
  const BodyPointer coupler = quick_return_body("coupler", 0.24, 0.012, (start.B + start.C) / 2, start.phi,
                                                (start.vB + start.vC) / 2, start.phi_rate);
  const BodyPointer slider = quick_return_body("slider", 0.5, 1e-4, start.C, 0, start.vC, 0);
  for (const BodyPointer& body : {crank, rocker, block, coupler, slider}) model.add(body);

  Quantity turning;
  turning.function = native([](const Taylor* in, Taylor* out) {
    out[0] = {0, 0, 0}, out[1] = {Q::base, 0, 0};
    out[2] = {Q::omega * in[0].value, Q::omega, 0};
  });
  const JointPointer motor = make(joint_catalog(), "drive", {{"body", crank}, {"value", turning}});
  motor->name = "motor";
  model.add(motor);
  model.add(quick_return_slide(model.ground(), "block on rocker", rocker, block, start.B, start.A));
  model.add(quick_return_slide(model.ground(), "guide", model.ground(), slider, Vector3::UnitX(), start.C));

  const double K = hertz_stiffness(Q::journal, -Q::bearing, 207e9, 0.3, 207e9, 0.3);
  const ContactLawPointer steel = law("lankarani_nikravesh", restitution, 1.5, K);
  const auto pin = [&](const char* name, const BodyPointer& a, const BodyPointer& b, const Vector3& at) {
    model.add(clearance_revolute(model.ground(), name, a, b, at, Q::journal, Q::bearing, steel));
  };
  pin("O3", rocker, model.ground(), Vector3::Zero());
  pin("A", crank, block, start.A);
  pin("B", rocker, coupler, start.B);
  pin("C", coupler, slider, start.C);
  return model;
}

}  // namespace perilune::testing
