#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "engine/law/function.h"

namespace perilune::testing {

// A user's function said in C++.
class Written final : public Function {
 public:
  using Body = std::function<void(const double*, double*)>;
  Written(Signature signature, Body body) : Function(std::move(signature)), body_(std::move(body)) {}
  void evaluate(const double* in, double* out) const override { body_(in, out); }
  void evaluate_taylor(const Taylor*, Taylor*) const override {
    throw FunctionError("no derivatives of a law");
  }

 private:
  Body body_;
};

inline FunctionPointer written(Signature signature, Written::Body body) {
  return std::make_shared<Written>(std::move(signature), std::move(body));
}

}  // namespace perilune::testing
