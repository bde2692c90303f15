#include "engine/joints/curve.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

#include "engine/math/cubic_spline.h"
#include "engine/model/error.h"

namespace perilune {
namespace {

constexpr int samples_of_functions = 400;
constexpr int samples_of_intervals = 8;  // of a spline

double cross(const Vector3& a, const Vector3& b) { return a[0] * b[1] - a[1] * b[0]; }

bool intersect(const Vector3& a, const Vector3& b, const Vector3& c, const Vector3& d) {
  const bool apart =
      std::max(a[0], b[0]) < std::min(c[0], d[0]) || std::max(c[0], d[0]) < std::min(a[0], b[0]);
  if (apart) return false;
  return cross(b - a, c - a) * cross(b - a, d - a) < 0 && cross(d - c, a - c) * cross(d - c, b - c) < 0;
}

class SplineCurve final : public Curve {
 public:
  SplineCurve(std::vector<double> lengths, const MatrixX& values, bool is_closed)
      : spline_(std::move(lengths), values, is_closed) {
    const std::vector<double>& knots = spline_.knots();
    std::vector<double> parameters;
    for (std::size_t i = 1; i < knots.size(); ++i) {
      for (int j = 0; j < samples_of_intervals; ++j)
        parameters.push_back(knots[i - 1] + (knots[i] - knots[i - 1]) * j / samples_of_intervals);
    }
    parameters.push_back(spline_.end());
    sample(std::move(parameters), is_closed);
  }
  Place at(double u) const override {
    Place place;
    for (int i = 0; i < 2; ++i) spline_.evaluate(u, i, place.x[i], place.first[i], place.second[i]);
    place.x[2] = place.first[2] = place.second[2] = 0, place.u = u;
    return place;
  }
  bool third_derivative(double u, Vector3& third) const override {
    third = {spline_.third_derivative(u, 0), spline_.third_derivative(u, 1), 0};
    return true;
  }

 private:
  CubicSpline spline_;
};

class FunctionCurve final : public Curve {
 public:
  FunctionCurve(FunctionPointer function, double begin, double end, bool is_closed)
      : function_(std::move(function)), begin_(begin), end_(end), is_closed_(is_closed) {
    std::vector<double> parameters;
    for (int i = 0; i <= samples_of_functions; ++i)
      parameters.push_back(begin + (end - begin) * i / samples_of_functions);
    sample(std::move(parameters), is_closed);
  }
  Place at(double u) const override {
    const Taylor along{wrap(u), 1, 0};
    std::array<Taylor, 2> c;
    function_->evaluate_taylor(&along, c.data());
    return {{c[0].value, c[1].value, 0}, {c[0].first, c[1].first, 0}, {c[0].second, c[1].second, 0}, u};
  }
  bool third_derivative(double u, Vector3& third) const override {
    const Taylor along{wrap(u), 1, 0};
    std::array<Taylor, 4> c;  // and c' with its derivatives
    if (!function_->evaluate_taylor_with_slopes(&along, 1, c.data())) return false;
    third = {c[2].second, c[3].second, 0};
    return true;
  }

 private:
  double wrap(double u) const {
    if (!is_closed_ || (begin_ <= u && u <= end_)) return u;
    return u - std::floor((u - begin_) / (end_ - begin_)) * (end_ - begin_);
  }

  FunctionPointer function_;
  double begin_, end_;
  bool is_closed_;
};

}  // namespace

void Curve::sample(std::vector<double> parameters, bool is_closed) {
  parameters_ = std::move(parameters);
  for (const double u : parameters_) {
    const Place place = at(u);
    if (!place.x.allFinite() || !place.first.allFinite() || !place.second.allFinite() ||
        !(place.first.norm() > 0)) {
      throw InputError("", "", fmt::format("the curve is not smooth at u = {:.6g}", u),
                       "x and y need derivatives that are finite and not both zero");
    }
    samples_.push_back(place.x);
  }
  const double open = (samples_.back() - samples_.front()).norm();
  double length = 0;
  for (std::size_t i = 1; i < samples_.size(); ++i) length += (samples_[i] - samples_[i - 1]).norm();
  if (is_closed && open > 1e-9 * length) {
    throw InputError("", "", fmt::format("the curve is closed, but its ends are {:.6g} m apart", open),
                     "range must be one turn, as { 0, 2 * math.pi }");
  }
  refuse_crossings(is_closed);
}

void Curve::refuse_crossings(bool is_closed) const {
  const std::size_t count = samples_.size() - 1;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 2; j < count; ++j) {
      if (is_closed && i == 0 && j == count - 1) continue;
      if (!intersect(samples_[i], samples_[i + 1], samples_[j], samples_[j + 1])) continue;
      throw InputError(
          "", "",
          fmt::format("the curve crosses itself near {{ {:.6g}, {:.6g} }}", samples_[i][0], samples_[i][1]),
          "a curve without crossings: which branch to follow would be open there");
    }
  }
}

// Newton's steps are no longer than to the next sample: the zero is near, unless x lies beyond an open end.
Curve::Place Curve::closest(const Vector3& x) const {
  std::size_t nearest = 0;
  double least = (x - samples_[0]).squaredNorm();
  for (std::size_t i = 1; i < samples_.size(); ++i) {
    const double distance = (x - samples_[i]).squaredNorm();
    if (distance < least) least = distance, nearest = i;
  }
  const double span = parameters_.back() - parameters_.front();
  const std::size_t from = std::min(nearest, parameters_.size() - 2);
  const double longest = parameters_[from + 1] - parameters_[from];
  double u = parameters_[nearest];
  Place place = at(u);
  for (int iteration = 0; iteration < 100; ++iteration) {
    const double slope = place.first.dot(x - place.x), square = place.first.squaredNorm();
    const double curvature = square - place.second.dot(x - place.x);
    const double step = std::clamp(slope / (curvature > 0 ? curvature : square), -longest, longest);
    u += step;
    place = at(u);
    if (!(std::abs(step) > 1e-14 * (span + std::abs(u)))) break;
  }
  return place;
}

CurvePointer make_curve(Vectors points, bool is_closed) {
  if (is_closed && points.size() > 1 && points.front() == points.back()) points.pop_back();
  const std::size_t least = is_closed ? 3 : 2;
  if (points.size() < least) {
    throw InputError("", "",
                     fmt::format("points has {} entries, {} curve needs {} or more", points.size(),
                                 is_closed ? "a closed" : "an open", least));
  }
  if (is_closed) points.push_back(points.front());
  MatrixX values(points.size(), 2);
  std::vector<double> lengths;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double chord = i == 0 ? 0 : (points[i] - points[i - 1]).norm();
    if (i > 0 && !(chord > 0)) {
      throw InputError("", "", fmt::format("points[{}] is where points[{}] is", i + 1, i));
    }
    lengths.push_back(i == 0 ? 0 : lengths.back() + chord);
    values.row(static_cast<Eigen::Index>(i)) = points[i].head<2>().transpose();
  }
  return std::make_shared<SplineCurve>(std::move(lengths), values, is_closed);
}

CurvePointer make_curve(const FunctionSource& function, double begin, double end, bool is_closed) {
  Signature signature;
  signature.purpose = "curve";
  signature.arguments = {{"u", {}}};
  signature.results = {{"x", {}}, {"y", {}}};
  signature.array_result = true;
  return std::make_shared<FunctionCurve>(function.bind(signature), begin, end, is_closed);
}

}  // namespace perilune
