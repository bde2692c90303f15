#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/model/body.h"
#include "engine/model/motion.h"

namespace perilune {

// A quantity of an element that results can show: "name.length [m]".
struct ChannelInfo {
  std::string name, unit;
};

class Joint;

// A force element: it contributes to f, to the potential energy and to the ledger. It sees one instance
// of itself.
class Force {
 public:
  virtual ~Force() = default;

  std::string name;
  std::string origin;

  virtual std::vector<BodyPointer> bodies() const = 0;  // that it touches
  // Bodies and joints that it brings into the model: a coordinate of its own and what binds that to the bodies. They are
  // named after it.
  virtual std::vector<BodyPointer> own_bodies() const { return {}; }
  virtual std::vector<std::shared_ptr<Joint>> own_joints() const { return {}; }
  virtual void place(const Motion& start) { (void)start; }  // once, in the initial configuration
  virtual void add(const Motion& motion, Loads& loads) const = 0;
  // The same over a step, for methods that conserve energy: what a potential loses is what these forces work.
  virtual void add_over(const StepMotion& step, Loads& loads) const { add(step.middle, loads); }
  virtual double potential(const Motion& motion) const {
    (void)motion;
    return 0;
  }  // [J]

  virtual std::vector<ChannelInfo> channels() const { return {}; }
  virtual double channel(int index, const Motion& motion) const {
    (void)index, (void)motion;
    return 0;
  }
};

using ForcePointer = std::shared_ptr<Force>;

}  // namespace perilune
