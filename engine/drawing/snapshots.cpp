#include "engine/drawing/snapshots.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/plots/svg.h"

namespace perilune {
namespace {

constexpr double pixels_per_metre = 96 / 0.0254;
constexpr double font_size = 12, gap = 8, longest_arrow = 34;  // [px]
const char* const ink = "#333";

const char* colour_of(int body) {
  static const char* const list[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#b8860b", "#56b4e9", "#8c6d31"};
  return body == 0 ? ink : list[(body - 1) % (sizeof list / sizeof *list)];
}

// One instant within a rectangle of the picture.
class Snapshot {
 public:
  Snapshot(Svg& svg, const Scene& scene, const Frame& frame, const View& view, const Place& corner,
           double scale)
      : svg_(svg), scene_(scene), frame_(frame), view_(view), corner_(corner), scale_(scale) {}

  void draw(const std::vector<std::vector<Vector3>>& traces, double largest_force) const {
    svg_.open_clip(corner_, view_.width() * scale_, view_.height() * scale_);
    for (const auto& trace : traces) {
      std::vector<Place> line;
      for (const Vector3& x : trace) line.push_back(paper(x));
      svg_.path(thin(line, 0.1), " fill=\"none\" stroke=\"#aaa\" stroke-dasharray=\"3 2\"");
    }
    for (const Connection& one : scene_.connections) draw_below(one);
    for (const BodyPart& part : scene_.parts) draw(part);
    for (const Connection& one : scene_.connections) draw_above(one);
    for (const Push& push : frame_.pushes) draw(push, largest_force);
    svg_.close_group();
  }

 private:
  Place paper(const Vector3& x) const {
    return {corner_.x + (x[0] - view_.left) * scale_, corner_.y + (view_.top - x[1]) * scale_};
  }
  Place paper(int body, const Vector3& local) const { return paper(frame_.poses[body].place(local)); }
  // A direction of a body on paper, y down.
  Place direction(int body, const Vector3& local) const {
    const Vector3 d = frame_.poses[body].turn(local);
    return {d[0], -d[1]};
  }
  double reach() const { return 2 * std::hypot(view_.width(), view_.height()) * scale_; }

  void draw(const BodyPart& part) const {
    using Kind = BodyPart::Kind;
    const std::string colour = colour_of(part.body);
    const std::string filled =
        fmt::format(" fill=\"{0}\" fill-opacity=\".22\" stroke=\"{0}\" stroke-width=\"1.3\"", colour);
    switch (part.kind) {
      case Kind::disc: return draw_disc(part, filled);
      case Kind::hole:
        return svg_.circle(paper(part.body, part.points[0]), part.radius * scale_,
                           " fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"1.3\"");
      case Kind::polygon: return svg_.path(places(part), filled, true);
      case Kind::wall:
        return svg_.path(places(part), " fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"2.2\"");
      case Kind::half_plane: return draw_half_plane(part);
      case Kind::slot: return draw_slot(part, colour);
      case Kind::link: return draw_link(part, colour);
      case Kind::mass: return svg_.circle(paper(part.body, part.points[0]), 4.5, " fill=\"" + colour + "\"");
      case Kind::slider: return draw_slider(part, filled);
      case Kind::block: return draw_block(part, filled);
    }
  }
  std::vector<Place> places(const BodyPart& part) const {
    std::vector<Place> list;
    for (const Vector3& point : part.points) list.push_back(paper(part.body, point));
    return list;
  }
  // With a radius that shows how it turns.
  void draw_disc(const BodyPart& part, const std::string& filled) const {
    const Place centre = paper(part.body, part.points[0]);
    const double radius = part.radius * scale_;
    svg_.circle(centre, radius, filled);
    if (radius < 5 || part.body == 0) return;
    const Place along = direction(part.body, Vector3::UnitX());
    svg_.path({centre, {centre.x + radius * along.x, centre.y + radius * along.y}},
              fmt::format(" stroke=\"{}\" stroke-width=\"1\"", colour_of(part.body)));
  }
  // Its edge, hatched on the solid side.
  void draw_half_plane(const BodyPart& part) const {
    const Place at = paper(part.body, part.points[0]), normal = direction(part.body, part.points[1]);
    const Place along = {normal.y, -normal.x};
    hatch(at, along, normal, reach());
    svg_.path({{at.x - reach() * along.x, at.y - reach() * along.y},
               {at.x + reach() * along.x, at.y + reach() * along.y}},
              fmt::format(" stroke=\"{}\" stroke-width=\"1.5\"", ink));
  }
  // Short strokes against the normal on either side of a place; only those that are seen.
  void hatch(const Place& at, const Place& along, const Place& normal, double half_length) const {
    svg_.open_group(" stroke=\"#777\" stroke-width=\".8\"");
    for (double s = -half_length; s <= half_length; s += 7) {
      const Place from = {at.x + s * along.x, at.y + s * along.y};
      const Place to = {from.x - 6 * normal.x - 6 * along.x, from.y - 6 * normal.y - 6 * along.y};
      const Place high = {corner_.x + view_.width() * scale_, corner_.y + view_.height() * scale_};
      if (!clip({from, to}, corner_, high).empty()) svg_.path({from, to}, "");
    }
    svg_.close_group();
  }
  void draw_slot(const BodyPart& part, const std::string& colour) const {
    const Vector3 along = (part.points[1] - part.points[0]).normalized();
    const Vector3 across = part.radius * Vector3(-along[1], along[0], 0);
    const Vector3 more = part.is_endless ? Vector3(along * (reach() / scale_)) : Vector3(Vector3::Zero());
    const std::string look = " fill=\"none\" stroke=\"" + colour + "\" stroke-width=\"1.3\"";
    const Vector3 &a = part.points[0], &b = part.points[1];
    if (part.is_endless) {
      for (const double side : {-1.0, 1.0})
        svg_.path({paper(part.body, a - more + side * across), paper(part.body, b + more + side * across)},
                  look);
      return;
    }
    std::vector<Place> line;
    for (int i = 0; i <= 16; ++i) {
      const double angle = M_PI * i / 16;
      line.push_back(
          paper(part.body, b + std::cos(angle) * across * -1 + std::sin(angle) * part.radius * along));
    }
    for (int i = 0; i <= 16; ++i) {
      const double angle = M_PI * i / 16;
      line.push_back(paper(part.body, a + std::cos(angle) * across - std::sin(angle) * part.radius * along));
    }
    svg_.path(line, look, true);
  }
  void draw_link(const BodyPart& part, const std::string& colour) const {
    if (part.points.size() > 2) {
      svg_.path(places(part),
                fmt::format(" fill=\"{0}\" fill-opacity=\".22\" stroke=\"{0}\" stroke-width=\"3\" "
                            "stroke-linejoin=\"round\"",
                            colour),
                true);
      return;
    }
    svg_.path(places(part), " stroke=\"" + colour + "\" stroke-width=\"5\" stroke-linecap=\"round\"");
  }
  void draw_slider(const BodyPart& part, const std::string& filled) const {
    const Place at = paper(part.body, part.points[0]), u = direction(part.body, part.points[1]);
    std::vector<Place> box;
    for (const auto& [i, j] : {std::pair{1, 1}, {-1, 1}, {-1, -1}, {1, -1}})
      box.push_back({at.x + 11 * i * u.x - 6 * j * u.y, at.y + 11 * i * u.y + 6 * j * u.x});
    svg_.path(box, " fill=\"#fff\"", true);
    svg_.path(box, filled, true);
  }

  // Its six faces, as seen along z.
  void draw_block(const BodyPart& part, const std::string& filled) const {
    for (int normal = 1; normal <= 3; ++normal) {
      const Vector3 &u = part.points[normal % 3 + 1], &v = part.points[(normal + 1) % 3 + 1];
      for (const double side : {-1.0, 1.0}) {
        const Vector3 middle = part.points[0] + side * part.points[normal];
        svg_.path({paper(part.body, middle + u + v), paper(part.body, middle - u + v),
                   paper(part.body, middle - u - v), paper(part.body, middle + u - v)},
                  filled, true);
      }
    }
  }

  void draw_below(const Connection& one) const {
    const Place a = paper(one.a, one.at_a), b = paper(one.b, one.at_b);
    const std::string thin_line = fmt::format(" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"", ink);
    if (one.kind == Connection::Kind::rod) svg_.path({a, b}, thin_line);
    if (one.kind == Connection::Kind::spring) svg_.path(coils(a, b), thin_line);
    if (one.kind != Connection::Kind::guide || one.a != 0) return;
    const Place u = direction(one.a, one.axis);
    svg_.path({{a.x - reach() * u.x, a.y - reach() * u.y}, {a.x + reach() * u.x, a.y + reach() * u.y}},
              " stroke=\"#999\" stroke-width=\"1\" stroke-dasharray=\"8 3 2 3\"");
  }
  static std::vector<Place> coils(const Place& a, const Place& b) {
    const double length = std::hypot(b.x - a.x, b.y - a.y);
    if (length == 0) return {a, b};
    const Place u = {(b.x - a.x) / length, (b.y - a.y) / length};
    std::vector<Place> line = {a};
    constexpr int turns = 12;
    for (int i = 0; i <= turns; ++i) {
      const double s = length * (0.15 + 0.7 * i / turns);
      const double side = i == 0 || i == turns ? 0 : i % 2 ? 5 : -5;
      line.push_back({a.x + s * u.x - side * u.y, a.y + s * u.y + side * u.x});
    }
    line.push_back(b);
    return line;
  }
  void draw_above(const Connection& one) const {
    if (one.kind == Connection::Kind::guide || one.kind == Connection::Kind::spring) return;
    for (const auto& [body, local] : {std::pair{one.a, one.at_a}, {one.b, one.at_b}}) {
      const Place at = paper(body, local);
      if (body == 0) draw_support(at);
      svg_.circle(at, 3, fmt::format(" fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.3\"", ink));
      if (one.kind == Connection::Kind::pin) break;
    }
    if (one.kind == Connection::Kind::pin && one.b == 0) draw_support(paper(one.b, one.at_b));
  }
  void draw_support(const Place& at) const {
    svg_.path({at, {at.x - 7, at.y + 11}, {at.x + 7, at.y + 11}},
              fmt::format(" fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.2\"", ink), true);
    hatch({at.x, at.y + 11}, {1, 0}, {0, -1}, 9);
    svg_.circle(at, 3, fmt::format(" fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.3\"", ink));
  }
  void draw(const Push& push, double largest) const {
    const double length = longest_arrow * push.force / largest;
    if (length < 3) return;
    const Place from = paper(push.at), u = {push.normal[0], -push.normal[1]};
    const Place to = {from.x + length * u.x, from.y + length * u.y};
    svg_.path({from, to}, " stroke=\"#c00\" stroke-width=\"1.8\"");
    svg_.path({to,
               {to.x - 6 * u.x - 3 * u.y, to.y - 6 * u.y + 3 * u.x},
               {to.x - 6 * u.x + 3 * u.y, to.y - 6 * u.y - 3 * u.x}},
              " fill=\"#c00\"", true);
  }

  Svg& svg_;
  const Scene& scene_;
  const Frame& frame_;
  const View& view_;
  Place corner_;
  double scale_;
};

int columns_for(std::size_t count, const View& view) {
  const double aspect = view.width() / view.height();
  const double wanted = std::sqrt(1.5 * static_cast<double>(count) / aspect);
  return std::clamp(static_cast<int>(std::lround(wanted)), 1, static_cast<int>(count));
}

}  // namespace

std::string snapshots_svg(const Run& run, const std::vector<double>& times, const SnapshotOptions& options) {
  const Scene scene = make_scene(run);
  std::vector<Frame> frames;
  double largest = 0;
  for (const double t : times) {
    frames.push_back(frame_at(run, t));
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
    Snapshot(svg, scene, frames[i], view, corner, scale).draw(options.traces, largest);
    svg.rectangle(corner, cell, cell_height, " fill=\"none\" stroke=\"#bbb\" stroke-width=\".8\"");
    svg.text({corner.x + cell / 2, corner.y + cell_height + 1.1 * font_size},
             fmt::format("t = {:.6g} s", frames[i].t), {font_size, Svg::Anchor::middle});
  }
  return svg.finish();
}

}  // namespace perilune
