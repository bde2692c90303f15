#include "engine/results/report/json.h"

#include <cmath>

#include <fmt/format.h>

namespace perilune {

void JsonText::separate() {
  if (text_.empty()) return;
  const char last = text_.back();
  if (last != '{' && last != '[' && last != ':') text_ += ',';
}

JsonText& JsonText::key(const char* name) {
  separate();
  text_ += '"';
  text_ += name;
  text_ += "\":";
  return *this;
}

JsonText& JsonText::number(double x, int digits) {
  separate();
  text_ += std::isfinite(x) ? fmt::format("{:.{}g}", x, digits) : "null";
  return *this;
}

JsonText& JsonText::text(const std::string& words) {
  separate();
  text_ += '"';
  for (const char c : words) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') text_ += '\\', text_ += c;
    else if (byte < ' ' || c == '<' || c == '>' || c == '&') text_ += fmt::format("\\u{:04x}", byte);
    else text_ += c;
  }
  text_ += '"';
  return *this;
}

JsonText& JsonText::boolean(bool value) {
  separate();
  text_ += value ? "true" : "false";
  return *this;
}

JsonText& JsonText::numbers(const std::vector<double>& list, int digits) {
  open('[');
  for (const double x : list) number(x, digits);
  return close(']');
}

JsonText& JsonText::open(char bracket) {
  separate();
  text_ += bracket;
  return *this;
}

JsonText& JsonText::close(char bracket) {
  text_ += bracket;
  return *this;
}

}  // namespace perilune
