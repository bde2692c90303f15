#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "engine/contact_laws/user_law.h"
#include "engine/friction/catalog.h"
#include "engine/friction/user_friction.h"
#include "tests/engine/contact_laws/make_law.h"
#include "tests/engine/simulation/mechanisms.h"
#include "tests/engine/smooth_function.h"
#include "tests/engine/system/jacobians.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

void close_contacts(System& system) {
  for (ContactMode& mode : system.modes()) mode = {true, false, 0.1, 0};
}

// Two discs, one deep in the other, both turning.
Model two_discs(const ContactLawPointer& law, const FrictionLawPointer& friction = nullptr) {
  Model model = empty_model();
  const BodyPointer a = planar_body(1, 0.005, Vector3::Zero(), 0.2, Vector3::Zero(), 0.7);
  const BodyPointer b = planar_body(2, 0.01, Vector3(0.12, 2 * radius - 0.0413, 0), -0.4);
  a->name = "a", b->name = "b";
  model.add(a), model.add(b);
  const ShapePointer shapes[] = {circle(a), circle(b)};
  Contact made = contact("contact", shapes[0], shapes[1], law);
  made.friction = friction;
  model.add(std::move(made));
  return model;
}

// What friction looks at is of size 1, so that no part of a law is saturated.
FrictionLawPointer gentle(const CatalogEntry<FrictionLawPointer>& entry) {
  std::vector<Given> given;
  for (const FieldInfo& field : entry.fields) {
    if (field.name == "static_coefficient") given.push_back({&field, 0.5});
    else if (field.name == "bristle_stiffness") given.push_back({&field, 3.0});
    else if (field.name == "lower_speed") given.push_back({&field, 0.01});
    else if (field.name == "upper_speed") given.push_back({&field, 2.0});
    else if (field.name == "exponent") given.push_back({&field, 2.0});
    else if (field.required) given.push_back({&field, 0.3});
    else if (field.unit == "m/s" || field.unit == "s/m") given.push_back({&field, 0.7});
  }
  return entry.make(given);
}

}  // namespace

TEST_CASE("slopes: of two discs with every law of the catalogue") {
  for (const auto& entry : contact_law_catalog()) {
    CAPTURE(entry.name);
    for (const char* recompression : {"keep", "renew"}) {
      Numbers numbers;
      const Numbers usual = {{"stiffness", 1e5},   {"restitution", 0.7},         {"mass", 1},
                             {"damping", 100},     {"full_damping_depth", 1e-2}, {"dissipation", 1e-1},
                             {"damping_rate", 100}};
      bool is_of_cylinders = false, has_memory = false;
      for (const FieldInfo& field : entry.fields) {
        is_of_cylinders = is_of_cylinders || field.name == "journal_radius";
        has_memory = has_memory || field.name == "recompression";
        const auto found = usual.find(field.name);
        if (found != usual.end() && (field.required || field.name == "restitution"))
          numbers[field.name] = found->second;
      }
      if (is_of_cylinders) continue;  // a pin in a hole
      if (!has_memory && std::string(recompression) == "renew") continue;
      std::map<std::string, Value> others;
      if (has_memory) others["recompression"] = std::string(recompression);
      System system(two_discs(make_law(entry, numbers, others)), {});
      close_contacts(system);
      check_exact(system, 0.02, 1e-3);
    }
  }
}

TEST_CASE("slopes: of a pin in a hole with every law of cylinders") {
  for (const auto& entry : contact_law_catalog()) {
    if (!find_field(entry, "journal_radius")) continue;
    CAPTURE(entry.name);
    Numbers numbers;
    for (const FieldInfo& field : entry.fields) {
      const auto found = sample_fields().find(field.name);
      if (field.required && found != sample_fields().end()) numbers[field.name] = found->second;
    }
    Model model = empty_model();
    const BodyPointer a = planar_body(1, 0.005, Vector3(3.06e-4, -4.08e-4, 0), 0.2),
                      b = planar_body(2, 0.01, Vector3::Zero(), 0.4);
    a->name = "pin", b->name = "bush";
    model.add(a), model.add(b);
    model.add(contact("contact", circle(a, 9.5e-3), shape(b, "hole", {{"radius", 10e-3}}),
                      make_law(entry, numbers)));
    System system(model, {});
    close_contacts(system);
    check_exact(system, 0.02, 2e-6);
  }
}

TEST_CASE("slopes: of friction of the catalogue, with and without bristles") {
  for (const auto& entry : friction_catalog()) {
    CAPTURE(entry.name);
    const FrictionLawPointer friction = gentle(entry);
    if (friction->is_set_valued()) continue;  // differentiated as a whole
    System system(two_discs(law("hertz", 1, 1.5, 1e5), friction), {});
    close_contacts(system);
    check_exact(system, 0.5, 1e-3, 0.05);
  }
}

TEST_CASE("slopes: of friction of users, with and without states") {
  const FunctionSourcePointer plain = smooth([](const Jet* in, Jet* out) {
    const Jet &v = in[0], &N = in[1];
    out[0] = in[3] * N * v / (1 + v * v) + 0.01 * N * N / (1 + N);
  });
  // z is given as a field of c (3) and as an argument (5), p.mu is 4
  const FunctionSourcePointer bristles = smooth([](const Jet* in, Jet* out) {
    const Jet &v = in[0], &N = in[1];
    out[0] = N * (in[4] * in[5] + 0.1 * v * in[3]);
    out[1] = v - v * v * in[5] * in[3];
  });
  const FrictionNumbers parameters = {{"mu", 0.3}}, states = {{"z", 0.1}};
  for (const bool has_states : {false, true}) {
    const FrictionNumbers own = has_states ? states : FrictionNumbers{};
    const FunctionPointer force =
        (has_states ? bristles : plain)->bind(user_friction_signature("mine", parameters, own));
    System system(two_discs(law("hertz", 1, 1.5, 1e5), make_user_friction("mine", force, parameters, own)),
                  {});
    close_contacts(system);
    check_exact(system, 0.5, 1e-3, 0.05);
  }
}

TEST_CASE("slopes: of a law of users with states, and friction beside it") {
  const NamedNumbers parameters = {{"k", 1e4}}, states = {{"creep", 0.1}, {"heat", 0.2}};
  const FunctionSourcePointer source = smooth([](const Jet* in, Jet* out) {
    const Jet &depth = in[0], &rate = in[1], &creep = in[4], &heat = in[5];
    out[0] = in[6] * depth * sqrt(depth) * (1 + creep) + 30 * heat + 5 * rate;
    out[1] = rate - 3 * creep * heat, out[2] = depth * creep;
  });
  const ContactLawPointer law =
      make_user_law("creeping", source->bind(user_law_signature("creeping", parameters, states)), nullptr,
                    parameters, states);
  const auto* lugre = find_entry(friction_catalog(), "lugre");
  for (const FrictionLawPointer& friction : {FrictionLawPointer(), gentle(*lugre)}) {
    System system(two_discs(law, friction), {});
    close_contacts(system);
    check_exact(system, 0.5, 1e-3, 0.05);
  }
}

TEST_CASE("slopes: a law with states that does not know its slopes is differenced, the geometry is not") {
  struct Creeping final : ContactLaw {
    const std::string& name() const override { return name_; }
    int states() const override { return 2; }
    double force(const ContactInput& c, double* rates) const override {
      rates[0] = c.penetration_rate - 3 * c.states[0], rates[1] = c.penetration * c.states[0];
      return 1e4 * c.penetration * std::sqrt(c.penetration) * (1 + c.states[0]) + 30 * c.states[1];
    }
    std::string name_ = "creeping";
  };
  System system(two_discs(std::make_shared<Creeping>()), {});
  close_contacts(system);
  const Node at = somewhere(system, 0.5);
  Jacobian jacobian;
  system.differentiate(at, jacobian);
  CHECK(system.differences() == 8);  // of δ, δ̇ and two states, above and below
  const MatrixX slopes = full(system, jacobian);
  std::vector<double> up = at.dy, down = at.dy, y = at.y;
  const int n = system.positions();
  for (int c = 0; c < system.controlled(); ++c) {
    y[c] = at.y[c] + 1e-7, system.derivative(at.t, y.data(), up.data());
    y[c] = at.y[c] - 1e-7, system.derivative(at.t, y.data(), down.data());
    y[c] = at.y[c];
    for (int r = 0; r < system.controlled() - n; ++r)
      CHECK(std::abs(slopes(r, c) - (up[n + r] - down[n + r]) / 2e-7) < 1e-6 * slopes.cwiseAbs().maxCoeff());
  }
}

// Every pair of the plane that knows how its normal turns; a moves about a turning b.
TEST_CASE("slopes: of shapes: faces, ends, corners and hollows") {
  const auto on_a = [](const char* kind, const Fields& fields) {
    return std::pair<std::string, Fields>{kind, fields};
  };
  const Vectors box = {{-0.2, -0.1, 0}, {0.2, -0.1, 0}, {0.2, 0.1, 0}, {-0.2, 0.1, 0}};
  const auto disc = on_a("circle", {{"radius", 0.1}, {"at", Vector3(0.01, 0.02, 0)}});
  const auto small = on_a("polygon", {{"points", Vectors{{0, 0, 0}, {0.1, 0.02, 0}, {0.05, 0.1, 0}}}});
  const Vector3 from(-0.3, 0, 0), to(0.3, 0, 0);
  struct Pair {
    std::string name;
    std::pair<std::string, Fields> a, b;
    Vector3 at;  // of a's body, in b's frame
    int side;
  };
  const std::vector<Pair> pairs = {
      {"line", disc, {"line", {{"normal", Vector3(0, 1, 0)}}}, Vector3(0.1, 0.07, 0), 0},
      {"wall", disc, {"segment", {{"from", from}, {"to", to}}}, Vector3(0.1, 0.05, 0), 1},
      {"end of a wall", disc, {"segment", {{"from", from}, {"to", to}}}, Vector3(0.34, 0.04, 0), 1},
      {"hole", disc, {"hole", {{"radius", 0.3}}}, Vector3(0.15, 0.18, 0), 0},
      {"side of a slot", disc, {"slot", {{"from", from}, {"to", to}, {"radius", 0.15}}}, {0.1, 0.07, 0}, 0},
      {"end of a slot", disc, {"slot", {{"from", from}, {"to", to}, {"radius", 0.15}}}, {0.34, 0.06, 0}, 0},
      {"face of a box", disc, {"polygon", {{"points", box}}}, Vector3(0.1, 0.17, 0), 0},
      {"corner of a box", disc, {"polygon", {{"points", box}}}, Vector3(0.24, 0.14, 0), 0},
      {"corner on a box", small, {"polygon", {{"points", box}}}, Vector3(0.02, 0.0895, 0), 0},
      {"corner on a wall", small, {"segment", {{"from", from}, {"to", to}}}, Vector3(0.02, -0.01, 0), 1},
  };
  for (const Pair& pair : pairs) {
    CAPTURE(pair.name);
    Model model = empty_model();
    const BodyPointer bed = planar_body(2, 0.3, Vector3(0.05, -0.02, 0), 0.35);
    const double c = std::cos(0.35), s = std::sin(0.35);
    const Vector3 place(0.05 + c * pair.at[0] - s * pair.at[1], -0.02 + s * pair.at[0] + c * pair.at[1], 0);
    const BodyPointer top = planar_body(1, 0.02, place, 0.35);
    bed->name = "bed", top->name = "top";
    model.add(top), model.add(bed);
    Contact made = contact("contact", shape(top, pair.a.first, pair.a.second),
                           shape(bed, pair.b.first, pair.b.second), law("hertz", 1, 1.5, 1e4));
    made.friction = gentle(*find_entry(friction_catalog(), "brown_mcphee"));
    model.add(std::move(made));
    System system(model, {});
    for (ContactMode& mode : system.modes()) mode = {true, false, 0.1, pair.side};
    check_exact(system, 0.5, 2e-4);
  }
}
