#pragma once

#include <string>
#include <vector>

namespace perilune {

// A CSV file of results, with the units that the manifest beside it has.
class SeriesFile {
 public:
  explicit SeriesFile(const std::string& path);  // throws std::runtime_error: unreadable, no table of numbers

  const std::string& path() const { return path_; }
  const std::vector<std::string>& names() const { return names_; }  // the first is "time"
  bool has(const std::string& name) const;
  std::vector<double> column(
      const std::string& name) const;               // throws std::runtime_error with the nearest name
  std::string unit(const std::string& name) const;  // "": none, or unknown

 private:
  void read_table();
  void read_units();

  std::string path_;
  std::vector<std::string> names_;
  std::vector<std::vector<double>> rows_;
  std::vector<std::pair<std::string, std::string>> units_;
};

// A CSV file, or all run1.csv, run2.csv, … of a folder.
std::vector<SeriesFile> read_results(const std::string& path);

}  // namespace perilune
