#include "engine/exports/catalog.h"

#include "engine/model/suggest.h"
#include "lua/binding/files.h"
#include "lua/binding/reader.h"
#include "lua/binding/said.h"
#include "lua/binding/simulate.h"

namespace perilune {
namespace {

const ExportFormat& format_of(const std::string& path) {
  const std::size_t slash = path.rfind('/'), dot = path.rfind('.');
  const bool has_extension = dot != std::string::npos && (slash == std::string::npos || dot > slash);
  const std::string extension = has_extension ? path.substr(dot + 1) : "";
  if (const ExportFormat* format = find_export(extension)) return *format;
  std::vector<std::string> names;
  for (const ExportFormat& format : export_catalog()) names.push_back(format.name);
  throw InputError("", "export",
                   "'" + path + "' has no extension of a format" + did_you_mean(extension, names),
                   "one of ." + names[0] + ", ." + names[1] + ", ." + names[2] + "; run:save writes .csv");
}

}  // namespace

void export_run(const Run& run, const ExportFormat& format, const std::string& path, int frames) {
  const std::size_t slash = path.rfind('/'), start = slash == std::string::npos ? 0 : slash + 1;
  const std::string folder = path.substr(0, start);
  const std::string stem = path.substr(start, path.rfind('.') - start);
  format.save(run, stem, frames, [&folder](const std::string& name, const std::string& contents) {
    write_whole(folder + name, [&contents](const std::string& to) { write_text(to, contents); });
  });
}

// run:export "fall.mat", run:export { file = "fall.glb", frames = 500 }
int export_of_run(lua_State* L) {
  const Run& run = results(L, "export");
  std::string path;
  int frames = usual_frames;
  if (lua_istable(L, 2)) {
    const FieldTable table(L, 2, "export", said_names("export"));
    if (!table.has("file")) table.refuse("'file' is missing: where to save it", "file = \"fall.glb\"");
    path = table.text("file", "");
    table.push("frames");
    if (!lua_isnil(L, -1))
      frames = table.explain([&] { return read_integer(L, -1, {"frames", "-", between(2, 100000)}); });
    lua_pop(L, 1);
  } else {
    path = read_text(L, 2, {"file", "", {}});
  }
  const ExportFormat& format = format_of(path);
  check_output_path(Host::of(L), path, "." + format.name);
  export_run(run, format, path, frames);
  return 0;
}

}  // namespace perilune
