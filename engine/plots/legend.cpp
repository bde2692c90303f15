#include "engine/plots/legend.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace perilune {
namespace {

constexpr double sample_width = 20, gap = 6, inset = 6;  // [px]

// Whether the piece of a line passes through a box, by its own bounds and by sides.
bool touches(const Place& a, const Place& b, const Place& low, const Place& high) {
  return !clip({a, b}, low, high).empty();
}

}  // namespace

Legend::Legend(std::vector<LegendEntry> entries, double font_size)
    : entries_(std::move(entries)), size_(font_size) {}

double Legend::entry_width(const LegendEntry& entry) const {
  return sample_width + gap + text_width(entry.label, size_);
}

double Legend::width() const {
  double most = 0;
  for (const LegendEntry& entry : entries_) most = std::max(most, entry_width(entry));
  return most + 2 * inset;
}

double Legend::height() const { return 1.35 * size_ * static_cast<double>(entries_.size()) + inset; }

bool Legend::find_place(const Place& corner, double panel_width, double panel_height,
                        const std::vector<std::vector<Place>>& curves, Place& found) const {
  const double margin = 6, right = corner.x + panel_width - width() - margin;
  const double bottom = corner.y + panel_height - height() - margin;
  const double left = corner.x + margin, top = corner.y + margin, middle = 0.5 * (left + right);
  if (right < left || bottom < top) return false;
  for (const Place& place : {Place{right, top}, Place{left, top}, Place{right, bottom}, Place{left, bottom},
                             Place{middle, top}, Place{middle, bottom}}) {
    const Place low = {place.x - 2, place.y - 2}, high = {place.x + width() + 2, place.y + height() + 2};
    const auto crosses = [&](const std::vector<Place>& curve) {
      for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
        if (touches(curve[i], curve[i + 1], low, high)) return true;
      }
      return false;
    };
    if (std::any_of(curves.begin(), curves.end(), crosses)) continue;
    found = place;
    return true;
  }
  return false;
}

void Legend::draw_entry(Svg& svg, const LegendEntry& entry, const Place& middle) const {
  if (entry.has_line) {
    svg.path({middle, {middle.x + sample_width, middle.y}},
             fmt::format(" stroke=\"{}\" stroke-width=\"1.5\"{}", entry.colour,
                         entry.is_dashed ? " stroke-dasharray=\"5 3\"" : ""));
  }
  if (entry.has_dots) svg.dots({{middle.x + sample_width / 2, middle.y}}, 2, entry.colour);
  svg.text({middle.x + sample_width + gap, middle.y + 0.36 * size_}, entry.label, {size_});
}

void Legend::draw_box(Svg& svg, const Place& corner) const {
  svg.rectangle(corner, width(), height(), " fill=\"#fff\" fill-opacity=\".85\"");
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    const double y = corner.y + inset / 2 + 1.35 * size_ * (static_cast<double>(i) + 0.5);
    draw_entry(svg, entries_[i], {corner.x + inset, y});
  }
}

std::vector<std::vector<const LegendEntry*>> Legend::rows(double panel_width) const {
  std::vector<std::vector<const LegendEntry*>> list;
  double used = panel_width + 1;
  for (const LegendEntry& entry : entries_) {
    const double needed = entry_width(entry) + 2 * gap;
    if (used + needed > panel_width + 2 * gap) list.emplace_back(), used = 0;
    list.back().push_back(&entry);
    used += needed;
  }
  return list;
}

double Legend::rows_height(double panel_width) const {
  return 1.35 * size_ * static_cast<double>(rows(panel_width).size()) + 4;
}

void Legend::draw_rows(Svg& svg, const Place& corner, double panel_width) const {
  double y = corner.y + 0.6 * size_;
  for (const auto& row : rows(panel_width)) {
    double x = corner.x;
    for (const LegendEntry* entry : row) {
      draw_entry(svg, *entry, {x, y});
      x += entry_width(*entry) + 2 * gap;
    }
    y += 1.35 * size_;
  }
}

}  // namespace perilune
