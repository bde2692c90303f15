#include "engine/exports/catalog.h"

#include "engine/exports/gltf.h"
#include "engine/exports/matlab.h"
#include "engine/exports/vtk.h"

namespace perilune {

const std::vector<ExportFormat>& export_catalog() {
  static const std::vector<ExportFormat> list = {
      {"mat", "all series for MATLAB, Octave and scipy", false,
       [](const Run& run, const std::string& stem, int, const WriteFile& write) {
         write(stem + ".mat", matlab_file(run));
       }},
      {"pvd", "the motion for ParaView: a list of .vtu files", true,
       [](const Run& run, const std::string& stem, int frames, const WriteFile& write) {
         vtk_series(run, stem, frames, write);
       }},
      {"glb", "the motion as glTF, for Blender and viewers", true,
       [](const Run& run, const std::string& stem, int frames, const WriteFile& write) {
         write(stem + ".glb", gltf_file(run, frames));
       }}};
  return list;
}

const ExportFormat* find_export(const std::string& name) {
  for (const ExportFormat& format : export_catalog()) {
    if (format.name == name) return &format;
  }
  return nullptr;
}

}  // namespace perilune
