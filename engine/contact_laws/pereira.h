#pragma once

#include <cmath>

#include "engine/contact_laws/cylinders.h"
#include "engine/contact_laws/rate_ratio.h"

namespace perilune {

// Pereira, Ramalho & Ambrósio (2011), Nonlinear Dyn. 63, 681–697, a pin in a hole, fitted to johnson for steel; in mm,
// N and N/mm²:
//     F = (a ΔR + b) L E*/ΔR δⁿ [1 + 3(1 − c_r²)/4 r],   a = 0.965, b = 0.0965, n = Y ΔR^{−0.005},
//     Y = 1.51 [ln(1000 ΔR)]^{−0.151} for 0.005 ≤ ΔR ≤ 0.34954 mm,   Y = 0.0151 ΔR + 1.151 up to 10 mm.
// Its damping is that of lankarani_nikravesh, and so is what it delivers.
struct Pereira : RateRatioForce, Cylinders {
  static constexpr const char* name = "pereira";
  static constexpr const char* summary = "pin in a hole (Pereira et al. 2011), damped as lankarani_nikravesh";

  static std::vector<Field<Pereira>> fields() {
    std::vector<Field<Pereira>> list = cylinder_fields<Pereira>();
    for (const Field<Pereira>& field : damping_fields<Pereira>()) list.push_back(field);
    return list;
  }

  void prepare() {
    check_fit();
    const double gap = 1e3 * clearance();  // [mm]
    constexpr double rounding = 1e-9;      // of the difference of two radii
    if (!(gap >= 0.005 * (1 - rounding) && gap <= 10 * (1 + rounding))) {
      throw InputError("", "", fmt::format("the clearance {} m is outside 5e-06 m to 0.01 m", clearance()),
                       "the law was fitted there; johnson and liu take any clearance");
    }
    const double Y = gap <= 0.34954 ? 1.51 * std::pow(std::log(1e3 * gap), -0.151) : 0.0151 * gap + 1.151;
    exponent = Y * std::pow(gap, -0.005);
    const double per_power = (0.965 * gap + 0.0965) * (1e3 * length) * (1e-6 * modulus()) / gap;  // [N/mmⁿ]
    stiffness = per_power * std::pow(1e3, exponent);
    eta = 0.75 * (1 - restitution * restitution);
    reference.renews = recompression == "renew";
  }
};

}  // namespace perilune
