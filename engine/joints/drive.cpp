#include "engine/joints/drive.h"

#include <array>

#include "engine/model/error.h"

namespace perilune {

void Drive::prepare() {
  if (body.has_value() == coordinate.has_value()) {
    throw InputError("", "", "needs either 'body' or 'coordinate'",
                     "body = table, value = function(t) … end");
  }
  const int size = driven().coordinates();
  if (size == 0) {
    throw InputError("", "", "'" + driven().name + "' cannot move", "drive a body that has coordinates");
  }
  if (value.function) {
    Signature signature;
    signature.purpose = "value of the drive";
    signature.arguments = {{"t", {}}};
    static const std::array<const char*, 3> names = {"x", "y", "angle"};
    for (int i = 0; i < size; ++i) signature.results.push_back({size == 1 ? "value" : names.at(i), {}});
    signature.array_result = size > 1;
    function_ = value.function->bind(signature);
    return;
  }
  constant_ = *value.constant;
  if (constant_.size() == size) return;
  throw InputError("", "",
                   "'value' has " + std::to_string(constant_.size()) + " numbers, '" + driven().name +
                       "' has " + std::to_string(size) + " coordinates",
                   "give one number for each coordinate");
}

void Drive::evaluate(const Motion& motion, ConstraintRows rows) const {
  const int size = equations(), column = motion.slots[driven().index].offset;
  const double* q = motion.positions(driven());
  std::array<Taylor, 12> p{};
  if (function_) {
    const Taylor t{motion.t, 1, 0};
    function_->evaluate_taylor(&t, p.data());
  } else {
    for (int i = 0; i < size; ++i) p[i].value = constant_[i];
  }
  for (int i = 0; i < size; ++i) {
    rows.error[i] = q[i] - p[i].value;
    rows.rate[i] = -p[i].first;
    rows.gamma[i] = p[i].second;
    rows.jacobian(i, column + i) = 1;
  }
}

std::vector<ChannelInfo> Drive::channels() const {
  if (equations() == 1) return {{"effort", "N or N m"}};
  std::vector<ChannelInfo> list = {{"fx", "N"}, {"fy", "N"}};
  if (equations() == 3) list.push_back({"moment", "N m"});
  return list;
}

// M q̈ + Φ_qᵀ λ = f with Φ_q = I: the drive pushes with −λ.
double Drive::channel(int index, const Motion&, const double* lambda) const { return -lambda[index]; }

}  // namespace perilune
