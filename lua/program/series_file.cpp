#include "lua/program/series_file.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "engine/model/suggest.h"

namespace perilune {
namespace {

namespace fs = std::filesystem;

// Cells of a line; "" within quotes is one quote.
std::vector<std::string> cells_of_line(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (c == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') cells.back() += line[++i];
    else if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) cells.emplace_back();
    else if (c != '\r') cells.back() += c;
  }
  return cells;
}

double number_in(const std::string& cell, const std::string& path, std::size_t line) {
  char* end = nullptr;
  const double x = std::strtod(cell.c_str(), &end);
  if (cell.empty() || *end != '\0')
    throw std::runtime_error(path + ":" + std::to_string(line) + ": '" + cell + "' is not a number");
  return x;
}

}  // namespace

SeriesFile::SeriesFile(const std::string& path) : path_(path) {
  read_table();
  read_units();
}

void SeriesFile::read_table() {
  std::ifstream file(path_);
  std::string line;
  if (!file || !std::getline(file, line)) throw std::runtime_error("cannot read '" + path_ + "'");
  names_ = cells_of_line(line);
  if (names_.front() != "time")
    throw std::runtime_error(path_ + ":1: the first column is '" + names_.front() +
                             "', not 'time': no results of a run");
  for (std::size_t number = 2; std::getline(file, line); ++number) {
    const std::vector<std::string> cells = cells_of_line(line);
    if (cells.size() != names_.size())
      throw std::runtime_error(path_ + ":" + std::to_string(number) + ": " + std::to_string(cells.size()) +
                               " cells, the first line has " + std::to_string(names_.size()));
    rows_.emplace_back();
    for (const std::string& cell : cells) rows_.back().push_back(number_in(cell, path_, number));
  }
}

// From the run in run.json that has this file; without one, or with a damaged one, numbers have no units.
void SeriesFile::read_units() {
  units_ = {{"time", "s"}};
  const fs::path path(path_);
  std::ifstream file(path.parent_path() / "run.json");
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object()) return;
  for (const auto& run : json.value("runs", nlohmann::json::array())) {
    const auto files = run.value("files", std::vector<std::string>());
    if (std::find(files.begin(), files.end(), path.filename().string()) == files.end()) continue;
    const auto units = run.value("units", nlohmann::json::object());
    for (const auto& [name, unit] : units.items()) units_.emplace_back(name, unit);
  }
}

bool SeriesFile::has(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::vector<double> SeriesFile::column(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  if (found == names_.end())
    throw std::runtime_error("'" + path_ + "' has no channel '" + name + "'" + did_you_mean(name, names_));
  std::vector<double> numbers;
  for (const auto& row : rows_) numbers.push_back(row[static_cast<std::size_t>(found - names_.begin())]);
  return numbers;
}

std::string SeriesFile::unit(const std::string& name) const {
  for (const auto& [channel, unit] : units_) {
    if (channel == name) return unit;
  }
  return {};
}

std::vector<SeriesFile> read_results(const std::string& path) {
  std::vector<SeriesFile> files;
  if (!fs::is_directory(path)) {
    files.emplace_back(path);
    return files;
  }
  for (int number = 1;; ++number) {
    const fs::path file = fs::path(path) / ("run" + std::to_string(number) + ".csv");
    if (!fs::exists(file)) break;
    files.emplace_back(file.string());
  }
  if (files.empty()) throw std::runtime_error("'" + path + "' has no run1.csv: no results of a run");
  return files;
}

}  // namespace perilune
