#include "lua/bytecode/translator.h"

namespace perilune::bytecode {

// The end of the function itself: what the interpreter's caller would read.
void Translator::leave(const Values& values) {
  if (results_ == Results::in_argument) leave_with_fields();
  if (results_ == Results::verdict) leave_with_verdict(values);
  const std::vector<Argument>& results = signature_.results;
  const auto value = [&](std::size_t i) { return i < values.size() ? values[i] : nil_value(); };
  std::vector<ir::Value> outputs;
  std::size_t expected = results.size();
  if (signature_.array_result && value(0).kind == Kind::object) {
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
  const Object object = state_.objects[static_cast<std::size_t>(value.id)];
  if (object.argument >= 0 || object.array.size() != signature_.results.size())
    refuse("returns a list of another length");
  for (const AbstractValue& entry : object.array) add_result(entry, "", outputs);
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
