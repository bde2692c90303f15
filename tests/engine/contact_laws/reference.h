#pragma once

#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// The rows of tests/reference/NAME.csv: the first line says where the data come from, the second names the
// columns.
namespace perilune::testing {

inline std::vector<std::vector<double>> reference_rows(const std::string& name) {
  std::ifstream file(std::string(PERILUNE_SOURCE_DIR) + "/tests/reference/" + name + ".csv");
  if (!file) throw std::runtime_error("no reference data '" + name + "'");
  std::string line;
  std::getline(file, line), std::getline(file, line);
  std::vector<std::vector<double>> rows;
  while (std::getline(file, line)) {
    rows.emplace_back();
    std::istringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

}  // namespace perilune::testing
