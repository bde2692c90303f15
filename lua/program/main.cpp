#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "engine/exports/catalog.h"
#include "engine/model/suggest.h"
#include "lua/program/commands.h"

namespace perilune {
namespace {

struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// "K=1e8"
Setting parse_setting(const std::string& text) {
  const std::size_t sign = text.find('=');
  if (sign == std::string::npos || sign == 0) throw UsageError("--set " + text + ": write --set NAME=VALUE");
  const std::string number = text.substr(sign + 1);
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end);
  if (number.empty() || std::isspace(static_cast<unsigned char>(number[0])) || *end != '\0' ||
      !std::isfinite(value)) {
    throw UsageError("--set " + text + ": '" + number + "' is not a finite number");
  }
  return {text.substr(0, sign), value, false};
}

std::vector<Setting> parse_settings(const std::vector<std::string>& texts) {
  std::vector<Setting> settings;
  for (const std::string& text : texts) {
    Setting setting = parse_setting(text);
    for (const Setting& other : settings) {
      if (other.name == setting.name) throw UsageError("--set " + setting.name + " is given twice");
    }
    settings.push_back(std::move(setting));
  }
  return settings;
}

// The command line, up to "--".
struct Arguments {
  RunCommand run;
  std::vector<std::string> settings;
  LawsCommand laws;
  PlotCommand plot;
  std::string name;         // of a new model
  double max_memory = 512;  // [MB]
};

void add_script_options(CLI::App& command, Arguments& arguments) {
  command.add_option("MODEL", arguments.run.host.script, "the model, a Lua script")->required();
  command.add_option("--set", arguments.settings, "NAME=VALUE of a parameter of the script")
      ->allow_extra_args(false)
      ->take_all();
  command.add_flag("--trust", arguments.run.host.trust, "open the stock Lua libraries, write files anywhere");
  command
      .add_option("--max-seconds", arguments.run.host.max_seconds,
                  "longest that Lua may run outside simulations")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command
      .add_option("--max-call-seconds", arguments.run.host.max_call_seconds,
                  "longest that one call of a function by the engine may take")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  command.add_option("--max-memory", arguments.max_memory, "MB that Lua values may take")
      ->check(CLI::Range(1.0, 1e6))
      ->capture_default_str();
  command.add_flag("--traceback", arguments.run.traceback, "show the calls that led to an error");
}

void add_laws(CLI::App& app, LawsCommand& command) {
  CLI::App* laws =
      app.add_subcommand("laws", "the catalogue of contact laws; or draw some, your own beside them");
  laws->add_option("NAME|FILE.lua", command.words, "laws, and scripts that return laws");
  laws->add_option("--out", command.out,
                   "folder for law_loops.svg and law_restitutions.svg (default: the terminal)");
  laws->add_option("--speed", command.impact_speed, "[m/s] at which they touch")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  laws->add_option("--mass", command.mass, "[kg] reduced mass")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
}

void add_plot(CLI::App& app, PlotCommand& command) {
  CLI::App* plot =
      app.add_subcommand("plot", "draw channels of results as SVG, several runs over each other");
  plot->add_option("RESULTS|CHANNEL", command.words, "CSV files, folders of results, channels")->required();
  plot->add_option("--x", command.x, "the channel to the right")->capture_default_str();
  plot->add_option("--log", command.log, "logarithmic axes: x, y or xy")
      ->check(CLI::IsMember({"x", "y", "xy"}));
  plot->add_option("--file", command.file, "default: plot.svg in the first folder");
}

// CLI11's words for a mistake, with the nearest option.
std::string explain(const CLI::App& app, const CLI::ParseError& error,
                    const std::vector<std::string>& words) {
  std::vector<std::string> known;
  for (const CLI::App* command : app.get_subcommands({})) known.push_back(command->get_name());
  const auto add = [&known](const CLI::App* command) {
    for (const CLI::Option* option : command->get_options()) {
      for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
    }
  };
  add(&app);
  for (const CLI::App* command : app.get_subcommands({})) add(command);
  std::string text = error.what();
  if (!words.empty() && app.get_subcommands().empty() && words.front()[0] != '-') {
    return "there is no command '" + words.front() + "'" + did_you_mean(words.front(), known);
  }
  for (const std::string& word : words) {
    const bool is_known = std::find(known.begin(), known.end(), word) != known.end();
    if (!is_known && text.find(word) != std::string::npos) text += did_you_mean(word, known);
  }
  return text;
}

int dispatch(const CLI::App& app, Arguments& arguments) {
  arguments.run.host.settings = parse_settings(arguments.settings);
  arguments.run.host.max_memory = static_cast<std::size_t>(arguments.max_memory * (1 << 20));
  if (app.got_subcommand("run"))
    return arguments.run.watch ? watch_command(arguments.run) : run_command(arguments.run);
  if (app.got_subcommand("check")) {
    arguments.run.host.check_only = true;
    return check_command(arguments.run.host, arguments.run.traceback);
  }
  if (app.got_subcommand("stubs")) return stubs_command();
  if (app.got_subcommand("reference")) return reference_command();
  if (app.got_subcommand("plot")) return plot_command(arguments.plot);
  if (app.got_subcommand("repl")) return repl_command(arguments.run.host);
  if (app.got_subcommand("new")) return new_command(arguments.name);
  return laws_command(arguments.laws);
}

int parse_and_run(std::vector<std::string> words) {
  Arguments arguments;
  const auto end = std::find(words.begin(), words.end(), "--");
  if (end != words.end()) arguments.run.host.arguments.assign(end + 1, words.end());
  words.erase(end, words.end());

  CLI::App app{"Perilune: multibody systems with contact and impact, scripted in Lua", "perilune"};
  app.set_version_flag("--version", std::string("perilune " PERILUNE_VERSION " (" LUA_RELEASE ")"));
  app.require_subcommand(1);
  CLI::App* run = app.add_subcommand("run", "run a model; what follows -- is for the script");
  add_script_options(*run, arguments);
  run->add_option("--out", arguments.run.out, "folder for results (default out/MODEL)");
  run->add_flag("--report", arguments.run.report, "also the runs as one page, OUT/report.html");
  std::vector<std::string> formats;
  for (const ExportFormat& format : export_catalog()) formats.push_back(format.name);
  run->add_option("--export", arguments.run.exports,
                  "also each run as OUT/run1.FORMAT: mat (MATLAB), pvd (ParaView), glb (glTF)")
      ->type_name("FORMAT")
      ->delimiter(',')
      ->check(CLI::IsMember(formats))
      ->allow_extra_args(false);
  run->add_flag("--watch", arguments.run.watch, "run again whenever the script is saved");
  run->add_flag("--progress", arguments.run.progress, "show it also where there is no terminal");
  run->add_flag("--quiet", arguments.run.quiet, "no summary, no progress");
  add_script_options(*app.add_subcommand("check", "construct the models, say what they are; run nothing"),
                     arguments);
  add_laws(app, arguments.laws);
  add_plot(app, arguments.plot);
  CLI::App* repl = app.add_subcommand("repl", "type the language line by line");
  repl->add_flag("--trust", arguments.run.host.trust, "open the stock Lua libraries, write files anywhere");
  app.add_subcommand("new", "a folder with a model to start from, and what editors need")
      ->add_option("NAME", arguments.name, "of the model and its folder")
      ->required();
  app.add_subcommand("stubs", "print what an editor needs to complete the language (LuaCATS)");
  app.add_subcommand("reference", "print the reference of the language (Markdown)");
  app.footer(
      "exit status: 0 ok, 1 script or model error or failed expectation, 2 usage, 3 solver,\n"
      "             4 limit exceeded, 5 input/output, 130 interrupted");
  try {
    std::vector<std::string> reversed(words.rbegin(), words.rend());
    app.parse(std::move(reversed));
    return dispatch(app, arguments);
  } catch (const CLI::Success& success) { return app.exit(success); } catch (const CLI::ParseError& error) {
    std::fprintf(stderr, "perilune: %s\nperilune --help lists what there is\n",
                 explain(app, error, words).c_str());
  } catch (const UsageError& error) { std::fprintf(stderr, "perilune: %s\n", error.what()); }
  return usage;
}

}  // namespace
}  // namespace perilune

int main(int argc, char** argv) {
  // A reader that goes away, or a file that may not grow, is an error of a write, not the end of the process.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return perilune::parse_and_run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::fprintf(stderr, "perilune: %s\n", error.what());
    return perilune::io_failed;
  }
}
