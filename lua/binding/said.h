#pragma once

#include <string>
#include <vector>

namespace perilune {

// What the language has beside the catalogues: constructors that read their table by hand, members of objects, tables
// that come back. Said once: constructors take their keys from here, and editor stubs and the reference their words.

// One field of a table that a script gives or gets, or an attribute of an object.
struct SaidField {
  std::string name, type, unit, meaning;  // type: in LuaCATS, "number", "perilune.Law"
  bool required = false;
};

// One function or method.
struct SaidFunction {
  std::string owner;  // "mbs.accept", "Model", "Run"
  std::string name;
  std::string
      arguments;  // "channel: string, t: number"; of a function that takes a table: "{contact}", a key of said_fields
  std::string returns;  // "" for nothing
  std::string meaning;
};

// Of "contact", "simulate", …; [integer] stands for entries without a name, which said_names leaves out.
// Throws std::logic_error for a constructor nobody described.
const std::vector<SaidField>& said_fields(const std::string& constructor);
std::vector<std::string> said_names(const std::string& constructor);
std::vector<std::string> said_constructors();

// Of a class of objects or a table of results: "Run", "Event"; empty when it has none.
const std::vector<SaidField>& said_attributes(const std::string& owner);
std::vector<std::string> said_owners();

const std::vector<SaidFunction>& said_functions();

}  // namespace perilune
