#include "engine/drawing/snapshots.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/drawing/paper.h"

namespace perilune {
namespace {

constexpr double pixels_per_metre = 96 / 0.0254;
constexpr double font_size = 12, gap = 8;  // [px]

int columns_for(std::size_t count, const View& view) {
  const double aspect = view.width() / view.height();
  const double wanted = std::sqrt(1.5 * static_cast<double>(count) / aspect);
  return std::clamp(static_cast<int>(std::lround(wanted)), 1, static_cast<int>(count));
}

// Where the eye is: as a rule right, above and in front, at the same angle from each.
Vector3 eye(const Scene& scene, const SnapshotOptions& options) {
  if (options.from) return *options.from;
  // Rows: right, up, towards an eye in front.
  const Matrix3 front = axes_on_paper(front_of(scene.up), scene.up);
  return front.colwise().sum().transpose();
}

void draw_instant(const Paper& paper, const Scene& scene, const Frame& frame, const Matrix3& axes,
                  const std::vector<std::vector<Vector3>>& traces, double largest_force) {
  paper.svg.open_clip(paper.corner, paper.width(), paper.height());
  for (const auto& trace : traces) {
    std::vector<Place> line;
    for (const Vector3& x : trace) line.push_back(paper.place(axes * x));
    paper.svg.path(thin(line, 0.1), " fill=\"none\" stroke=\"#aaa\" stroke-dasharray=\"3 2\"");
  }
  if (scene.is_spatial) draw_spatial(paper, scene, frame);
  else draw_planar(paper, scene, frame);
  for (const Push& push : frame.pushes) draw_push(paper, push, largest_force);
  if (scene.is_spatial) draw_world_axes(paper, axes);
  paper.svg.close_group();
}

}  // namespace

Vector3 front_of(const Vector3& up) {
  const Vector3 about_right = std::abs(up[0]) < 0.9 ? Vector3::UnitX() : Vector3::UnitY();
  const Vector3 right = (about_right - about_right.dot(up) * up).normalized();
  return right.cross(up);
}

std::string snapshots_svg(const Run& run, const std::vector<double>& times, const SnapshotOptions& options) {
  const Scene scene = make_scene(run);
  const Matrix3 axes = scene.is_spatial ? axes_on_paper(eye(scene, options), scene.up) : Matrix3::Identity();
  std::vector<Frame> frames;
  double largest = 0;
  for (const double t : times) {
    frames.push_back(turned(frame_at(run, t), axes));
    for (const Push& push : frames.back().pushes) largest = std::max(largest, push.force);
  }
  const View view = options.view ? *options.view : view_of(scene, frames);
  const int columns = options.columns > 0 ? options.columns : columns_for(times.size(), view);
  const int rows = (static_cast<int>(times.size()) + columns - 1) / columns;
  const double width = options.width * pixels_per_metre;
  const double cell = (width - gap * (columns + 1)) / columns, scale = cell / view.width();
  const double cell_height = view.height() * scale, label = 1.5 * font_size;
  const double top = options.title.empty() ? gap : gap + 1.7 * font_size;
  Svg svg(width, top + rows * (cell_height + label) + gap / 2, options.title);
  if (!options.title.empty())
    svg.text({width / 2, gap + font_size}, options.title, {font_size + 1, Svg::Anchor::middle, true});
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const int row = static_cast<int>(i) / columns, column = static_cast<int>(i) % columns;
    const Place corner = {gap + column * (cell + gap), top + row * (cell_height + label)};
    draw_instant({svg, view, corner, scale}, scene, frames[i], axes, options.traces, largest);
    svg.rectangle(corner, cell, cell_height, " fill=\"none\" stroke=\"#bbb\" stroke-width=\".8\"");
    svg.text({corner.x + cell / 2, corner.y + cell_height + 1.1 * font_size},
             fmt::format("t = {:.6g} s", frames[i].t), {font_size, Svg::Anchor::middle});
  }
  return svg.finish();
}

}  // namespace perilune
