#include "lua/manual/channels.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "lua/binding/guard.h"
#include "lua/binding/host.h"
#include "lua/manual/catalogs.h"

namespace perilune {
namespace {

// One element of each kind, called as the kind is; all at rest where their joints allow.
const char* const planar_script = R"lua(
local mbs = require "perilune"
local model = mbs.planar_model { name = "channels" }
local body = model:body { name = "body", mass = 1, inertia = 1, position = { 0, 0 } }
local bar = model:bar { name = "bar", mass = 1, from = { 0, 0 }, to = { 1, 0 } }
local particle = model:particle { name = "particle", mass = 1, position = { 5, 5 } }
local coordinate = model:coordinate { name = "coordinate", inertia = 1 }
local other = model:coordinate { name = "coordinate 2", inertia = 1 }
local roller = model:body { name = "body 2", mass = 1, inertia = 1, position = { 9, 9 } }
roller:circle { radius = 0.1 }
local hertz = mbs.laws.hertz { stiffness = 1e6 }
local pin = model:revolute { name = "revolute", between = { model.ground, bar }, at = { 0, 0 } }
model:drive { name = "drive", joint = pin, value = function(t) return t^2 end }
model:prismatic { name = "prismatic", between = { model.ground, body }, axis = { 1, 0 }, at = { 0, 0 } }
model:translational { name = "translational", between = { model.ground, body }, axis = { 1, 0 }, at = { 0, 0 } }
model:fixed { name = "fixed", between = { model.ground, body }, at = { 0, 0 } }
model:rod { name = "rod", between = { body.center, particle } }
model:gear { name = "gear", between = { body, bar }, ratio = 1 }
model:constraint { name = "constraint of bodies", between = { body, bar },
  equations = function(a, b) return { a.x - b.x + 0.5 } end }
model:constraint { name = "constraint of coordinates", between = { coordinate, other },
  equations = function(a, b) return { a.position - b.position } end }
model:point_on_curve { name = "point_on_curve", between = { model.ground, particle },
  curve = function(s) return { s, 5 } end, range = { 0, 10 } }
model:rolling { name = "rolling", between = { bar:circle { radius = 1, at = { 0.5, 0 } },
  model.ground:line { at = { 0, -1 } } } }
model:spring { name = "spring", between = { body.center, particle }, stiffness = 1 }
model:interaction { name = "interaction", between = { body.center, particle },
  force = function() return 1 end }
model:torsion_spring { name = "torsion_spring", between = { body, bar }, stiffness = 1 }
model:bushing { name = "bushing", between = { body, bar }, at = { 0, 0 }, stiffness = { 1, 1 } }
model:force { name = "force", on = body.center, value = { 1, 0 } }
model:torque { name = "torque", on = body, value = 1 }
model:user_force { name = "user_force of two or more", on = { body, coordinate },
  force = function() return { { 0, 0, 0 }, 0 } end }
model:user_force { name = "user_force of one", on = { body }, force = function() return { 0, 0, 0 } end }
model:dry_friction { name = "dry_friction", between = { coordinate, model.ground }, limit = 1 }
local circle, line = body:circle { radius = 0.1 }, model.ground:line { at = { 0, -9 } }
model:contact { name = "contact", between = { circle, line }, law = hertz }
model:contact { name = "contact with friction", between = { body:circle { radius = 0.2 }, line }, law = hertz,
  friction = mbs.friction.threlfall { coefficient = 0.1 } }
model:contact { name = "contact with friction.coulomb", between = { body:circle { radius = 0.3 }, line },
  law = hertz, friction = mbs.friction.coulomb { coefficient = 0.1 } }
model:contacts { name = "contacts", bodies = { roller, model.ground }, law = hertz }
model:stop { name = "stop", between = { coordinate, model.ground }, gap = 1, law = hertz }
model:clearance_revolute { name = "clearance_revolute", between = { body, bar }, at = { 0, 0 },
  journal_radius = 0.1, bearing_radius = 0.2, law = hertz }
model:clearance_prismatic { name = "clearance_prismatic", between = { body, model.ground }, at = { 0, 0 },
  axis = { 1, 0 }, length = 0.1, width = 0.1, clearance = 0.01, law = hertz }
model:simulate { duration = 0 }
)lua";

const char* const spatial_script = R"lua(
local mbs = require "perilune"
local model = mbs.spatial_model { name = "channels" }
local body = model:body { name = "body", mass = 1, inertia = { 1, 1, 1 }, position = { 0, 0, 0 } }
local free = model:body { name = "body 2", mass = 1, inertia = { 1, 1, 1 }, position = { 3, 0, 0 } }
local particle = model:particle { name = "particle", mass = 1, position = { 0, 5, 0 } }
local coordinate = model:coordinate { name = "coordinate", inertia = 1 }
local both, o, x, y = { model.ground, body }, { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }
local hertz = mbs.laws.hertz { stiffness = 1e6 }
local pin = model:revolute { name = "revolute", between = { model.ground, free }, at = { 3, 0, 0 }, axis = x }
model:drive { name = "drive", joint = pin, value = function(t) return t^2 end }
model:spherical { name = "spherical", between = both, at = o }
model:prismatic { name = "prismatic", between = both, at = o, axis = x }
model:translational { name = "translational", between = both, at = o, axis = x }
model:cylindrical { name = "cylindrical", between = both, at = o, axis = x }
model:universal { name = "universal", between = both, at = o, axes = { x, y } }
model:planar { name = "planar", between = both, at = o, normal = x }
model:fixed { name = "fixed", between = both, at = o }
model:screw { name = "screw", between = both, at = o, axis = x, pitch = 0.1 }
model:rod { name = "rod", between = { body.center, particle } }
model:point_on_plane { name = "point_on_plane", between = both, at = o, normal = x }
model:point_on_line { name = "point_on_line", between = both, at = o, axis = x }
model:constraint { name = "constraint of bodies", between = { body, model.ground },
  equations = function(a, b) return { a.x - b.x } end }
model:constraint { name = "constraint of coordinates", between = { coordinate },
  equations = function(a) return { a.position } end }
model:spring { name = "spring", between = { body.center, particle }, stiffness = 1 }
model:interaction { name = "interaction", between = { body.center, particle },
  force = function() return 1 end }
model:torsion_spring { name = "torsion_spring", between = { model.ground, free }, axis = x, stiffness = 1 }
model:bushing { name = "bushing", between = { model.ground, free }, at = { 3, 0, 0 }, stiffness = { 1, 1, 1 } }
local wheel = model:body { name = "wheel 2", mass = 1, inertia = { 1, 1, 1 }, position = { 6, 0, 0 } }
local other = model:revolute { name = "revolute 2", between = { model.ground, wheel }, at = { 6, 0, 0 }, axis = x }
model:gear { name = "gear", between = { pin, other }, ratio = 1 }
model:angle { name = "angle", between = { model.ground, free }, axis = x }
model:force { name = "force", on = body.center, value = { 1, 0, 0 } }
model:torque { name = "torque", on = body, value = { 1, 0, 0 } }
model:user_force { name = "user_force of two or more", on = { body, coordinate },
  force = function() return { { 0, 0, 0 }, 0 } end }
model:user_force { name = "user_force of one", on = { body }, force = function() return { 0, 0, 0 } end }
local plane = model.ground:plane { at = { 0, 0, -9 }, normal = { 0, 0, 1 } }
model:contact { name = "contact", between = { body:sphere { radius = 0.1 }, plane }, law = hertz }
model:contact { name = "contact with friction", between = { body:sphere { radius = 0.2 }, plane }, law = hertz,
  friction = mbs.friction.threlfall { coefficient = 0.1 } }
model:simulate { duration = 0 }
)lua";

// By the last word of a channel.
const std::map<std::string, const char*>& meanings() {
  static const std::map<std::string, const char*> list = {
      {"x", "of the centre, along the world's axes"},
      {"y", "of the centre, along the world's axes"},
      {"z", "of the centre, along the world's axes"},
      {"vx", "velocity of the centre"},
      {"vy", "velocity of the centre"},
      {"vz", "velocity of the centre"},
      {"ax", "acceleration of the centre"},
      {"ay", "acceleration of the centre"},
      {"az", "acceleration of the centre"},
      {"angle", "counterclockwise, whole turns counted; of a joint: about its axis, since the start"},
      {"angular_velocity", "counterclockwise"},
      {"angular_acceleration", "counterclockwise"},
      {"position", "of a scalar coordinate"},
      {"velocity", "of a scalar coordinate"},
      {"acceleration", "of a scalar coordinate"},
      {"wx", "angular velocity, along the world's axes"},
      {"wy", "angular velocity, along the world's axes"},
      {"wz", "angular velocity, along the world's axes"},
      {"w1", "angular velocity, along the body's axes"},
      {"w2", "angular velocity, along the body's axes"},
      {"w3", "angular velocity, along the body's axes"},
      {"alphax", "angular acceleration, along the world's axes"},
      {"alphay", "angular acceleration, along the world's axes"},
      {"alphaz", "angular acceleration, along the world's axes"},
      {"qw", "rotation as a unit quaternion"},
      {"qx", "rotation as a unit quaternion"},
      {"qy", "rotation as a unit quaternion"},
      {"qz", "rotation as a unit quaternion"},
      {"rotationx", "rotation as a vector: axis times angle"},
      {"rotationy", "rotation as a vector: axis times angle"},
      {"rotationz", "rotation as a vector: axis times angle"},
      {"fx", "force along the world's axes; of joints on the second of between, at the joint"},
      {"fy", "force along the world's axes; of joints on the second of between, at the joint"},
      {"fz", "force along the world's axes; of joints on the second of between, at the joint"},
      {"mx", "moment along the world's axes; of joints on the second of between"},
      {"my", "moment along the world's axes; of joints on the second of between"},
      {"mz", "moment along the world's axes; of joints on the second of between"},
      {"moment", "of joints on the second of between"},
      {"Q", "on a scalar coordinate"},
      {"error", "by how much it is open"},
      {"effort", "what it needs (a drive), or puts on a scalar coordinate"},
      {"displacement", "along the axis, of the first past the second"},
      {"length", "from point to point"},
      {"force", "of springs and rods: > 0 pulls; of frictions: on the first, along the slip"},
      {"torque", "on the second of between, against the deflection"},
      {"gap", "between the surfaces"},
      {"penetration", "max(0, −gap)"},
      {"penetration_rate", "> 0 approaching"},
      {"normal_force", "> 0 pushes; of a group: the sum"},
      {"friction_force", "its magnitude"},
      {"slip_speed", "of the surfaces, >= 0"},
      {"slip_velocity", "of the first past the second"},
      {"state", "friction: 0 sticks, ±1 slips; joint with clearance: 0 flies, 1 impacts, 2 follows"},
      {"impact_speed", "with which the contact began"},
      {"ex", "journal's centre from the bearing's, in the bearing's frame"},
      {"ey", "journal's centre from the bearing's, in the bearing's frame"},
      {"count", "of closed contacts"},
      {"kinetic", "of all bodies"},
      {"potential", "of gravity and springs"},
      {"contact", "stored in contacts"},
      {"dissipated", "in contacts, friction and dampers"},
      {"work", "of drives and loads"},
      {"corrections", "brought in by projections onto constraints"},
      {"total", "kinetic, potential and contact"},
      {"residual", "what the ledger cannot explain"},
      {"constraint_error", "the largest of all constraints"},
      {"size", "of the step that led here"},
  };
  return list;
}

LanguageField described_channel(const std::string& name, const std::string& unit) {
  const std::string last = name.substr(name.rfind('.') + 1);
  const bool is_momentum = name.find("momentum") != std::string::npos;
  const auto found = meanings().find(last);
  if (found == meanings().end() && !is_momentum)
    throw std::logic_error("lua/manual/channels.cpp does not say what the channel '" + name + "' is");
  return {name, "number", unit, is_momentum ? "of all bodies" : found->second, false};
}

// "contact with friction[1].gap" → "contact with friction", "gap".
std::pair<std::string, std::string> parted(const std::string& name) {
  if (name.rfind("energy.", 0) == 0 || name.rfind("system.", 0) == 0 || name.rfind("step.", 0) == 0)
    return {"every run", name};
  const std::size_t dot = name.find("user_force") == 0 ? name.find('.') : name.rfind('.');
  std::string element = name.substr(0, dot);
  element = element.substr(0, element.find('['));
  return {element, name.substr(dot + 1)};
}

bool same_channels(const ChannelGroup& a, const ChannelGroup& b) {
  return a.channels.size() == b.channels.size() &&
         std::equal(a.channels.begin(), a.channels.end(), b.channels.begin(),
                    [](const LanguageField& one, const LanguageField& other) {
                      return one.name == other.name && one.unit == other.unit;
                    });
}

std::vector<ChannelGroup> grouped(const std::vector<ChannelInfo>& channels) {
  std::vector<ChannelGroup> by_element, groups;
  for (const ChannelInfo& channel : channels) {
    const auto [element, name] = parted(channel.name);
    if (element.find(" 2") != std::string::npos) continue;
    auto group = std::find_if(by_element.begin(), by_element.end(),
                              [&, &kinds = element](const ChannelGroup& one) { return one.kinds == kinds; });
    if (group == by_element.end()) group = by_element.insert(by_element.end(), {element, {}});
    const auto has = [&, &last = name](const LanguageField& field) { return field.name == last; };
    if (std::none_of(group->channels.begin(), group->channels.end(), has))
      group->channels.push_back(described_channel(name, channel.unit));
  }
  for (ChannelGroup& group : by_element) {
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const ChannelGroup& one) { return same_channels(one, group); });
    if (same == groups.end()) groups.push_back(std::move(group));
    else same->kinds += ", " + group.kinds;
  }
  return groups;
}

// A kind that the script does not make would be missing from the reference.
void check_kinds(const std::string& script, const std::string& owner) {
  for (const LanguageFunction& kind : catalog_functions(owner)) {
    if (script.find("model:" + kind.name + " {") == std::string::npos)
      throw std::logic_error("the model in lua/manual/channels.cpp has no '" + kind.name + "' of " + owner);
  }
}

std::vector<ChannelGroup> channels_of(const char* script, const char* owner) {
  check_kinds(script, owner);
  Host host({});
  std::vector<ChannelInfo> channels;
  host.on_finished = [&](Task& task) { channels = task.report->channels; };
  const bool went_well = host.protect([&] {
    lua_State* L = host.main();
    if (luaL_loadstring(L, script) != LUA_OK) throw std::logic_error(lua_tostring(L, -1));
    lua_call(L, 0, 0);
  });
  if (!went_well) throw std::logic_error("the model that shows channels: " + host.error);
  return grouped(channels);
}

}  // namespace

std::vector<ChannelGroup> planar_channels() { return channels_of(planar_script, "PlanarModel"); }
std::vector<ChannelGroup> spatial_channels() { return channels_of(spatial_script, "SpatialModel"); }

}  // namespace perilune
