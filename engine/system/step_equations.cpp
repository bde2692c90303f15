#include "engine/system/director_step.h"
#include "engine/system/variational_step.h"

namespace perilune {

std::unique_ptr<StepEquations> System::step_equations(StepForm form) {
  switch (form) {
    case StepForm::rotations: return std::make_unique<MidpointStep>(*this);
    case StepForm::directors: return std::make_unique<DirectorStep>(*this);
    case StepForm::variational: return std::make_unique<VariationalStep>(*this);
  }
  return nullptr;
}

}  // namespace perilune
