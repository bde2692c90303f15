#include "lua/binding/units.h"

#include <cmath>

#include "lua/binding/object.h"

namespace perilune {
namespace {

struct Unit {
  const char* name;
  double in_si;
};

constexpr Unit units[] = {
    {"m", 1},         {"dm", 1e-1},        {"cm", 1e-2},      {"mm", 1e-3},
    {"um", 1e-6},     {"km", 1e3},  // m
    {"s", 1},         {"ms", 1e-3},        {"us", 1e-6},      {"min", 60},
    {"h", 3600},                                                               // s
    {"kg", 1},        {"gram", 1e-3},      {"mg", 1e-6},      {"tonne", 1e3},  // kg
    {"N", 1},         {"mN", 1e-3},        {"kN", 1e3},       {"MN", 1e6},     // N
    {"Pa", 1},        {"kPa", 1e3},        {"MPa", 1e6},      {"GPa", 1e9},
    {"bar", 1e5},  // Pa
    {"J", 1},         {"mJ", 1e-3},        {"kJ", 1e3},       {"W", 1},
    {"kW", 1e3},                                                                       // J, W
    {"Hz", 1},        {"kHz", 1e3},                                                    // 1/s
    {"rad", 1},       {"deg", M_PI / 180}, {"rev", 2 * M_PI}, {"rpm", 2 * M_PI / 60},  // rad, rad/s
    {"kmh", 1 / 3.6},                                                                  // m/s
};

}  // namespace

void add_units(lua_State* L) {
  for (const Unit& unit : units) set_number(L, unit.name, unit.in_si);
}

}  // namespace perilune
