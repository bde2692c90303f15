#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/engine/contact_laws/battery.h"

// What the laws are known to deliver, from a survey of the literature that integrated each published formula
// on its own; two or three digits, so tolerances are half a last digit.
namespace perilune::testing {

inline std::vector<Claim> four(double at_3, double at_5, double at_7, double at_9,
                               double tolerance = 0.0051) {
  return {{.3, at_3, tolerance}, {.5, at_5, tolerance}, {.7, at_7, tolerance}, {.9, at_9, tolerance}};
}

inline std::vector<Claim> as_asked() {
  std::vector<Claim> claims;
  for (const double asked : {0.001, 0.05, 0.3, 0.5, 0.8, 0.95, 1.0}) claims.push_back({asked, asked, 1e-8});
  return claims;
}

inline const std::map<std::string, std::vector<Claim>>& delivered_claims() {
  static const std::map<std::string, std::vector<Claim>> claims = {
      {"hunt_crossley", four(.58, .66, .77, .91)},
      {"herbert_mcwhannell", four(.52, .59, .72, .90)},
      {"lee_wang", four(.74, .80, .87, .95)},
      {"lankarani_nikravesh", four(.68, .73, .80, .91)},
      {"gonthier", as_asked()},
      {"zhang_sharf", as_asked()},
      {"pereira", four(.68, .73, .80, .91)},  // as lankarani_nikravesh
      {"zhiying_qishao", four(.33, .48, .68, .90)},
      {"flores", four(.26, .47, .68, .89)},
      {"gharib_hurmuzlu", four(.28, .41, .50, .57)},
      {"hu_guo", four(.27, .49, .70, .90)},
      {"carvalho_martins", four(.30, .50, .70, .90)},
      {"safaeifar_farshidianfar", four(.31, .54, .74, .92)},
      {"zhang_li_zhao_he", four(.300, .500, .700, .900, 0.0015)},
      {"ye_li_zhu", four(.27, .49, .70, .90)},
      {"pant_wijeyewickrema", four(.33, .53, .71, .90)},
      {"exact", as_asked()},
      {"kelvin_voigt", as_asked()},
      {"anagnostopoulos",
       {{.1, .25, .0051}, {.3, .40, .0051}, {.5, .55, .0051}, {.7, .72, .0051}, {.9, .90, .0051}}},
      {"tsuji", {{.1, .25, .0051}, {.3, .40, .0051}, {.5, .55, .0051}, {.7, .72, .0051}, {.9, .90, .0051}}},
      {"jankowski", {{.3, .29, .0051}, {.5, .495, .00051}, {.7, .698, .00051}, {.9, .900, .00051}}},
      {"poursina_nikravesh", as_asked()},
  };
  return claims;
}

}  // namespace perilune::testing
