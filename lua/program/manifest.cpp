#include "lua/program/manifest.h"

#include <fmt/format.h>
#include <boost/version.hpp>
#include <cmath>
#include <ctime>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lua/program/sha256.h"

namespace perilune {
namespace {

using Json = nlohmann::ordered_json;

constexpr int format_version = 1;

// JSON has no infinity and no NaN: null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json file_entry(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return {{"path", path}, {"sha256", sha256(text.str())}};
}

Json versions() {
  return {{"perilune", PERILUNE_VERSION},
          {"lua", LUA_RELEASE},
          {"eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
          {"boost", BOOST_LIB_VERSION},
          {"fmt", FMT_VERSION},
          {"compiler", __VERSION__}};
}

Json parameters(const Host& host) {
  Json list = Json::array();
  for (const Parameter& parameter : host.parameters) {
    list.push_back({{"name", parameter.name},
                    {"value", number(parameter.value)},
                    {"unit", parameter.unit},
                    {"doc", parameter.doc},
                    {"from", parameter.from_command_line ? "--set" : "script"},
                    {"declared", parameter.origin}});
  }
  return list;
}

Json outputs(const Host& host) {
  Json object = Json::object();
  for (const auto& [name, value] : host.outputs) object[name] = number(value);
  return object;
}

Json options(const TaskReport& report) {
  const SimulationOptions& options = report.options;
  return {{"duration", number(options.duration)},
          {"integrator", options.integrator},
          {"rtol", number(options.steps.rtol)},
          {"atol", number(options.steps.atol)},
          {"max_step", number(options.steps.max_step)},
          {"min_step", number(options.steps.min_step)},
          {"step", number(options.steps.step)},
          {"constraints", options.constraints.name},
          {"multipliers", to_string(options.constraints.multipliers)},
          {"acceptance_rules", report.acceptance_rules}};
}

Json statistics(const Statistics& statistics) {
  Json rejected = Json::object();
  for (const auto& [reason, count] : statistics.rejected_by) rejected[reason] = count;
  return {{"steps", statistics.steps},
          {"rejected", rejected},
          {"rhs_evaluations", statistics.rhs_evaluations},
          {"law_evaluations", statistics.law_evaluations},
          {"contact_looks", statistics.contact_looks},
          {"newton_iterations", statistics.newton_iterations},
          {"jacobian_differences", statistics.jacobian_differences},
          {"wall_time", number(statistics.wall_time)}};
}

Json energy(const EnergyBalance& energy) {
  Json by = Json::object();
  for (const auto& [name, value] : energy.dissipated_by) by[name] = number(value);
  return {{"kinetic", number(energy.kinetic)},
          {"potential", number(energy.potential)},
          {"contact", number(energy.contact)},
          {"dissipated", number(energy.dissipated)},
          {"dissipated_by", by},
          {"work", number(energy.work)},
          {"total", number(energy.total)},
          {"residual", number(energy.residual)}};
}

Json units(const TaskReport& report) {
  Json object = Json::object();
  for (const ChannelInfo& channel : report.channels) object[channel.name] = channel.unit;
  return object;
}

Json runs(const Host& host) {
  Json list = Json::array();
  for (const TaskReportPointer& report : host.reports) {
    list.push_back({{"number", report->number},
                    {"model", report->model},
                    {"said_at", report->origin},
                    {"outcome", to_string(report->outcome)},
                    {"message", report->message},
                    {"end_time", number(report->end_time)},
                    {"options", options(*report)},
                    {"statistics", statistics(report->statistics)},
                    {"energy", energy(report->energy)},
                    {"warnings", report->warnings},
                    {"units", units(*report)},
                    {"files", report->files}});
  }
  return list;
}

Json scripts(const Host& host) {
  Json list = Json::array();
  list.push_back(file_entry(host.script_path));
  for (const std::string& path : host.required_files) list.push_back(file_entry(path));
  return list;
}

}  // namespace

std::string timestamp() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text;
}

std::string manifest(const Host& host, const std::string& started, const std::string& status, int exit_status,
                     const std::string& error) {
  Json json = {{"format_version", format_version},
               {"status", status},
               {"exit_status", exit_status},
               {"error", error},
               {"started", started},
               {"written", timestamp()},
               {"versions", versions()},
               {"scripts", scripts(host)},
               {"arguments", host.options.arguments},
               {"trusted", host.options.trust},
               {"random_seed", 1},
               {"limits",
                {{"max_seconds", host.options.max_seconds},
                 {"max_call_seconds", host.options.max_call_seconds},
                 {"max_memory", host.options.max_memory}}},
               {"parameters", parameters(host)},
               {"outputs", outputs(host)},
               {"failed_expectations", host.failed_expectations},
               {"runs", runs(host)}};
  // Names and paths may be anything; what is not UTF-8 is replaced.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace perilune
