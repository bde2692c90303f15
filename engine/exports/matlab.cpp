#include "engine/exports/matlab.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <stdexcept>

namespace perilune {
namespace {

// Types of data elements and classes of arrays (MAT-File Format, tables 1-1 and 1-3).
enum DataType : std::uint32_t {
  mi_int8 = 1,
  mi_uint16 = 4,
  mi_int32 = 5,
  mi_uint32 = 6,
  mi_double = 9,
  mi_matrix = 14
};
enum ArrayClass : std::uint32_t { mx_cell = 1, mx_struct = 2, mx_char = 4, mx_double = 6 };

void append_bytes(std::string& to, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) to += static_cast<char>((value >> (8 * i)) & 0xFF);
}

void append_double(std::string& to, double x) {
  std::uint64_t bits = 0;
  static_assert(sizeof bits == sizeof x);
  std::copy_n(reinterpret_cast<const char*>(&x), sizeof x, reinterpret_cast<char*>(&bits));
  append_bytes(to, bits, 8);
}

// Tag, data, and zeros up to the next multiple of eight bytes.
std::string element(DataType type, const std::string& data) {
  if (data.size() > 0x7fffffff)
    throw OutputError("a .mat file of this kind holds at most 2 GB; record less often, or save as .csv");
  std::string made;
  append_bytes(made, type, 4);
  append_bytes(made, data.size(), 4);
  made += data;
  made.append((8 - data.size() % 8) % 8, '\0');
  return made;
}

std::string array(ArrayClass kind, std::size_t rows, std::size_t columns, const std::string& name,
                  const std::string& contents) {
  std::string flags, dimensions;
  append_bytes(flags, kind, 4);
  append_bytes(flags, 0, 4);
  append_bytes(dimensions, rows, 4);
  append_bytes(dimensions, columns, 4);
  return element(mi_matrix, element(mi_uint32, flags) + element(mi_int32, dimensions) +
                                element(mi_int8, name) + contents);
}

std::string column(const std::string& name, const std::vector<double>& numbers) {
  std::string data;
  data.reserve(8 * numbers.size());
  for (const double x : numbers) append_double(data, x);
  return array(mx_double, numbers.size(), 1, name, element(mi_double, data));
}

// Text is UTF-16; names beyond ASCII keep their bytes as question marks.
std::string text(const std::string& words) {
  std::string data;
  for (const char c : words) append_bytes(data, (c & 0x80) != 0 ? '?' : static_cast<unsigned char>(c), 2);
  return array(mx_char, 1, words.size(), "", element(mi_uint16, data));
}

std::string cells(const std::string& name, const std::vector<std::string>& texts) {
  std::string contents;
  for (const std::string& one : texts) contents += text(one);
  return array(mx_cell, texts.size(), 1, name, contents);
}

constexpr std::size_t field_name_length = 64;

struct Member {
  std::string name;
  const std::vector<double>* numbers;
};

std::string structure(const std::string& name, const std::vector<Member>& members) {
  std::string length, names, values;
  append_bytes(length, field_name_length, 4);
  for (const Member& member : members) {
    names += member.name;
    names.append(field_name_length - member.name.size(), '\0');
    values += column("", *member.numbers);
  }
  // A small element: the length of names is packed into its own tag.
  std::string small;
  append_bytes(small, static_cast<std::uint32_t>(mi_int32) | (4U << 16), 4);
  return array(mx_struct, 1, 1, name, small + length + element(mi_int8, names) + values);
}

std::string header() {
  std::string made = "MATLAB 5.0 MAT-file, written by Perilune";
  made.resize(124, ' ');
  append_bytes(made, 0x0100, 2);
  return made + "IM";
}

struct Structure {
  std::string element, name;
  std::vector<Member> members;
  std::vector<std::string> taken;
};

}  // namespace

std::string matlab_name(const std::string& name, std::vector<std::string>& taken) {
  static const std::vector<std::string> reserved = {"break",  "case",   "catch",     "classdef", "continue",
                                                    "else",   "elseif", "end",       "for",      "function",
                                                    "global", "if",     "otherwise", "parfor",   "persistent",
                                                    "return", "spmd",   "switch",    "try",      "while"};
  std::string made;
  for (const char c : name) made += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  if (made.empty() || std::isalpha(static_cast<unsigned char>(made[0])) == 0) made = "x" + made;
  made.resize(std::min<std::size_t>(made.size(), 55));
  const auto is_taken = [&](const std::string& one) {
    return std::count(taken.begin(), taken.end(), one) + std::count(reserved.begin(), reserved.end(), one) >
           0;
  };
  std::string unique = made;
  for (int i = 2; is_taken(unique); ++i) unique = made + "_" + std::to_string(i);
  taken.push_back(unique);
  return unique;
}

std::string matlab_file(const Run& run) {
  std::vector<std::string> names, units, taken = {"time", "channels", "units"};
  std::vector<Structure> structures;
  for (const ChannelInfo& channel : run.channels()) {
    names.push_back(channel.name), units.push_back(channel.unit);
    const std::size_t dot = channel.name.rfind('.');
    const std::string of = channel.name.substr(0, dot);
    auto found = std::find_if(structures.begin(), structures.end(),
                              [&of](const Structure& one) { return one.element == of; });
    if (found == structures.end())
      found = structures.insert(structures.end(), {of, matlab_name(of, taken), {}, {}});
    const std::string name = matlab_name(channel.name.substr(dot + 1), found->taken);
    found->members.push_back({name, &run.series(channel.name)});
  }
  std::string file = header() + column("time", run.time()) + cells("channels", names) + cells("units", units);
  for (const Structure& one : structures) file += structure(one.name, one.members);
  return file;
}

}  // namespace perilune
