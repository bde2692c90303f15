#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/bodies/catalog.h"
#include "engine/contact_laws/catalog.h"
#include "engine/joints/catalog.h"
#include "engine/shapes/catalog.h"
#include "engine/simulation/simulation.h"

// The models of the two papers, made through the catalogues as a user's are.
namespace perilune::testing {

constexpr double radius = 0.1;       // [m] of the ball
constexpr double stiffness = 1.4e8;  // [N/m^1.5]
constexpr double gravity = 9.81;     // [m/s²]

using Fields = std::vector<std::pair<std::string, Value>>;

template <class Product>
Product make(const std::vector<CatalogEntry<Product>>& catalog, const std::string& name,
             const Fields& fields) {
  const CatalogEntry<Product>* entry = find_entry(catalog, name);
  if (!entry) throw InputError("", name, "is not in the catalogue");
  std::vector<Given> given;
  for (const auto& [field, value] : fields) {
    const FieldInfo* found = nullptr;
    for (const FieldInfo& info : entry->fields) {
      if (info.name == field) found = &info;
    }
    if (!found) throw InputError("", name, "has no field '" + field + "'");
    given.push_back({found, value});
  }
  return entry->make(given);
}

inline BodyPointer body(const std::string& kind, const std::string& name, const Fields& fields) {
  BodyPointer made = make(planar_body_catalog(), kind, fields);
  made->name = name;
  return made;
}

inline BodyPointer particle(const std::string& name, double mass, const Vector3& position,
                            const Vector3& velocity = Vector3::Zero()) {
  return body("particle", name, {{"mass", mass}, {"position", position}, {"velocity", velocity}});
}

inline ShapePointer shape(const BodyPointer& owner, const std::string& kind, const Fields& fields) {
  std::shared_ptr<Shape> made = make(planar_shape_catalog(), kind, fields);
  made->body = owner;
  return made;
}

inline ShapePointer circle(const BodyPointer& owner, double r = radius) {
  return shape(owner, "circle", {{"radius", r}});
}

// hertz takes no restitution.
inline ContactLawPointer law(const std::string& name, double restitution = 1, double exponent = 1.5,
                             double K = stiffness) {
  Fields fields = {{"stiffness", K}, {"exponent", exponent}};
  if (name == "kelvin_voigt") fields.pop_back();
  if (name != "hertz") fields.push_back({"restitution", restitution});
  return make(contact_law_catalog(), name, fields);
}

inline Model empty_model(double g = gravity) {
  return Model(Dimension::planar, "test", "", Vector3(0, -g, 0), make_ground());
}

inline Contact contact(const std::string& name, ShapePointer a, ShapePointer b, ContactLawPointer law) {
  Contact made;
  made.name = name, made.a = std::move(a), made.b = std::move(b), made.law = std::move(law);
  return made;
}

struct Release {
  double height = 1.0;  // [m] of the centre
  Vector3 velocity = Vector3::Zero();
  double mass = 1.0;
  double g = gravity;
  bool shelf = false;  // a segment instead of a half-plane
};

// A ball released above the ground (contact "contact").
inline Model ball_model(const ContactLawPointer& law, const Release& release = {}) {
  Model model = empty_model(release.g);
  const BodyPointer ball = particle("ball", release.mass, Vector3(0, release.height, 0), release.velocity);
  model.add(ball);
  const Fields ends = {{"from", Vector3(-1, 0, 0)}, {"to", Vector3(1, 0, 0)}};
  const ShapePointer ground = release.shelf ? shape(model.ground(), "segment", ends)
                                            : shape(model.ground(), "line", {{"normal", Vector3(0, 1, 0)}});
  model.add(contact("contact", circle(ball), ground, law));
  return model;
}

inline AcceptanceRulePointer penetration_rule(const std::string& locate = "root", double tolerance = 1e-6,
                                              double min_step = 1e-7) {
  auto rule = std::make_shared<PenetrationRule>();
  rule->locate = locate, rule->tolerance = tolerance, rule->min_step = min_step;
  return rule;
}

inline SimulationOptions options(double duration, const std::string& integrator = "dopri5",
                                 double rtol = 1e-10, AcceptanceRulePointer rule = penetration_rule()) {
  SimulationOptions made;
  made.duration = duration;
  made.integrator = integrator;
  made.steps.rtol = rtol, made.steps.atol = 1e-2 * rtol;
  made.accept = {std::move(rule)};
  return made;
}

// All that control their error; a new one in the catalogue is tested with the others.
inline std::vector<std::string> variable_step_integrators() {
  std::vector<std::string> names;
  for (const IntegratorInfo& info : integrator_catalog()) {
    if (!info.needs_step) names.push_back(info.name);
  }
  return names;
}

// Runs until the first contact has ended; that event.
inline Event first_impact(const Model& model, const SimulationOptions& how) {
  Simulation simulation(model, how);
  while (simulation.step()) {
    for (const Event& event : simulation.events()) {
      if (event.kind == "contact end") return event;
    }
  }
  return {};
}

inline std::vector<Event> events_of(const Run& run, const std::string& kind) {
  std::vector<Event> list;
  for (const Event& event : run.events()) {
    if (event.kind == kind) list.push_back(event);
  }
  return list;
}

// Height to which a ball flies that is here and this fast [m].
inline double apex(const Run& run, double t) {
  const double v = run.at("ball.vy", t);
  return run.at("ball.y", t) + v * v / (2 * gravity);
}

}  // namespace perilune::testing
