#include <fmt/format.h>
#include <cmath>
#include <cstdio>

#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/simulate.h"

namespace perilune {
namespace {

// What is compared: "the largest |energy.residual| of the run", its value and unit.
struct Subject {
  std::string text, unit;
  double value = 0;
};

std::string unit_of(const Run& run, const std::string& channel) {
  for (const ChannelInfo& info : run.channels()) {
    if (info.name == channel) return info.unit;
  }
  return {};
}

// below and above look at every step; equals at the end; at = t and value = x say it themselves.
Subject subject_of(const FieldTable& table, const Run& run, const std::string& name, bool of_end) {
  if (table.has("value")) return {name, "", table.number("value", 0, "")};
  return table.explain([&]() -> Subject {
    const std::string unit = unit_of(run, name);
    if (table.has("at")) {
      const double t = table.number("at", 0, "s");
      return {name + " at t = " + with_unit(t, "s"), unit, run.at(name, t)};
    }
    if (of_end) return {"the final " + name, unit, run.final(name)};
    return {"the largest |" + name + "|", unit, run.largest(name)};
  });
}

class Expectation {
 public:
  Expectation(Host& host, const FieldTable& table) : host_(host), table_(table) {}

  // NaN meets no expectation.
  void require(bool met, const Subject& subject, const std::string& rule) {
    if (met) return;
    all_met_ = false;
    ++host_.failed_expectations;
    const std::string text = fmt::format("{}: expectation failed: {} = {} must be {}\n", table_.origin(),
                                         subject.text, with_unit(subject.value, subject.unit), rule);
    std::fputs(text.c_str(), stderr);
  }
  bool all_met() const { return all_met_; }

 private:
  Host& host_;
  const FieldTable& table_;
  bool all_met_ = true;
};

std::string read_subject_name(lua_State* L, const FieldTable& table) {
  lua_rawgeti(L, 2, 1);
  std::string name = table.explain([&] { return read_text(L, -1, {"the first entry, a channel,", "", {}}); });
  lua_pop(L, 1);
  return name;
}

void check_fields(const FieldTable& table) {
  if (!table.has("below") && !table.has("above") && !table.has("equals")) {
    table.refuse("says nothing to expect", "run:expect { \"energy.residual\", below = 1e-8 }");
  }
  if (table.has("equals") != table.has("within")) table.refuse("'equals' and 'within' belong together");
}

}  // namespace

// run:expect { "energy.residual", below = 1e-8 }: a failed one is printed and makes the exit status 1; the script goes on.
int expect(lua_State* L) {
  const TaskPointer task = self<RunObject>(L).task;
  stop_check(L, "run:expect");
  const FieldTable table(L, 2, "expect", said_names("expect"), FieldTable::Entries::named_and_listed);
  const std::string name = read_subject_name(L, table);
  check_fields(table);
  Expectation expectation(Host::of(L), table);
  if (table.has("below") || table.has("above")) {
    const Subject subject = subject_of(table, *task->run, name, false);
    const double below = table.number("below", INFINITY, subject.unit),
                 above = table.number("above", -INFINITY, subject.unit);
    expectation.require(subject.value < below || !table.has("below"), subject,
                        "below " + with_unit(below, subject.unit));
    expectation.require(subject.value > above || !table.has("above"), subject,
                        "above " + with_unit(above, subject.unit));
  }
  if (table.has("equals")) {
    const Subject subject = subject_of(table, *task->run, name, true);
    const double equals = table.number("equals", 0, subject.unit),
                 within = table.number("within", 0, subject.unit, at_least(0));
    expectation.require(std::abs(subject.value - equals) <= within, subject,
                        with_unit(equals, subject.unit) + " within " + with_unit(within, subject.unit));
  }
  lua_pushboolean(L, expectation.all_met());
  return 1;
}

}  // namespace perilune
