#pragma once

#include <array>
#include <string>
#include <vector>

#include "engine/plots/svg.h"

namespace perilune {

// An entry of a legend.
struct LegendEntry {
  std::string label, colour;
  bool has_line = true, is_dashed = false, has_dots = false;
};

// Where curves leave room for a legend within a panel.
class Legend {
 public:
  Legend(std::vector<LegendEntry> entries, double font_size);

  bool is_empty() const { return entries_.empty(); }
  double width() const;  // [px] of a box with one entry a line
  double height() const;
  // The upper left corner of a place for the box where no curve runs; false: there is none. curves: densely.
  bool find_place(const Place& corner, double panel_width, double panel_height,
                  const std::vector<std::vector<Place>>& curves, Place& found) const;
  void draw_box(Svg& svg, const Place& corner) const;
  // Above a panel instead: in rows over this width.
  double rows_height(double panel_width) const;
  void draw_rows(Svg& svg, const Place& corner, double panel_width) const;

 private:
  void draw_entry(Svg& svg, const LegendEntry& entry, const Place& middle) const;
  double entry_width(const LegendEntry& entry) const;
  std::vector<std::vector<const LegendEntry*>> rows(double panel_width) const;

  std::vector<LegendEntry> entries_;
  double size_;
};

}  // namespace perilune
