#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

#include "engine/law/function.h"
#include "engine/math/jet.h"

namespace perilune::testing {

// A user's function that knows all its derivatives, as a compiled one does: f maps jets to jets.
template <class F>
class SmoothFunction final : public Function {
 public:
  SmoothFunction(Signature signature, F f) : Function(std::move(signature)), f_(std::move(f)) {}
  void evaluate(const double* inputs, double* outputs) const override {
    std::vector<Jet> in(inputs, inputs + signature().inputs()), out(results());
    f_(in.data(), out.data());
    for (std::size_t i = 0; i < out.size(); ++i) outputs[i] = out[i].value();
  }
  void evaluate_taylor(const Taylor* inputs, Taylor* outputs) const override {
    std::vector<Jet> in = along(inputs), out(results());
    f_(in.data(), out.data());
    for (std::size_t i = 0; i < out.size(); ++i)
      outputs[i] = {out[i].value(), out[i].term[1].value, 2 * out[i].term[2].value};
  }
  bool evaluate_taylor_with_slopes(const Taylor* inputs, int count, Taylor* outputs) const override {
    evaluate_taylor(inputs, outputs);
    std::vector<Jet> out(results());
    for (int input = 0; input < count; ++input) {
      std::vector<Jet> in = along(inputs);
      in[static_cast<std::size_t>(input)].term[0].slope[0] = 1;
      f_(in.data(), out.data());
      outputs += out.size();
      for (std::size_t i = 0; i < out.size(); ++i) {
        const auto& term = out[i].term;
        outputs[i] = {term[0].slope[0], term[1].slope[0], 2 * term[2].slope[0]};
      }
    }
    return true;
  }

 private:
  std::size_t results() const { return static_cast<std::size_t>(signature().outputs()); }
  std::vector<Jet> along(const Taylor* inputs) const {
    std::vector<Jet> in(static_cast<std::size_t>(signature().inputs()));
    std::transform(inputs, inputs + in.size(), in.begin(),
                   [](const Taylor& x) { return Jet::path(x.value, x.first, 0.5 * x.second); });
    return in;
  }
  F f_;
};

template <class F>
class SmoothSource final : public FunctionSource {
 public:
  SmoothSource(F f, int results) : f_(std::move(f)), results_(results) {}
  FunctionPointer bind(const Signature& signature) const override {
    return std::make_shared<SmoothFunction<F>>(signature, f_);
  }
  int count_results(const Signature&, const double*) const override { return results_; }

 private:
  F f_;
  int results_;
};

// results: how long a list it returns, where that is the function's choice.
template <class F>
FunctionSourcePointer smooth(F f, int results = 0) {
  return std::make_shared<SmoothSource<F>>(std::move(f), results);
}

}  // namespace perilune::testing
