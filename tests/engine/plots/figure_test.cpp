#include "engine/plots/figure.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>

#include "engine/plots/svg.h"

using namespace perilune;

namespace {

PlotCurve wave(int points, const char* label) {
  PlotCurve curve;
  curve.label = label;
  for (int i = 0; i < points; ++i) {
    curve.x.push_back(10.0 * i / (points - 1));
    curve.y.push_back(std::sin(3 * curve.x.back()));
  }
  return curve;
}

Figure figure_of(std::vector<PlotCurve> curves) {
  Figure figure;
  figure.x.label = "time", figure.x.unit = "s";
  Panel panel;
  panel.y.label = "height", panel.y.unit = "m";
  panel.curves = std::move(curves);
  figure.panels = {panel};
  return figure;
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("figure: size on paper, axes with units, title, legend") {
  Figure figure = figure_of({wave(100, "a < b"), wave(100, "second")});
  figure.title = "Waves & walls";
  const std::string svg = to_svg(figure);
  CHECK(svg.find("width=\"127mm\" height=\"84mm\"") != std::string::npos);
  for (const char* words : {">time [s]<", ">height [m]<", ">Waves &amp; walls<", ">a &lt; b<", ">second<"})
    CHECK_MESSAGE(svg.find(words) != std::string::npos, words);
}

TEST_CASE("figure: a million points are no larger than ten thousand") {
  const std::size_t many = to_svg(figure_of({wave(1000000, "")})).size();
  CHECK(many < 20000);
  CHECK(many < 1.2 * static_cast<double>(to_svg(figure_of({wave(10000, "")})).size()));
}

TEST_CASE("figure: numbers that are not finite interrupt a line and nothing of them is written") {
  PlotCurve curve = wave(101, "");
  curve.y[50] = NAN, curve.y[70] = INFINITY;
  const std::string svg = to_svg(figure_of({curve}));
  CHECK(count(svg, "stroke-width=\"1.5\"") == 3);
  CHECK(svg.find("nan") == std::string::npos);
  CHECK(svg.find("inf") == std::string::npos);
}

TEST_CASE("figure: what lies beyond the limits is cut off, on a logarithmic axis what has no place") {
  Figure figure = figure_of({wave(1000, "")});
  figure.x.limits = {{2, 4}};
  figure.panels[0].y.logarithmic = true;
  const std::string svg = to_svg(figure);
  const std::regex number(R"(-?\d+(\.\d+)?)");
  const std::size_t begin = svg.find(" d=\"M", svg.find("stroke-width=\"1.5\""));
  REQUIRE(begin != std::string::npos);
  const std::string line = svg.substr(begin, svg.find('"', begin + 5) - begin);
  for (std::sregex_iterator it(line.begin(), line.end(), number), end; it != end; ++it) {
    CHECK(std::stod(it->str()) >= 0);
    CHECK(std::stod(it->str()) <= 480);
  }
}

TEST_CASE("figure: panels stand one below the other over one x axis") {
  Figure figure = figure_of({wave(100, "")});
  Panel second;
  second.y.label = "speed", second.y.unit = "m/s^2", second.curves = {wave(100, "")};
  figure.panels.push_back(second);
  const std::string svg = to_svg(figure);
  CHECK(count(svg, ">time [s]<") == 1);
  CHECK(svg.find(">speed [m/s²]<") != std::string::npos);
  CHECK(svg.find("height=\"134mm\"") != std::string::npos);
}

TEST_CASE("figure: what has one name in several panels has one colour and one entry in the legend") {
  Figure figure = figure_of({wave(100, "one"), wave(100, "two")});
  figure.panels.push_back(figure_of({wave(100, "two")}).panels[0]);
  const std::string svg = to_svg(figure);
  CHECK(count(svg, ">one<") == 1);
  CHECK(count(svg, ">two<") == 1);
  CHECK(count(svg, "stroke=\"#d55e00\"") == 3);  // two curves and the entry
}

TEST_CASE("figure: with equal axes a circle is round") {
  PlotCurve circle;
  for (int i = 0; i <= 400; ++i) {
    circle.x.push_back(std::cos(2 * M_PI * i / 400)), circle.y.push_back(std::sin(2 * M_PI * i / 400));
  }
  Figure figure = figure_of({circle});
  figure.equal_axes = true;
  const std::string svg = to_svg(figure);
  const std::size_t begin = svg.find(" d=\"M", svg.find("stroke-width=\"1.5\"")) + 5;
  std::string line = svg.substr(begin, svg.find('"', begin) - begin);
  std::replace(line.begin(), line.end(), 'L', ' ');
  std::istringstream numbers(line);
  double x, y, left = 1e9, right = 0, top = 1e9, bottom = 0;
  while (numbers >> x >> y) {
    left = std::min(left, x), right = std::max(right, x), top = std::min(top, y),
    bottom = std::max(bottom, y);
  }
  CHECK(std::abs((right - left) - (bottom - top)) < 0.05);
}

TEST_CASE("svg: numbers have at most two digits after the point; control characters have no place in XML") {
  CHECK(svg_number(12.346) == "12.35");
  CHECK(svg_number(-0.001) == "0");
  CHECK(svg_number(10) == "10");
  CHECK(escape_xml("a\x01<\"b\"&") == "a&lt;&quot;b&quot;&amp;");
  CHECK(text_width("ii", 10) < text_width("WW", 10));
}
