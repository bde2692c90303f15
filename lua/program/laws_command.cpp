#include <fmt/format.h>
#include <cmath>
#include <cstdio>
#include <memory>

#include "engine/friction/catalog.h"
#include "engine/model/suggest.h"
#include "engine/simulation/law_table.h"
#include "lua/binding/reader.h"
#include "lua/program/commands.h"
#include "lua/program/draw_laws.h"
#include "lua/program/law_text.h"

namespace perilune {
namespace {

const std::vector<double>& asked() {
  static const std::vector<double> list = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9};
  return list;
}

void print_numbers(const LawTableRow& row) {
  fmt::print("{:24}", row.name);
  for (const std::optional<double>& e : row.delivered) {
    fmt::print("{:>8}", e ? fmt::format("{:.4f}", *e) : "refuses");
  }
  fmt::print("\n");
}

void print_notes(const LawTableRow& row) {
  fmt::print("{:24}{}", row.name, row.summary);
  for (const std::string& note : row.notes) {
    if (row.summary.find(note) == std::string::npos) fmt::print("; {}", note);
  }
  fmt::print("\n");
}

// Every number is simulated when asked for: the table cannot differ from what the laws do.
void print_contact_laws() {
  const ReferenceImpact impact;
  fmt::print("mbs.laws: restitution delivered, one impact at {} m/s of {} kg, stiffness {:g}\n", impact.speed,
             impact.mass, impact.stiffness);
  fmt::print("{:24}", "  asked");
  for (const double e : asked()) fmt::print("{:>8}", e);
  fmt::print("\n");
  std::vector<LawTableRow> rows;
  for (const auto& entry : contact_law_catalog()) {
    rows.push_back(law_table_row(entry, asked(), impact));
    if (!rows.back().delivered.empty()) print_numbers(rows.back());
  }
  fmt::print("\nnotes\n");
  for (const LawTableRow& row : rows) print_notes(row);
}

void print_friction_laws() {
  fmt::print("\nmbs.friction\n");
  for (const auto& entry : friction_catalog()) fmt::print("{:24}{}\n", entry.name, entry.summary);
}

void print_fields(const std::vector<FieldInfo>& fields) {
  for (const FieldInfo& field : fields) {
    const std::string otherwise = describe_default(field);
    fmt::print("  {:20} [{}] {}{}\n", field.name, field.unit.empty() ? "-" : field.unit, field.meaning,
               field.required      ? " (required)"
               : otherwise.empty() ? ""
                                   : "; default " + otherwise);
  }
}

void print_one(const CatalogEntry<ContactLawPointer>& entry) {
  fmt::print("mbs.laws.{} {{ … }}: {}\n", entry.name, entry.summary);
  print_fields(entry.fields);
  const ReferenceImpact impact;
  const LawTableRow row = law_table_row(entry, asked(), impact);
  for (std::size_t i = 0; i < row.delivered.size(); ++i) {
    const std::optional<double>& e = row.delivered[i];
    if (e) {
      fmt::print("  restitution {} asked: {:.4f} delivered ({} m/s, {} kg)\n", asked()[i], *e, impact.speed,
                 impact.mass);
    } else {
      fmt::print("  restitution {} asked: refuses\n", asked()[i]);
    }
  }
  for (const std::string& note : row.notes) fmt::print("  {}\n", note);
  fmt::print("\nin Lua, for mbs.law {{ force = laws.{} {{ … }} }}; f holds the fields:\n\n{}", entry.name,
             law_text(entry.name));
}

void print_one(const CatalogEntry<FrictionLawPointer>& entry) {
  fmt::print("mbs.friction.{} {{ … }}: {}\n", entry.name, entry.summary);
  print_fields(entry.fields);
}

void print_catalog() {
  print_contact_laws();
  print_friction_laws();
  fmt::print(
      "\nperilune laws NAME shows the fields of one law, perilune laws FILE.lua NAME… draws your own beside "
      "it\n");
}

bool is_script(const std::string& word) {
  return word.size() > 4 && word.compare(word.size() - 4, 4, ".lua") == 0;
}

int refuse_word(const std::string& word) {
  std::vector<std::string> names;
  for (const auto& entry : contact_law_catalog()) names.push_back(entry.name);
  for (const auto& entry : friction_catalog()) names.push_back(entry.name);
  std::fprintf(stderr, "perilune: there is no law '%s'%s\n", word.c_str(), did_you_mean(word, names).c_str());
  return usage;
}

DrawnLaw drawn_law(const CatalogEntry<ContactLawPointer>& entry, const ReferenceImpact& impact) {
  DrawnLaw drawn = {entry.name, law_for_comparison(entry, impact)};
  for (const std::optional<double>& e : law_table_row(entry, restitutions_asked(), impact).delivered)
    drawn.delivered.push_back(e.value_or(NAN));
  return drawn;
}

// The contact laws of the words; friction laws have fields only. false: a message was printed, with this status.
bool read_words(const LawsCommand& command, std::vector<DrawnLaw>& laws,
                std::vector<std::unique_ptr<Host>>& hosts, int& status) {
  ReferenceImpact impact;
  impact.speed = command.impact_speed, impact.mass = command.mass;
  for (const std::string& word : command.words) {
    if (is_script(word)) {
      HostOptions options;
      options.script = word;
      hosts.push_back(std::make_unique<Host>(options));
      if (laws_of_script(*hosts.back(), command, laws)) continue;
      print_failure(*hosts.back(), false);
      status = script_failed;
      return false;
    }
    const auto* law = find_entry(contact_law_catalog(), word);
    const auto* friction = find_entry(friction_catalog(), word);
    if (law) print_one(*law), laws.push_back(drawn_law(*law, impact));
    if (friction) print_one(*friction);
    if (law || friction) continue;
    status = refuse_word(word);
    return false;
  }
  return true;
}

}  // namespace

int laws_command(const LawsCommand& command) {
  if (command.words.empty()) {
    print_catalog();
    return ok;
  }
  std::vector<std::unique_ptr<Host>> hosts;  // laws of scripts live as long as these
  std::vector<DrawnLaw> laws;
  int status = ok;
  if (!read_words(command, laws, hosts, status) || laws.empty()) return status;
  try {
    draw_laws(laws, command);
  } catch (const OutputError& error) {
    std::fprintf(stderr, "perilune: %s\n", error.what());
    status = io_failed;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "perilune: laws: %s\n", error.what());
    status = script_failed;
  }
  laws.clear();
  return status;
}

}  // namespace perilune
