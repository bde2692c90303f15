#include "engine/plots/svg.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace perilune {
namespace {

// Widths of ' ' … '~' in thousandths of the size: Adobe's metrics of Helvetica.
constexpr short widths[] = {278,  278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278,
                            556,  556, 556, 556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556,
                            1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833, 722, 778,
                            667,  778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556,
                            333,  556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556,
                            556,  556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584};
static_assert(sizeof widths / sizeof *widths == '~' - ' ' + 1);

std::string point(const Place& place) { return svg_number(place.x) + " " + svg_number(place.y); }

}  // namespace

std::string svg_number(double x) {
  std::string text = fmt::format("{:.2f}", x);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string escape_xml(const std::string& words) {
  std::string text;
  for (const char c : words) {
    switch (c) {
      case '&': text += "&amp;"; break;
      case '<': text += "&lt;"; break;
      case '>': text += "&gt;"; break;
      case '"': text += "&quot;"; break;
      default:
        // XML has no other control characters.
        if (static_cast<unsigned char>(c) >= ' ' || c == '\n' || c == '\t') text += c;
    }
  }
  return text;
}

double text_width(const std::string& words, double size) {
  double width = 0;
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= ' ' && byte <= '~') width += widths[byte - ' '];
    else if (byte >= 0xC0) width += 556;
  }
  return width * size / 1000;
}

Svg::Svg(double width, double height, const std::string& title) {
  constexpr double millimetre = 96 / 25.4;  // [px]
  text_ = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}mm\" height=\"{1}mm\" viewBox=\"0 0 {2} {3}\" "
      "font-family=\"Helvetica, Arial, 'Liberation Sans', sans-serif\">\n",
      svg_number(width / millimetre), svg_number(height / millimetre), svg_number(width), svg_number(height));
  if (!title.empty()) text_ += "<title>" + escape_xml(title) + "</title>\n";
  rectangle({0, 0}, width, height, " fill=\"#fff\"");
}

void Svg::path(const std::vector<Place>& line, const std::string& attributes, bool is_closed) {
  if (line.empty()) return;
  text_ += "<path" + attributes + " d=\"M" + point(line.front());
  std::string last = point(line.front());
  for (std::size_t i = 1; i < line.size(); ++i) {
    const std::string next = point(line[i]);
    if (next != last || line.size() == 2) text_ += (i == 1 ? "L" : " ") + next;
    last = next;
  }
  text_ += is_closed ? "Z\"/>\n" : "\"/>\n";
}

// One path of strokes without length, whose round ends are the dots.
void Svg::dots(const std::vector<Place>& places, double radius, const std::string& colour) {
  if (places.empty()) return;
  text_ += fmt::format("<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\" d=\"",
                       colour, svg_number(2 * radius));
  std::string last;
  for (const Place& place : places) {
    const std::string next = "M" + point(place) + "h0";
    if (next != last) text_ += next;
    last = next;
  }
  text_ += "\"/>\n";
}

void Svg::circle(const Place& centre, double radius, const std::string& attributes) {
  text_ += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}/>\n", svg_number(centre.x),
                       svg_number(centre.y), svg_number(radius), attributes);
}

void Svg::rectangle(const Place& corner, double width, double height, const std::string& attributes) {
  text_ += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", svg_number(corner.x),
                       svg_number(corner.y), svg_number(width), svg_number(height), attributes);
}

void Svg::text(const Place& at, const std::string& words, const Font& font) {
  static const char* const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
  const std::string place =
      font.is_upright
          ? fmt::format(" x=\"{}\" y=\"{}\"", svg_number(at.x), svg_number(at.y))
          : fmt::format(" transform=\"translate({} {}) rotate(-90)\"", svg_number(at.x), svg_number(at.y));
  text_ += fmt::format("<text{}{} font-size=\"{}\"{} fill=\"{}\">{}</text>\n", place,
                       anchors[static_cast<int>(font.anchor)], svg_number(font.size),
                       font.is_bold ? " font-weight=\"bold\"" : "", font.colour, escape_xml(words));
}

void Svg::open_group(const std::string& attributes) { text_ += "<g" + attributes + ">\n"; }
void Svg::close_group() { text_ += "</g>\n"; }

void Svg::open_clip(const Place& corner, double width, double height) {
  const std::string name = fmt::format("clip{}", ++clips_);
  text_ += "<clipPath id=\"" + name + "\">";
  rectangle(corner, width, height, "");
  text_ += "</clipPath>\n";
  open_group(" clip-path=\"url(#" + name + ")\"");
}

std::string Svg::finish() { return text_ + "</svg>\n"; }

}  // namespace perilune
