#pragma once

#include <lua.hpp>

#include "engine/law/function.h"

namespace perilune {

// A number that carries its first and second derivative, as a value of the language: what a script's function is
// given when the engine needs derivatives of what it computes. Arithmetic, comparison and the functions of `math`
// know it (second-order forward differentiation; Griewank & Walther 2008, ch. 13).
void push_jet(lua_State* L, const Taylor& jet);
const Taylor* find_jet(lua_State* L, int index);  // nullptr: something else

// A number or a jet as a jet; false: neither.
bool read_jet(lua_State* L, int index, Taylor& jet);

// f(x) from f, f', f'' at x.value: (f, f' x', f'' x'² + f' x'').
Taylor chain(const Taylor& x, double f, double f1, double f2);
Taylor add(const Taylor& a, const Taylor& b);
Taylor subtract(const Taylor& a, const Taylor& b);
Taylor multiply(const Taylor& a, const Taylor& b);
Taylor divide(const Taylor& a, const Taylor& b);
Taylor power(const Taylor& a, const Taylor& b);

}  // namespace perilune
