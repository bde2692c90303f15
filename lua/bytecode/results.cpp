#include "lua/bytecode/translator.h"

namespace perilune::bytecode {

namespace {
constexpr std::int64_t most_entries = 1000;  // of a list that is taken apart
}

// The end of the function itself: what the interpreter's caller would read.
void Translator::leave(const Values& values) {
  if (results_ == Results::in_argument) leave_with_fields();
  if (results_ == Results::verdict) leave_with_verdict(values);
  const std::vector<Argument>& results = signature_.results;
  const auto value = [&](std::size_t i) { return i < values.size() ? values[i] : nil_value(); };
  std::vector<ir::Value> outputs;
  std::size_t expected = results.size();
  const bool is_nested = signature_.array_result && !results.front().fields.empty();
  if (is_nested) {
    add_lists(value(0), outputs);
    expected = 1;
  } else if (signature_.array_result && is_list(value(0))) {
    add_array(value(0), outputs);
    expected = 1;
  } else {
    for (std::size_t i = 0; i < results.size(); ++i) {
      if (results[i].fields.empty()) add_result(value(i), "", outputs);
      else add_rates(value(i), results[i], outputs);
    }
  }
  if (value(expected).kind != Kind::nil) refuse("returns more than it must");
  ir::End end;
  end.kind = ir::End::Kind::leave, end.results = std::move(outputs);
  block().end = std::move(end);
  throw Ended{};
}

void Translator::add_result(const AbstractValue& value, const std::string& name,
                            std::vector<ir::Value>& outputs) {
  if (!value.is_numeric()) refuse("returns " + (name.empty() ? "" : name + " = ") + describe(value));
  outputs.push_back(as_number(value));
}

void Translator::add_array(const AbstractValue& value, std::vector<ir::Value>& outputs) {
  const Values entries = entries_of(value);
  if (entries.size() != signature_.results.size()) refuse("returns a list of another length");
  for (const AbstractValue& entry : entries) add_result(entry, "", outputs);
}

bool Translator::is_list(const AbstractValue& value) {
  return value.kind == Kind::object || value.kind == Kind::table;
}

// Of a list of the function's own, or of one outside, as long as it is what it is.
Translator::Values Translator::entries_of(const AbstractValue& list) {
  if (list.kind == Kind::object) {
    const Object& object = state_.objects[static_cast<std::size_t>(list.id)];
    if (object.argument >= 0) refuse("uses what it is given as a list");
    return object.array;
  }
  const std::int64_t size = length(list).integer;
  if (size > most_entries) refuse("uses a list of many entries");
  Values entries;
  for (std::int64_t i = 1; i <= size; ++i) entries.push_back(index(list, integer_value(i)));
  return entries;
}

// { { fx, fy, m }, { Q }, … } as the interpreter's caller reads it: of one result the list itself will do.
void Translator::add_lists(const AbstractValue& value, std::vector<ir::Value>& outputs) {
  const std::vector<Argument>& results = signature_.results;
  const Values entries = is_list(value) ? entries_of(value) : Values();
  const bool is_bare = results.size() == 1 && (entries.empty() || !is_list(entries.front()));
  if (is_bare) return add_list(value, results.front(), outputs);
  if (entries.size() != results.size()) refuse("returns a list of another length");
  for (std::size_t i = 0; i < entries.size(); ++i) add_list(entries[i], results[i], outputs);
}

// The fields one after another; the list may end before any but the first.
void Translator::add_list(const AbstractValue& value, const Argument& result,
                          std::vector<ir::Value>& outputs) {
  const auto size = static_cast<std::size_t>(result.size());
  if (size == 1 && !is_list(value)) return add_result(value, "", outputs);
  if (!is_list(value)) refuse("returns " + describe(value) + " for a list");
  const Values entries = entries_of(value);
  bool fits = false;
  std::size_t end = 0;
  for (const RecordField& field : result.fields) {
    end += static_cast<std::size_t>(field.size);
    fits = fits || entries.size() == end;
  }
  if (!fits) refuse("returns a list of another length");
  for (const AbstractValue& entry : entries) add_result(entry, "", outputs);
  for (std::size_t i = entries.size(); i < size; ++i) outputs.push_back(ir::add_number(routine_, 0));
}

// { NAME = rate, … }; none: all are zero.
void Translator::add_rates(const AbstractValue& value, const Argument& result,
                           std::vector<ir::Value>& outputs) {
  if (value.kind == Kind::nil) {
    for (int i = 0; i < result.size(); ++i) outputs.push_back(ir::add_number(routine_, 0));
    return;
  }
  if (value.kind != Kind::object) refuse("returns " + describe(value) + " for its rates");
  const Object object = state_.objects[static_cast<std::size_t>(value.id)];
  if (object.argument >= 0 || !object.array.empty() || object.fields.size() != result.fields.size())
    refuse("returns other rates than those of its states");
  for (const RecordField& field : result.fields) {
    const auto found = object.fields.find(field.name);
    add_result(found == object.fields.end() ? nil_value() : found->second, field.name, outputs);
  }
}

void Translator::leave_with_fields() {
  const Object record = state_.objects.front();
  std::vector<ir::Value> outputs;
  for (const Argument& result : signature_.results) {
    if (result.fields.empty()) add_result(record.fields.at(result.name), result.name, outputs);
    for (const RecordField& field : result.fields)
      add_result(record.fields.at(field.name), field.name, outputs);
  }
  ir::End end;
  end.kind = ir::End::Kind::leave, end.results = std::move(outputs);
  block().end = std::move(end);
  throw Ended{};
}

}  // namespace perilune::bytecode
