#pragma once

namespace perilune {

// Where things lie in y = [ q | v | states of laws | ledger ]. The ledger's integrals are outside error control.
struct Layout {
  int coordinates = 0;  // n: q is y[0, n), v is y[n, 2n)
  int freedoms = 0;     // of all bodies, joints apart: size of u, f and of a row of Φ_q
  int states = 0;
  int ledger =
      0;  // entries: work, damping, corrections (if any), dry frictions', then each contact's, its friction's
  int frictions = 0;   // dry frictions
  bool books = false;  // whether there are forces, joints or dry friction that need the first three

  int state_offset() const { return 2 * coordinates; }
  int ledger_offset() const { return 2 * coordinates + states; }
  int work() const { return ledger_offset(); }             // [J] brought in by loads and drives
  int damping() const { return ledger_offset() + 1; }      // [J] lost in dampers
  int corrections() const { return ledger_offset() + 2; }  // [J] put in by projections onto the constraints
  int first_friction() const { return ledger_offset() + (books ? 3 : 0); }  // [J] lost in it
  int first_contact() const { return first_friction() + frictions; }
  int size() const { return ledger_offset() + ledger; }
};

}  // namespace perilune
