#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/contact_laws/catalog.h"

// Laws made the way a script makes them: from the catalogue's fields.
namespace perilune::testing {

using Numbers = std::map<std::string, double>;

// Numbers for the fields that have no default; a new kind of field needs its line here.
inline const Numbers& sample_fields() {
  static const Numbers samples{
      {"stiffness", 1e6}, {"restitution", 0.6},         {"dissipation", 1e-3},      {"damping_rate", 200},
      {"damping", 300},   {"full_damping_depth", 1e-4}, {"journal_radius", 9.5e-3}, {"bearing_radius", 10e-3},
      {"length", 15e-3},  {"young_i", 207e9},           {"poisson_i", 0.3},         {"young_j", 70e9},
      {"poisson_j", 0.33}};
  return samples;
}

inline const CatalogEntry<ContactLawPointer>& law_entry(const std::string& name) {
  const auto* entry = find_entry(contact_law_catalog(), name);
  if (!entry) throw std::runtime_error("no law '" + name + "'");
  return *entry;
}

inline ContactLawPointer make_law(const CatalogEntry<ContactLawPointer>& entry, const Numbers& numbers,
                                  const std::map<std::string, Value>& others = {}) {
  std::vector<Given> given;
  const auto give = [&](const std::string& name, const auto& x) {
    const FieldInfo* field = find_field(entry, name);
    if (!field) throw std::runtime_error(entry.name + " has no field '" + name + "'");
    given.emplace_back();
    given.back().field = field, given.back().value = x;
  };
  for (const auto& [name, x] : numbers) give(name, x);
  for (const auto& [name, value] : others) give(name, value);
  return entry.make(given);
}

inline ContactLawPointer make_law(const std::string& name, const Numbers& numbers,
                                  const std::map<std::string, Value>& others = {}) {
  return make_law(law_entry(name), numbers, others);
}

}  // namespace perilune::testing
