#include "engine/drawing/paper.h"

#include <cmath>

namespace perilune {

const char* colour_of(int body) {
  static const char* const list[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#b8860b", "#56b4e9", "#8c6d31"};
  return body == 0 ? ink : list[(body - 1) % (sizeof list / sizeof *list)];
}

std::vector<Place> coils(const Place& a, const Place& b) {
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

void draw_push(const Paper& paper, const Push& push, double largest) {
  constexpr double longest = 34;  // [px]
  const double length = longest * push.force / largest;
  if (length < 3) return;
  const Place from = paper.place(push.at), u = {push.normal[0], -push.normal[1]};
  const Place to = {from.x + length * u.x, from.y + length * u.y};
  paper.svg.path({from, to}, " stroke=\"#c00\" stroke-width=\"1.8\"");
  paper.svg.path({to,
                  {to.x - 6 * u.x - 3 * u.y, to.y - 6 * u.y + 3 * u.x},
                  {to.x - 6 * u.x + 3 * u.y, to.y - 6 * u.y - 3 * u.x}},
                 " fill=\"#c00\"", true);
}

Matrix3 axes_on_paper(const Vector3& towards, const Vector3& up) {
  const Vector3 eye = towards.normalized();
  Vector3 right = up.cross(eye);
  // From above: x to the right, where it lies level.
  if (right.norm() < 1e-6) right = std::abs(up[0]) < 0.9 ? Vector3::UnitX() : Vector3::UnitY();
  right = (right - right.dot(eye) * eye).normalized();
  Matrix3 axes;
  axes << right.transpose(), eye.cross(right).transpose(), eye.transpose();
  return axes;
}

Frame turned(const Frame& frame, const Matrix3& axes) {
  Frame made = frame;
  for (Pose& pose : made.poses) pose = {axes * pose.at, axes * pose.axes};
  for (Push& push : made.pushes) push.at = axes * push.at, push.normal = axes * push.normal;
  return made;
}

}  // namespace perilune
