#include <algorithm>
#include <array>
#include <cmath>

#include "lua/binding/acceptance_object.h"
#include "lua/binding/module.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/view_call.h"
#include "lua/binding/view_code.h"

namespace perilune {
namespace {

const std::string purpose = "accept_step";

bytecode::View view_of_step() {
  const std::vector<std::string> numbers = {"penetration", "gap_before", "impact_speed"};
  return {
      {{"t"}, {"dt"}, {"t_next"}, {"error"}, {"attempt", true}, {"energy_residual"}, {"constraint_error"}},
      {"value", "value_before"},
      {{"new_contacts", {}, numbers}, {"contacts", {}, numbers}}};
}

// A step as a compiled callback asks for it, in the order of view_of_step().
class StepSource {
 public:
  explicit StepSource(const StepView& step) : step_(step) {}
  double number(int i) const {
    switch (i) {
      case 0: return step_.t;
      case 1: return step_.dt;
      case 2: return step_.t_next;
      case 3: return step_.error;
      case 4: return step_.attempt;
      case 5: return step_.energy_residual();
      default: return step_.constraint_error();
    }
  }
  double channel(int method, const std::string& name) const {
    return method == 0 ? step_.value(name) : step_.value_before(name);
  }
  std::vector<std::string> names(int list) const {
    return list == 0 ? names_of(step_.new_contacts()) : names_of(step_.contacts());
  }
  double item(int list, int i, int field) const {
    const auto place = static_cast<std::size_t>(i);
    if (list == 0) return number_of(step_.new_contacts()[place], field);
    return number_of(step_.contacts()[place], field);
  }

 private:
  template <class Contact>
  static std::vector<std::string> names_of(const std::vector<Contact>& contacts) {
    std::vector<std::string> names;
    for (const Contact& contact : contacts) names.push_back(contact.name);
    return names;
  }
  template <class Contact>
  static double number_of(const Contact& contact, int field) {
    return field == 0 ? contact.penetration : field == 1 ? contact.gap_before : contact.impact_speed;
  }

  const StepView& step_;
};

// A step-acceptance callback of the script. Its answers:
//     true | true, dt | false | false, dt | "stop"
class CallbackRule final : public AcceptanceRule {
 public:
  CallbackRule(lua_State* L, int index)
      : host_(Host::of(L)),
        function_(L, index),
        definition_(definition_of(L, index)),
        code_(L, index, view_of_step(), bytecode::Results::verdict, purpose) {}

  // A callback may look at new contacts, and must not miss one that opens again within the step.
  bool wants_location() const override { return true; }

  Verdict judge(const StepView& step) override {
    std::array<double, 2> outputs{};
    if (!code_.run(StepSource(step), outputs.data())) return interpret(step);
    const Verdict verdict = verdict_of(outputs[0], outputs[1]);
    if (code_.is_to_verify()) verify(verdict, interpret(step));
    return verdict;
  }

 private:
  static Verdict verdict_of(double answer, double dt) {
    Verdict verdict;
    verdict.kind = answer == 0   ? Verdict::Kind::retry
                   : answer == 1 ? Verdict::Kind::accept
                                 : Verdict::Kind::stop;
    if (answer == 0) verdict.reason = "callback";
    if (!std::isnan(dt)) verdict.next_step = dt;
    return verdict;
  }

  void verify(const Verdict& compiled, const Verdict& interpreted) const {
    if (compiled.kind == interpreted.kind && compiled.next_step == interpreted.next_step) return;
    throw FunctionError(definition_ + ": accept_step: compiled it gives another verdict than interpreted");
  }

  Verdict interpret(const StepView& step) const {
    return call_with_view(host_, function_, purpose, definition_, StepObject{&step}, 3,
                          [this](lua_State* L, int first) { return read(L, first); });
  }

  Verdict read(lua_State* L, int first) const {
    Verdict verdict;
    if (lua_type(L, first) == LUA_TSTRING && std::string(lua_tostring(L, first)) == "stop") {
      verdict.kind = Verdict::Kind::stop;
    } else if (lua_type(L, first) == LUA_TBOOLEAN) {
      const bool accepted = lua_toboolean(L, first) != 0;
      verdict.kind = accepted ? Verdict::Kind::accept : Verdict::Kind::retry;
      if (!accepted) verdict.reason = "callback";
      if (!lua_isnil(L, first + 1)) verdict.next_step = read_step(L, first + 1);
    } else {
      throw FunctionError(definition_ + ": accept_step returned " + describe(L, first) +
                          ", it must return true, false or \"stop\"; true, dt or false, dt propose a step");
    }
    if (!lua_isnil(L, first + 2))
      throw FunctionError(definition_ + ": accept_step returned more than two values");
    return verdict;
  }

  double read_step(lua_State* L, int index) const {
    const double step = lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : 0;
    if (std::isfinite(step) && step > 0) return step;
    throw FunctionError(definition_ + ": accept_step proposed dt = " + describe(L, index) +
                        (lua_type(L, index) == LUA_TNUMBER ? " s" : "") + ", it must be > 0 and finite");
  }

  Host& host_;
  Reference function_;
  std::string definition_;
  ViewCode code_;
};

// ---- mbs.accept ----

template <class Rule>
int make_rule(lua_State* L, const char* name) {
  static const std::vector<FieldInfo> fields = Rule::field_list();
  const FieldTable table(L, 1, std::string("accept.") + name, field_names(fields));
  auto rule = std::make_shared<Rule>();
  for (const Given& given : read_fields(L, table, fields, nullptr)) given.field->set(rule.get(), given.value);
  push_object(L, AcceptanceObject{name, std::move(rule)});
  return 1;
}

int make_penetration_rule(lua_State* L) { return make_rule<PenetrationRule>(L, "penetration"); }
int make_energy_rule(lua_State* L) { return make_rule<EnergyRule>(L, "energy"); }

int make_no_rule(lua_State* L) {
  const FieldTable table(L, 1, "accept.none", said_names("accept.none"));
  push_object(L, AcceptanceObject{"none", nullptr});
  return 1;
}

int describe_rule(lua_State* L) {
  push_text(L, "accept." + self<AcceptanceObject>(L).name + " {}");
  return 1;
}

// ---- the step a callback sees ----

const StepView& view(lua_State* L) {
  const StepView* view = self<StepObject>(L).view;
  if (!view) {
    throw InputError("", "step", "this step is over: it can be read only inside the callback that got it",
                     "copy the numbers you need");
  }
  return *view;
}

template <double StepView::*member>
int number_of_step(lua_State* L) {
  lua_pushnumber(L, view(L).*member);
  return 1;
}

int attempt_of_step(lua_State* L) {
  lua_pushinteger(L, view(L).attempt);
  return 1;
}

int energy_residual_of_step(lua_State* L) {
  lua_pushnumber(L, view(L).energy_residual());
  return 1;
}

int constraint_error_of_step(lua_State* L) {
  lua_pushnumber(L, view(L).constraint_error());
  return 1;
}

template <double (StepView::*read)(const std::string&) const>
int channel_of_step(lua_State* L) {
  const StepView& step = view(L);
  lua_pushnumber(L, (step.*read)(read_text(L, 2, {"channel", "", {}})));
  return 1;
}

template <class Contact>
void push_contacts(lua_State* L, const std::vector<Contact>& contacts) {
  lua_newtable(L);
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    lua_newtable(L);
    set_text(L, "name", contacts[i].name);
    set_number(L, "penetration", contacts[i].penetration);
    set_number(L, "gap_before", contacts[i].gap_before);
    set_number(L, "impact_speed", contacts[i].impact_speed);
    lua_rawseti(L, -2, static_cast<lua_Integer>(i + 1));
  }
}

int new_contacts_of_step(lua_State* L) {
  push_contacts(L, view(L).new_contacts());
  return 1;
}

int contacts_of_step(lua_State* L) {
  push_contacts(L, view(L).contacts());
  return 1;
}

int describe_step(lua_State* L) {
  const StepView* step = self<StepObject>(L).view;
  push_text(L, step ? "step from t = " + with_unit(step->t, "s") + " over " + with_unit(step->dt, "s")
                    : "step (over)");
  return 1;
}

void build_step(const ClassBuilder& builder) {
  builder.attribute("t", guarded<number_of_step<&StepView::t>>);
  builder.attribute("dt", guarded<number_of_step<&StepView::dt>>);
  builder.attribute("t_next", guarded<number_of_step<&StepView::t_next>>);
  builder.attribute("error", guarded<number_of_step<&StepView::error>>);
  builder.attribute("attempt", guarded<attempt_of_step>);
  builder.attribute("energy_residual", guarded<energy_residual_of_step>);
  builder.attribute("constraint_error", guarded<constraint_error_of_step>);
  builder.attribute("new_contacts", guarded<new_contacts_of_step>);
  builder.attribute("contacts", guarded<contacts_of_step>);
  builder.method("value", guarded<channel_of_step<&StepView::value>>);
  builder.method("value_before", guarded<channel_of_step<&StepView::value_before>>);
}

AcceptanceRulePointer read_rule(lua_State* L, int index, const std::string& name) {
  if (lua_isfunction(L, index)) return std::make_shared<CallbackRule>(L, index);
  if (const AcceptanceObject* object = find_object<AcceptanceObject>(L, index)) return object->rule;
  throw InputError("", "",
                   name + " = " + describe(L, index) +
                       " must be a function(step), a rule of mbs.accept, or a list of both");
}

}  // namespace

template <>
const ClassInfo& class_of<AcceptanceObject>() {
  static const ClassInfo info = {"acceptance rule", [](const ClassBuilder&) {}, guarded<describe_rule>,
                                 nullptr, finalize_object<AcceptanceObject>};
  return info;
}

template <>
const ClassInfo& class_of<StepObject>() {
  static const ClassInfo info = {"step", build_step, guarded<describe_step>, nullptr,
                                 finalize_object<StepObject>};
  return info;
}

std::vector<AcceptanceRulePointer> read_acceptance(lua_State* L, int index) {
  index = lua_absindex(L, index);
  std::vector<AcceptanceRulePointer> chain;
  if (!lua_istable(L, index)) {
    chain.push_back(read_rule(L, index, "accept_step"));
  } else {
    for (const std::string& key : table_keys(L, index)) {
      throw InputError("", "", "accept_step is a list of rules, it has no '" + key + "'",
                       "accept_step = { rule, function(step) … end }");
    }
    const lua_Integer size = luaL_len(L, index);
    for (lua_Integer i = 1; i <= size; ++i) {
      lua_rawgeti(L, index, i);
      chain.push_back(read_rule(L, lua_gettop(L), "accept_step[" + std::to_string(i) + "]"));
      lua_pop(L, 1);
    }
  }
  chain.erase(std::remove(chain.begin(), chain.end(), nullptr), chain.end());
  return chain;
}

void add_acceptance(lua_State* L) {
  lua_newtable(L);
  lua_pushcfunction(L, guarded<make_penetration_rule>);
  lua_setfield(L, -2, "penetration");
  lua_pushcfunction(L, guarded<make_energy_rule>);
  lua_setfield(L, -2, "energy");
  lua_pushcfunction(L, guarded<make_no_rule>);
  lua_setfield(L, -2, "none");
  make_strict(L, "mbs.accept", {});
  lua_setfield(L, -2, "accept");
}

}  // namespace perilune
