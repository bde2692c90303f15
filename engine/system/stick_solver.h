#pragma once

#include <vector>

#include "engine/math/semidefinite.h"

namespace perilune {

// Which of the set-valued frictions that have no slip velocity stick, and what they push with. Slip accelerations are
//     a = A T + c,   A = Wᵀ M̂⁻¹ W,  M̂⁻¹ the inverse mass after joints and drives are eliminated,
// and Coulomb's law wants |T_i| ≤ L_i where a_i = 0, T_i = −L_i sign(a_i) where not: the optimality conditions of
//     minimise ½ TᵀA T + cᵀT,   |T_i| ≤ L_i.
// A is semidefinite, so that this is convex; by duality it is Gauss' principle with friction,
//     minimise ½ (q̈ − q̈₀)ᵀ M (q̈ − q̈₀) + Σ L_i |w_iᵀ q̈ + b_i|   over q̈ that joints admit,
// strictly convex: q̈, and with it a, is unique, however redundant the frictions (Moreau 1966, C. R. Acad. Sci. 262;
// Glocker 2001, Set-Valued Force Laws, ch. 6). T is not: what is given is the one of least norm.
//
// First the iteration of Oprea (2013), fig. 2: all stick, T = −A⁺c; who exceeds its limit is clamped there, who slides
// against its friction is freed, again. That may cycle (block exchange: Júdice & Pires 1994, Comput. Oper. Res. 21), so
// after three rounds that do not lessen the number of the wrong ones the objective itself is brought down, face by
// face (Stark & Parker 1995, Comput. Stat. 10): every face is left for a strictly lower value, none is met
// twice, and there are finitely many. No two modes are ever compared, so nothing grows with 3^m.
class StickSolver {
 public:
  struct Solution {
    VectorX force;           // T [N]
    VectorX acceleration;    // a [m/s²]
    std::vector<int> slips;  // 0: sticks; ±1: begins to slip that way
    int rounds = 0;          // systems solved
    bool is_descended = false;
  };
  // matrix: A, full; free: c; limits ≥ 0.
  const Solution& solve(const MatrixX& matrix, const VectorX& free, const VectorX& limits);

  // The flowchart as it stands: clamping alone, nobody is freed.
  const Solution& clamp(const MatrixX& matrix, const VectorX& free, const VectorX& limits);

 private:
  enum class Place : char { inside, low, high };
  void start(const MatrixX& matrix, const VectorX& free, const VectorX& limits);
  void solve_inside();  // T of those inside, with a = 0 there
  int exchange(bool may_free);
  bool exchange_all();
  void descend();
  void minimise_face();
  int most_wrong() const;
  double tolerance(int i) const;
  void spread();
  void conclude();
  void gather(const std::vector<int>& rows);

  const MatrixX* matrix_ = nullptr;
  const VectorX* free_ = nullptr;
  const VectorX* limits_ = nullptr;
  std::vector<Place> places_;
  std::vector<int> inside_;
  Solution solution_;
  Semidefinite inverse_;
  MatrixX part_;
  VectorX right_, step_;
};

}  // namespace perilune
