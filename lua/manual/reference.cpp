#include <fmt/format.h>
#include <cctype>

#include "lua/manual/language.h"

namespace perilune {
namespace {

// A cell of a table may hold no bar.
std::string cell(const std::string& text) {
  std::string safe;
  for (const char c : text) safe += c == '|' ? std::string("\\|") : std::string(1, c);
  return safe;
}

// Types are told as prose: the prefix is for editors.
std::string in_prose(std::string type) {
  for (std::size_t at = 0; (at = type.find("perilune.", at)) != std::string::npos;) type.erase(at, 9);
  return cell(type);
}

void tell_fields(std::string& text, const std::vector<LanguageField>& fields, const char* of) {
  if (fields.empty()) return;
  text += fmt::format("| {} | type | unit | meaning |\n|---|---|---|---|\n", of);
  for (const LanguageField& field : fields) {
    const std::string name = field.name[0] == '[' ? "entries" : "`" + field.name + "`";
    text += fmt::format("| {}{} | {} | {} | {} |\n", name, field.required ? " *" : "", in_prose(field.type),
                        cell(field.unit), cell(field.meaning));
  }
  text += "\n";
}

void tell_function(std::string& text, const std::string& before, const LanguageFunction& function) {
  const std::string arguments = !function.takes_table     ? "(" + in_prose(function.arguments) + ")"
                                : function.fields.empty() ? " {}"
                                                          : " { … }";
  text += fmt::format("### `{}{}{}`\n\n", before, function.name, arguments);
  std::string sentence = function.meaning;
  if (!function.returns.empty())
    sentence += (sentence.empty() ? "returns " : "; returns ") + in_prose(function.returns);
  if (!sentence.empty()) text += sentence + "\n\n";
  if (function.takes_table) tell_fields(text, function.fields, "field");
}

void tell_class(std::string& text, const LanguageClass& described, const std::string& before) {
  const std::string title =
      described.name.rfind("perilune.", 0) == 0 ? described.name.substr(9) : described.name;
  text += "## " + title + "\n\n";
  if (!described.meaning.empty()) text += described.meaning;
  if (!described.parent.empty()) text += fmt::format(": all of {}, and", in_prose(described.parent));
  if (!described.meaning.empty()) text += "\n\n";
  tell_fields(text, described.attributes, "has");
  for (const LanguageFunction& function : described.functions) tell_function(text, before, function);
}

std::string receiver(const std::string& name) {
  std::string word = name.substr(name.rfind('.') + 1);
  for (const char* dimension : {"Planar", "Spatial"}) {
    if (word.rfind(dimension, 0) == 0) word.erase(0, std::string(dimension).size());
  }
  word[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(word[0])));
  return word + ":";
}

void tell_channels(std::string& text, const char* where, const std::vector<ChannelGroup>& groups) {
  text += fmt::format(
      "## Channels {}\n\nA channel is `NAME.channel`; those of every run have their whole name.\n\n", where);
  for (const ChannelGroup& group : groups) {
    text += "### " + group.kinds + "\n\n| channel | unit | meaning |\n|---|---|---|\n";
    for (const LanguageField& channel : group.channels)
      text += fmt::format("| `{}` | {} | {} |\n", channel.name, cell(channel.unit), cell(channel.meaning));
    text += "\n";
  }
}

}  // namespace

std::string reference(const Language& language) {
  std::string text =
      "# The language\n\n"
      "Written by `perilune reference` from the program's own lists: do not edit. SI units and radians; what "
      "is\n"
      "marked * must be given. `local mbs = require \"perilune\"`.\n\n";
  for (const LanguageClass& part : language.module) tell_class(text, part, part.name + ".");
  for (const LanguageClass& object : language.objects) tell_class(text, object, receiver(object.name));
  text += "# Tables\n\nWhat functions of scripts are given, and what results consist of.\n\n";
  for (const LanguageClass& table : language.tables) tell_class(text, table, "");
  text += "# Results\n\n";
  tell_channels(text, "in the plane", language.planar_channels);
  tell_channels(text, "in space", language.spatial_channels);
  return text;
}

}  // namespace perilune
