#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/scripts/pictures.h"

namespace {

using namespace perilune::test;

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

// Reports cost as much as many of the scripts; what writes them has sanitized tests of its own.
#ifdef __SANITIZE_ADDRESS__
const std::string report;
#else
const std::string report = " --report";
#endif

// With the results in a folder of the script's name below `folder`.
Finished run(const fs::path& script, const fs::path& folder) {
  const fs::path results = folder / script.stem(), printed = folder / (script.stem().string() + ".txt");
  const std::string command = std::string("'") + PERILUNE_PROGRAM + "' run --quiet" + report + " --out '" +
                              results.string() + "' '" + script.string() + "'" + settings(script) + " > '" +
                              printed.string() + "' 2>&1";
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read(printed)};
}

// As many at a time as there are cores; in the order of the list.
std::vector<Finished> run_all(const std::vector<fs::path>& list, const fs::path& folder) {
  std::vector<Finished> finished(list.size());
  std::atomic<std::size_t> next{0};
  const auto work = [&] {
    for (std::size_t i = next++; i < list.size(); i = next++) finished[i] = run(list[i], folder);
  };
  std::vector<std::thread> others;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
  return finished;
}

// Reports stay in the build folder, where the tests in a browser find them.
void keep_report(const fs::path& page, const std::string& name) {
  REQUIRE(fs::exists(page));
  CHECK(fs::file_size(page) < 3000000);
  const fs::path kept = fs::path(PERILUNE_REPORTS) / (name + ".html");
  fs::create_directories(kept.parent_path());
  fs::copy_file(page, kept, fs::copy_options::overwrite_existing);
}

// What a script reported by mbs.output, from the manifest of its run.
nlohmann::json outputs(const fs::path& results) {
  return nlohmann::json::parse(read(results / "run.json")).at("outputs");
}

// What stands between the first line `opening` and the next ``` line.
std::string block(const std::string& text, const std::string& opening) {
  const std::size_t begin = text.find(opening);
  if (begin == std::string::npos) return {};
  const std::size_t from = begin + opening.size();
  return text.substr(from, text.find("```", from) - from);
}

// It was drawn, and the number by which one can tell that it is right was reached.
void check_picture(const Picture& picture, const fs::path& results) {
  const std::string svg = picture.picture.empty() ? "" : read(results / picture.picture);
  CHECK_MESSAGE((picture.picture.empty() || svg.find("</svg>") != std::string::npos), picture.picture);
  CHECK_MESSAGE(svg.size() < 100000, picture.picture);
  const nlohmann::json reported = outputs(results);
  REQUIRE_MESSAGE(reported.contains(picture.number), picture.script, " does not report ", picture.number);
  const double reached = reported.at(picture.number);
  CHECK_MESSAGE(std::abs(reached - picture.reached) <= picture.tolerance, picture.number, " = ", reached);
}

}  // namespace

// Each script checks itself: formulas, references, run:expect. Exit status 0 means that all of it held.
TEST_CASE("gallery: every script runs and finds what it says one will see") {
  const std::vector<fs::path> all = scripts();
  REQUIRE(all.size() >= 8);
  const TemporaryFolder folder;
  std::map<std::string, std::vector<Picture>> drawn;
  for (const Picture& picture : pictures()) drawn[picture.script].push_back(picture);
  CHECK(drawn.size() >= 7);
  const std::vector<Finished> finished = run_all(all, folder.path);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::string name = all[i].stem().string();
    CAPTURE(name);
    CHECK_MESSAGE(finished[i].status == 0, finished[i].printed);
    CHECK(fs::exists(folder.path / name / "run.json"));
    if (!report.empty()) keep_report(folder.path / name / "report.html", name);
    for (const Picture& picture : drawn[name]) check_picture(picture, folder.path / name);
    drawn.erase(name);
  }
  CHECK_MESSAGE(drawn.empty(), "scripts/pictures.json names a script that is not in the gallery");
}

TEST_CASE("gallery: the README's table of pictures is that of scripts/pictures.json; else: ./dev pictures") {
  const std::string readme = read(fs::path(PERILUNE_SOURCE_DIR) / "README.md");
  CHECK(readme == readme_with_table(readme));
}

TEST_CASE("gallery: the pictures in the README are some that the gallery draws") {
  const std::string readme = read(fs::path(PERILUNE_SOURCE_DIR) / "README.md");
  const std::regex image(R"(!\[[^\]]+\]\(([^)]+)\))");
  int count = 0;
  for (std::sregex_iterator it(readme.begin(), readme.end(), image), end; it != end; ++it, ++count) {
    const fs::path shown = fs::path(PERILUNE_SOURCE_DIR) / (*it)[1].str();
    CHECK_MESSAGE(read(shown).find("</svg>") != std::string::npos, shown);
    const std::vector<Picture> all = pictures();
    CHECK(std::any_of(all.begin(), all.end(),
                      [&](const Picture& one) { return one.picture == shown.filename(); }));
  }
  CHECK(count >= 1);
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
