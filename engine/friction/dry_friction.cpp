#include "engine/friction/dry_friction.h"

#include <fmt/format.h>

#include "engine/model/error.h"

namespace perilune {

void FrictionMagnitude::bind(const Quantity& value, const std::string& field) {
  if (value.function) {
    Signature signature;
    signature.purpose = field + " of dry_friction";
    signature.arguments = {{"c", {{"t"}, {"displacement"}, {"slip_speed"}}}};
    signature.results = {{"magnitude", {}}};
    function_ = value.function->bind(signature);
    return;
  }
  const VectorX& numbers = *value.constant;
  if (numbers.size() != 1) {
    throw InputError("", "", fmt::format("'{}' has {} numbers, it needs one", field, numbers.size()),
                     field + " = 4.0, or function(c) … end");
  }
  if (numbers[0] < 0)
    throw InputError("", "", fmt::format("{} = {} N must be >= 0", field, numbers[0]),
                     "a magnitude: the engine applies it against the slip");
  constant_ = numbers[0];
}

double FrictionMagnitude::at(const SlipState& c) const {
  if (!function_) return constant_;
  const double inputs[3] = {c.t, c.displacement, c.slip_speed};
  double magnitude = 0;
  function_->evaluate(inputs, &magnitude);
  if (magnitude < 0) {
    throw FunctionError(
        fmt::format("{} returned {} N at slip_speed = {} m/s: a magnitude is >= 0, the engine "
                    "applies it against the slip",
                    function_->signature().purpose, magnitude, c.slip_speed));
  }
  return magnitude;
}

std::vector<Field<PlanarDryFriction>> PlanarDryFriction::fields() {
  using D = PlanarDryFriction;
  return {
      {"between", "",
       "two scalar coordinates, or two bodies with `axis`; slip is that of the first (or joint)",
       &D::between},
      {"joint", "", "the joint in whose freedom it acts (or between)", &D::joint},
      {"axis", "-", "of two bodies: along which they slip, at t = 0; carried by the second", &D::axis},
      {"limit", "N, N m", "up to which it holds: a number or function(c) (or coefficient)", &D::limit_value},
      {"coefficient", "-", "in a joint: of its reaction", &D::coefficient, at_least(0)},
      {"radius", "m", "of the journal of a revolute joint", &D::radius, above(0)},
      {"kinetic", "N, N m", "while it slips: a number or function(c); default: the limit", &D::kinetic_value},
      Field<D>{"stick", "", "how transitions are found", &D::stick}.choose({"events", "flowchart"}),
      Field<D>{"inverse", "", "how stick forces are found", &D::inverse}.choose({"mass_weighted", "plain"})};
}

bool PlanarDryFriction::is_scalar() const {
  return (*between)[0].body->is_scalar() || (*between)[1].body->is_scalar();
}

void PlanarDryFriction::prepare() {
  if (between.has_value() == joint.has_value())
    throw InputError("", "", "needs either 'between' or 'joint'",
                     "between = { block, belt }, or joint = pin");
  if (joint && std::string((*joint)->coordinate_unit()).empty()) {
    throw InputError("", "",
                     fmt::format("{} '{}' leaves no single freedom", (*joint)->kind(), (*joint)->name),
                     "a revolute or prismatic joint");
  }
  if (joint && axis)
    throw InputError("", "", "'axis' is for two bodies; a joint has its own", "leave axis out");
  if (between) prepare_axis();
  prepare_magnitude();
  if (kinetic_value) kinetic_.bind(*kinetic_value, "kinetic");
  by_flowchart = stick == "flowchart", is_plain = inverse == "plain";
  if (is_plain && !by_flowchart) {
    throw InputError("", "", "inverse = \"plain\" leaves out the masses, so what sticks would not stay",
                     "it belongs to stick = \"flowchart\"");
  }
}

void PlanarDryFriction::prepare_magnitude() {
  if (limit_value.has_value() == coefficient.has_value()) {
    throw InputError("", "", "needs either 'limit' or, in a joint, 'coefficient'",
                     "limit = 4.0, or joint = guide, coefficient = 0.3");
  }
  if (limit_value) {
    if (radius) throw InputError("", "", "'radius' belongs to 'coefficient'", "leave radius out");
    return limit_.bind(*limit_value, "limit");
  }
  if (!joint) {
    throw InputError("", "", "'coefficient' needs a joint whose reaction it multiplies",
                     "joint = guide; between shapes it is the friction of a contact");
  }
  const bool turns = std::string((*joint)->kind()) == "revolute";
  if (turns != radius.has_value()) {
    throw InputError("", "", turns ? "'radius' is missing: of the journal [m]" : "a guide has no 'radius'",
                     turns ? "radius = 0.01" : "leave radius out");
  }
}

void PlanarDryFriction::prepare_axis() {
  const Point &a = (*between)[0], &b = (*between)[1];
  if (a.body == b.body) {
    throw InputError("", "", "both ends belong to '" + a.body->name + "'",
                     "dry friction is between two bodies");
  }
  if (is_scalar()) {
    for (int i = 0; i < 2; ++i) {
      const Body& one = *(*between)[i].body;
      if (one.is_scalar() || one.coordinates() == 0) continue;
      throw InputError("", "", "'" + one.name + "' is no scalar coordinate, the other is",
                       "two scalar coordinates, or one and model.ground");
    }
    if (axis) throw InputError("", "", "scalar coordinates have no 'axis'", "leave axis out");
    return;
  }
  if (!axis || !(axis->norm() > 0))
    throw InputError("", "", "'axis' is missing: a direction { x, y } along which the two bodies slip",
                     "axis = { 1, 0 }");
  guide_.between = {b, a};
  guide_.axis = *axis;
}

std::vector<BodyPointer> PlanarDryFriction::bodies() const {
  if (joint) return (*joint)->bodies();
  return {(*between)[0].body, (*between)[1].body};
}

void PlanarDryFriction::place(const Motion& start) {
  if (between && !is_scalar()) guide_.place(start);
}

void PlanarDryFriction::evaluate_displacement(const Motion& motion, ConstraintRows rows) const {
  if (joint) return (*joint)->evaluate_coordinate(motion, rows);
  if (!is_scalar()) return guide_.evaluate_coordinate(motion, rows);
  rows.error[0] = 0;
  for (int i = 0; i < 2; ++i) {
    const Body& body = *(*between)[i].body;
    if (body.coordinates() == 0) continue;
    const double sign = i == 0 ? 1 : -1;
    rows.error[0] += sign * motion.positions(body)[0];
    rows.jacobian(0, motion.slots[body.index].offset) = sign;
  }
}

const std::vector<CatalogEntry<DryFrictionPointer>>& dry_friction_catalog() {
  static const std::vector<CatalogEntry<DryFrictionPointer>> catalog = {
      {"dry_friction", "set-valued friction between coordinates, bodies, or in a joint",
       field_list<PlanarDryFriction>(), [](const std::vector<Given>& values) -> DryFrictionPointer {
         auto made = std::make_shared<PlanarDryFriction>(make_from<PlanarDryFriction>(values));
         made->prepare();
         return made;
       }}};
  return catalog;
}

}  // namespace perilune
