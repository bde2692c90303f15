#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace perilune {

// A curve of a plot: the places (x, y), in the axes' units. NaN interrupts it.
struct PlotCurve {
  enum class Style { line, dashed, points, line_and_points };
  std::vector<double> x, y;  // of the same length
  std::string label;         // in the legend; "": it has no entry there
  Style style = Style::line;
};

struct AxisDescription {
  std::string label;  // what is shown, "height"
  std::string unit;   // "m/s^2"; "" or "-": none
  bool logarithmic = false;
  std::optional<std::array<double, 2>> limits;  // default: what the curves need
};

// Curves over one y axis.
struct Panel {
  AxisDescription y;
  std::vector<PlotCurve> curves;
};

// A plot for a paper: panels one below the other over a common x axis.
struct Figure {
  std::string title;
  AxisDescription x;
  std::vector<Panel> panels;
  double width = 0.127, height = 0;  // [m]; height 0: 0.084 for one panel, 0.05 more for each other one
  bool equal_axes = false;           // a length is as long along y as along x
  bool has_legend = true;
};

// The figure as SVG. Curves are thinned to what can be seen (thin.h), so its size does not depend on how many points
// they have.
std::string to_svg(const Figure& figure);

}  // namespace perilune
