#include "engine/law/function.h"

namespace perilune {

void Function::evaluate_with_slopes(const double* inputs, int count, double* outputs) const {
  const int size = signature_.outputs();
  std::vector<Taylor> along(static_cast<std::size_t>(signature_.inputs()));
  std::vector<Taylor> results(static_cast<std::size_t>(size));
  for (std::size_t i = 0; i < along.size(); ++i) along[i].value = inputs[i];
  evaluate(inputs, outputs);
  for (int direction = 0; direction < count; ++direction) {
    along[static_cast<std::size_t>(direction)].first = 1;
    evaluate_taylor(along.data(), results.data());
    along[static_cast<std::size_t>(direction)].first = 0;
    outputs += size;
    for (int i = 0; i < size; ++i) outputs[i] = results[static_cast<std::size_t>(i)].first;
  }
}

bool find_slopes(const Function& function, const double* inputs, int count, double* outputs) {
  try {
    function.evaluate_with_slopes(inputs, count, outputs);
  } catch (const FunctionError&) { return false; }
  return true;
}

}  // namespace perilune
