#include "engine/system/channels.h"

#include <algorithm>
#include <cmath>

#include "engine/model/suggest.h"

namespace perilune {

ChannelTable::ChannelTable(const System& system) {
  add_bodies(system);
  add_forces(system);
  add_joints(system);
  add_contacts(system);
  add_frictions(system);
  add_groups(system);
  add_energies(system);
}

void ChannelTable::add(std::string name, std::string unit,
                       std::function<double(System&, const Node&)> value) {
  index_.emplace(name, static_cast<int>(channels_.size()));
  channels_.push_back({std::move(name), std::move(unit), std::move(value)});
}

int ChannelTable::find(const std::string& name) const {
  const auto entry = index_.find(name);
  return entry == index_.end() ? -1 : entry->second;
}

int ChannelTable::index(const std::string& name) const {
  const int found = find(name);
  if (found >= 0) return found;
  const std::size_t dot = name.rfind('.');
  if (dot != std::string::npos && find(name.substr(0, dot) + "[1]" + name.substr(dot)) >= 0) {
    throw InputError("", "", "there is no channel '" + name + "': this contact can touch in several places",
                     "'" + name.substr(0, dot) + "[1]" + name.substr(dot) + "', [2], … are its channels");
  }
  throw InputError("", "", "there is no channel '" + name + "'" + did_you_mean(name, names()),
                   "run.channels lists all names");
}

std::vector<std::string> ChannelTable::names() const {
  std::vector<std::string> list;
  for (const Channel& channel : channels_) list.push_back(channel.name);
  return list;
}

void ChannelTable::observe(System& system, Node& node) {
  system.derivative(node.t, node.y.data(), node.dy.data());
  system.share_stick_forces();
}

void ChannelTable::add_bodies(const System& system) {
  const int n = system.positions();
  for (const BodyPointer& body : system.bodies()) {
    const int offset = system.offset(*body);
    for (const BodyChannel& channel : body->channels()) {
      const auto value = channel.value;
      add(body->name + "." + channel.name, channel.unit, [=](System&, const Node& node) {
        return value(node.y.data() + offset, node.y.data() + n + offset, node.dy.data() + n + offset);
      });
    }
  }
}

void ChannelTable::add_forces(const System& system) {
  for (const ForcePointer& force : system.forces()) {
    int i = 0;
    for (const ChannelInfo& info : force->channels()) {
      add(force->name + "." + info.name, info.unit,
          [force, i](System& s, const Node&) { return force->channel(i, s.motion()); });
      ++i;
    }
  }
}

void ChannelTable::add_joints(const System& system) {
  for (std::size_t j = 0; j < system.joints().size(); ++j) {
    const JointPointer& joint = system.joints()[j];
    const int first = system.first_equation(static_cast<int>(j)), count = joint->equations();
    int i = 0;
    for (const ChannelInfo& info : joint->channels()) {
      add(joint->name + "." + info.name, info.unit, [joint, i, first](System& s, const Node&) {
        return joint->channel(i, s.motion(), s.multipliers().data() + first);
      });
      ++i;
    }
    if (joint->velocity_equations() == count) {
      add(joint->name + ".error", "m/s or rad/s", [first, count](System& s, const Node& node) {
        const std::vector<double> errors = s.velocity_errors(node.t, node.y.data());
        return Eigen::Map<const VectorX>(errors.data() + first, count).cwiseAbs().maxCoeff();
      });
      continue;
    }
    add(joint->name + ".error", "m or rad", [first, count](System& s, const Node&) {
      return s.constraints().segment(first, count).cwiseAbs().maxCoeff();
    });
  }
}

namespace {

// The geometry of a contact now, open or closed.
ContactGeometry geometry(System& s, int i) {
  const ContactElement& contact = s.contacts()[i];
  return contact.measure(s.motion().of(*contact.a), s.motion().of(*contact.b), s.modes()[i].side);
}

}  // namespace

void ChannelTable::add_contacts(const System& system) {
  for (int i = 0; i < system.fixed_contacts(); ++i) {
    const std::string& name = system.contacts()[i].name;
    add(name + ".gap", "m", [i](System& s, const Node&) { return geometry(s, i).at.gap; });
    add(name + ".penetration", "m",
        [i](System& s, const Node&) { return std::max(0.0, -geometry(s, i).at.gap); });
    add(name + ".penetration_rate", "m/s", [i](System& s, const Node&) { return -geometry(s, i).gap_rate; });
    add(name + ".normal_force", "N", [i](System& s, const Node&) { return s.contact(i).force; });
    if (system.contacts()[i].friction) {
      add(name + ".friction_force", "N", [i](System& s, const Node&) { return s.contact(i).friction_force; });
      add(name + ".slip_speed", "m/s", [i](System& s, const Node&) { return geometry(s, i).slip().norm(); });
    }
    if (system.contacts()[i].may_stick) add_slip(name, i, -1, !system.contacts()[i].is_joint);
    if (system.contacts()[i].is_joint) add_clearance(i, name, system.contacts()[i].smooth_within);
    add(name + ".impact_speed", "m/s", [i](System& s, const Node&) { return s.modes()[i].impact_speed; });
    const ContactElement& contact = system.contacts()[i];
    for (int k = 0; k < contact.law->states(); ++k) {
      const int at = contact.state_offset + k;
      add(name + "." + contact.law->state_name(k), "",
          [at](System&, const Node& node) { return node.y[at]; });
    }
    for (int k = 0; k < contact.friction_states; ++k) {
      const int at = contact.state_offset + contact.law->states() + k;
      add(name + "." + contact.friction->state_name(k), "",
          [at](System&, const Node& node) { return node.y[at]; });
    }
  }
}

void ChannelTable::add_frictions(const System& system) {
  for (int k = 0; k < static_cast<int>(system.frictions().size()); ++k) {
    const std::string& name = system.frictions()[k]->name;
    add_slip(name, -1, k, true);
    add(name + ".displacement", "m or rad",
        [k](System& s, const Node&) { return s.slip_of(-1, k)->displacement; });
  }
}

// Of a set-valued friction, signed: the force on the first along the slip of the first past the second.
void ChannelTable::add_slip(const std::string& name, int contact, int friction, bool with_state) {
  const auto of_row = [&](const char* channel, const char* unit, double (*value)(const SlipRow&)) {
    add(name + channel, unit, [=](System& s, const Node&) {
      const SlipRow* row = s.slip_of(contact, friction);
      return row ? value(*row) : 0.0;
    });
  };
  of_row(".force", "N or N m", [](const SlipRow& row) { return row.force; });
  of_row(".slip_velocity", "m/s or rad/s", [](const SlipRow& row) { return row.slip; });
  if (!with_state) return;
  add(name + ".state", "", [=](System& s, const Node&) { return s.slip_state(contact, friction); });
}

// Of a joint with clearance: 0 flies, 1 impacts, 2 follows the bearing. A pin in a hole also has where its centre is:
// the gap is c − e and the normal points from the pin's place to the middle.
void ChannelTable::add_clearance(int i, const std::string& name, double clearance) {
  add(name + ".state", "", [i](System& s, const Node&) {
    const ContactMode& mode = s.modes()[i];
    return !mode.closed ? 0 : mode.phase == ContactMode::Phase::following ? 2 : 1;
  });
  if (!(clearance > 0)) return;
  const char* axes[2] = {".ex", ".ey"};
  for (int k = 0; k < 2; ++k) {
    add(name + axes[k], "m", [i, k, clearance](System& s, const Node&) {
      const Proximity at = geometry(s, i).at;
      const BodyMotion& bearing = s.motion().of(*s.contacts()[i].b);
      return (at.gap - clearance) * bearing.directors.col(k).dot(at.normal);
    });
  }
}

namespace {

// Adds up a quantity of the closed contacts of a group.
template <class Quantity>
double sum_over_group(System& s, int group, Quantity quantity) {
  double sum = 0;
  for (const int i : s.active()) {
    if (s.contacts()[i].group == group && s.modes()[i].closed) sum += quantity(i);
  }
  return sum;
}

}  // namespace

void ChannelTable::add_groups(const System& system) {
  for (int g = 0; g < system.groups(); ++g) {
    const std::string& name = system.group_name(g);
    add(name + ".count", "",
        [g](System& s, const Node&) { return sum_over_group(s, g, [](int) { return 1; }); });
    add(name + ".normal_force", "N", [g](System& s, const Node&) {
      return sum_over_group(s, g, [&s](int i) { return s.contact(i).force; });
    });
    add(name + ".penetration", "m", [g](System& s, const Node&) {
      double most = 0;
      for (const int i : s.active()) {
        if (s.contacts()[i].group == g) most = std::max(most, -geometry(s, i).at.gap);
      }
      return most;
    });
  }
}

void ChannelTable::add_energies(const System& system) {
  const auto energy = [](double Energies::*part) {
    return [part](System& s, const Node& node) { return s.energies(node.t, node.y.data()).*part; };
  };
  add("energy.kinetic", "J", energy(&Energies::kinetic));
  add("energy.potential", "J", energy(&Energies::potential));
  add("energy.contact", "J", energy(&Energies::contact));
  add("energy.dissipated", "J", energy(&Energies::dissipated));
  add("energy.work", "J", energy(&Energies::work));
  add("energy.corrections", "J", energy(&Energies::corrections));
  add("energy.total", "J",
      [](System& s, const Node& node) { return s.energies(node.t, node.y.data()).total(); });
  add("energy.residual", "J",
      [](System& s, const Node& node) { return s.energy_residual(node.t, node.y.data()); });
  const char* axes[3] = {"x", "y", "z"};
  for (int k = 0; k < (system.is_spatial() ? 3 : 2); ++k) {
    add(std::string("system.momentum.") + axes[k], "N s",
        [k](System& s, const Node& node) { return s.momentum(node.t, node.y.data())[k]; });
  }
  for (int k = system.is_spatial() ? 0 : 2; k < 3; ++k) {
    add(std::string("system.angular_momentum.") + axes[k], "N m s",
        [k](System& s, const Node& node) { return s.angular_momentum(node.t, node.y.data())[k]; });
  }
  add("system.constraint_error", "m or rad",
      [](System& s, const Node&) { return s.equations() > 0 ? s.constraints().cwiseAbs().maxCoeff() : 0.0; });
}

}  // namespace perilune
