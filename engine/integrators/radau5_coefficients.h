#pragma once

#include <complex>

namespace perilune::radau5 {

// Radau IIA of order 5 (Hairer & Wanner, Solving ODEs II, 2nd ed., table IV.5.6): collocation at c₁, c₂, c₃ = 1.
// The last row of A is b, so the last stage is the end of the step.
constexpr double root6 = 2.44948974278317809820;
constexpr double c[3] = {(4 - root6) / 10, (4 + root6) / 10, 1};
constexpr double b[3] = {(16 - root6) / 36, (16 + root6) / 36, 1.0 / 9};

// A⁻¹ = T Λ T⁻¹, Λ = [γ 0 0; 0 α −β; 0 β α], sec. IV.8, eqs 8.5-8.7; digits of RADAU5.
constexpr double real_eigenvalue = 3.6378342527444957322;                                 // γ
constexpr std::complex<double> eigenvalue(2.6810828736277521339, 3.0504301992474105694);  // α + iβ
constexpr double T[3][3] = {{9.1232394870892942792e-02, -0.14125529502095420843, -3.0029194105147424492e-02},
                            {0.24171793270710701896, 0.20412935229379993199, 0.38294211275726193779},
                            {0.96604818261509293619, 1, 0}};
constexpr double inverse_T[3][3] = {
    {4.3255798900631553510, 0.33919925181580986954, 0.54177053993587487119},
    {-4.1787185915519047273, -0.32768282076106238708, 0.47662355450055045196},
    {-0.50287263494578687595, 2.5719269498556054292, -0.59603920482822492497}};

// The embedded formula of order 3, eqs 8.17-8.20: with Z the stages less the start, the error is
//     (γ/h I − J)⁻¹ (F(y₀) + (e₁ Z₁ + e₂ Z₂ + e₃ Z₃)/h).
constexpr double e[3] = {-(13 + 7 * root6) / 3, (-13 + 7 * root6) / 3, -1.0 / 3};

}  // namespace perilune::radau5
