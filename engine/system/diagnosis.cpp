#include <cmath>

#include <fmt/format.h>

#include "engine/system/system.h"

namespace perilune {
namespace {

std::string describe(const ContactElement& contact) {
  return fmt::format("contact '{}' (law '{}')", contact.name, contact.law->name());
}

}  // namespace

std::string System::nonfinite_body(const double* y) {
  for (const BodySlot& slot : motion_.slots) {
    for (int i = slot.offset; i < slot.offset + slot.body->coordinates(); ++i) {
      const bool finite = std::isfinite(y[i]) && std::isfinite(y[layout_.coordinates + i]);
      if (!finite) return fmt::format("{} '{}'", slot.body->kind(), slot.body->name);
    }
  }
  return "";
}

std::string System::nonfinite_element(double t, const double* y) {
  std::vector<double> dy(size());
  derivative(t, y, dy.data());
  for (const int i : active_) {
    if (!std::isfinite(observed_[i].force)) return describe(contacts_[i]);
    if (!std::isfinite(observed_[i].friction_force)) {
      return fmt::format("contact '{}' (friction '{}')", contacts_[i].name, contacts_[i].friction->name());
    }
  }
  for (const ForcePointer& force : forces_) {
    VectorX f = VectorX::Zero(layout_.freedoms);
    Loads loads(motion_, f.data());
    force->add(motion_, loads);
    if (!f.allFinite()) return "force '" + force->name + "'";
  }
  for (std::size_t j = 0; j < joints_.size(); ++j) {
    const int first = first_equation_[j], count = joints_[j]->equations();
    const bool finite =
        constraint_.segment(first, count).allFinite() && gamma_.segment(first, count).allFinite();
    if (!finite) return fmt::format("{} '{}'", joints_[j]->kind(), joints_[j]->name);
  }
  return "";
}

std::string System::exhausted_law(double t, const double* y) {
  std::vector<double> dy(size());
  derivative(t, y, dy.data());
  for (const int i : active_) {
    const double deepest = contacts_[i].law->deepest(), depth = observed_[i].geometry.penetration();
    if (!modes_[i].closed || !(depth > 0.5 * deepest)) continue;
    return fmt::format("{} is {:.4g} m deep, and has no force beyond {:.4g} m", describe(contacts_[i]), depth,
                       deepest);
  }
  return "";
}

std::string System::strongest_element(double t, const double* y) {
  std::vector<double> dy(size());
  derivative(t, y, dy.data());
  double most = 0;
  std::string text;
  for (const int i : active_) {
    if (std::abs(observed_[i].force) <= most) continue;
    most = std::abs(observed_[i].force);
    text = fmt::format("{}, {:.3g} N", describe(contacts_[i]), most);
  }
  if (!text.empty()) return text;
  for (const BodySlot& slot : motion_.slots) {
    for (int i = slot.offset; i < slot.offset + slot.body->coordinates(); ++i) {
      const double rate = std::abs(dy[layout_.coordinates + i]);
      if (rate <= most) continue;
      most = rate;
      text = fmt::format("{} '{}', acceleration {:.3g}", slot.body->kind(), slot.body->name, most);
    }
  }
  return text;
}

}  // namespace perilune
