#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/contact_laws/catalog.h"

namespace perilune {

// The impact by which the laws of the catalogue are compared; no gravity.
struct ReferenceImpact {
  double speed = 1;        // [m/s]
  double mass = 1;         // [kg]
  double stiffness = 1e6;  // [N/mⁿ]
};

// What a law of the catalogue delivers for what is asked of it.
struct LawTableRow {
  std::string name, summary;
  std::vector<std::optional<double>> delivered;  // [-] one for each restitution asked; none: refuses to try
  std::vector<std::string> notes;                // "jumps at touch", …
};

// A law that takes no restitution has no numbers in its row. Every number is one simulated impact.
LawTableRow law_table_row(const CatalogEntry<ContactLawPointer>& entry, const std::vector<double>& asked,
                          const ReferenceImpact& impact = {});

// The law of the catalogue as it is compared with others: it delivers 0.5 at this impact, asked for it or tuned to it, unless
// it cannot lose energy.
ContactLawPointer law_for_comparison(const CatalogEntry<ContactLawPointer>& entry,
                                     const ReferenceImpact& impact = {});

}  // namespace perilune
