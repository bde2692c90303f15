#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace perilune {

// Lines that somebody types: on a terminal with history and completion, where the program was built with libedit; from a
// pipe as they come.
class LineReader {
 public:
  using Complete = std::function<std::vector<std::string>(const std::string& word)>;
  explicit LineReader(Complete complete);
  ~LineReader();  // keeps the history
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  std::optional<std::string> read(const std::string& prompt);  // none: the end
  bool is_interactive() const { return is_interactive_; }

 private:
  bool is_interactive_;
  std::string history_;  // its file; "": none
};

}  // namespace perilune
