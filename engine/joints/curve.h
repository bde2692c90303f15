#pragma once

#include <memory>
#include <vector>

#include "engine/law/function.h"
#include "engine/model/field.h"

namespace perilune {

// A plane curve c(u), twice continuously differentiable, and the place on it that is closest to a point.
class Curve {
 public:
  struct Place {
    Vector3 x, first, second;  // c, c', c''
    double u = 0;              // where
  };

  virtual ~Curve() = default;
  virtual Place at(double u) const = 0;
  // c'''; false: not known.
  virtual bool third_derivative(double u, Vector3& third) const = 0;

  // Looks for the nearest of the samples, then for the zero of c'·(x − c) next to it. Depends on x only: a mechanism
  // that is evaluated out of order finds the same place.
  Place closest(const Vector3& x) const;

 protected:
  // Takes samples at these parameters. InputError: c' is zero, or the curve crosses itself: there closest() would
  // have to choose.
  void sample(std::vector<double> parameters, bool is_closed);

 private:
  void refuse_crossings(bool is_closed) const;
  std::vector<double> parameters_;
  std::vector<Vector3> samples_;
};

using CurvePointer = std::shared_ptr<const Curve>;

// Smooth through points: a cubic spline over the polygon's length, periodic if closed, else natural and straight on beyond
// its ends. InputError: too few points, one twice.
CurvePointer make_curve(Vectors points, bool is_closed);

// {x, y} by a user's function of u from u₀ to u₁; beyond, an open curve is what the function says.
CurvePointer make_curve(const FunctionSource& function, double begin, double end, bool is_closed);

}  // namespace perilune
