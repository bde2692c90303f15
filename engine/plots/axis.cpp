#include "engine/plots/axis.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "engine/plots/figure.h"

namespace perilune {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Whether 10^-3 of this unit may be written with a prefix: "m", "m/s", "N m", but neither "m^2" nor "kg".
bool takes_prefix(const std::string& unit) {
  static const char* const bases[] = {"m", "s", "N", "J", "W", "Pa", "Hz"};
  const std::string base = unit.substr(0, unit.find_first_of(" /^"));
  if (base.size() < unit.size() && unit[base.size()] == '^') return false;
  return std::any_of(std::begin(bases), std::end(bases), [&](const char* known) { return base == known; });
}

const char* prefix(int exponent) {
  switch (exponent) {
    case -12: return "p";
    case -9: return "n";
    case -6: return "µ";
    case -3: return "m";
    case 0: return "";
    case 3: return "k";
    case 6: return "M";
    case 9: return "G";
    default: return nullptr;
  }
}

double step_for(double range, int most) {
  const double least = range / std::max(1, most);
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1 - 1e-9)) return factor * power;
  }
  return 10 * power;
}

// With a true minus sign.
std::string number_text(double x, int decimals) {
  std::string text = fmt::format("{:.{}f}", x, decimals);
  if (text.find_first_not_of("-0.") == std::string::npos && text[0] == '-') text.erase(0, 1);
  return text[0] == '-' ? "−" + text.substr(1) : text;
}

}  // namespace

std::string superscript(int number) {
  static const char* const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text = number < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(number))) text += digits[c - '0'];
  return text;
}

std::string pretty_unit(const std::string& unit) {
  if (unit == "-") return "";
  std::string text;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    // "m rad": a product; "m or rad": words.
    if (unit[i] == ' ' && unit.find(" or ") == std::string::npos) text += "·";
    else if (unit[i] == '^' && i + 2 == unit.size() && std::isdigit(static_cast<unsigned char>(unit[i + 1])))
      text += superscript(unit[++i] - '0');
    else text += unit[i];
  }
  return text;
}

Axis::Axis(const AxisDescription& description, std::array<double, 2> data, double padding)
    : logarithmic_(description.logarithmic), label_(description.label) {
  if (description.limits) data = *description.limits, padding = 0;
  if (std::isnan(data[0])) data = logarithmic_ ? std::array<double, 2>{1, 10} : std::array<double, 2>{0, 1};
  low_ = data[0], high_ = data[1];
  pad(padding);
  choose_prefix(description.unit);
}

void Axis::pad(double padding) {
  if (logarithmic_) {
    const double factor = low_ == high_ ? 10 : std::pow(high_ / low_, padding);
    low_ /= factor, high_ *= factor;
    return;
  }
  // A range of rounding errors is a constant.
  const double largest = std::max(std::abs(low_), std::abs(high_));
  if (high_ - low_ <= 1e-12 * largest || high_ == low_) {
    const double around = largest > 0 ? 0.05 * largest : 1;
    low_ -= around, high_ += around;
    return;
  }
  const double more = padding * (high_ - low_);
  low_ -= more, high_ += more;
}

void Axis::choose_prefix(const std::string& unit) {
  unit_ = pretty_unit(unit);
  if (logarithmic_) return;
  const double largest = std::max(std::abs(low_), std::abs(high_));
  const bool prefixed = takes_prefix(unit);
  if (largest >= (prefixed ? 0.1 : 0.01) && largest < (prefixed ? 1e4 : 1e5)) return;
  exponent_ = 3 * static_cast<int>(std::floor(std::log10(largest) / 3));
  if (prefixed && prefix(exponent_)) unit_ = prefix(exponent_) + unit_;
  else unit_ = "10" + superscript(exponent_) + (unit_.empty() ? "" : " " + unit_);
}

double Axis::place(double x) const {
  if (!logarithmic_) return (x - low_) / (high_ - low_);
  return x > 0 ? std::log(x / low_) / std::log(high_ / low_) : nan;
}

std::string Axis::title() const {
  if (unit_.empty()) return label_;
  return (label_.empty() ? "" : label_ + " ") + "[" + unit_ + "]";
}

std::vector<Tick> Axis::ticks(int most) const {
  // Less than a decade is better read on labels of its own.
  if (logarithmic_ && high_ / low_ > 10) return decades(most);
  const double scale = std::pow(10, exponent_), low = low_ / scale, high = high_ / scale;
  const double step = step_for(high - low, most);
  const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  std::vector<Tick> list;
  const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
  for (double i = first; i <= last; ++i) list.push_back({i * step * scale, number_text(i * step, decimals)});
  return list;
}

std::vector<Tick> Axis::decades(int most) const {
  const int first = static_cast<int>(std::ceil(std::log10(low_) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(high_) + 1e-9));
  const int every = std::max(1, (last - first + most) / std::max(1, most));
  std::vector<Tick> list;
  for (int power = first - 1; power <= last; ++power) {
    const bool is_labelled = (power - first) % every == 0 && power >= first;
    const double value = std::pow(10, power);
    if (power >= first) list.push_back({value, is_labelled ? "10" + superscript(power) : "", !is_labelled});
    for (int digit = 2; digit < 10 && every == 1; ++digit) {
      if (digit * value >= low_ && digit * value <= high_) list.push_back({digit * value, "", true});
    }
  }
  return list;
}

}  // namespace perilune
