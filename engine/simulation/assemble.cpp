#include "engine/simulation/assemble.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "engine/results/recorder.h"
#include "engine/results/run.h"
#include "engine/simulation/check_start.h"
#include "engine/system/system.h"

namespace perilune {
namespace {

// The angle of the rotation that takes one frame into another, exact also when small.
double turn_between(const BodyMotion& before, const BodyMotion& after) {
  const Matrix3 turn = before.directors.transpose() * after.directors;
  const Vector3 axis(turn(2, 1) - turn(1, 2), turn(0, 2) - turn(2, 0), turn(1, 0) - turn(0, 1));
  return std::atan2(axis.norm(), turn.trace() - 1);
}

void refuse_open(System& system, const Node& node, const std::string& origin) {
  const auto [worst, most] = worst_joint(system, system.constraint_errors(0, node.y.data()));
  throw InputError(
      worst->origin.empty() ? origin : worst->origin, described(*worst),
      fmt::format("the mechanism cannot be assembled: this joint stays open by {:.6g} m or rad", most),
      "check lengths and positions; begin nearer to where it closes");
}

// Between two states [q; v].
StartChange difference(const Model& model, const VectorX& q0, const VectorX& v0, const VectorX& q,
                       const VectorX& v) {
  StartChange change;
  int offset = 0;
  double furthest = 0;
  for (const BodyPointer& body : model.bodies()) {
    const int size = body->coordinates();
    if (size == 0) continue;
    BodyMotion before, after;
    body->motion(q0.data() + offset, v0.data() + offset, before);
    body->motion(q.data() + offset, v.data() + offset, after);
    const double moved = body->is_scalar() ? std::abs(q[offset] - q0[offset]) : (after.p - before.p).norm();
    const double turned = body->can_turn() && !body->is_scalar() ? turn_between(before, after) : 0;
    change.moved = std::max(change.moved, moved), change.turned = std::max(change.turned, turned);
    change.velocity =
        std::max(change.velocity, (v.segment(offset, size) - v0.segment(offset, size)).cwiseAbs().maxCoeff());
    if (std::max(moved, turned) > furthest) furthest = std::max(moved, turned), change.furthest = body->name;
    offset += size;
  }
  return change;
}

}  // namespace

StartChange set_start(Model& model, const System& system, const Node& node) {
  const Node before = system.start();
  const int n = system.positions();
  const auto positions = [n](const Node& of) { return VectorX(VectorX::Map(of.y.data(), n)); };
  const auto velocities = [n](const Node& of) { return VectorX(VectorX::Map(of.y.data() + n, n)); };
  model.set_start(positions(node), velocities(node));
  return difference(model, positions(before), velocities(before), model.start_q(), model.start_v());
}

StartChange assemble(Model& model, const std::string& origin) {
  System system(model, {});
  Node node = system.start();
  if (!system.assemble(0, node.y.data())) refuse_open(system, node, origin);
  return set_start(model, system, node);
}

StartChange start_from(Model& model, const Run& run, double t, const std::string& origin) {
  const System system(model, {});
  Node node = system.start();
  const Node there = run.instant(t).node;
  std::vector<std::string> names;
  for (const BodyPointer& body : model.bodies()) {
    for (const BodyPointer& source : run.system().bodies()) {
      const int size = body->coordinates();
      if (size == 0 || source->name != body->name || source->coordinates() != size) continue;
      const auto from = there.y.begin() + run.system().offset(*source);
      const auto to = node.y.begin() + system.offset(*body);
      std::copy_n(from, size, to);
      std::copy_n(from + run.system().positions(), size, to + system.positions());
      names.push_back(body->name);
    }
  }
  if (names.empty()) {
    throw InputError(origin, "start_from", "no body of the model has the name and kind of one in the run",
                     "give bodies the same names in both models");
  }
  StartChange change = set_start(model, system, node);
  change.of = std::move(names);
  return change;
}

}  // namespace perilune
