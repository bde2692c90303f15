#pragma once

#include <array>
#include <string>
#include <vector>

namespace perilune {

struct AxisDescription;

// A place on an axis that has a mark; minor ones (between decades) have no label.
struct Tick {
  double value = 0;
  std::string label;
  bool is_minor = false;
};

// An axis ready for drawing: its range, how numbers on it are written, where they lie.
class Axis {
 public:
  // data: least and largest number that shall be on it (NaN: none). padding: what is added on each side, as a fraction of
  // the range, unless limits are described.
  Axis(const AxisDescription& description, std::array<double, 2> data, double padding);

  double low() const { return low_; }
  double high() const { return high_; }
  void widen(double low, double high) { low_ = low, high_ = high; }
  bool is_logarithmic() const { return logarithmic_; }
  // 0 at the low end, 1 at the high one; NaN where a logarithmic axis has no place.
  double place(double x) const;
  // At most so many labels, at 1, 2 or 5 times a power of ten; decades on a logarithmic axis.
  std::vector<Tick> ticks(int most) const;
  std::string title() const;  // "height [mm]"

 private:
  void choose_prefix(const std::string& unit);
  void pad(double padding);
  std::vector<Tick> decades(int most) const;

  double low_ = 0, high_ = 1;
  bool logarithmic_ = false;
  int exponent_ = 0;  // numbers are written in 10^exponent of the unit
  std::string label_, unit_;
};

// "N m" → "N·m", "m/s^2" → "m/s²": a unit as it is set.
std::string pretty_unit(const std::string& unit);
// "−3" → "⁻³".
std::string superscript(int number);

}  // namespace perilune
