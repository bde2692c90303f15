#pragma once

#include <doctest/doctest.h>

#include <string>

#include "tests/lua/program.h"

namespace perilune::test {

// Runs line 6 after the five lines of `ball`, which must fail there; the first line of the message.
inline std::string message(const std::string& line) {
  const Folder folder;
  const Result result = folder.run(ball + line);
  CHECK(result.status == 1);
  CHECK_MESSAGE(result.error.rfind("ball.lua:6: ", 0) == 0, result.error);
  CHECK(result.out == "");
  return result.error.substr(0, result.error.find('\n'));
}

}  // namespace perilune::test
