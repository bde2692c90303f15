#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/system/system.h"

namespace perilune {

// A quantity that results can show: "ball.y [m]".
struct Channel {
  std::string name, unit;
  // Of the instant that was observed last (ChannelTable::observe).
  std::function<double(System&, const Node&)> value;
};

// All quantities of a system by name, in a fixed order. Channels are derived from the state on demand.
class ChannelTable {
 public:
  explicit ChannelTable(const System& system);

  const std::vector<Channel>& all() const { return channels_; }
  int find(const std::string& name) const;   // −1: no such channel
  int index(const std::string& name) const;  // throws InputError with the nearest name
  std::vector<std::string> names() const;

  // Evaluates the system at the node so that values can be read; the node's dy is refreshed.
  static void observe(System& system, Node& node);

 private:
  void add(std::string name, std::string unit, std::function<double(System&, const Node&)> value);
  void add_bodies(const System& system);
  void add_forces(const System& system);
  void add_joints(const System& system);
  void add_contacts(const System& system);
  void add_frictions(const System& system);
  void add_slip(const std::string& name, int contact, int friction, bool with_state);
  void add_clearance(int contact, const std::string& name, double clearance);
  void add_groups(const System& system);  // count, sum of normal forces, largest penetration
  void add_energies(const System& system);

  std::vector<Channel> channels_;
  std::unordered_map<std::string, int> index_;
};

}  // namespace perilune
