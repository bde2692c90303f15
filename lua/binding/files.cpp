#include "lua/binding/files.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "engine/model/error.h"
#include "engine/results/run.h"

namespace perilune {
namespace {

namespace fs = std::filesystem;

std::string reason() { return std::strerror(errno); }

bool climbs(const fs::path& path) { return std::find(path.begin(), path.end(), "..") != path.end(); }

bool is_below(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

bool may_write(const Host& host, const fs::path& path) {
  if (host.options.trust) return true;
  const fs::path results = host.results_folder;
  if (!results.empty() && is_below(path, results)) return !climbs(path.lexically_relative(results));
  return path.is_relative() && !climbs(path);
}

}  // namespace

void check_output_path(const Host& host, const std::string& path, const std::string& extension) {
  const std::string element = "file '" + path + "'";
  if (!may_write(host, path)) {
    throw InputError("", element, "a script writes only below the folder it was started in",
                     "--trust allows any place");
  }
  std::error_code ignored;
  if (fs::equivalent(path, host.script_path, ignored)) throw InputError("", element, "is the script itself");
  if (fs::path(path).extension() != extension) {
    throw InputError("", element, "this is saved as " + extension,
                     "\"" + fs::path(path).replace_extension(extension).string() + "\"");
  }
  if (fs::is_directory(path, ignored)) throw OutputError("cannot write '" + path + "': it is a folder");
}

void write_whole(const std::string& path, const std::function<void(const std::string&)>& write) {
  const std::string temporary = path + ".part";
  try {
    write(temporary);
    if (std::rename(temporary.c_str(), path.c_str()) != 0) {
      throw OutputError("cannot write '" + path + "': " + reason());
    }
  } catch (...) {
    std::remove(temporary.c_str());
    throw;
  }
}

void write_text(const std::string& path, const std::string& text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) throw OutputError("cannot write '" + path + "': " + reason());
  const bool written =
      std::fwrite(text.data(), 1, text.size(), file) == text.size() && std::fflush(file) == 0;
  const std::string why = reason();
  // A full disk may show only when the file is closed.
  const bool closed = std::fclose(file) == 0;
  if (!written || !closed) throw OutputError("cannot write '" + path + "': " + (written ? reason() : why));
}

}  // namespace perilune
