#include "tests/scripts/pictures.h"

#include <fmt/format.h>
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace perilune::test {
namespace {

const char* const begin_mark = "<!-- pictures: written by ./dev pictures from scripts/pictures.json -->\n";
const char* const end_mark = "<!-- end of pictures -->\n";

nlohmann::ordered_json file() {
  std::ifstream stream(PERILUNE_SOURCE_DIR "/scripts/pictures.json");
  return nlohmann::ordered_json::parse(stream);
}

// Characters, not bytes, of UTF-8.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

std::string unit_in(const std::string& name) {
  const std::size_t open = name.find('[');
  return open == std::string::npos ? "" : " " + name.substr(open + 1, name.find(']') - open - 1);
}

std::vector<std::string> cells(const Picture& row) {
  const std::string unit = unit_in(row.number), name = row.number.substr(0, row.number.find(" ["));
  return {row.shows,
          row.script + ".lua",
          row.picture.empty() ? "–" : row.picture,
          fmt::format("{}: {:.8g}{}", name, row.reached, unit),
          fmt::format("{:g}{}", row.tolerance, unit),
          row.assumed};
}

}  // namespace

std::vector<Picture> pictures() {
  std::vector<Picture> list;
  const auto json = file();
  for (const auto& row : json.at("pictures")) {
    list.push_back({row.at("shows"), row.at("script"), row.at("picture"), row.at("number"), row.at("reached"),
                    row.at("tolerance"), row.at("assumed")});
  }
  return list;
}

std::string table_of_pictures() {
  std::vector<std::vector<std::string>> rows = {
      {"figure", "script", "picture in its results", "number it must reach", "within", "assumed"}};
  for (const Picture& row : pictures()) rows.push_back(cells(row));
  std::vector<std::size_t> widths(rows[0].size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string text;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    for (std::size_t i = 0; i < widths.size(); ++i)
      text += "| " + rows[r][i] + std::string(widths[i] - width(rows[r][i]) + 1, ' ');
    text += "|\n";
    if (r > 0) continue;
    for (const std::size_t w : widths) text += "|" + std::string(w + 2, '-');
    text += "|\n";
  }
  const auto json = file();
  text += "\n";
  for (const auto& [key, paper] : json.at("papers").items())
    text += fmt::format("{}: {}.\n", key, paper.get<std::string>());
  return text;
}

std::string readme_with_table(const std::string& readme) {
  const std::string begin = begin_mark, end = end_mark;
  const std::size_t from = readme.find(begin), to = readme.find(end);
  if (from == std::string::npos || to == std::string::npos)
    throw std::runtime_error("README.md has no marks '" + begin + "' … '" + end + "'");
  return readme.substr(0, from + begin.size()) + table_of_pictures() + readme.substr(to);
}

}  // namespace perilune::test
