#include <cmath>

#include <fmt/format.h>

#include "engine/drawing/paper.h"

namespace perilune {
namespace {

class PlanarSnapshot {
 public:
  PlanarSnapshot(const Paper& paper, const Scene& scene, const Frame& frame)
      : paper_(paper), svg_(paper.svg), scene_(scene), frame_(frame), scale_(paper.scale) {}

  void draw() const {
    for (const Connection& one : scene_.connections) draw_below(one);
    for (const BodyPart& part : scene_.parts) draw(part);
    for (const Connection& one : scene_.connections) draw_above(one);
  }

 private:
  Place paper(int body, const Vector3& local) const { return paper_.place(frame_.poses[body].place(local)); }
  // A direction of a body on paper, y down.
  Place direction(int body, const Vector3& local) const {
    const Vector3 d = frame_.poses[body].turn(local);
    return {d[0], -d[1]};
  }
  double reach() const { return 2 * std::hypot(paper_.width(), paper_.height()); }

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
      case Kind::block:
      case Kind::ellipsoid: return;  // in space
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
      const Place high = {paper_.corner.x + paper_.width(), paper_.corner.y + paper_.height()};
      if (!clip({from, to}, paper_.corner, high).empty()) svg_.path({from, to}, "");
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
  const Paper& paper_;
  Svg& svg_;
  const Scene& scene_;
  const Frame& frame_;
  double scale_;
};

}  // namespace

void draw_planar(const Paper& paper, const Scene& scene, const Frame& frame) {
  PlanarSnapshot(paper, scene, frame).draw();
}

}  // namespace perilune
