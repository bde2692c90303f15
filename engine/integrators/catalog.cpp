#include "engine/integrators/methods.h"

namespace perilune {

// An explicit list: a static library drops files that only register themselves.
const std::vector<IntegratorInfo>& integrator_catalog() {
  static const std::vector<IntegratorInfo> catalog = {
      {"dopri5", "Runge-Kutta", "5(4)", "the usual choice: contact and impact at rtol 1e-4 to 1e-9",
       "6 evaluations a step", false, make_dopri5},
      {"fehlberg78", "Runge-Kutta", "8(7)", "smooth motion at rtol below 1e-9; not forces of t alone",
       "13 evaluations a step", false, make_fehlberg78},
      {"cash_karp54", "Runge-Kutta", "5(4)", "like dopri5, for comparison with published results",
       "6 evaluations a step", false, make_cash_karp54},
      {"bulirsch_stoer", "extrapolation", "4 to 18, variable",
       "long smooth motion at the tightest tolerances, with few events",
       "7 to 91 evaluations a step, which is long", false, make_bulirsch_stoer},
      {"adams", "multistep, predictor-corrector", "1 to 12, variable",
       "smooth motion with costly forces; starts anew after every event", "2 evaluations a step", false,
       make_adams},
      {"bdf", "multistep, implicit", "1 to 5, variable",
       "stiff models at rtol 1e-3 to 1e-7 with few events; what oscillates undamped it follows slowly",
       "2 to 4 evaluations a step, and a Jacobian now and then", false, make_bdf},
      {"radau5", "implicit Runge-Kutta", "5",
       "stiff models: bodies that rest on contacts, stiff springs and dampers, where explicit methods crawl",
       "3 evaluations a Newton iteration, 1 to 4 of these a step, and a Jacobian now and then", false,
       make_radau5},
      {"rosenbrock4", "Rosenbrock, implicit without iteration", "4(3)",
       "stiff models of few bodies at rtol 1e-3 to 1e-7, where a Jacobian is cheap",
       "8 evaluations, a Jacobian and a factorization a step", false, make_rosenbrock4},
      {"generalized_alpha", "Newmark, implicit, on positions and multipliers", "2",
       "stiff mechanisms at rtol above 1e-6: positions keep to the constraints, what is too fast to follow "
       "is damped",
       "4 to 6 evaluations and a Jacobian a step", false, make_generalized_alpha, true},
      {"rk4", "Runge-Kutta", "4", "fixed step: equal steps for many bodies, teaching", "4 evaluations a step",
       true, make_rk4},
      {"symplectic_euler", "symplectic", "1",
       "fixed step: very many bodies and long times, when energy must not drift", "1 evaluation a step", true,
       make_symplectic_euler},
  };
  return catalog;
}

const std::vector<IntegratorInfo>& position_level_catalog() {
  static const std::vector<IntegratorInfo> catalog = {
      {"energy_momentum", "midpoint with discrete gradients", "2",
       "long runs of bodies in space and mechanisms in which energy and momenta must be kept",
       "2 to 5 Newton iterations a step, and a matrix now and then", false, make_energy_momentum, true},
      {"variational_midpoint", "of a discrete action, symplectic", "2",
       "equal steps over very long times: momenta are kept, the energy swings and does not drift; for "
       "comparison "
       "with energy_momentum",
       "2 to 5 Newton iterations a step, and a matrix now and then", true, make_variational_midpoint, true},
  };
  return catalog;
}

const IntegratorInfo* find_integrator(const std::string& name) {
  for (const auto* catalog : {&integrator_catalog(), &position_level_catalog()}) {
    for (const IntegratorInfo& info : *catalog) {
      if (info.name == name) return &info;
    }
  }
  return nullptr;
}

}  // namespace perilune
