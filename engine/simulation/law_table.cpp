#include "engine/simulation/law_table.h"

#include <fmt/format.h>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <map>

#include "engine/model/error.h"
#include "engine/simulation/single_impact.h"

namespace perilune {
namespace {

using Entry = CatalogEntry<ContactLawPointer>;

// A change of speed or mass that changes the restitution by less than this is not worth a note.
constexpr double noticeable = 5e-4;
constexpr double middle = 0.5;  // the restitution at which speeds and masses are compared

// What else a law needs for the table: a steel pin of 9.5 mm in a hole of 10 mm (Flores & Ambrósio 2010, sec. 5.2);
// any other length is a millimetre.
double needed(const FieldInfo& field) {
  static const std::map<std::string, double> values = {
      {"journal_radius", 9.5e-3}, {"bearing_radius", 10e-3}, {"length", 15e-3}, {"young_i", 207e9},
      {"young_j", 207e9},         {"poisson_i", 0.3},        {"poisson_j", 0.3}};
  const auto found = values.find(field.name);
  return found == values.end() ? 1e-3 : found->second;
}

bool is_of_cylinders(const Entry& entry) { return find_field(entry, "journal_radius") != nullptr; }

bool is_law_of_restitution(const Entry& entry) { return find_field(entry, "restitution") != nullptr; }

// What a law without restitution loses its energy by: the first field it needs besides its stiffness. Laws of cylinders
// lose by their restitution or not at all.
const FieldInfo* loss_field(const Entry& entry) {
  if (is_of_cylinders(entry)) return find_field(entry, "restitution");
  for (const FieldInfo& field : entry.fields) {
    if (field.required && field.name != "stiffness") return &field;
  }
  return nullptr;
}

// The law with this restitution, or this value of its loss_field.
ContactLawPointer make_law(const Entry& entry, double stiffness, double value) {
  const FieldInfo* loss = loss_field(entry);
  std::vector<Given> given;
  for (const FieldInfo& field : entry.fields) {
    if (field.name == "stiffness") given.push_back({&field, stiffness});
    else if (&field == loss) given.push_back({&field, value});
    else if (field.required) given.push_back({&field, needed(field)});
  }
  return entry.make(given);
}

std::optional<double> delivered(const Entry& entry, double asked, const ReferenceImpact& impact) {
  try {
    const ContactLawPointer law = make_law(entry, impact.stiffness, asked);
    return simulate_impact(law, impact.speed, impact.mass).restitution;
  } catch (const InputError&) { return std::nullopt; }
}

// "dissipation [s/m], …": what it wants to be told besides its stiffness.
std::string other_needs(const Entry& entry) {
  std::string text;
  for (const FieldInfo& field : entry.fields) {
    if (!field.required || field.name == "stiffness" || field.name == "restitution") continue;
    text += (text.empty() ? "" : ", ") + field.name + " [" + (field.unit.empty() ? "-" : field.unit) + "]";
  }
  return text;
}

// The law that delivers `middle` at the reference impact: asked for it, or tuned to it.
ContactLawPointer reference_law(const Entry& entry, const ReferenceImpact& impact) {
  if (is_law_of_restitution(entry)) return make_law(entry, impact.stiffness, middle);
  const auto surplus = [&](double logarithm) {
    const ContactLawPointer law = make_law(entry, impact.stiffness, std::exp(logarithm));
    return simulate_impact(law, impact.speed, impact.mass).restitution - middle;
  };
  // From next to no damping upwards: far too much of it would make a contact that lasts for ever.
  double high = -20;
  while (high < 40 && surplus(high) > 0) high += 1;
  std::uintmax_t iterations = 60;
  const auto bracket = boost::math::tools::toms748_solve(
      surplus, high - 1, high, boost::math::tools::eps_tolerance<double>(20), iterations);
  return make_law(entry, impact.stiffness, std::exp(bracket.first));
}

void note_dependence(const Entry& entry, const ReferenceImpact& impact, std::vector<std::string>& notes) {
  const ContactLawPointer law = reference_law(entry, impact);
  const double here = simulate_impact(law, impact.speed, impact.mass).restitution;
  const double slow = impact.speed / 10, heavy = impact.mass * 10;
  const double at_slow = simulate_impact(law, slow, impact.mass).restitution;
  const double at_heavy = simulate_impact(law, impact.speed, heavy).restitution;
  if (std::abs(at_slow - here) > noticeable)
    notes.push_back(fmt::format("{:.2f} becomes {:.2f} at {} m/s", here, at_slow, slow));
  if (std::abs(at_heavy - here) > noticeable)
    notes.push_back(fmt::format("{:.2f} becomes {:.2f} with {} kg", here, at_heavy, heavy));
}

}  // namespace

ContactLawPointer law_for_comparison(const Entry& entry, const ReferenceImpact& impact) {
  return loss_field(entry) ? reference_law(entry, impact) : make_law(entry, impact.stiffness, middle);
}

LawTableRow law_table_row(const Entry& entry, const std::vector<double>& asked,
                          const ReferenceImpact& impact) {
  LawTableRow row;
  row.name = entry.name, row.summary = entry.summary;
  if (make_law(entry, impact.stiffness, middle)->jumps_at_touch()) row.notes.emplace_back("jumps at touch");
  if (find_field(entry, "tension")) row.notes.emplace_back("pulls with tension = true");
  if (is_law_of_restitution(entry)) {
    for (const double e : asked) row.delivered.push_back(delivered(entry, e, impact));
  } else {
    const std::string needs = other_needs(entry);
    row.notes.push_back(needs.empty() ? "takes no restitution" : "takes " + needs + " instead");
  }
  if (loss_field(entry)) note_dependence(entry, impact, row.notes);
  return row;
}

}  // namespace perilune
