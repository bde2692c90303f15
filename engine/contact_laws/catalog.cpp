#include "engine/contact_laws/catalog.h"

#include "engine/contact_laws/anagnostopoulos.h"
#include "engine/contact_laws/carvalho_martins.h"
#include "engine/contact_laws/dubowsky_freudenstein.h"
#include "engine/contact_laws/elasto_gap.h"
#include "engine/contact_laws/esdu_78035.h"
#include "engine/contact_laws/exact.h"
#include "engine/contact_laws/flores.h"
#include "engine/contact_laws/gharib_hurmuzlu.h"
#include "engine/contact_laws/goldsmith.h"
#include "engine/contact_laws/gonthier.h"
#include "engine/contact_laws/herbert_mcwhannell.h"
#include "engine/contact_laws/hertz.h"
#include "engine/contact_laws/hu_guo.h"
#include "engine/contact_laws/hunt_crossley.h"
#include "engine/contact_laws/impact.h"
#include "engine/contact_laws/jankowski.h"
#include "engine/contact_laws/johnson.h"
#include "engine/contact_laws/kelvin_voigt.h"
#include "engine/contact_laws/kuwabara_kono.h"
#include "engine/contact_laws/lankarani_nikravesh.h"
#include "engine/contact_laws/lee_herrmann.h"
#include "engine/contact_laws/lee_wang.h"
#include "engine/contact_laws/liu.h"
#include "engine/contact_laws/marhefka_orin.h"
#include "engine/contact_laws/pant_wijeyewickrema.h"
#include "engine/contact_laws/pereira.h"
#include "engine/contact_laws/poursina_nikravesh.h"
#include "engine/contact_laws/radzimovsky.h"
#include "engine/contact_laws/safaeifar_farshidianfar.h"
#include "engine/contact_laws/tsuji.h"
#include "engine/contact_laws/ye_li_zhu.h"
#include "engine/contact_laws/zhang_li_zhao_he.h"
#include "engine/contact_laws/zhang_sharf.h"
#include "engine/contact_laws/zhiying_qishao.h"

namespace perilune {

// In the order of the manual: elastic, damping ~ elastic force (by year), damping of its own, cylinders.
const std::vector<CatalogEntry<ContactLawPointer>>& contact_law_catalog() {
  static const std::vector<CatalogEntry<ContactLawPointer>> catalog = {
      contact_law<Hertz>(),
      contact_law<KelvinVoigt>(),
      contact_law<HuntCrossley>(),
      contact_law<HerbertMcwhannell>(),
      contact_law<LeeWang>(),
      contact_law<LankaraniNikravesh>(),
      contact_law<MarhefkaOrin>(),
      contact_law<Gonthier>(),
      contact_law<ZhangSharf>(),
      contact_law<ZhiyingQishao>(),
      contact_law<YeLiZhu>(),
      contact_law<PantWijeyewickrema>(),
      contact_law<Flores>(),
      contact_law<GharibHurmuzlu>(),
      contact_law<HuGuo>(),
      contact_law<CarvalhoMartins>(),
      contact_law<SafaeifarFarshidianfar>(),
      contact_law<ZhangLiZhaoHe>(),
      contact_law<Exact>(),
      contact_law<Anagnostopoulos>(),
      contact_law<KuwabaraKono>(),
      contact_law<Tsuji>(),
      contact_law<LeeHerrmann>(),
      contact_law<Jankowski>(),
      contact_law<PoursinaNikravesh>(),
      contact_law<ImpactFunction>(),
      contact_law<ElastoGap>(),
      contact_law<Johnson>(),
      contact_law<Radzimovsky>(),
      contact_law<Goldsmith>(),
      contact_law<DubowskyFreudenstein>(),
      contact_law<Esdu78035>(),
      contact_law<Liu>(),
      contact_law<Pereira>(),
  };
  return catalog;
}

const FieldInfo* find_field(const CatalogEntry<ContactLawPointer>& entry, const std::string& name) {
  for (const FieldInfo& field : entry.fields) {
    if (field.name == name) return &field;
  }
  return nullptr;
}

}  // namespace perilune
