#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/simulation/simulation.h"

namespace perilune {

struct KinematicsOptions {
  double duration = 0;  // [s] ≥ 0
  RecordOptions record;
  std::string origin;                 // of the call, for messages
  std::function<bool()> interrupted;  // asked after every step; may be empty
};

// Position, velocity and acceleration of a mechanism whose drives leave it no freedom, without integrating (Nikravesh
// 1988, ch. 3; Haug 1989, ch. 3):
//     Φ(q, t) = 0,   Φ_q v = −Φ_t,   Φ_q a = γ,
// and the inverse dynamics M a + Φ_qᵀ λ = f: reactions, and the efforts that drives need. Positions go on from one
// instant to the next on their branch. Contacts do not act. InputError: degrees of freedom without a drive, an
// inconsistent start. A position that cannot be reached ends the run as `inconsistent`, naming the joint.
std::shared_ptr<Run> analyse_kinematics(const Model& model, const KinematicsOptions& options);

}  // namespace perilune
