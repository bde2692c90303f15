#include <sys/wait.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "lua/program/commands.h"

namespace perilune {
namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t watch_ends = 0;

// What a file looks like from outside; one that is being replaced is not there for a moment.
using Looks = std::vector<std::pair<std::string, fs::file_time_type>>;

Looks looks_of(const std::vector<std::string>& paths) {
  Looks looks;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::file_time_type time = fs::last_write_time(path, error);
    looks.emplace_back(path, error ? fs::file_time_type() : time);
  }
  return looks;
}

// The script, and what it has required, as its last run noted.
std::vector<std::string> scripts_of(const RunCommand& command) {
  std::vector<std::string> paths = {command.host.script};
  const std::string folder =
      command.out.empty() ? "out/" + fs::path(command.host.script).stem().string() : command.out;
  std::ifstream file(folder + "/run.json");
  const auto json = nlohmann::json::parse(file, nullptr, false);
  if (!json.is_object()) return paths;
  for (const auto& script : json.value("scripts", nlohmann::json::array())) {
    const std::string path = script.value("path", "");
    if (!path.empty() && path != paths.front()) paths.push_back(path);
  }
  return paths;
}

// In a process of its own: whatever a script does, the next run starts afresh. Status of the process; −1: it was interrupted.
int run_once(const RunCommand& command) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGINT, SIG_DFL);
    const int status = run_command(command);
    std::fflush(nullptr);
    _exit(status);
  }
  if (child < 0) return io_failed;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// false: the user has had enough.
bool wait_for_change(const Looks& before, const std::vector<std::string>& paths) {
  using std::chrono::milliseconds;
  while (watch_ends == 0) {
    std::this_thread::sleep_for(milliseconds(100));
    if (looks_of(paths) == before) continue;
    std::this_thread::sleep_for(milliseconds(100));  // an editor may write in several goes
    return watch_ends == 0;
  }
  return false;
}

}  // namespace

// Ctrl-C ends a run that is on, as ever, and then the watching.
int watch_command(const RunCommand& command) {
  struct sigaction action = {};
  action.sa_handler = [](int) { watch_ends = 1; };
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  for (;;) {
    Looks before = looks_of({command.host.script});
    const int status = run_once(command);
    if (watch_ends != 0) return status;
    const std::vector<std::string> paths = scripts_of(command);
    const fs::file_time_type script = before.front().second;
    before = looks_of(paths);
    before.front().second = script;  // what was saved during the run counts
    std::fprintf(stderr, "watching %s%s: runs again when it is saved, Ctrl-C ends\n",
                 command.host.script.c_str(), paths.size() > 1 ? " and what it requires" : "");
    if (!wait_for_change(before, paths)) return 130;
  }
}

}  // namespace perilune
