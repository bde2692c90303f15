#pragma once

#include <string>
#include <vector>

#include "engine/plots/thin.h"

namespace perilune {

// Builds an SVG picture, lengths in pixels of 1/96 inch. Text is set in Helvetica or its like; widths are those of its
// metrics, so that nothing needs a browser to be laid out.
class Svg {
 public:
  Svg(double width, double height, const std::string& title);

  enum class Anchor { start, middle, end };
  struct Font {
    double size = 12;
    Anchor anchor = Anchor::start;
    bool is_bold = false, is_upright = true;  // not upright: turned a quarter to the left, for y axes
    const char* colour = "#1a1a1a";
  };

  // attributes: ` stroke="#000"`, as they stand in the element.
  void path(const std::vector<Place>& line, const std::string& attributes, bool is_closed = false);
  void dots(const std::vector<Place>& places, double radius, const std::string& colour);
  void circle(const Place& centre, double radius, const std::string& attributes);
  void rectangle(const Place& corner, double width, double height, const std::string& attributes);
  void text(const Place& at, const std::string& words, const Font& font);
  void open_group(const std::string& attributes);
  void close_group();
  // What is drawn until close_group() is cut off at the rectangle.
  void open_clip(const Place& corner, double width, double height);

  std::string finish();

 private:
  std::string text_;
  int clips_ = 0;
};

// Width of a text [px]. Bytes beyond ASCII are counted once a character, as wide as a digit.
double text_width(const std::string& words, double size);

// At most two digits after the point, without trailing zeros.
std::string svg_number(double x);
std::string escape_xml(const std::string& words);

}  // namespace perilune
