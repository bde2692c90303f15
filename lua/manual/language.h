#pragma once

#include <string>
#include <vector>

namespace perilune {

// The language as an editor or a reader sees it, put together from the catalogues and from what lua/binding/said.h adds.

struct LanguageField {
  std::string name, type, unit, meaning;  // type in LuaCATS; meaning with range and default
  bool required = false;
};

struct LanguageFunction {
  std::string name;
  std::string arguments;  // "channel: string"; unused when it takes a table
  std::string returns, meaning;
  bool takes_table = false, is_optional = false;
  std::string table_type;  // of the table it takes: "perilune.PlanarModel.spring"
  std::vector<LanguageField> fields;
};

struct LanguageClass {
  std::string name;  // "perilune.Run", "mbs.laws"
  std::string parent, meaning;
  std::vector<LanguageField> attributes;
  std::vector<LanguageFunction> functions;
};

// The channels that elements of these kinds have.
struct ChannelGroup {
  std::string kinds;  // "revolute, spherical"
  std::vector<LanguageField> channels;
};

struct Language {
  std::vector<LanguageClass> module;   // mbs, mbs.laws, …
  std::vector<LanguageClass> objects;  // with methods
  std::vector<LanguageClass> tables;   // given to scripts, or by them
  std::vector<ChannelGroup> planar_channels, spatial_channels;
};

// Throws std::logic_error that names what the program has and nobody described, or the other way round.
Language describe_language();

std::string stubs(const Language& language);      // LuaCATS, for editors
std::string reference(const Language& language);  // Markdown

}  // namespace perilune
