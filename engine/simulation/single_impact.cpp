#include "engine/simulation/single_impact.h"

#include <limits>

#include "engine/bodies/catalog.h"
#include "engine/bodies/particle.h"
#include "engine/contact/contact_element.h"
#include "engine/shapes/circle.h"
#include "engine/shapes/line.h"
#include "engine/simulation/simulation.h"

namespace perilune {
namespace {

// A particle of unit radius that touches the ground at t = 0 and moves into it.
Model make_model(const ContactLawPointer& law, double impact_speed, double mass) {
  Model model(Dimension::planar, "single impact", "", Vector3::Zero(), make_ground());
  ParticleDescription description;
  description.mass = mass, description.position = Vector3(0, 1, 0),
  description.velocity = Vector3(0, -impact_speed, 0);
  auto body = std::make_shared<PlanarParticle>(description);
  body->name = "particle";
  model.add(body);
  auto circle = std::make_shared<Circle>();
  circle->body = body, circle->radius = 1;
  auto line = std::make_shared<Line>();
  line->body = model.ground();
  Contact contact;
  contact.name = "contact", contact.a = circle, contact.b = line, contact.law = law;
  model.add(std::move(contact));
  return model;
}

}  // namespace

Impact simulate_impact(const ContactLawPointer& law, double impact_speed, double mass) {
  const Model model = make_model(law, impact_speed, mass);
  const ContactLawPointer bound = law->for_reduced_mass(mass);
  const ContactEstimate estimate = estimate_contact(bound ? *bound : *law, impact_speed, mass, 1);
  SimulationOptions options;
  options.duration =
      estimate.duration > 0 ? 1e4 * estimate.duration : 1;  // long enough for an overdamped law
  options.steps.rtol = 1e-12;
  options.steps.atol = 1e-14 * std::max(impact_speed, 1e-6);
  options.accept = {std::make_shared<PenetrationRule>()};
  options.record.when = RecordOptions::When::steps;
  Simulation simulation(model, options);
  const auto ended = [&] {
    return !simulation.events().empty() && simulation.events().back().kind == "contact end";
  };
  while (simulation.step() && !ended()) {}

  const auto run = simulation.result();
  Impact impact;
  const std::vector<double>& t = run->time();
  const auto &depth = run->series("contact.penetration"), &rate = run->series("contact.penetration_rate"),
             &force = run->series("contact.normal_force");
  for (std::size_t i = 0; i < t.size(); ++i) impact.loop.push_back({t[i], depth[i], rate[i], force[i]});
  if (!ended()) return impact;
  const Event& end = run->events().back();
  impact.separated = true;
  impact.separation_speed = end.number("separation_speed");
  impact.restitution = end.number("restitution");
  impact.duration = end.number("duration");
  impact.max_penetration = end.number("max_penetration");
  impact.max_force = end.number("max_force");
  impact.dissipated = end.number("dissipated");
  return impact;
}

}  // namespace perilune
