#include <doctest/doctest.h>

#include <filesystem>

#include "tests/lua/program.h"

using namespace perilune::test;

// Every tests/lua/*.lua is a script that checks itself with assert.
TEST_CASE("scripts that check themselves") {
  const Folder folder;
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PERILUNE_SOURCE_DIR "/tests/lua")) {
    if (entry.path().extension() != ".lua") continue;
    const Result result = folder.perilune({"run", entry.path().string(), "--quiet"});
    CHECK_MESSAGE(result.status == 0, entry.path().filename().string() << ": " << result.error);
    ++count;
  }
  CHECK(count >= 5);
}
