#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "engine/drawing/paper.h"

namespace perilune {
namespace {

// Half an ellipse or a whole one: middle + cos a + sin b, from one angle to another.
std::vector<Vector3> bow(const Vector3& middle, const Vector3& a, const Vector3& b, double from, double to) {
  constexpr int pieces = 48;
  std::vector<Vector3> points;
  for (int i = 0; i <= pieces; ++i) {
    const double angle = from + (to - from) * i / pieces;
    points.push_back(middle + std::cos(angle) * a + std::sin(angle) * b);
  }
  return points;
}

// Something to draw, and where it is: z towards the eye.
struct Item {
  enum class What { part, connection, joint };  // a joint: the mark of a connection
  What what;
  std::size_t index;
  double depth;
};

class SpatialSnapshot {
 public:
  SpatialSnapshot(const Paper& paper, const Scene& scene, const Frame& frame)
      : paper_(paper),
        scene_(scene),
        frame_(frame),
        size_(std::max(paper.view.width(), paper.view.height())) {}

  void draw() const {
    for (const BodyPart& part : scene_.parts) {
      if (part.kind == BodyPart::Kind::half_plane) draw_plane(part);
    }
    for (const Item& item : sorted()) {
      if (item.what == Item::What::part) draw(scene_.parts[item.index]);
      if (item.what == Item::What::connection) draw(scene_.connections[item.index]);
      if (item.what == Item::What::joint) draw_joint(scene_.connections[item.index]);
    }
  }

 private:
  // The furthest first; joints a little nearer than the ends that meet in them.
  std::vector<Item> sorted() const {
    std::vector<Item> items;
    for (std::size_t i = 0; i < scene_.parts.size(); ++i) {
      const BodyPart& part = scene_.parts[i];
      if (part.kind == BodyPart::Kind::half_plane) continue;
      Vector3 middle = place(part.body, part.points[0]);
      if (part.kind == BodyPart::Kind::link) middle = 0.5 * (middle + place(part.body, part.points.back()));
      items.push_back({Item::What::part, i, middle[2]});
    }
    for (std::size_t i = 0; i < scene_.connections.size(); ++i) {
      const Connection& one = scene_.connections[i];
      const double a = place(one.a, one.at_a)[2], b = place(one.b, one.at_b)[2];
      items.push_back({Item::What::connection, i, 0.5 * (a + b)});
      items.push_back({Item::What::joint, i, std::max(a, b) + 0.03 * size_});
    }
    std::stable_sort(items.begin(), items.end(),
                     [](const Item& a, const Item& b) { return a.depth < b.depth; });
    return items;
  }

  Vector3 place(int body, const Vector3& local) const { return frame_.poses[body].place(local); }
  Place paper(int body, const Vector3& local) const { return paper_.place(place(body, local)); }
  std::vector<Place> paper(const std::vector<Vector3>& points) const {
    std::vector<Place> list;
    for (const Vector3& x : points) list.push_back(paper_.place(x));
    return list;
  }
  // Opaque, in a light tone of the body's colour.
  void fill(const std::vector<Place>& line, int body, double tone) const {
    paper_.svg.path(line, " fill=\"#fff\"", true);
    fill_faintly(line, body, tone, 1.3);
  }
  void fill_faintly(const std::vector<Place>& line, int body, double tone, double width) const {
    paper_.svg.path(line,
                    fmt::format(" fill=\"{0}\" fill-opacity=\"{1}\" stroke=\"{0}\" stroke-width=\"{2}\" "
                                "stroke-linejoin=\"round\"",
                                colour_of(body), svg_number(tone), svg_number(width)),
                    true);
  }

  void draw(const BodyPart& part) const {
    using Kind = BodyPart::Kind;
    const double r = part.radius;
    switch (part.kind) {
      case Kind::disc:
      case Kind::hole:
        return draw_ellipsoid(part, r * Vector3::UnitX(), r * Vector3::UnitY(), r * Vector3::UnitZ());
      case Kind::ellipsoid: return draw_ellipsoid(part, part.points[1], part.points[2], part.points[3]);
      case Kind::block: return draw_block(part);
      case Kind::link:
        return paper_.svg.path(
            {paper(part.body, part.points[0]), paper(part.body, part.points.back())},
            fmt::format(" stroke=\"{}\" stroke-width=\"4\" stroke-linecap=\"round\"", colour_of(part.body)));
      case Kind::mass:
      case Kind::slider:
        return paper_.svg.circle(paper(part.body, part.points[0]), 4.5,
                                 fmt::format(" fill=\"{}\"", colour_of(part.body)));
      default: return;  // shapes of the plane
    }
  }

  // Its outline, the shadow of the unit ball under A = [a b c]: the ellipse √(A Aᵀ) of the first two rows; and what is seen of
  // its three principal ellipses, which shows how it turns.
  void draw_ellipsoid(const BodyPart& part, const Vector3& a, const Vector3& b, const Vector3& c) const {
    const Pose& pose = frame_.poses[part.body];
    const Vector3 middle = pose.place(part.points[0]);
    Matrix3 axes;
    axes << pose.turn(a), pose.turn(b), pose.turn(c);
    const Eigen::Matrix2d shadow = axes.topRows<2>() * axes.topRows<2>().transpose();
    const double xx = std::sqrt(shadow(0, 0)), yx = xx > 0 ? shadow(1, 0) / xx : 0;
    const double yy = std::sqrt(std::max(0.0, shadow(1, 1) - yx * yx));
    fill(paper(bow(middle, {xx, yx, 0}, {0, yy, 0}, 0, 2 * M_PI)), part.body,
         part.kind == BodyPart::Kind::hole ? 0 : 0.2);
    const std::string thin_line =
        fmt::format(" fill=\"none\" stroke=\"{}\" stroke-width=\".8\"", colour_of(part.body));
    for (int k = 0; k < 3; ++k) {
      const Vector3 u = axes.col((k + 1) % 3), v = axes.col((k + 2) % 3);
      // In front where the outward normal's z, A⁻ᵀ (cos, sin), is positive: half a turn about this angle.
      const Matrix3 normals = axes.inverse().transpose();
      const double to_eye = std::atan2(normals(2, (k + 2) % 3), normals(2, (k + 1) % 3));
      paper_.svg.path(paper(bow(middle, u, v, to_eye - M_PI / 2, to_eye + M_PI / 2)), thin_line);
    }
  }

  // One with several links is seen by these; what its inertia is like stands around them, faintly.
  bool has_links(int body) const {
    return std::count_if(scene_.parts.begin(), scene_.parts.end(), [body](const BodyPart& part) {
             return part.body == body && part.kind == BodyPart::Kind::link;
           }) > 1;
  }

  // The faces that are turned to the eye; the more, the lighter.
  void draw_block(const BodyPart& part) const {
    const Pose& pose = frame_.poses[part.body];
    const Vector3 middle = pose.place(part.points[0]);
    const bool is_faint = has_links(part.body);
    std::array<Vector3, 3> half;
    for (int k = 0; k < 3; ++k) half[k] = pose.turn(part.points[k + 1]);
    for (int k = 0; k < 3; ++k) {
      const Vector3 &u = half[(k + 1) % 3], &v = half[(k + 2) % 3];
      const Vector3 normal = u.cross(v);
      const double towards = normal.norm() > 0 ? normal[2] / normal.norm() : 0;
      if (std::abs(towards) < 1e-9) continue;
      // Of a flat box both sides are one place.
      const double side = towards * normal.dot(half[k]) >= 0 ? 1 : -1;
      const Vector3 face = middle + side * half[k];
      const std::vector<Place> line = paper({face + u + v, face - u + v, face - u - v, face + u - v});
      if (is_faint) fill_faintly(line, part.body, 0.06, 0.5);
      else fill(line, part.body, 0.38 - 0.26 * std::abs(towards));
    }
  }

  // A square of it below what moves; where one looks along it, a line.
  void draw_plane(const BodyPart& part) const {
    const Pose& pose = frame_.poses[part.body];
    const Vector3 n = pose.turn(part.points[1]), at = pose.place(part.points[0]);
    const View& view = paper_.view;
    const Vector3 seen(0.5 * (view.left + view.right), 0.5 * (view.bottom + view.top), at[2]);
    // Level with what is seen: along the normal for a plane from the side, along the line of sight else.
    const Vector3 middle = std::abs(n[2]) > 0.2 ? Vector3(seen - Vector3::UnitZ() * (n.dot(seen - at) / n[2]))
                                                : Vector3(seen - n * n.dot(seen - at));
    const Vector3 u = pose.turn(part.points[1].unitOrthogonal()), v = n.cross(u);  // along axes of the body
    paper_.svg.open_group(" fill=\"none\" stroke=\"#ccc\" stroke-width=\".7\"");
    constexpr int lines = 8;
    for (int i = -lines; i <= lines; ++i) {
      const double s = size_ * i / lines;
      paper_.svg.path(paper({middle + s * u - size_ * v, middle + s * u + size_ * v}), "");
      paper_.svg.path(paper({middle + s * v - size_ * u, middle + s * v + size_ * u}), "");
    }
    paper_.svg.close_group();
  }

  void draw(const Connection& one) const {
    const Place a = paper(one.a, one.at_a), b = paper(one.b, one.at_b);
    const std::string thin_line = fmt::format(" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"", ink);
    if (one.kind == Connection::Kind::rod) paper_.svg.path({a, b}, thin_line);
    if (one.kind == Connection::Kind::spring) paper_.svg.path(coils(a, b), thin_line);
    if (one.kind != Connection::Kind::guide) return;
    const Vector3 half = 0.4 * size_ * one.axis;
    paper_.svg.path({paper(one.a, one.at_a - half), paper(one.a, one.at_a + half)},
                    " stroke=\"#999\" stroke-width=\"1\" stroke-dasharray=\"8 3 2 3\"");
  }

  // A pin along its axis, a ball, a cross.
  void draw_joint(const Connection& one) const {
    if (one.kind == Connection::Kind::spring || one.kind == Connection::Kind::guide) return;
    for (const auto& [body, local] : {std::pair{one.a, one.at_a}, {one.b, one.at_b}}) {
      if (one.kind == Connection::Kind::pin) {
        const Vector3 half = 0.028 * size_ * one.axis;
        const std::vector<Place> line = {paper(body, local - half), paper(body, local + half)};
        paper_.svg.path(line, fmt::format(" stroke=\"{}\" stroke-width=\"6.5\"", ink));
        paper_.svg.path(line, " stroke=\"#fff\" stroke-width=\"4\"");
        return;
      }
      const Place at = paper(body, local);
      paper_.svg.circle(at, 3.2, fmt::format(" fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.3\"", ink));
      if (one.kind == Connection::Kind::cross) {
        paper_.svg.path({{at.x - 3, at.y}, {at.x + 3, at.y}}, fmt::format(" stroke=\"{}\"", ink));
        paper_.svg.path({{at.x, at.y - 3}, {at.x, at.y + 3}}, fmt::format(" stroke=\"{}\"", ink));
      }
      if (one.kind != Connection::Kind::rod) return;
    }
  }

  const Paper& paper_;
  const Scene& scene_;
  const Frame& frame_;
  double size_;  // of what is seen [m]
};

}  // namespace

void draw_spatial(const Paper& paper, const Scene& scene, const Frame& frame) {
  SpatialSnapshot(paper, scene, frame).draw();
}

void draw_world_axes(const Paper& paper, const Matrix3& axes) {
  constexpr double length = 17, margin = 22;  // [px]
  const Place origin = {paper.corner.x + margin, paper.corner.y + paper.height() - margin};
  const std::array<const char*, 3> names = {"x", "y", "z"};
  for (int k = 0; k < 3; ++k) {
    const double x = axes(0, k), y = -axes(1, k);
    if (std::hypot(x, y) < 0.1) continue;  // along the line of sight
    paper.svg.path({origin, {origin.x + length * x, origin.y + length * y}},
                   " stroke=\"#777\" stroke-width=\"1\"");
    paper.svg.text({origin.x + 1.35 * length * x, origin.y + 1.35 * length * y + 3.5}, names[k],
                   {10, Svg::Anchor::middle, false, true, "#777"});
  }
}

}  // namespace perilune
