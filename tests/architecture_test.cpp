#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace {

namespace fs = std::filesystem;
const fs::path root = PERILUNE_SOURCE_DIR;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<fs::path> sources(const fs::path& folder) {
  std::vector<fs::path> list;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
    const std::string extension = entry.path().extension().string();
    if (entry.is_regular_file() && (extension == ".h" || extension == ".cpp")) list.push_back(entry.path());
  }
  return list;
}

std::string name_of(const fs::path& path) { return fs::relative(path, root).string(); }

struct Library {
  std::string folder;
  std::vector<std::string> depends;
};

// perilune_library(NAME FOLDER DEPENDS A B … LINKS …), from the one place where they are declared.
std::map<std::string, Library> declared_libraries() {
  const std::string text = read(root / "CMakeLists.txt");
  const std::regex call(R"(\nperilune_library\((\w+)\s+([\w/]+)([^)]*)\))");
  std::map<std::string, Library> libraries;
  for (std::sregex_iterator it(text.begin(), text.end(), call), end; it != end; ++it) {
    Library& library = libraries[(*it)[1]];
    library.folder = (*it)[2];
    std::istringstream words((*it)[3]);
    bool in_depends = false;
    for (std::string word; words >> word;) {
      if (word == "DEPENDS" || word == "LINKS") in_depends = word == "DEPENDS";
      else if (in_depends) library.depends.push_back(word);
    }
  }
  return libraries;
}

// The folders whose headers a library may include: its own and those it links, directly or not.
void add_reach(const std::map<std::string, Library>& libraries, const std::string& name,
               std::set<std::string>& folders) {
  const auto found = libraries.find(name);
  REQUIRE_MESSAGE(found != libraries.end(), "CMakeLists.txt declares no library ", name);
  if (!folders.insert(found->second.folder).second) return;
  for (const std::string& dependency : found->second.depends) add_reach(libraries, dependency, folders);
}

// #include "FOLDER/…" of the project, as folders.
std::vector<std::string> included_folders(const fs::path& path) {
  const std::string text = read(path);
  const std::regex include(R"re(#include "((?:engine|lua|tests)[\w/]*)/[^/"]+")re");
  std::vector<std::string> folders;
  for (std::sregex_iterator it(text.begin(), text.end(), include), end; it != end; ++it)
    folders.push_back((*it)[1]);
  return folders;
}

}  // namespace

TEST_CASE("architecture: every folder of engine/ is a library") {
  std::set<std::string> folders;
  for (const auto& [name, library] : declared_libraries()) folders.insert(library.folder);
  CHECK(folders.size() > 10);
  for (const fs::path& path : sources("engine")) {
    const std::string folder = name_of(path.parent_path());
    CHECK_MESSAGE(folders.count(folder) == 1, name_of(path), " belongs to no library");
  }
}

TEST_CASE("architecture: a folder includes only what it links") {
  const std::map<std::string, Library> libraries = declared_libraries();
  for (const auto& [name, library] : libraries) {
    std::set<std::string> reach;
    add_reach(libraries, name, reach);
    for (const fs::path& path : sources(library.folder)) {
      if (name_of(path.parent_path()) != library.folder)
        continue;  // a folder within it is a library of its own
      for (const std::string& folder : included_folders(path)) {
        CHECK_MESSAGE(reach.count(folder) == 1, name_of(path), " includes ", folder, ", which perilune_",
                      name, " does not link");
      }
    }
  }
}

TEST_CASE("architecture: no two libraries depend on each other") {
  const std::map<std::string, Library> libraries = declared_libraries();
  for (const auto& [name, library] : libraries) {
    for (const std::string& dependency : library.depends) {
      std::set<std::string> reach;
      add_reach(libraries, dependency, reach);
      CHECK_MESSAGE(reach.count(library.folder) == 0, name, " and ", dependency, " depend on each other");
    }
  }
}

TEST_CASE("architecture: the engine does not know which language its users write") {
  for (const fs::path& path : sources("engine")) {
    const std::string text = read(path);
    CHECK_MESSAGE(text.find("Lua") == std::string::npos, name_of(path), " mentions it");
    CHECK_MESSAGE(text.find("lua_") == std::string::npos, name_of(path), " calls it");
    CHECK_MESSAGE(text.find("#include <lua") == std::string::npos, name_of(path), " includes it");
  }
}
