#include "engine/bodies/spatial_channels.h"

namespace perilune {
namespace {

using ConstantDirectors = Eigen::Map<const Matrix3>;

// 2ω = Σ dᵢ × ẋᵢ.
Vector3 turning(const double* q, const double* rates) {
  const ConstantDirectors d(q + 3), r(rates + 3);
  return 0.5 * (d.col(0).cross(r.col(0)) + d.col(1).cross(r.col(1)) + d.col(2).cross(r.col(2)));
}

Eigen::Quaterniond orientation(const double* q) {
  Eigen::Quaterniond rotation(Matrix3(ConstantDirectors(q + 3)));
  rotation.normalize();
  if (rotation.w() < 0) rotation.coeffs() *= -1;
  return rotation;
}

Vector3 rotation_vector(const double* q) {
  const Eigen::Quaterniond rotation = orientation(q);
  const double sine = rotation.vec().norm();
  if (!(sine > 0)) return Vector3::Zero();
  return 2 * std::atan2(sine, rotation.w()) / sine * rotation.vec();
}

template <int i>
void add_axis(std::vector<BodyChannel>& list) {
  using P = const double*;
  const std::string axis(1, "xyz"[i]);
  list.push_back({axis, "m", [](P q, P, P) { return q[i]; }});
  list.push_back({"v" + axis, "m/s", [](P, P v, P) { return v[i]; }});
  list.push_back({"a" + axis, "m/s^2", [](P, P, P a) { return a[i]; }});
  list.push_back({"w" + axis, "rad/s", [](P q, P v, P) { return turning(q, v)[i]; }});
  list.push_back({"w" + std::string(1, "123"[i]), "rad/s",
                  [](P q, P v, P) { return ConstantDirectors(q + 3).col(i).dot(turning(q, v)); }});
  list.push_back({"alpha" + axis, "rad/s^2", [](P q, P, P a) { return turning(q, a)[i]; }});
  list.push_back({"q" + axis, "", [](P q, P, P) { return orientation(q).vec()[i]; }});
  list.push_back({"rotation" + axis, "rad", [](P q, P, P) { return rotation_vector(q)[i]; }});
}

}  // namespace

const std::vector<BodyChannel>& spatial_body_channels() {
  static const std::vector<BodyChannel> list = [] {
    std::vector<BodyChannel> all;
    add_axis<0>(all), add_axis<1>(all), add_axis<2>(all);
    all.push_back(
        {"qw", "", [](const double* q, const double*, const double*) { return orientation(q).w(); }});
    return all;
  }();
  return list;
}

}  // namespace perilune
