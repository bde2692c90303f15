#include <fmt/format.h>

#include <cmath>

#include "lua/binding/event_object.h"
#include "lua/binding/model_objects.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/view_call.h"
#include "lua/binding/view_code.h"

namespace perilune {
namespace {

// An instant as a compiled function asks for it.
struct InstantSource {
  const InstantView& instant;
  double number(int /*t*/) const { return instant.t(); }
  double channel(int /*value*/, const std::string& name) const { return instant.value(name); }
  static std::vector<std::string> names(int /*list*/) { return {}; }
  static double item(int /*list*/, int /*i*/, int /*field*/) { return 0; }
};

// The function of an event: value(s) returns a number.
class EventFunction {
 public:
  EventFunction(lua_State* L, int index, const std::string& name)
      : host_(Host::of(L)),
        function_(L, index),
        definition_(definition_of(L, index)),
        purpose_("value of event '" + name + "'"),
        code_(L, index, {{{"t"}}, {"value"}, {}}, bytecode::Results::returned, purpose_) {}

  double operator()(const InstantView& instant) {
    double value = 0;
    if (!code_.run(InstantSource{instant}, &value) || !std::isfinite(value)) return interpret(instant);
    if (!code_.is_to_verify()) return value;
    const double expected = interpret(instant);
    if (bytecode::same_number(value, expected)) return value;
    throw FunctionError(
        fmt::format("{}: {}: compiled it gives {:.17g}, interpreted {:.17g}, at t = {:.17g} s", definition_,
                    purpose_, value, expected, instant.t()));
  }

 private:
  double interpret(const InstantView& instant) const {
    return call_with_view(host_, function_, purpose_, definition_, InstantObject{&instant}, 1,
                          [this](lua_State* L, int result) { return read(L, result); });
  }

  double read(lua_State* L, int result) const {
    const double value = lua_type(L, result) == LUA_TNUMBER ? lua_tonumber(L, result) : std::nan("");
    if (std::isfinite(value)) return value;
    throw FunctionError(definition_ + ": " + purpose_ + " returned " + describe(L, result) +
                        ", it must return a finite number");
  }

  Host& host_;
  Reference function_;
  std::string definition_, purpose_;
  ViewCode code_;
};

bool is_taken(const ModelObject& object, const std::string& name) {
  const auto named = [&](const auto& list) {
    for (const auto& element : list) {
      if (element->name == name) return true;
    }
    return false;
  };
  for (const EventDescription& event : *object.events) {
    if (event.name == name) return true;
  }
  for (const Contact& contact : object.model->contacts()) {
    if (contact.name == name) return true;
  }
  const Model& model = *object.model;
  return named(model.bodies()) || named(model.forces()) || named(model.joints()) || named(model.frictions());
}

std::string claim_name(const FieldTable& table, const ModelObject& object) {
  if (!table.name().empty()) {
    if (!is_taken(object, table.name())) return table.name();
    table.refuse("the name '" + table.name() + "' is taken", "give each element a name of its own");
  }
  for (std::size_t number = 1;; ++number) {
    const std::string name = "event " + std::to_string(number);
    if (!is_taken(object, name)) return name;
  }
}

EventDescription::Direction read_direction(const FieldTable& table) {
  using Direction = EventDescription::Direction;
  const std::string direction = table.text("direction", "both", {"rising", "falling", "both"});
  if (direction == "rising") return Direction::rising;
  return direction == "falling" ? Direction::falling : Direction::both;
}

const InstantView& view_of_instant(lua_State* L) {
  if (const InstantView* view = self<InstantObject>(L).view) return *view;
  throw InputError("", "instant", "it can be read only inside the function of the event that got it",
                   "copy the numbers you need");
}

int time_of_instant(lua_State* L) {
  lua_pushnumber(L, view_of_instant(L).t());
  return 1;
}

int channel_of_instant(lua_State* L) {
  const InstantView& instant = view_of_instant(L);
  lua_pushnumber(L, instant.value(read_text(L, 2, {"channel", "", {}})));
  return 1;
}

int describe_instant(lua_State* L) {
  const InstantView* view = self<InstantObject>(L).view;
  push_text(L, view ? "instant t = " + with_unit(view->t(), "s") : "instant (over)");
  return 1;
}

void build_instant(const ClassBuilder& builder) {
  builder.attribute("t", guarded<time_of_instant>);
  builder.method("value", guarded<channel_of_instant>);
}

}  // namespace

template <>
const ClassInfo& class_of<InstantObject>() {
  static const ClassInfo info = {"instant", build_instant, guarded<describe_instant>, nullptr,
                                 finalize_object<InstantObject>};
  return info;
}

int make_event(lua_State* L) {
  const ModelObject object = self<ModelObject>(L);
  Host& host = Host::of(L);
  host.refuse_inside_callback("model:event");
  const FieldTable table(L, 2, "event", said_names("event"));
  constexpr const char* example = "value = function(s) return s:value \"ball.y\" end";
  if (!table.has("value")) table.refuse("'value' is missing: a function whose roots are the events", example);
  table.push("value");
  if (!lua_isfunction(L, -1)) table.refuse("value = " + describe(L, -1) + " must be a function(s)", example);
  EventDescription event;
  event.name = claim_name(table, object);
  event.value = [function = std::make_shared<EventFunction>(L, lua_gettop(L), event.name)](
                    const InstantView& instant) { return (*function)(instant); };
  lua_pop(L, 1);
  event.direction = read_direction(table);
  event.stop = table.boolean("stop", false);
  if (host.options.check_only && !(table.has("direction") && table.has("stop")))
    host.defaults.push_back(
        {table.origin(), table.element(), "direction = \"both\", stop = false unless given"});
  object.events->push_back(event);
  push_object(L, ElementObject{object.model, "event", event.name});
  return 1;
}

}  // namespace perilune
