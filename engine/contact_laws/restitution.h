#pragma once

namespace perilune {

// What damping really delivers, for one impact with no other force. All numbers are dimensionless.

// F = K δⁿ (1 + η δ̇/δ̇⁽⁻⁾). With v dv = −(F/m) dδ and u = δ̇/δ̇⁽⁻⁾ the depth separates from the speed,
//     K δ_maxⁿ⁺¹/((n + 1) m δ̇⁽⁻⁾²) = ∫₀¹ u du/(1 + ηu) = ∫₀^e u du/(1 − ηu),
// so that approach and separation give the same depth when
//     η(1 + e) = ln[(1 + η)/(1 − ηe)],
// for every n, K, m and speed (derived for this project; Gonthier et al. 2004 reach it for n = 3/2).
// In closed form e = (1 + W₀(−(1 + η) exp(−(1 + η))))/η.
double delivered_restitution(double damping);  // η ≥ 0 → e in (0, 1]; std::domain_error otherwise
double damping_for_restitution(double e);      // e in (0, 1] → η ≥ 0; std::domain_error otherwise

// F = K δ + 2ζ√(Km) δ̇ ≥ 0: the contact gives up when the force would pull, at F = 0 (Schwager & Pöschel
// 2007),
//     e = exp(−2ζ acos ζ/√(1 − ζ²)),   ζ > 1: exp(−2ζ acosh ζ/√(ζ² − 1)).
double delivered_by_damping_ratio(double zeta);  // ζ ≥ 0 → e in (0, 1]
double damping_ratio_for_restitution(double e);  // e in (0, 1] → ζ ≥ 0
// The same without the clamp, until δ = 0: e = exp(−πζ/√(1 − ζ²)).
double damping_ratio_with_tension(double e);  // e in (0, 1] → ζ in [0, 1)

}  // namespace perilune
