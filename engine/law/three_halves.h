#pragma once

namespace perilune::ir {

// x^1.5 with the bits of pow(x, 1.5), mostly in a third of its time: what laws of Hertz's kind spend theirs on.
//
// x √x is computed to twice the digits. Where that lies within 0.45 units in the last place of a double, every other double is
// more than 0.54 away, which is the largest error of the C library's pow (glibc's e_pow.c): it can but give that one. Else,
// for a tenth of all x and where digits may be lost, pow is called.
double power_three_halves(double x);

// Whether this computer can: a C library with that bound, and multiply-add in one instruction.
bool has_quick_three_halves();

}  // namespace perilune::ir
