#include "engine/stepping/events.h"

#include <limits>

namespace perilune {

double Event::number(const std::string& name) const {
  for (const auto& [key, value] : numbers) {
    if (key == name) return value;
  }
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace perilune
