#pragma once

#include <memory>

#include "engine/integrators/method.h"

namespace perilune {

// One per file of this folder; the catalogue lists them.
std::unique_ptr<Method> make_dopri5(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_fehlberg78(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_cash_karp54(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_bulirsch_stoer(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_adams(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_bdf(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_radau5(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_rosenbrock4(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_generalized_alpha(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_energy_momentum(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_variational_midpoint(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_rk4(Problem& problem, const StepOptions& options);
std::unique_ptr<Method> make_symplectic_euler(Problem& problem, const StepOptions& options);

}  // namespace perilune
