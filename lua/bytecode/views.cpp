#include <algorithm>
#include <cmath>

#include "lua/bytecode/translator.h"

namespace perilune::bytecode {
namespace {

template <class List, class Name>
int find_named(const List& list, const std::string& wanted, const Name& name) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const auto& one) { return name(one) == wanted; });
  return found == list.end() ? -1 : static_cast<int>(found - list.begin());
}

}  // namespace

// A number that the engine is asked for before the routine runs.
ir::Value Translator::ask(Query query) {
  std::vector<Query>& queries = translation_.queries;
  const auto found = std::find(queries.begin(), queries.end(), query);
  const int input = static_cast<int>(found - queries.begin());
  if (found == queries.end()) queries.push_back(std::move(query)), routine_.inputs = input + 1;
  return ir::add_input(routine_, input);
}

AbstractValue Translator::index_view(const AbstractValue& key) {
  if (key.kind != Kind::string) refuse("indexes what it is given with what is only known when it runs");
  const std::string& name = surroundings_->string(key.id);
  const int number = find_named(view_->numbers, name, [](const ViewNumber& one) { return one.name; });
  if (number >= 0) {
    const ir::Value value = ask({Query::Kind::number, number, "", 0, 0});
    if (!view_->numbers[static_cast<std::size_t>(number)].is_integer) return computed_number(value);
    return computed_integer(emit(ir::Op::to_integer, value));
  }
  const int method = find_named(view_->methods, name, [](const std::string& one) { return one; });
  if (method >= 0) return known_value(Kind::method, method);
  const int list = find_named(view_->lists, name, [](const ViewList& one) { return one.name; });
  if (list >= 0) return make_list(list);
  refuse("reads the unknown field '" + name + "'");
}

// A table of tables, a new one each time, as the interpreter gets it.
AbstractValue Translator::make_list(int list) {
  const ViewList& described = view_->lists[static_cast<std::size_t>(list)];
  translation_.reads_lists = true;
  Object items;
  items.frozen = true;
  for (std::size_t i = 0; i < described.items.size(); ++i) {
    Object item;
    item.frozen = true;
    item.fields["name"] = surroundings_->add_string(described.items[i]);
    for (std::size_t k = 0; k < described.numbers.size(); ++k)
      item.fields[described.numbers[k]] =
          computed_number(ask({Query::Kind::item, list, "", static_cast<int>(i), static_cast<int>(k)}));
    items.array.push_back(add_object(std::move(item)));
  }
  return add_object(std::move(items));
}

AbstractValue Translator::call_method(int method, const Values& arguments) {
  if (arguments.size() < 2 || arguments[0].kind != Kind::view || arguments[1].kind != Kind::string)
    refuse("asks for a channel whose name is only known when it runs");
  return computed_number(ask({Query::Kind::method, method, surroundings_->string(arguments[1].id), 0, 0}));
}

// true | true, dt | false | false, dt | "stop": outputs 1, 0 or 2, and dt or NaN.
void Translator::leave_with_verdict(const Values& values) {
  const auto value = [&](std::size_t i) { return i < values.size() ? values[i] : nil_value(); };
  const AbstractValue answer = value(0), proposed = value(1);
  const bool stops = answer.kind == Kind::string && surroundings_->string(answer.id) == "stop";
  if (!stops && answer.kind != Kind::yes && answer.kind != Kind::no) refuse("returns " + describe(answer));
  if (value(2).kind != Kind::nil || (stops && proposed.kind != Kind::nil))
    refuse("returns more than it must");
  ir::Value dt = ir::add_number(routine_, std::nan(""));
  if (proposed.kind != Kind::nil) {
    if (!proposed.is_numeric()) refuse("proposes " + describe(proposed) + " as a step");
    dt = as_number(proposed);
    demand(ir::Op::less, ir::add_number(routine_, 0), dt);
    demand(ir::Op::less, dt, ir::add_number(routine_, HUGE_VAL));
  }
  ir::End end;
  end.kind = ir::End::Kind::leave;
  end.results = {ir::add_number(routine_, stops ? 2 : answer.kind == Kind::yes ? 1 : 0), dt};
  block().end = std::move(end);
  throw Ended{};
}

}  // namespace perilune::bytecode
