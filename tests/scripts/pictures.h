#pragma once

#include <string>
#include <vector>

namespace perilune::test {

// One row of scripts/pictures.json: a picture of a paper, and a number by which one can tell that it is right. Of an equation
// the number alone: `picture` is empty.
struct Picture {
  std::string shows, script, picture;
  std::string number;  // the name of an mbs.output of the script
  double reached = 0, tolerance = 0;
  std::string assumed;
};

std::vector<Picture> pictures();

// The table of the README, from its first line to its last, and the papers it is about.
std::string table_of_pictures();

// The README with that table between its two marks; throws std::runtime_error when it has no marks.
std::string readme_with_table(const std::string& readme);

}  // namespace perilune::test
