#include <algorithm>

#include "lua/bytecode/translator.h"

namespace perilune::bytecode {

// What scripts call beside `math`.
Translator::Values Translator::call_base(const std::string& name, const Values& arguments) {
  if (name == "ipairs") {
    const AbstractValue list = arguments.empty() ? nil_value() : arguments.front();
    if (list.kind != Kind::object && list.kind != Kind::table) refuse("calls ipairs with " + describe(list));
    return {known_value(Kind::iterator, -1), list, integer_value(0)};
  }
  if (name == "pairs") {
    const AbstractValue table = arguments.empty() ? nil_value() : arguments.front();
    if (table.kind != Kind::object && table.kind != Kind::table)
      refuse("calls pairs with " + describe(table));
    const AbstractValue walk = make_walk(table);
    return {walk, table, nil_value()};
  }
  if (name == "table.unpack" && arguments.size() == 1 && is_list(arguments[0])) {
    refuse_metamethod(arguments[0], "__len");
    return entries_of(arguments[0]);
  }
  if (name == "select" && !arguments.empty() && arguments[0].kind == Kind::integer_constant &&
      arguments[0].integer > 0) {
    const auto skipped = std::min(arguments[0].integer, static_cast<std::int64_t>(arguments.size()));
    return {arguments.begin() + skipped, arguments.end()};
  }
  if (name == "type" && !arguments.empty()) {
    const std::string text = describe(arguments[0]);  // "a number value"
    const bool is_view = arguments[0].kind == Kind::view;
    if (!is_view) return {surroundings_->add_string(text.substr(2, text.rfind(' ') - 2))};
  }
  if (name == "string.format") {
    check_format(arguments);
    return {known_value(Kind::text, -1)};
  }
  if (name == "setmetatable") return {set_metatable(arguments)};
  if (name == "error") raise();
  if (name == "assert") {
    if (arguments.empty() || !arguments[0].is_true()) raise();
    return arguments;
  }
  if (name == "tostring" && !arguments.empty() && arguments[0].is_numeric())
    return {known_value(Kind::text, -1)};
  refuse("calls " + name);
}

// Whether the interpreter would make a text of these: only plain conversions, of numbers and strings.
void Translator::check_format(const Values& arguments) {
  if (arguments.empty() || arguments[0].kind != Kind::string)
    refuse("calls string.format with an unknown format");
  const std::string& format = surroundings_->string(arguments[0].id);
  std::size_t next = 1;
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') continue;
    if (++i < format.size() && format[i] == '%') continue;
    std::size_t digits = 0;  // a width and a precision of one digit each
    if (i < format.size() && format[i] >= '1' && format[i] <= '9') ++i, ++digits;
    if (i + 1 < format.size() && format[i] == '.' && format[i + 1] >= '0' && format[i + 1] <= '9') i += 2;
    const char conversion = i < format.size() ? format[i] : ' ';
    const bool is_known = next < arguments.size();
    const AbstractValue argument = is_known ? arguments[next++] : nil_value();
    const bool is_text = argument.kind == Kind::string || argument.kind == Kind::text;
    const bool fits = conversion == 'd' ? argument.is_integer() && digits == 0
                      : conversion == 's'
                          ? (is_text || argument.is_numeric()) && format[i - 1] == '%'
                          : std::string("feg").find(conversion) != std::string::npos && argument.is_numeric();
    if (!fits) refuse("calls string.format with what it may not be able to write");
  }
}

}  // namespace perilune::bytecode
