#include "engine/plots/figure.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/plots/axis.h"
#include "engine/plots/legend.h"
#include "engine/plots/svg.h"

namespace perilune {
namespace {

constexpr double pixels_per_metre = 96 / 0.0254;
constexpr double font_size = 12, title_size = 13, margin = 5, between_panels = 10;  // [px]
constexpr double line_tolerance = 0.08;                                             // [px]

// Distinct for readers with any colour vision, also printed in grey (Okabe & Ito 2008).
const char* colour(std::size_t i) {
  static const char* const list[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#e69f00", "#56b4e9", "#222222", "#8c6d31"};
  return list[i % (sizeof list / sizeof *list)];
}

bool has_line(const PlotCurve& curve) { return curve.style != PlotCurve::Style::points; }
bool has_dots(const PlotCurve& curve) {
  return curve.style == PlotCurve::Style::points || curve.style == PlotCurve::Style::line_and_points;
}

// Least and largest of what an axis shows; NaN without any.
class Span {
 public:
  explicit Span(bool logarithmic) : logarithmic_(logarithmic) {}
  void add(double x) {
    if (!std::isfinite(x) || (logarithmic_ && x <= 0)) return;
    if (!(x >= range_[0])) range_[0] = x;
    if (!(x <= range_[1])) range_[1] = x;
  }
  std::array<double, 2> range() const { return range_; }

 private:
  bool logarithmic_;
  std::array<double, 2> range_ = {NAN, NAN};
};

bool is_within(double x, const AxisDescription& axis) {
  return !axis.limits || (x >= (*axis.limits)[0] && x <= (*axis.limits)[1]);
}

Axis x_axis(const Figure& figure) {
  Span span(figure.x.logarithmic);
  bool runs_along =
      false;  // a curve from left to right reaches from edge to edge; orbits and dots keep off them
  for (const Panel& panel : figure.panels) {
    for (const PlotCurve& curve : panel.curves) {
      runs_along = runs_along || (has_line(curve) && std::is_sorted(curve.x.begin(), curve.x.end()));
      for (const double x : curve.x) span.add(x);
    }
  }
  return {figure.x, span.range(), runs_along ? 0 : 0.04};
}

// What is seen between the limits of x decides.
Axis y_axis(const Figure& figure, const Panel& panel) {
  Span span(panel.y.logarithmic);
  for (const PlotCurve& curve : panel.curves) {
    for (std::size_t i = 0; i < curve.y.size(); ++i) {
      if (is_within(curve.x[i], figure.x)) span.add(curve.y[i]);
    }
  }
  return {panel.y, span.range(), 0.05};
}

// By panel and curve: one colour after the other through the figure, the same for what has the same name.
std::vector<std::vector<std::size_t>> colours_of(const Figure& figure) {
  std::vector<std::vector<std::size_t>> all;
  std::vector<std::string> names;
  for (const Panel& panel : figure.panels) {
    all.emplace_back();
    for (const PlotCurve& curve : panel.curves) {
      const auto known =
          curve.label.empty() ? names.end() : std::find(names.begin(), names.end(), curve.label);
      all.back().push_back(known - names.begin());
      if (known == names.end()) names.push_back(curve.label);
    }
  }
  return all;
}

// Of one panel: what no panel above it has named.
std::vector<LegendEntry> legend_entries(const Figure& figure, const Panel& panel,
                                        const std::vector<std::size_t>& colours) {
  std::vector<LegendEntry> list;
  const auto is_named_before = [&](const std::string& label) {
    for (const Panel* above = figure.panels.data(); above != &panel; ++above) {
      for (const PlotCurve& curve : above->curves) {
        if (curve.label == label) return true;
      }
    }
    return false;
  };
  for (std::size_t i = 0; i < panel.curves.size(); ++i) {
    const PlotCurve& curve = panel.curves[i];
    if (curve.label.empty() || is_named_before(curve.label)) continue;
    list.push_back({curve.label, colour(colours[i]), has_line(curve), curve.style == PlotCurve::Style::dashed,
                    has_dots(curve)});
  }
  return list;
}

// One panel, laid out and drawn.
class PanelDrawing {
 public:
  PanelDrawing(const Figure& figure, const Panel& panel, const Axis& x, std::vector<std::size_t> colours)
      : panel_(panel),
        x_(x),
        y_(y_axis(figure, panel)),
        colours_(std::move(colours)),
        legend_(figure.has_legend ? legend_entries(figure, panel, colours_) : std::vector<LegendEntry>{},
                font_size) {}

  Axis& y() { return y_; }
  // [px] left of the axis: labels and the axis' title.
  double label_width(double height) const {
    double widest = 0;
    for (const Tick& tick : y_.ticks(y_ticks(height)))
      widest = std::max(widest, text_width(tick.label, font_size));
    return widest + 6;
  }
  static int y_ticks(double height) { return std::max(2, static_cast<int>(height / 34)); }

  void place(double left, double top, double width, double height) {
    corner_ = {left, top}, width_ = width, height_ = height;
    curves_.clear();
    for (const PlotCurve& curve : panel_.curves) curves_.push_back(on_paper(curve));
    legend_place_ = {left, top}, has_box_ = false;
    if (legend_.is_empty()) return;
    std::vector<std::vector<Place>> lines;
    for (std::size_t i = 0; i < curves_.size(); ++i) add_lines(i, lines);
    has_box_ = legend_.find_place(corner_, width_, height_, lines, legend_place_);
    if (has_box_) return;
    const double rows = legend_.rows_height(width);
    corner_.y += rows, height_ -= rows;
    for (std::size_t i = 0; i < curves_.size(); ++i) curves_[i] = on_paper(panel_.curves[i]);
  }

  void draw(Svg& svg, double title_x, bool has_x_labels) const {
    draw_grid(svg);
    svg.open_clip(corner_, width_, height_);
    for (std::size_t i = 0; i < curves_.size(); ++i) draw_curve(svg, i);
    svg.close_group();
    svg.rectangle(corner_, width_, height_, " fill=\"none\" stroke=\"#1a1a1a\" stroke-width=\".9\"");
    draw_x_labels(svg, has_x_labels);
    draw_y_labels(svg, title_x);
    if (legend_.is_empty()) return;
    if (has_box_) legend_.draw_box(svg, legend_place_);
    else legend_.draw_rows(svg, legend_place_, width_);
  }

 private:
  std::vector<Place> on_paper(const PlotCurve& curve) const {
    std::vector<Place> line(curve.x.size());
    for (std::size_t i = 0; i < line.size(); ++i) {
      line[i] = {corner_.x + width_ * x_.place(curve.x[i]), corner_.y + height_ * (1 - y_.place(curve.y[i]))};
    }
    return line;
  }
  // A little beyond the frame, so that no line ends before it.
  std::vector<std::vector<Place>> visible(const std::vector<Place>& line) const {
    return clip(line, {corner_.x - 2, corner_.y - 2}, {corner_.x + width_ + 2, corner_.y + height_ + 2});
  }
  void add_lines(std::size_t i, std::vector<std::vector<Place>>& lines) const {
    if (has_line(panel_.curves[i])) {
      for (const auto& part : visible(curves_[i])) lines.push_back(thin(part, 1));
    } else {
      for (const Place& dot : curves_[i]) lines.push_back({dot, {dot.x + 0.1, dot.y}});
    }
  }

  void draw_curve(Svg& svg, std::size_t i) const {
    const PlotCurve& curve = panel_.curves[i];
    const std::string of = colour(colours_[i]);
    if (has_line(curve)) {
      const std::string look =
          fmt::format(" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\" stroke-linejoin=\"round\"{}", of,
                      curve.style == PlotCurve::Style::dashed ? " stroke-dasharray=\"5 3\"" : "");
      for (const auto& part : visible(curves_[i])) svg.path(thin(part, line_tolerance), look);
    }
    if (has_dots(curve)) svg.dots(inside(curves_[i]), 2, of);
  }
  std::vector<Place> inside(const std::vector<Place>& places) const {
    std::vector<Place> kept;
    for (const Place& p : places) {
      const double x = p.x - corner_.x, y = p.y - corner_.y;
      if (x >= -1 && x <= width_ + 1 && y >= -1 && y <= height_ + 1) kept.push_back(p);
    }
    return kept;
  }

  double at_x(double x) const { return corner_.x + width_ * x_.place(x); }
  double at_y(double y) const { return corner_.y + height_ * (1 - y_.place(y)); }
  std::vector<Tick> x_marks() const {
    int most = std::max(2, static_cast<int>(width_ / 62));
    return x_.ticks(most);
  }
  void draw_grid(Svg& svg) const {
    svg.open_group(" stroke=\"#e6e6e6\" stroke-width=\".8\"");
    for (const Tick& tick : x_marks()) {
      if (!tick.is_minor)
        svg.path({{at_x(tick.value), corner_.y}, {at_x(tick.value), corner_.y + height_}}, "");
    }
    for (const Tick& tick : y_.ticks(y_ticks(height_))) {
      if (!tick.is_minor)
        svg.path({{corner_.x, at_y(tick.value)}, {corner_.x + width_, at_y(tick.value)}}, "");
    }
    svg.close_group();
  }
  static constexpr const char* mark_look = " stroke=\"#1a1a1a\" stroke-width=\".9\"";
  void draw_x_labels(Svg& svg, bool has_labels) const {
    const double bottom = corner_.y + height_;
    for (const Tick& tick : x_marks()) {
      const double x = at_x(tick.value), length = tick.is_minor ? 2.5 : 4.5;
      svg.path({{x, bottom}, {x, bottom - length}}, mark_look);
      if (has_labels && !tick.label.empty())
        svg.text({x, bottom + 1.2 * font_size}, tick.label, {font_size, Svg::Anchor::middle});
    }
  }
  void draw_y_labels(Svg& svg, double title_x) const {
    for (const Tick& tick : y_.ticks(y_ticks(height_))) {
      const double y = at_y(tick.value), length = tick.is_minor ? 2.5 : 4.5;
      svg.path({{corner_.x, y}, {corner_.x + length, y}}, mark_look);
      if (!tick.label.empty())
        svg.text({corner_.x - 5, y + 0.36 * font_size}, tick.label, {font_size, Svg::Anchor::end});
    }
    Svg::Font turned = {font_size, Svg::Anchor::middle};
    turned.is_upright = false;
    svg.text({title_x, corner_.y + height_ / 2}, y_.title(), turned);
  }

  const Panel& panel_;
  const Axis& x_;
  Axis y_;
  std::vector<std::size_t> colours_;
  Legend legend_;
  Place corner_, legend_place_;
  double width_ = 0, height_ = 0;
  bool has_box_ = false;
  std::vector<std::vector<Place>> curves_;
};

// A length is as long along both axes: the range that is too small for the frame grows.
void equalize(Axis& x, Axis& y, double width, double height) {
  const double per_x = (x.high() - x.low()) / width, per_y = (y.high() - y.low()) / height;
  Axis& small = per_x < per_y ? x : y;
  const double middle = 0.5 * (small.low() + small.high());
  const double half = 0.5 * std::max(per_x, per_y) * (per_x < per_y ? width : height);
  small.widen(middle - half, middle + half);
}

// Everything around the panels, and the panels one below the other.
class FigureDrawing {
 public:
  explicit FigureDrawing(const Figure& figure) : figure_(figure), x_(x_axis(figure)) {
    const auto count = static_cast<double>(std::max<std::size_t>(1, figure.panels.size()));
    width_ = figure.width * pixels_per_metre;
    height_ = (figure.height > 0 ? figure.height : 0.084 + 0.05 * (count - 1)) * pixels_per_metre;
    const auto colours = colours_of(figure);
    for (std::size_t i = 0; i < figure.panels.size(); ++i)
      panels_.emplace_back(figure, figure.panels[i], x_, colours[i]);
    lay_out(count);
  }

  std::string draw() {
    Svg svg(width_, height_, figure_.title);
    for (std::size_t i = 0; i < panels_.size(); ++i)
      panels_[i].draw(svg, margin + 0.8 * font_size, i + 1 == panels_.size());
    const double middle = left_ + panel_width_ / 2;
    svg.text({middle, height_ - margin - 0.2 * font_size}, x_.title(), {font_size, Svg::Anchor::middle});
    if (!figure_.title.empty()) {
      Svg::Font bold = {title_size, Svg::Anchor::middle};
      bold.is_bold = true;
      svg.text({middle, margin + title_size}, figure_.title, bold);
    }
    return svg.finish();
  }

 private:
  void lay_out(double count) {
    const double top = margin + (figure_.title.empty() ? 3 : 1.6 * title_size);
    const double below = 1.5 * font_size + (x_.title().empty() ? 0 : 1.2 * font_size) + margin;
    const double panel_height = (height_ - top - below - between_panels * (count - 1)) / count;
    place_sides(panel_height);
    // Wider ranges have other labels, which leave another width.
    for (int i = 0; i < 2 && figure_.equal_axes && panels_.size() == 1; ++i) {
      if (i > 0) place_sides(panel_height);
      equalize(x_, panels_[0].y(), panel_width_, panel_height);
    }
    double y = top;
    for (PanelDrawing& panel : panels_) {
      panel.place(left_, y, panel_width_, panel_height);
      y += panel_height + between_panels;
    }
  }
  void place_sides(double panel_height) {
    double labels = 0;
    for (const PanelDrawing& panel : panels_) labels = std::max(labels, panel.label_width(panel_height));
    left_ = margin + 1.3 * font_size + labels;
    // The last label on the x axis may reach beyond the frame.
    double beyond = 0;
    for (const Tick& tick : x_.ticks(6)) {
      if (x_.place(tick.value) > 0.96) beyond = text_width(tick.label, font_size) / 2;
    }
    panel_width_ = width_ - left_ - std::max(beyond, 3.0) - margin;
  }

  const Figure& figure_;
  Axis x_;
  std::vector<PanelDrawing> panels_;
  double width_ = 0, height_ = 0, left_ = 0, panel_width_ = 0;
};

}  // namespace

std::string to_svg(const Figure& figure) { return FigureDrawing(figure).draw(); }

}  // namespace perilune
