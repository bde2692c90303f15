// What a model can be asked besides being simulated: assembly, kinematics, equilibrium, small motions.
#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "engine/simulation/equilibrium.h"
#include "engine/simulation/kinematics.h"
#include "lua/binding/by_dimension.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/module.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/simulate.h"

namespace perilune {
namespace {

Model& model_for(lua_State* L, const char* method) {
  Host::of(L).refuse_inside_callback(std::string("model:") + method);
  return *self<ModelObject>(L).model;
}

// A table's text for print().
void set_tostring(lua_State* L, const std::string& text) {
  lua_newtable(L);
  push_text(L, text);
  lua_pushcclosure(
      L,
      [](lua_State* l) {
        lua_pushvalue(l, lua_upvalueindex(1));
        return 1;
      },
      1);
  lua_setfield(L, -2, "__tostring");
  lua_setmetatable(L, -2);
}

std::string described(const StartChange& change) {
  std::string text =
      fmt::format("moved by at most {:.6g} m, turned by {:.6g} rad", change.moved, change.turned);
  if (!change.furthest.empty()) text += " ('" + change.furthest + "' most)";
  return text + fmt::format(", velocities changed by {:.6g} m/s or rad/s", change.velocity);
}

// { moved =, turned =, velocity =, furthest = }
void push_change(lua_State* L, const StartChange& change) {
  lua_newtable(L);
  set_number(L, "moved", change.moved);
  set_number(L, "turned", change.turned);
  set_number(L, "velocity", change.velocity);
  set_text(L, "furthest", change.furthest);
}

}  // namespace

// model:assemble {}
int assemble_model(lua_State* L) {
  Model& model = model_for(L, "assemble");
  const FieldTable table(L, 2, "assemble", said_names("assemble"));
  const StartChange change = assemble(model, table.origin());
  push_change(L, change);
  set_tostring(L, "assembled: " + described(change));
  return 1;
}

// model:start_from(run, t)
int start_model_from(lua_State* L) {
  Model& model = model_for(L, "start_from");
  const RunObject* object = find_object<RunObject>(L, 2);
  if (!object) {
    throw InputError("", "start_from", "the first argument is " + describe(L, 2) + ", it must be a run",
                     "model:start_from(run, 0.5)");
  }
  stop_check(L, "model:start_from");
  const StartChange change =
      start_from(model, *object->task->run, read_number(L, 3, {"t", "s", {}}), user_line(L));
  push_change(L, change);
  lua_newtable(L);
  for (std::size_t i = 0; i < change.of.size(); ++i) {
    push_text(L, change.of[i]);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i + 1));
  }
  lua_setfield(L, -2, "bodies");
  set_tostring(L, fmt::format("{} bodies start from the run: {}", change.of.size(), described(change)));
  return 1;
}

// model:equilibrium {}
int equilibrium_of_model(lua_State* L) {
  Model& model = model_for(L, "equilibrium");
  const FieldTable table(L, 2, "equilibrium", said_names("equilibrium"));
  const Equilibrium found = find_equilibrium(model, table.origin());
  push_change(L, found.change);
  set_number(L, "iterations", found.iterations);
  set_number(L, "acceleration", found.acceleration);
  set_tostring(L,
               fmt::format("equilibrium after {} iterations: {}", found.iterations, described(found.change)));
  return 1;
}

namespace {

// "ball.angle" → its part in a mode.
void push_shape(lua_State* L, const Model& model, const VectorX& shape) {
  static constexpr std::array<const char*, 6> in_plane = {"x", "y", "angle"},
                                              in_space = {"x",         "y",         "z",
                                                          "rotationx", "rotationy", "rotationz"};
  const auto& names = model.dimension() == Dimension::planar ? in_plane : in_space;
  lua_newtable(L);
  int at = 0;
  for (const BodyPointer& body : model.bodies()) {
    for (int i = 0; i < body->freedoms(); ++i) {
      const std::string name = body->name + "." + (body->is_scalar() ? "position" : names.at(i));
      set_number(L, name.c_str(), shape[at++]);
    }
  }
}

void push_mode(lua_State* L, const Model& model, const Linearization::Mode& mode) {
  const std::complex<double> eigenvalue = mode.eigenvalue;
  lua_newtable(L);
  set_number(L, "re", eigenvalue.real());
  set_number(L, "im", eigenvalue.imag());
  set_number(L, "frequency", std::abs(eigenvalue.imag()) / (2 * M_PI));
  set_number(L, "damping_ratio", std::abs(eigenvalue) > 0 ? -eigenvalue.real() / std::abs(eigenvalue) : 0);
  push_shape(L, model, mode.shape);
  lua_setfield(L, -2, "shape");
  set_tostring(L, fmt::format("{:.6g} {} {:.6g} i [1/s]", eigenvalue.real(),
                              eigenvalue.imag() < 0 ? "-" : "+", std::abs(eigenvalue.imag())));
}

void push_matrix(lua_State* L, const MatrixX& matrix) {
  lua_newtable(L);
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    const VectorX row = matrix.row(i);
    push_numbers(L, {row.data(), row.data() + row.size()});
    lua_rawseti(L, -2, i + 1);
  }
}

}  // namespace

// model:linearize {}: { eigenvalues = { { re =, im =, frequency = [Hz], damping_ratio =, shape = {…} }, … }, matrix = }
int linearize_model(lua_State* L) {
  const Model& model = model_for(L, "linearize");
  const FieldTable table(L, 2, "linearize", said_names("linearize"));
  const Linearization linearization = linearize(model, table.origin());
  lua_newtable(L);
  lua_newtable(L);
  for (std::size_t i = 0; i < linearization.modes.size(); ++i) {
    push_mode(L, model, linearization.modes[i]);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i + 1));
  }
  lua_setfield(L, -2, "eigenvalues");
  push_matrix(L, linearization.matrix);
  lua_setfield(L, -2, "matrix");
  return 1;
}

}  // namespace perilune
