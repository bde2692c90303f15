#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/joints/catalog.h"
#include "tests/engine/support.h"

namespace perilune::testing {

// What one joint writes, in the columns of all bodies of a bench.
struct Rows {
  explicit Rows(int equations, int coordinates) {
    error.setZero(equations), rate.setZero(equations), gamma.setZero(equations);
    jacobian.setZero(equations, coordinates);
    all.size = coordinates;
  }
  ConstraintRows rows() { return {error, rate, gamma, {jacobian.data(), all.size, &all}}; }
  VectorX error, rate, gamma;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> jacobian;
  ColumnBlock all;
};

// A joint of the catalogue with these fields.
inline JointPointer catalogued(const char* name, const std::vector<std::pair<std::string, Value>>& fields) {
  const auto* entry = find_entry(joint_catalog(), name);
  REQUIRE(entry);
  std::vector<Given> given;
  for (const auto& [field, value] : fields) {
    const auto found = std::find_if(entry->fields.begin(), entry->fields.end(),
                                    [&](const FieldInfo& info) { return info.name == field; });
    REQUIRE(found != entry->fields.end());
    given.push_back({&*found, value});
  }
  return entry->make(given);
}

}  // namespace perilune::testing
