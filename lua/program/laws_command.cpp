#include <fmt/format.h>
#include <cstdio>

#include "engine/contact_laws/catalog.h"
#include "engine/model/error.h"
#include "engine/model/suggest.h"
#include "engine/simulation/single_impact.h"
#include "lua/binding/reader.h"
#include "lua/program/commands.h"

namespace perilune {
namespace {

using Entry = CatalogEntry<ContactLawPointer>;

constexpr double speed = 1;        // [m/s]
constexpr double mass = 1;         // [kg]
constexpr double stiffness = 1e6;  // [N/mⁿ]

const FieldInfo* find_field(const Entry& entry, const std::string& name) {
  for (const FieldInfo& field : entry.fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

// A law that only needs a stiffness and a restitution can be shown at work.
bool can_be_shown(const Entry& entry) {
  for (const FieldInfo& field : entry.fields) {
    if (field.required && field.name != "stiffness" && field.name != "restitution") return false;
  }
  return true;
}

// What it delivers when a restitution is asked, or why it does not take it.
std::string delivered(const Entry& entry, double asked) {
  std::vector<Given> given;
  for (const auto& [name, value] : {std::pair{"stiffness", stiffness}, std::pair{"restitution", asked}}) {
    if (const FieldInfo* field = find_field(entry, name)) given.emplace_back(), given.back() = {field, value};
  }
  try {
    const ContactLawPointer law = entry.make(given), specific = law->for_reduced_mass(mass);
    return fmt::format("{:.4f}", simulate_impact(specific ? specific : law, speed, mass).restitution);
  } catch (const InputError&) { return "refuses"; }
}

void print_row(const Entry& entry) {
  fmt::print("{:24}", entry.name);
  for (const double asked : {0.3, 0.5, 0.7, 0.9}) {
    const bool shown = can_be_shown(entry) && (asked == 0.3 || find_field(entry, "restitution"));
    fmt::print("{:>9}", shown ? delivered(entry, asked) : "-");
  }
  fmt::print("  {}\n", entry.summary);
}

void print_all() {
  fmt::print("restitution delivered at {} m/s, {} kg, stiffness {:g}, for\n", speed, mass, stiffness);
  fmt::print("{:24}{:>9}{:>9}{:>9}{:>9}\n", "  asked", 0.3, 0.5, 0.7, 0.9);
  for (const Entry& entry : contact_law_catalog()) print_row(entry);
  fmt::print("perilune laws NAME shows the fields of one law\n");
}

void print_one(const Entry& entry) {
  fmt::print("mbs.laws.{} {{ … }}: {}\n", entry.name, entry.summary);
  for (const FieldInfo& field : entry.fields) {
    const std::string otherwise = describe_default(field);
    fmt::print("  {:20} [{}] {}{}\n", field.name, field.unit.empty() ? "-" : field.unit, field.meaning,
               field.required      ? " (required)"
               : otherwise.empty() ? ""
                                   : "; default " + otherwise);
  }
  if (!can_be_shown(entry) || !find_field(entry, "restitution")) return;
  for (const double asked : {0.3, 0.5, 0.7, 0.9}) {
    fmt::print("  restitution {} asked: {} delivered ({} m/s, {} kg)\n", asked, delivered(entry, asked),
               speed, mass);
  }
}

}  // namespace

int laws_command(const std::string& name) {
  if (name.empty()) {
    print_all();
    return ok;
  }
  if (const Entry* entry = find_entry(contact_law_catalog(), name)) {
    print_one(*entry);
    return ok;
  }
  std::vector<std::string> names;
  for (const Entry& entry : contact_law_catalog()) names.push_back(entry.name);
  std::fprintf(stderr, "perilune: there is no law '%s'%s\n", name.c_str(), did_you_mean(name, names).c_str());
  return usage;
}

}  // namespace perilune
