#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "lua/manual/language.h"

namespace perilune {
namespace {

// "[N/m] stiffness; > 0"
std::string in_words(const LanguageField& field) {
  return (field.unit.empty() ? "" : "[" + field.unit + "] ") + field.meaning;
}

// A name that Lua does not know as a word of its own.
bool is_name(const std::string& text) {
  static const std::set<std::string> reserved = {
      "and", "break", "do",  "else", "elseif", "end",    "false",  "for",  "function", "goto",  "if",
      "in",  "local", "nil", "not",  "or",     "repeat", "return", "then", "true",     "until", "while"};
  return reserved.count(text) == 0;
}

void write_field(std::string& text, const LanguageField& field, bool all_there) {
  const bool is_list = field.name[0] == '[';
  const std::string name = is_list ? field.name : field.name + (field.required || all_there ? "" : "?");
  text += fmt::format("---@field {} {} {}\n", name, field.type, in_words(field));
}

void write_table_of(std::string& text, const LanguageFunction& function) {
  if (!function.takes_table) return;
  text += fmt::format("---@class {}\n", function.table_type);
  for (const LanguageField& field : function.fields) write_field(text, field, false);
  text += "\n";
}

// "channel: string, t: number?" → names, and their annotations.
std::string write_arguments(std::string& text, const std::string& arguments) {
  std::string names;
  std::size_t at = 0;
  while (at < arguments.size()) {
    const std::size_t comma = std::min(arguments.find(", ", at), arguments.size());
    const std::string one = arguments.substr(at, comma - at);
    const std::size_t colon = one.find(": ");
    std::string name = one.substr(0, colon), type = one.substr(colon + 2);
    names += (names.empty() ? "" : ", ") + name;
    if (type.back() == '?') name += "?", type.pop_back();
    text += fmt::format("---@param {} {}\n", name, type);
    at = comma + 2;
  }
  return names;
}

void write_function(std::string& text, const std::string& object, char separator,
                    const LanguageFunction& function) {
  if (!function.meaning.empty()) text += "--- " + function.meaning + "\n";
  std::string names = "fields";
  if (function.takes_table)
    text += fmt::format("---@param fields{} {}\n", function.is_optional ? "?" : "", function.table_type);
  else names = write_arguments(text, function.arguments);
  if (!function.returns.empty()) text += "---@return " + function.returns + "\n";
  if (is_name(function.name)) {
    text += fmt::format("function {}{}{}({}) end\n\n", object, separator, function.name, names);
  } else {
    text += fmt::format("{}[\"{}\"] = function({}{}) end\n\n", object, function.name,
                        separator == ':' ? "_, " : "", names);
  }
}

void write_object(std::string& text, const LanguageClass& object) {
  for (const LanguageFunction& function : object.functions) write_table_of(text, function);
  if (!object.meaning.empty()) text += "--- " + object.meaning + "\n";
  text += fmt::format("---@class {}{}\n", object.name, object.parent.empty() ? "" : ": " + object.parent);
  for (const LanguageField& field : object.attributes) write_field(text, field, true);
  const std::string local = object.name.substr(object.name.rfind('.') + 1);
  if (object.functions.empty()) {
    text += "\n";
    return;
  }
  text += fmt::format("local {} = {{}}\n\n", local);
  for (const LanguageFunction& function : object.functions) write_function(text, local, ':', function);
}

void write_table(std::string& text, const LanguageClass& table) {
  if (!table.meaning.empty()) text += "--- " + table.meaning + "\n";
  text += fmt::format("---@class {}\n", table.name);
  for (const LanguageField& field : table.attributes) write_field(text, field, true);
  text += "\n";
}

void write_module(std::string& text, const LanguageClass& part) {
  for (const LanguageFunction& function : part.functions) write_table_of(text, function);
  text += fmt::format("---@class {}\n", part.name);
  const bool is_whole = part.name == "mbs";
  for (const LanguageField& field : part.attributes) {
    if (field.type.rfind("mbs.", 0) != 0) write_field(text, field, true);
  }
  text += is_whole ? "local mbs = {}\n\n" : part.name + " = {}\n\n";
  for (const LanguageFunction& function : part.functions) write_function(text, part.name, '.', function);
}

// Names of elements are the script's; those of every run can be completed.
void write_channels(std::string& text, const Language& language) {
  text += "--- \"NAME.channel\" of an element, or one of these; run.channels lists all\n";
  text += "---@alias perilune.Channel string\n";
  std::set<std::string> seen;
  for (const auto* groups : {&language.planar_channels, &language.spatial_channels}) {
    for (const ChannelGroup& group : *groups) {
      if (group.kinds != "every run") continue;
      for (const LanguageField& channel : group.channels) {
        if (seen.insert(channel.name).second)
          text += fmt::format("---| '\"{}\"' # {}\n", channel.name, in_words(channel));
      }
    }
  }
  text += "---| '\"time\"' # [s]\n\n";
  text +=
      "--- one of mbs.accept, or a function of your own: true, false, false with a step [s], or \"stop\"\n"
      "---@alias perilune.Rule perilune.AcceptanceRule|fun(step: perilune.Step): "
      "boolean|\"stop\", number?\n\n";
}

}  // namespace

std::string stubs(const Language& language) {
  std::string text =
      "---@meta perilune\n"
      "-- What an editor needs to complete the language (LuaCATS, as lua-language-server reads it).\n"
      "-- Written by `perilune stubs` from the program's own lists: do not edit.\n\n";
  write_channels(text, language);
  for (const LanguageClass& table : language.tables) write_table(text, table);
  for (const LanguageClass& object : language.objects) write_object(text, object);
  for (const LanguageClass& part : language.module) write_module(text, part);
  return text + "return mbs\n";
}

}  // namespace perilune
