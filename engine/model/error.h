#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace perilune {

// What is wrong with what a user said. The parts are data; `what()` puts them into the one
// form every message has:
//     ball.lua:7: body 'ball': mass = -1 kg must be > 0
//       try: …
struct InputError : std::runtime_error {
  InputError(std::string origin, std::string element, std::string rule, std::string remedy = "")
      : std::runtime_error(word(origin, element, rule, remedy)),
        origin(std::move(origin)),
        element(std::move(element)),
        rule(std::move(rule)),
        remedy(std::move(remedy)) {}

  std::string origin;   // where it was said, "script.lua:7"; opaque to the engine
  std::string element;  // which element, "body 'ball'"
  std::string rule;     // the value with its unit and the rule it breaks
  std::string remedy;   // what to try; may be empty

 private:
  static std::string word(const std::string& origin, const std::string& element, const std::string& rule,
                          const std::string& remedy) {
    std::string text;
    if (!origin.empty()) text += origin + ": ";
    if (!element.empty()) text += element + ": ";
    text += rule;
    if (!remedy.empty()) text += "\n  try: " + remedy;
    return text;
  }
};

}  // namespace perilune
