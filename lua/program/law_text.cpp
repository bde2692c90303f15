#include "lua/program/law_text.h"

#include <vector>

namespace perilune {

extern const char* const laws_in_lua;  // the script, built in

namespace {

// A function of the first column, with the comment before it, up to its `end`; from: where it begins.
std::string function_at(const std::string& script, std::size_t from) {
  while (from > 0) {  // comments belong to what follows, headings do not
    const std::size_t line = from >= 2 ? script.rfind('\n', from - 2) + 1 : 0;
    if (script.compare(line, 3, "-- ") != 0 || script.compare(line, 5, "-- --") == 0) break;
    from = line;
  }
  const std::string end = "\nend\n";
  return script.substr(from, script.find(end, from) + end.size() - from);
}

// Helpers are one line or several: those of one line end where it ends.
std::string helper_at(const std::string& script, std::size_t from) {
  const std::string line = script.substr(from, script.find('\n', from) + 1 - from);
  const bool is_whole = line.size() > 5 && line.compare(line.size() - 5, 5, " end\n") == 0;
  return is_whole ? line : function_at(script, from);
}

void add(const std::string& script, const std::string& text, std::vector<std::string>& parts) {
  for (const char* helper :
       {"root", "rate_ratio", "energy_balance", "spring_damper", "damping_ratio", "modulus", "logarithmic"}) {
    const std::string head = std::string("local function ") + helper + "(";
    if (text.find(std::string(helper) + "(") == std::string::npos || text.find(head) != std::string::npos)
      continue;
    const std::string part = helper_at(script, script.find("\n" + head) + 1);
    bool is_known = false;
    for (const std::string& other : parts) is_known = is_known || other == part;
    if (is_known) continue;
    add(script, part, parts);  // what it calls comes before it
    parts.push_back(part);
  }
}

}  // namespace

std::string law_text(const std::string& name) {
  const std::string script = laws_in_lua;
  const std::size_t begin = script.find("\nfunction laws." + name + "(");
  if (begin == std::string::npos) return {};
  const std::string law = function_at(script, begin + 1);
  std::vector<std::string> parts;
  add(script, law, parts);
  std::string text;
  for (const std::string& part : parts) text += part;
  return text + law;
}

}  // namespace perilune
