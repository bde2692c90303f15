#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include "engine/plots/figure.h"
#include "lua/binding/files.h"
#include "lua/program/commands.h"
#include "lua/program/series_file.h"

namespace perilune {
namespace {

namespace fs = std::filesystem;

struct WrongWords : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Words that are there are results, the others channels.
struct PlotWords {
  std::vector<SeriesFile> files;
  std::vector<std::string> channels;
};

PlotWords sorted_words(const std::vector<std::string>& words) {
  PlotWords sorted;
  for (const std::string& word : words) {
    if (!fs::exists(word)) {
      const bool is_path = word.find('/') != std::string::npos || fs::path(word).extension() == ".csv";
      if (is_path) throw WrongWords("cannot read '" + word + "'");
      sorted.channels.push_back(word);
      continue;
    }
    for (SeriesFile& file : read_results(word)) sorted.files.push_back(std::move(file));
  }
  if (sorted.files.empty()) throw WrongWords("no results given: perilune plot out/MODEL CHANNEL…");
  if (!sorted.channels.empty()) return sorted;
  std::string names;
  for (const std::string& name : sorted.files.front().names()) names += "\n  " + name;
  throw WrongWords("no channel given; '" + sorted.files.front().path() + "' has:" + names);
}

Panel& panel_of(Figure& figure, const std::string& unit, const std::string& channel) {
  for (Panel& panel : figure.panels) {
    if (panel.y.unit != unit) continue;
    if (panel.y.label != channel) panel.y.label.clear();
    return panel;
  }
  figure.panels.push_back({{channel, unit, false, {}}, {}});
  return figure.panels.back();
}

// "a/run1 ball.y": as much of both as tells curves apart.
std::string label_of(const PlotWords& words, const SeriesFile& file, const std::string& channel) {
  std::string label;
  if (words.files.size() > 1) label = fs::path(file.path()).replace_extension().string();
  if (words.channels.size() > 1) label += (label.empty() ? "" : " ") + channel;
  return label;
}

Figure figure_of(const PlotWords& words, const PlotCommand& command) {
  Figure figure;
  figure.x.label = command.x;
  figure.x.unit = words.files.front().unit(command.x);
  for (const SeriesFile& file : words.files) {
    for (const std::string& channel : words.channels) {
      PlotCurve curve;
      curve.x = file.column(command.x), curve.y = file.column(channel);
      curve.label = label_of(words, file, channel);
      panel_of(figure, file.unit(channel), channel).curves.push_back(std::move(curve));
    }
  }
  for (Panel& panel : figure.panels) {
    // The axis says it already.
    if (panel.curves.size() == 1 && panel.curves[0].label == panel.y.label) panel.curves[0].label.clear();
  }
  figure.x.logarithmic = command.log.find('x') != std::string::npos;
  for (Panel& panel : figure.panels) panel.y.logarithmic = command.log.find('y') != std::string::npos;
  return figure;
}

}  // namespace

int plot_command(const PlotCommand& command) {
  try {
    const PlotWords words = sorted_words(command.words);
    const Figure figure = figure_of(words, command);
    std::string path = command.file;
    if (path.empty()) path = (fs::path(words.files.front().path()).parent_path() / "plot.svg").string();
    write_whole(path, [&figure](const std::string& to) { write_text(to, to_svg(figure)); });
    std::printf("%s\n", path.c_str());
    return ok;
  } catch (const OutputError& error) {
    std::fprintf(stderr, "perilune: %s\n", error.what());
    return io_failed;
  } catch (const std::runtime_error& error) {
    std::fprintf(stderr, "perilune: plot: %s\n", error.what());
    return usage;
  }
}

}  // namespace perilune
