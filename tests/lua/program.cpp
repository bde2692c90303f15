#include "tests/lua/program.h"

#include <sys/wait.h>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace perilune::test {
namespace {

std::string quoted(const std::string& word) {
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

Folder::Folder() {
  char name[] = "/tmp/perilune-test-XXXXXX";
  if (!mkdtemp(name)) throw std::runtime_error("no temporary folder");
  path_ = name;
}

Folder::~Folder() { std::filesystem::remove_all(path_); }

void Folder::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path file = path_ + "/" + name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string Folder::read(const std::string& name) const {
  std::ostringstream text;
  text << std::ifstream(path_ + "/" + name, std::ios::binary).rdbuf();
  return text.str();
}

bool Folder::has(const std::string& name) const { return std::filesystem::exists(path_ + "/" + name); }

Result Folder::shell(const std::string& line) const {
  static const char* const wait_for =
      "wait_for() { for i in $(seq 100); do test $(grep -c \"$1\" .error) -ge $2 && return; sleep 0.1; done; "
      "}\n";
  write(".line", "PERILUNE=" + quoted(PERILUNE_PROGRAM) + "\n" + wait_for + line + "\n");
  const std::string command = "cd " + quoted(path_) + " && bash .line >.out 2>.error";
  const int status = std::system(command.c_str());
  Result result;
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  result.out = read(".out"), result.error = read(".error");
  return result;
}

Result Folder::perilune(const std::vector<std::string>& words) const {
  std::string line = "\"$PERILUNE\"";
  for (const std::string& word : words) line += " " + quoted(word);
  return shell(line);
}

Result Folder::run(const std::string& script, const std::vector<std::string>& words) const {
  write("ball.lua", script);
  std::vector<std::string> all = {"run", "ball.lua", "--quiet"};
  all.insert(all.end(), words.begin(), words.end());
  return perilune(all);
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace perilune::test
