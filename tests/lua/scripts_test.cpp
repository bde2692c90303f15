#include <doctest/doctest.h>

#include <filesystem>
#include <set>

#include "tests/lua/program.h"

using namespace perilune::test;

namespace {

// The sanitizers cost a factor of ten: there, scripts that go the same ways as others for longer are left out.
bool is_too_long(const std::filesystem::path& script) {
#ifdef __SANITIZE_ADDRESS__
  return std::set<std::string>{"space_conservation", "friction_energy", "settling_discs"}.count(
             script.stem()) == 1;
#else
  (void)script;
  return false;
#endif
}

bool is_of_compiled_functions(const std::filesystem::path& script) {
  return std::set<std::string>{"compiled_laws", "compiled_views", "functions",
                               "implicit_laws", "law_texts",      "laws"}
             .count(script.stem()) == 1;
}

// Every tests/lua/*.lua is a script that checks itself with assert.
int run_scripts(bool of_compiled_functions) {
  const Folder folder;
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PERILUNE_SOURCE_DIR "/tests/lua")) {
    if (entry.path().extension() != ".lua" || is_too_long(entry.path())) continue;
    if (is_of_compiled_functions(entry.path()) != of_compiled_functions) continue;
    const Result result = folder.perilune({"run", entry.path().string(), "--quiet"});
    CHECK_MESSAGE(result.status == 0, entry.path().filename().string() << ": " << result.error);
    ++count;
  }
  return count;
}

}  // namespace

TEST_CASE("scripts that check themselves") { CHECK(run_scripts(false) >= 5); }

TEST_CASE("scripts of compiled functions, which check themselves") { CHECK(run_scripts(true) == 6); }
