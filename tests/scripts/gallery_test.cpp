#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path gallery = fs::path(PERILUNE_SOURCE_DIR) / "scripts" / "gallery";

std::vector<fs::path> scripts() {
  std::vector<fs::path> list;
  for (const auto& entry : fs::directory_iterator(gallery)) {
    if (entry.path().extension() == ".lua") list.push_back(entry.path());
  }
  std::sort(list.begin(), list.end());
  return list;
}

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

struct TemporaryFolder {
  fs::path path = fs::temp_directory_path() / ("perilune_gallery_" + std::to_string(getpid()));
  TemporaryFolder() { fs::create_directories(path); }
  ~TemporaryFolder() { fs::remove_all(path); }
};

struct Finished {
  int status = -1;  // -1: killed by a signal
  std::string printed;
};

// The sanitizers cost a factor of twenty: there the largest models run smaller.
std::string settings(const fs::path& script) {
#ifdef __SANITIZE_ADDRESS__
  if (script.stem() == "box_of_discs") return " --set discs=100 --set time=0.3";
  if (script.stem() == "n_four_bar") return " --set N=1";
  if (script.stem() == "quick_return_clearance") return " --set turns=0.3";
#endif
  (void)script;
  return "";
}

// With the results in a folder of the script's name below `folder`.
Finished run(const fs::path& script, const fs::path& folder) {
  const fs::path results = folder / script.stem(), printed = folder / "printed.txt";
  const std::string command = std::string("'") + PERILUNE_PROGRAM + "' run --quiet --out '" +
                              results.string() + "' '" + script.string() + "'" + settings(script) + " > '" +
                              printed.string() + "' 2>&1";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(printed)};
}

// The rows | figure | script.lua | picture.svg | … of the README: what each script draws.
std::map<std::string, std::vector<std::string>> pictures() {
  std::map<std::string, std::vector<std::string>> by_script;
  std::istringstream lines(read(fs::path(PERILUNE_SOURCE_DIR) / "README.md"));
  const std::regex row(R"(^\| [^|]+\| (\w+)\.lua +\| (\w+\.svg) +\|.*)");
  std::smatch found;
  for (std::string line; std::getline(lines, line);) {
    if (std::regex_match(line, found, row)) by_script[found[1]].push_back(found[2]);
  }
  return by_script;
}

// What stands between the first line `opening` and the next ``` line.
std::string block(const std::string& text, const std::string& opening) {
  const std::size_t begin = text.find(opening);
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + opening.size();
  return text.substr(from, text.find("```", from) - from);
}

}  // namespace

// Each script checks itself: formulas, references, run:expect. Exit status 0 means that all of it held.
TEST_CASE("gallery: every script runs and finds what it says one will see") {
  const std::vector<fs::path> all = scripts();
  REQUIRE(all.size() >= 8);
  const TemporaryFolder folder;
  auto drawn = pictures();
  CHECK(drawn.size() >= 7);
  for (const fs::path& script : all) {
    const std::string name = script.stem().string();
    CAPTURE(name);
    const Finished finished = run(script, folder.path);
    CHECK_MESSAGE(finished.status == 0, finished.printed);
    CHECK(fs::exists(folder.path / name / "run.json"));
    for (const std::string& picture : drawn[name]) {
      const std::string svg = read(folder.path / name / picture);
      CHECK_MESSAGE(svg.find("</svg>") != std::string::npos, picture);
      CHECK_MESSAGE(svg.size() < 100000, picture);
    }
    drawn.erase(name);
  }
  CHECK_MESSAGE(drawn.empty(), "the README names a script that is not in the gallery");
}

TEST_CASE("gallery: the script in the README prints what the README says") {
  const std::string text = read(fs::path(PERILUNE_SOURCE_DIR) / "README.md");
  const TemporaryFolder folder;
  const fs::path script = folder.path / "readme.lua";
  std::ofstream(script) << block(text, "```lua\n");
  const Finished finished = run(script, folder.path);
  CHECK(finished.status == 0);
  CHECK(finished.printed == block(text, "```text\n"));
}

TEST_CASE(
    "gallery: every script says what system, which source, what to see, what to try, what it builds on") {
  for (const fs::path& script : scripts()) {
    const std::string name = script.filename().string(), text = read(script);
    CAPTURE(name);
    for (const char* part : {"-- System: ", "-- Source: ", "-- See: ", "-- Try: ", "-- Builds on: "}) {
      CAPTURE(std::string(part));
      CHECK(text.find(std::string("\n") + part) != std::string::npos);
    }
    for (const char* number : {" 1. ", " 2. ", " 3. "}) CHECK(text.find(number) != std::string::npos);
  }
}

TEST_CASE("gallery: what a script builds on is in the gallery") {
  for (const fs::path& script : scripts()) {
    const std::string text = read(script);
    const std::size_t begin = text.find("-- Builds on: ");
    REQUIRE(begin != std::string::npos);
    std::istringstream words(text.substr(begin, text.find('\n', begin) - begin));
    for (std::string word; words >> word;) {
      if (word.back() == ',' || word.back() == ';') word.pop_back();
      if (fs::path(word).extension() == ".lua")
        CHECK_MESSAGE(fs::exists(gallery / word), script.string(), word);
    }
  }
}
