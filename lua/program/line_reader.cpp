#include "lua/program/line_reader.h"

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#ifdef PERILUNE_LIBEDIT
#include <editline/readline.h>
#endif

namespace perilune {
namespace {

// $PERILUNE_HISTORY, or ~/.perilune_history
std::string history_file() {
  if (const char* given = std::getenv("PERILUNE_HISTORY")) return given;
  const char* home = std::getenv("HOME");
  return home ? std::string(home) + "/.perilune_history" : "";
}

#ifdef PERILUNE_LIBEDIT
// The library knows one reader only.
LineReader::Complete completer;

char* next_candidate(const char* word, int count) {
  static std::vector<std::string> candidates;
  if (count == 0) candidates = completer(word);
  const auto i = static_cast<std::size_t>(count);
  return i < candidates.size() ? strdup(candidates[i].c_str()) : nullptr;
}

char** complete_word(const char* word, int, int) {
  rl_attempted_completion_over = 1;  // no names of files
  return rl_completion_matches(word, next_candidate);
}
#endif

}  // namespace

LineReader::LineReader(Complete complete) : is_interactive_(isatty(0) != 0 && isatty(1) != 0) {
#ifdef PERILUNE_LIBEDIT
  completer = std::move(complete);
  if (!is_interactive_) return;
  rl_readline_name = "perilune";
  rl_basic_word_break_characters = " \t\n\"'`@$><=;|&{}()[]+-*/^#,~%";
  rl_attempted_completion_function = complete_word;
  rl_completion_append_character = '\0';  // a name goes on with . or : or (
  using_history();
  stifle_history(1000);
  history_ = history_file();
  if (!history_.empty()) read_history(history_.c_str());
#else
  (void)complete;
#endif
}

LineReader::~LineReader() {
#ifdef PERILUNE_LIBEDIT
  if (is_interactive_ && !history_.empty()) write_history(history_.c_str());
  completer = nullptr;
#endif
}

std::optional<std::string> LineReader::read(const std::string& prompt) {
#ifdef PERILUNE_LIBEDIT
  if (is_interactive_) {
    char* typed = readline(prompt.c_str());
    if (!typed) return std::nullopt;
    std::string line = typed;
    std::free(typed);
    if (!line.empty()) add_history(line.c_str());
    return line;
  }
#endif
  if (is_interactive_) std::fputs(prompt.c_str(), stdout), std::fflush(stdout);
  std::string line;
  if (!std::getline(std::cin, line)) return std::nullopt;
  return line;
}

}  // namespace perilune
