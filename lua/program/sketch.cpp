#include "lua/program/sketch.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <vector>

namespace perilune {
namespace {

constexpr int columns = 64, rows = 16;

// Numbers of an axis, from its first column or row to its last.
class Scale {
 public:
  Scale(bool is_logarithmic, int cells) : is_logarithmic_(is_logarithmic), cells_(cells) {}
  void include(double x) {
    const double at = place(x);
    if (!std::isfinite(at)) return;
    least_ = std::min(least_, at), most_ = std::max(most_, at);
  }
  void limit(double least, double most) { least_ = place(least), most_ = place(most); }
  // A flat curve lies in the middle.
  void widen() {
    if (most_ > least_) return;
    const double room = std::max(1e-9, std::abs(least_) * 0.1);
    least_ -= room, most_ += room;
  }
  int cell(double x) const {
    const double part = (place(x) - least_) / (most_ - least_);
    return std::isfinite(part) ? std::clamp(static_cast<int>(std::lround(part * (cells_ - 1))), 0, cells_ - 1)
                               : -1;
  }
  double first() const { return is_logarithmic_ ? std::pow(10, least_) : least_; }
  double last() const { return is_logarithmic_ ? std::pow(10, most_) : most_; }

 private:
  double place(double x) const { return is_logarithmic_ ? std::log10(x) : x; }
  bool is_logarithmic_;
  int cells_;
  double least_ = INFINITY, most_ = -INFINITY;
};

using Canvas = std::vector<std::string>;

void draw_curve(Canvas& canvas, const PlotCurve& curve, char letter, const Scale& x, const Scale& y) {
  for (std::size_t i = 0; i + 1 < curve.x.size(); ++i) {
    constexpr int parts = 24;  // steps are few where the curve is smooth
    if (!std::isfinite(curve.y[i] + curve.y[i + 1])) continue;
    for (int k = 0; k <= parts; ++k) {
      const double part = double(k) / parts;
      const int column = x.cell(curve.x[i] + (curve.x[i + 1] - curve.x[i]) * part);
      const int row = y.cell(curve.y[i] + (curve.y[i + 1] - curve.y[i]) * part);
      if (column >= 0 && row >= 0)
        canvas[static_cast<std::size_t>(rows - 1 - row)][static_cast<std::size_t>(column)] = letter;
    }
  }
}

std::string axis_text(const AxisDescription& axis) {
  return axis.label + (axis.unit.empty() ? "" : " [" + axis.unit + "]");
}

}  // namespace

std::string sketch(const Figure& figure) {
  const Panel& panel = figure.panels.front();
  Scale x(figure.x.logarithmic, columns), y(panel.y.logarithmic, rows);
  for (const PlotCurve& curve : panel.curves) {
    for (const double one : curve.x) x.include(one);
    for (const double one : curve.y) y.include(one);
  }
  if (const auto& limits = panel.y.limits) y.limit((*limits)[0], (*limits)[1]);
  x.widen(), y.widen();
  Canvas canvas(rows, std::string(columns, ' '));
  char letter = 'a';
  for (const PlotCurve& curve : panel.curves) draw_curve(canvas, curve, letter++, x, y);
  std::string text = fmt::format("{:>12.4g} | {}\n", y.last(), axis_text(panel.y));
  for (const std::string& row : canvas) {
    const std::size_t end = row.find_last_not_of(' ');
    text += fmt::format("{:>12} |{}\n", "", end == std::string::npos ? "" : row.substr(0, end + 1));
  }
  text += fmt::format("{:>12.4g} +{}\n", y.first(), std::string(columns, '-'));
  text += fmt::format("{:>14}{:<12.4g}{:^40}{:>12.4g}\n", "", x.first(), axis_text(figure.x), x.last());
  letter = 'a';
  for (const PlotCurve& curve : panel.curves) text += fmt::format("{:>14}{} {}\n", "", letter++, curve.label);
  return text;
}

}  // namespace perilune
