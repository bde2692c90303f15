#pragma once

#include <string>
#include <vector>

namespace perilune::bytecode {

// What a function is given that is no record of numbers: something of the engine to look at, a step or an instant.
struct ViewNumber {
  std::string name;
  bool is_integer = false;
};
// A list of tables with a name and numbers each, as it is now: what is translated holds for these items.
struct ViewList {
  std::string name;
  std::vector<std::string> items;    // their names
  std::vector<std::string> numbers;  // the other fields of each
};
struct View {
  std::vector<ViewNumber> numbers;   // fields
  std::vector<std::string> methods;  // step:value "ball.y": a number by the name of a channel
  std::vector<ViewList> lists;
};

// One input of a routine that was translated for a view.
struct Query {
  enum class Kind { number, method, item } kind = Kind::number;
  int member = 0;           // of numbers, methods or lists
  std::string channel;      // of a method
  int item = 0, field = 0;  // of a list
  bool operator==(const Query& other) const {
    return kind == other.kind && member == other.member && channel == other.channel && item == other.item &&
           field == other.field;
  }
};

}  // namespace perilune::bytecode
