#include "engine/integrators/position_level.h"

#include "engine/system/director_step.h"
#include "engine/system/variational_step.h"

namespace perilune {

PositionLevel* System::position_level(StepForm form) {
  switch (form) {
    case StepForm::rotations: position_level_ = std::make_unique<MidpointStep>(*this); break;
    case StepForm::directors: position_level_ = std::make_unique<DirectorStep>(*this); break;
    case StepForm::variational: position_level_ = std::make_unique<VariationalStep>(*this); break;
  }
  return position_level_.get();
}

}  // namespace perilune
