#include "engine/plots/figure.h"

#include <algorithm>

#include "lua/binding/files.h"
#include "lua/binding/module.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/simulate.h"

namespace perilune {
namespace {

// ---- the fields that run:plot and mbs.plot share ----

std::optional<std::array<double, 2>> read_limits(lua_State* L, const FieldTable& table, const char* key) {
  if (!table.has(key)) return {};
  table.push(key);
  const std::vector<double> ends = table.explain([&] {
    check_table(L, -1, key, std::string(key) + " = { 0, 1 }");
    return read_numbers(L, -1, {key, "", {}});
  });
  lua_pop(L, 1);
  if (ends.size() != 2 || !(ends[0] < ends[1]))
    table.refuse(std::string(key) + " must be two numbers, the lower first",
                 std::string(key) + " = { 0, 1 }");
  return std::array<double, 2>{ends[0], ends[1]};
}

// "a", or { "a", "b" }.
std::vector<std::string> read_texts(lua_State* L, const FieldTable& table, const char* key) {
  std::vector<std::string> texts;
  if (!table.has(key)) return texts;
  table.push(key);
  table.explain([&] {
    if (!lua_istable(L, -1)) {
      texts.push_back(read_text(L, -1, {key, "", {}}));
      return;
    }
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; ++i, lua_pop(L, 1))
      texts.push_back(read_text(L, -1, {std::string(key) + "[" + std::to_string(i) + "]", "", {}}));
    lua_pop(L, 1);
  });
  lua_pop(L, 1);
  return texts;
}

void check_logarithm(const FieldTable& table, const AxisDescription& axis, const char* name) {
  if (axis.logarithmic && axis.limits && !((*axis.limits)[0] > 0))
    table.refuse(std::string(name) + " begins at " + with_unit((*axis.limits)[0], axis.unit) +
                 ", a logarithmic axis has only numbers > 0");
}

// What the whole figure says of itself: written over what its curves suggest.
void read_figure(lua_State* L, const FieldTable& table, Figure& figure) {
  figure.title = table.text("title", "");
  const std::string logarithmic = table.text("log", "", {"x", "y", "xy"});
  figure.x.logarithmic = logarithmic.find('x') != std::string::npos;
  figure.x.label = table.text("x_label", figure.x.label);
  figure.x.unit = table.text("x_unit", figure.x.unit);
  figure.x.limits = read_limits(L, table, "x_limits");
  check_logarithm(table, figure.x, "x_limits");
  const std::vector<std::string> labels = read_texts(L, table, "y_label");
  if (labels.size() > figure.panels.size())
    table.refuse("y_label has " + std::to_string(labels.size()) + " texts for " +
                 std::to_string(figure.panels.size()) + " panel(s), one for each unit of y");
  for (std::size_t i = 0; i < figure.panels.size(); ++i) {
    figure.panels[i].y.logarithmic = logarithmic.find('y') != std::string::npos;
    if (i < labels.size()) figure.panels[i].y.label = labels[i];
  }
  AxisDescription& y = figure.panels.front().y;
  y.unit = table.text("y_unit", y.unit);
  y.limits = read_limits(L, table, "y_limits");
  check_logarithm(table, y, "y_limits");
  figure.width = table.number("width", figure.width, "m", {0.03, 2});
  figure.height = table.number("height", figure.height, "m", {0.02, 2});
  figure.has_legend = table.boolean("legend", true);
  figure.equal_axes = table.boolean("equal_axes", false);
}

void save_figure(lua_State* L, const FieldTable& table, const Figure& figure) {
  if (!table.has("file")) table.refuse("'file' is missing: where to save it", "file = \"plot.svg\"");
  const std::string path = table.text("file", "");
  table.explain([&] { check_output_path(Host::of(L), path, ".svg"); });
  write_whole(path, [&figure](const std::string& to) { write_text(to, to_svg(figure)); });
}

// ---- curves ----

// Curves find their panel by the unit of y.
class Curves {
 public:
  void set_x(const std::string& label, const std::string& unit) {
    if (figure_.x.label.empty()) figure_.x.label = label, figure_.x.unit = unit;
  }
  // subject: what the axis is called, as long as all curves of the panel have the same.
  void add(PlotCurve curve, const std::string& subject, const std::string& unit) {
    auto panel = std::find_if(figure_.panels.begin(), figure_.panels.end(),
                              [&](const Panel& one) { return one.y.unit == unit; });
    if (panel == figure_.panels.end() && is_unclaimed_) {
      panel = figure_.panels.begin();
      panel->y.label = subject, panel->y.unit = unit;
      is_unclaimed_ = false;
    } else if (panel == figure_.panels.end()) {
      figure_.panels.push_back({{subject, unit, false, {}}, {}});
      panel = figure_.panels.end() - 1;
    }
    panel->y.label = common(panel->y.label, subject);
    panel->curves.push_back(std::move(curve));
  }
  // Computed numbers belong to the panel that is there, or to that of the first channel.
  void add(PlotCurve curve) {
    if (figure_.panels.empty()) figure_.panels.emplace_back(), is_unclaimed_ = true;
    figure_.panels.front().curves.push_back(std::move(curve));
  }
  // A legend that only repeats what the axis says is left out.
  Figure& figure() {
    for (Panel& panel : figure_.panels) {
      if (panel.curves.size() == 1 && panel.curves[0].label == panel.y.label) panel.curves[0].label.clear();
    }
    return figure_;
  }

 private:
  // "a.x" and "b.x" are both "x".
  static std::string common(const std::string& a, const std::string& b) {
    if (a == b) return a;
    const auto quantity = [](const std::string& name) { return name.substr(name.rfind('.') + 1); };
    return quantity(a) == quantity(b) ? quantity(a) : "";
  }
  Figure figure_;
  bool is_unclaimed_ = false;  // the first panel has no unit yet
};

PlotCurve::Style read_style(const FieldTable& table) {
  using Style = PlotCurve::Style;
  const std::string style = table.text("style", "line", {"line", "dashed", "points", "line and points"});
  if (style == "dashed") return Style::dashed;
  if (style == "points") return Style::points;
  return style == "line" ? Style::line : Style::line_and_points;
}

// The entries without a name, from index 1 of the table at `index`.
std::vector<std::string> read_channels(lua_State* L, int index, const FieldTable& table) {
  std::vector<std::string> names;
  for (lua_Integer i = 1; lua_rawgeti(L, index, i) != LUA_TNIL; ++i, lua_pop(L, 1)) {
    names.push_back(table.explain([&] {
      return read_text(L, -1, {"entry " + std::to_string(i) + ", a channel,", "", {}});
    }));
  }
  lua_pop(L, 1);
  return names;
}

struct Window {
  double from, to;  // [s]
};

Window read_window(const FieldTable& table, const Run& run) {
  const double end = table.explain([&] { return run.end_time(); });
  Window window = {table.number("from", 0, "s"), table.number("to", end, "s")};
  if (!(window.from < window.to || end == 0))
    table.refuse("from = " + with_unit(window.from, "s") +
                 " is not before to = " + with_unit(window.to, "s"));
  if (window.from >= end && end > 0)
    table.refuse("from = " + with_unit(window.from, "s") + " is after the run's end, " + with_unit(end, "s"));
  return window;
}

// The channels listed in the table at `index`, over its x. labels: for the legend, as far as there are any.
void add_run_curves(lua_State* L, int index, const FieldTable& table, const Run& run,
                    const std::vector<std::string>& labels, Curves& curves) {
  std::vector<std::string> names = read_channels(L, index, table);
  if (names.empty()) table.refuse("has no channel to show", "run:plot { \"ball.y\", file = \"plot.svg\" }");
  if (labels.size() > names.size())
    table.refuse("has " + std::to_string(labels.size()) + " labels for " + std::to_string(names.size()) +
                 " channel(s)");
  const std::string x = table.text("x", "time");
  const PlotCurve::Style style = read_style(table);
  const Window window = read_window(table, run);
  table.explain([&] {
    std::vector<std::string> all = names;
    all.push_back(x);
    auto lists = run.history(all, window.from, window.to);
    curves.set_x(x, run.unit_of(x));
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string label = i < labels.size() ? labels[i] : names.size() > 1 ? names[i] : "";
      curves.add({lists.back(), std::move(lists[i]), label, style}, names[i], run.unit_of(names[i]));
    }
  });
}

std::vector<double> read_list(lua_State* L, const FieldTable& table, const char* key) {
  if (!table.has(key)) table.refuse(std::string("'") + key + "' is missing: a list of numbers");
  table.push(key);
  std::vector<double> list = table.explain([&] {
    check_table(L, -1, key, std::string(key) + " = { 1.0, 2.0 }");
    return read_numbers(L, -1, {key, "", {}});
  });
  lua_pop(L, 1);
  return list;
}

void add_computed_curve(lua_State* L, const FieldTable& table, const std::vector<std::string>& labels,
                        Curves& curves) {
  PlotCurve curve;
  curve.x = read_list(L, table, "x"), curve.y = read_list(L, table, "y");
  if (curve.x.size() != curve.y.size())
    table.refuse("x has " + std::to_string(curve.x.size()) + " numbers, y has " +
                 std::to_string(curve.y.size()));
  if (!labels.empty()) curve.label = labels.front();
  curve.style = read_style(table);
  if (table.has("unit")) curves.add(std::move(curve), "", table.text("unit", ""));
  else curves.add(std::move(curve));
}

// { run = a, "ball.y", label = "controlled" } or { x = list, y = list, label = "paper" }, at `index`.
void add_entry(lua_State* L, int index, Curves& curves) {
  lua_pushliteral(L, "run");
  const bool of_run = lua_rawget(L, index) != LUA_TNIL;
  const RunObject* object = find_object<RunObject>(L, -1);
  lua_pop(L, 1);
  if (!of_run) {
    const FieldTable table(L, index, "curve", said_names("curve of numbers"));
    add_computed_curve(L, table, read_texts(L, table, "label"), curves);
    return;
  }
  const FieldTable table(L, index, "curve", said_names("curve of a run"),
                         FieldTable::Entries::named_and_listed);
  if (!object) table.refuse("'run' is no run", "local run = model:simulate { … }");
  add_run_curves(L, index, table, *object->task->run, read_texts(L, table, "label"), curves);
}

}  // namespace

int plot_run(lua_State* L) {
  const Run& run = results(L, "plot");
  const FieldTable table(L, 2, "plot", said_names("run:plot"), FieldTable::Entries::named_and_listed);
  Curves curves;
  add_run_curves(L, 2, table, run, read_texts(L, table, "labels"), curves);
  read_figure(L, table, curves.figure());
  save_figure(L, table, curves.figure());
  return 0;
}

int plot_runs(lua_State* L) {
  stop_check(L, "mbs.plot");
  const FieldTable table(L, 1, "plot", said_names("mbs.plot"), FieldTable::Entries::named_and_listed);
  Curves curves;
  for (lua_Integer i = 1; lua_rawgeti(L, 1, i) != LUA_TNIL; ++i, lua_settop(L, 1)) {
    if (!lua_istable(L, -1))
      table.refuse("entry " + std::to_string(i) + " is " + describe(L, -1) + ", not a curve",
                   "{ run = run, \"ball.y\" } or { x = {…}, y = {…} }");
    add_entry(L, lua_gettop(L), curves);
  }
  lua_pop(L, 1);
  if (curves.figure().panels.empty())
    table.refuse("has no curve", "mbs.plot { { run = run, \"ball.y\" }, file = \"plot.svg\" }");
  read_figure(L, table, curves.figure());
  save_figure(L, table, curves.figure());
  return 0;
}

void add_plots(lua_State* L) {
  lua_pushcfunction(L, guarded<plot_runs>);
  lua_setfield(L, -2, "plot");
  lua_pushcfunction(L, guarded<report_runs>);
  lua_setfield(L, -2, "report");
  set_text(L, "out", Host::of(L).results_folder);
}

}  // namespace perilune
