// ./dev pictures: writes the README's table of pictures, or with an argument lists the scripts that draw them.
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

#include "tests/scripts/pictures.h"

int main(int argc, char**) {
  if (argc > 1) {
    std::set<std::string> scripts;
    for (const auto& picture : perilune::test::pictures()) scripts.insert(picture.script);
    for (const std::string& script : scripts) std::printf("%s\n", script.c_str());
    return 0;
  }
  const std::string path = PERILUNE_SOURCE_DIR "/README.md";
  std::ostringstream readme;
  readme << std::ifstream(path).rdbuf();
  std::ofstream(path) << perilune::test::readme_with_table(readme.str());
  return 0;
}
