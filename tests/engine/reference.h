#pragma once

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

namespace perilune::testing {

// One file of tests/reference: a comment that says how it was made, a header with units, rows.
class Reference {
 public:
  explicit Reference(const std::string& name) {
    std::ifstream file(PERILUNE_SOURCE_DIR "/tests/reference/" + name);
    std::string line;
    std::getline(file, line);
    REQUIRE_MESSAGE(line.rfind("# ", 0) == 0, name, " is missing or does not say where it comes from");
    std::getline(file, line);
    header_ = split(line);
    while (std::getline(file, line)) rows_.push_back(split(line));
  }

  std::size_t rows() const { return rows_.size(); }
  std::string text(std::size_t row, const std::string& column) const {
    for (std::size_t i = 0; i < header_.size(); ++i) {
      if (header_[i] == column) return i < rows_[row].size() ? rows_[row][i] : "";
    }
    FAIL("no column ", column);
    return "";
  }
  // NaN: the cell is empty.
  double number(std::size_t row, const std::string& column) const {
    const std::string cell = text(row, column);
    return cell.empty() ? std::numeric_limits<double>::quiet_NaN() : std::strtod(cell.c_str(), nullptr);
  }

 private:
  static std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    return cells;
  }
  std::vector<std::string> header_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace perilune::testing
