#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/results/run.h"

namespace perilune {

// Takes a file's name, and what shall be in it.
using WriteFile = std::function<void(const std::string& name, const std::string& contents)>;

// A format that other programs read.
struct ExportFormat {
  std::string name;     // "mat": the extension of its file, too
  std::string summary;  // what it is for
  bool has_frames = false;
  // Writes "STEM.name", and what else belongs to it, beside it. frames: at most so many instants.
  void (*save)(const Run& run, const std::string& stem, int frames, const WriteFile& write) = nullptr;
};

constexpr int usual_frames = 200;

const std::vector<ExportFormat>& export_catalog();
const ExportFormat* find_export(const std::string& name);  // nullptr: no such format

}  // namespace perilune
