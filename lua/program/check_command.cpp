#include <fmt/format.h>
#include <algorithm>
#include <cstdio>

#include "engine/simulation/freedom.h"
#include "engine/system/system.h"
#include "lua/program/commands.h"

namespace perilune {
namespace {

std::string counted(std::size_t number, const char* one, const char* many) {
  return fmt::format("{} {}", number, number == 1 ? one : many);
}

bool takes_part(const ContactGroup& group, const Shape& shape) {
  const auto is_its = [&](const BodyPointer& body) { return body == shape.body; };
  return group.bodies.empty() || std::any_of(group.bodies.begin(), group.bodies.end(), is_its);
}

// Bodies that nothing holds, pushes or touches: often a forgotten line.
void report_lonely_bodies(const Model& model) {
  std::vector<char> touched(model.bodies().size(), 0);
  const auto touch = [&](const std::vector<BodyPointer>& bodies) {
    for (const BodyPointer& body : bodies) touched[static_cast<std::size_t>(body->index)] = 1;
  };
  for (const ForcePointer& force : model.forces()) touch(force->bodies());
  for (const JointPointer& joint : model.joints()) touch(joint->bodies());
  for (const Contact& contact : model.contacts()) touch({contact.a->body, contact.b->body});
  for (const ContactGroup& group : model.contact_groups()) {
    for (const ShapePointer& shape : model.shapes()) {
      if (takes_part(group, *shape)) touch({shape->body});
    }
  }
  for (std::size_t i = 1; i < touched.size(); ++i) {
    const Body& body = *model.bodies()[i];
    if (touched[i]) continue;
    fmt::print("  warning: {}: {} '{}' has no joint, force or contact\n", body.origin, body.kind(),
               body.name);
  }
}

void report_contacts(const Model& model) {
  for (const Contact& contact : model.contacts()) {
    const bool user = contact.law->states() > 0;
    const std::string friction = contact.friction ? ", friction '" + contact.friction->name() + "'" : "";
    fmt::print("  {} '{}': {} of '{}' on {} of '{}', law '{}'{}{}\n",
               contact.is_joint ? "clearance joint" : "contact", contact.name, contact.a->kind(),
               contact.a->body->name, contact.b->kind(), contact.b->body->name, contact.law->name(),
               user ? fmt::format(" ({})",
                                  counted(static_cast<std::size_t>(contact.law->states()), "state", "states"))
                    : "",
               friction);
  }
}

// The first few by name, and the last.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 6;
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names.size() > most && i >= most - 2 && i + 1 < names.size()) continue;
    const bool skipped = names.size() > most && i + 1 == names.size();
    text += (i == 0 ? "'" : skipped ? ", …, '" : ", '") + names[i] + "'";
  }
  return text;
}

void report_groups(const Model& model) {
  for (const ContactGroup& group : model.contact_groups()) {
    std::size_t shapes = 0;
    std::vector<std::string> bodies;
    for (const ShapePointer& shape : model.shapes()) {
      if (!takes_part(group, *shape)) continue;
      ++shapes;
      const std::string& name = shape->body->name;
      if (std::find(bodies.begin(), bodies.end(), name) == bodies.end()) bodies.push_back(name);
    }
    const std::string friction = group.friction ? ", friction '" + group.friction->name() + "'" : "";
    fmt::print("  contacts '{}': {} of {} ({}), law '{}'{}\n", group.name, counted(shapes, "shape", "shapes"),
               counted(bodies.size(), "body", "bodies"), listed(bodies), group.law->name(), friction);
  }
}

int velocity_equations(const Model& model) {
  int count = 0;
  for (const JointPointer& joint : model.joints()) count += joint->velocity_equations();
  return count;
}

void report_model(const Model& model) {
  System system(model, {});
  const Node start = system.start();
  const int coordinates = system.freedoms();  // those that nothing binds within a body
  const int rank = system.equations() > 0 ? system.rank_of_constraints(0, start.y.data()) : 0;
  fmt::print("{}: model '{}'\n", model.origin(), model.name());
  const std::size_t groups = model.contact_groups().size();
  fmt::print("  {}, {}, {}, {}{}\n", counted(model.bodies().size() - 1, "body", "bodies"),
             counted(model.joints().size(), "joint", "joints"),
             counted(model.forces().size(), "force", "forces"),
             counted(model.contacts().size(), "contact", "contacts"),
             groups > 0 ? ", " + counted(groups, "group of contacts", "groups of contacts") : "");
  fmt::print("  degrees of freedom: {} ({} coordinates, {} independent constraint equations)\n",
             coordinates - rank, coordinates, rank);
  if (const int count = velocity_equations(model); count > 0) {
    fmt::print("  {} of the constraint equations bind{} velocities only\n", count, count == 1 ? "s" : "");
  }
  if (system.equations() > rank) {
    fmt::print("  redundant constraint equations: {} of {}: {}\n", system.equations() - rank,
               system.equations(), enumerated(find_freedom(system, 0, start.y.data()).redundant));
  }
  report_contacts(model);
  report_groups(model);
  report_lonely_bodies(model);
}

void report_defaults(const Host& host) {
  if (host.defaults.empty()) return;
  fmt::print("defaults used:\n");
  for (const DefaultsUsed& used : host.defaults)
    fmt::print("  {}: {}: {}\n", used.origin, used.element, used.text);
}

void report_functions(const Host& host) {
  if (host.functions.empty()) return;
  fmt::print("functions of the script:\n");
  for (const FunctionNote& function : host.functions)
    fmt::print("  {}: {}: {}\n", function.origin, function.purpose, function.text);
}

void report_parameters(const Host& host) {
  if (host.parameters.empty()) return;
  fmt::print("parameters:\n");
  for (const Parameter& parameter : host.parameters) {
    fmt::print("  {} = {}{}{}{}\n", parameter.name, parameter.value,
               parameter.unit.empty() ? "" : " " + parameter.unit,
               parameter.doc.empty() ? "" : ": " + parameter.doc,
               parameter.from_command_line ? " (--set)" : "");
  }
}

int report(Host& host, const Halt& halt) {
  const bool reported = host.protect([&host] {
    for (const auto& model : host.models) report_model(*model);
  });
  if (!reported) return script_failed;
  report_functions(host);
  report_defaults(host);
  report_parameters(host);
  if (halt.kind == Halt::Kind::end_of_check) {
    fmt::print("checked up to {}, the first result the script reads; nothing was simulated\n", halt.message);
  } else {
    fmt::print("checked to the end of the script; nothing was simulated\n");
  }
  return ok;
}

}  // namespace

int check_command(const HostOptions& options, bool traceback) {
  Host host(options);
  bool went_well = load_script(host);
  if (went_well) {
    const Watchman watchman(host.watch, host.limits());
    went_well = call_script(host);
  }
  const Halt halt = host.take_halt();
  const bool ended_by_check = halt.kind == Halt::Kind::end_of_check;
  if (!went_well && !ended_by_check) {
    print_failure(host, traceback);
    return halt.kind == Halt::Kind::none ? static_cast<int>(script_failed) : halt.status;
  }
  const int status = report(host, halt);
  if (status != ok) print_failure(host, traceback);
  return status;
}

}  // namespace perilune
