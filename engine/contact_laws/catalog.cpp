#include "engine/contact_laws/catalog.h"

#include "engine/contact_laws/exact.h"
#include "engine/contact_laws/flores.h"
#include "engine/contact_laws/hertz.h"
#include "engine/contact_laws/hunt_crossley.h"
#include "engine/contact_laws/kelvin_voigt.h"
#include "engine/contact_laws/lankarani_nikravesh.h"

namespace perilune {

const std::vector<CatalogEntry<ContactLawPointer>>& contact_law_catalog() {
  static const std::vector<CatalogEntry<ContactLawPointer>> catalog = {
      contact_law<Hertz>(),
      contact_law<KelvinVoigt>(),
      contact_law<HuntCrossley>(),
      contact_law<LankaraniNikravesh>(),
      contact_law<Flores>(),
      contact_law<Exact>(),
  };
  return catalog;
}

}  // namespace perilune
