#include <fmt/format.h>

#include "lua/binding/compiled_function.h"
#include "lua/binding/function_source.h"
#include "lua/binding/guard.h"
#include "lua/binding/jet.h"
#include "lua/binding/record.h"
#include "lua/binding/values.h"

namespace perilune {
namespace {

// "fx", or of a list within a list "{ fx, fy[, m] }".
std::string list_text(const Argument& result) {
  if (result.fields.empty()) return result.name;
  std::string text = "{ " + result.fields.front().name;
  for (std::size_t i = 1; i < result.fields.size(); ++i) text += "[, " + result.fields[i].name + "]";
  return text + " }";
}

// What a function must return, for messages.
std::string expected(const Signature& signature) {
  std::string text;
  if (signature.results.empty()) return "a list { … } with one number for each equation";
  for (const Argument& result : signature.results) {
    if (signature.array_result) text += (text.empty() ? "{ " : ", ") + list_text(result);
    else if (result.fields.empty()) text += text.empty() ? "a number" : " and a number";
    else text += " and { " + result.fields.front().name + " = rate }";
  }
  return signature.array_result ? text + " }" : text;
}

void push_number(lua_State* L, double value) { lua_pushnumber(L, value); }
void push_number(lua_State* L, const Taylor& value) { push_jet(L, value); }

void push_record(lua_State* L, Record& record, const double* values) { record.push(L, values); }
void push_record(lua_State* L, Record& record, const Taylor* values) { record.push_taylor(L, values); }

bool read_value(lua_State* L, int index, double& value) {
  if (lua_type(L, index) != LUA_TNUMBER) return false;
  value = lua_tonumber(L, index);
  return true;
}
bool read_value(lua_State* L, int index, Taylor& value) { return read_jet(L, index, value); }

// A function of the script, called by the interpreter: one protected call an evaluation.
class InterpretedFunction final : public Function {
 public:
  InterpretedFunction(lua_State* L, int index, const Signature& signature, ResultsFrom results)
      : Function(signature),
        host_(Host::of(L)),
        function_(L, index),
        definition_(definition_of(L, index)),
        results_(results) {
    for (const Argument& argument : signature.arguments) {
      records_.push_back(argument.is_number() ? nullptr : std::make_unique<Record>(L, argument));
    }
  }

  void evaluate(const double* inputs, double* outputs) const override { run(inputs, outputs); }
  void evaluate_taylor(const Taylor* inputs, Taylor* outputs) const override { run(inputs, outputs); }

  // The length of the list it returns; one number is a list, too.
  int count_results(const double* inputs) const {
    const Busy busy(*this);
    const Callback callback(host_, signature().purpose);
    lua_State* L = callback.state();
    call(callback, inputs, 2);
    const int first = callback.top() + 2;
    if (!lua_isnil(L, first + 1)) refuse(L, first + 1, "returned also ");
    if (lua_istable(L, first)) return static_cast<int>(lua_rawlen(L, first));
    if (lua_type(L, first) != LUA_TNUMBER) refuse(L, first, "returned ");
    return 1;
  }

 private:
  // The records of a running function are in use: it cannot be called again from within.
  struct Busy {
    explicit Busy(const InterpretedFunction& function) : flag(function.busy_) {
      if (flag)
        throw FunctionError(function.definition_ + ": " + function.signature().purpose + " calls itself");
      flag = true;
    }
    ~Busy() { flag = false; }
    bool& flag;
  };

  template <class Number>
  void run(const Number* inputs, Number* outputs) const {
    const Busy busy(*this);
    const Callback callback(host_, signature().purpose);
    lua_State* L = callback.state();
    // One result more than wanted, so that a superfluous one is noticed.
    const int results =
        results_ == ResultsFrom::returned ? static_cast<int>(signature().results.size()) + 1 : 0;
    call(callback, inputs, results);
    if (results_ == ResultsFrom::returned) read_results(L, callback.top() + 2, outputs);
    else read_argument(L, outputs);
  }

  template <class Number>
  void call(const Callback& callback, const Number* inputs, int results) const {
    lua_State* L = callback.state();
    if (!lua_checkstack(L, 20 + 2 * static_cast<int>(records_.size()))) throw FunctionError("stack overflow");
    lua_rawgeti(L, LUA_REGISTRYINDEX, host_.error_handler);
    function_.push(L);
    push_arguments(L, inputs);
    callback.call(static_cast<int>(records_.size()), results, definition_);
  }

  template <class Number>
  void push_arguments(lua_State* L, const Number* inputs) const {
    for (std::size_t i = 0; i < records_.size(); ++i) {
      if (records_[i]) push_record(L, *records_[i], inputs);
      else push_number(L, *inputs);
      inputs += signature().arguments[i].size();
    }
  }

  template <class Number>
  void read_results(lua_State* L, int first, Number* outputs) const {
    const std::vector<Argument>& results = signature().results;
    const int count = static_cast<int>(results.size());
    if (signature().array_result && (lua_istable(L, first) || !results.front().fields.empty())) {
      if (!lua_isnil(L, first + 1)) refuse(L, first + 1, "returned also ");
      if (!results.front().fields.empty()) return read_lists(L, first, outputs);
      return read_array(L, first, outputs);
    }
    if (signature().array_result && count > 1 && lua_isnil(L, first + 1)) refuse(L, first, "returned ");
    for (int i = 0; i < count; ++i) {
      if (results[i].fields.empty()) read_number(L, first + i, *outputs);
      else read_rates(L, first + i, results[i], outputs);
      outputs += results[i].size();
    }
    if (!lua_isnil(L, first + count)) refuse(L, first + count, "returned also ");
  }

  template <class Number>
  void read_number(lua_State* L, int index, Number& value) const {
    if (!read_value(L, index, value)) refuse(L, index, "returned ");
  }

  template <class Number>
  void read_array(lua_State* L, int table, Number* outputs) const {
    const lua_Unsigned size = signature().results.size();
    if (lua_rawlen(L, table) != size)
      refuse(L, table, "returned " + std::to_string(lua_rawlen(L, table)) + " entries in ");
    for (lua_Unsigned i = 0; i < size; ++i) {
      lua_rawgeti(L, table, static_cast<lua_Integer>(i + 1));
      read_number(L, lua_gettop(L), outputs[i]);
      lua_pop(L, 1);
    }
  }

  // { { fx, fy, m }, { Q }, … }, a list for each result; of one result the list itself will do, of one number the number.
  template <class Number>
  void read_lists(lua_State* L, int index, Number* outputs) const {
    const std::vector<Argument>& results = signature().results;
    bool is_bare = results.size() == 1 && !lua_istable(L, index);
    if (results.size() == 1 && !is_bare) {
      is_bare = lua_rawgeti(L, index, 1) != LUA_TTABLE;
      lua_pop(L, 1);
    }
    if (is_bare) return read_list(L, index, results.front(), outputs);
    if (!lua_istable(L, index)) refuse(L, index, "returned ");
    if (lua_rawlen(L, index) != results.size())
      refuse(L, index, "returned " + std::to_string(lua_rawlen(L, index)) + " entries in ");
    for (std::size_t i = 0; i < results.size(); ++i) {
      lua_rawgeti(L, index, static_cast<lua_Integer>(i + 1));
      read_list(L, lua_gettop(L), results[i], outputs);
      lua_pop(L, 1);
      outputs += results[i].size();
    }
  }

  // Its fields one after another; it may end before any but the first of them, the rest is zero.
  template <class Number>
  void read_list(lua_State* L, int index, const Argument& result, Number* outputs) const {
    if (result.size() == 1 && !lua_istable(L, index)) return read_number(L, index, *outputs);
    if (!lua_istable(L, index)) refuse(L, index, "returned for " + result.name + " ");
    const auto count = static_cast<int>(lua_rawlen(L, index));
    bool fits = false;
    for (int i = 0, end = 0; i < static_cast<int>(result.fields.size()); ++i)
      end += result.fields[i].size, fits = fits || count == end;
    if (!fits) {
      refuse(L, index,
             fmt::format("returned for {} {} number{} in ", result.name, count, count == 1 ? "" : "s"));
    }
    for (int i = 0; i < result.size(); ++i) {
      outputs[i] = Number{};
      if (i >= count) continue;
      lua_rawgeti(L, index, i + 1);
      if (!read_value(L, -1, outputs[i])) {
        refuse(L, lua_gettop(L), fmt::format("returned for {} as number {} ", result.name, i + 1));
      }
      lua_pop(L, 1);
    }
  }

  // { NAME = rate, … }; no table at all means that nothing changes.
  template <class Number>
  void read_rates(lua_State* L, int index, const Argument& result, Number* outputs) const {
    const int size = result.size();
    std::fill(outputs, outputs + size, Number{});
    if (lua_isnil(L, index)) return;
    if (!lua_istable(L, index)) refuse(L, index, "returned ");
    check_names(L, index, result);
    for (int i = 0; i < size; ++i) {
      lua_pushstring(L, result.fields[i].name.c_str());
      lua_rawget(L, index);
      if (!read_value(L, -1, outputs[i])) refuse(L, -1, "returned " + result.fields[i].name + " = ");
      lua_pop(L, 1);
    }
  }

  void check_names(lua_State* L, int table, const Argument& result) const {
    for (const std::string& key : table_keys(L, table)) {
      const bool known = std::any_of(result.fields.begin(), result.fields.end(),
                                     [&](const RecordField& field) { return field.name == key; });
      if (!known)
        throw FunctionError(fmt::format("{}: {} returned a rate of '{}', which is no state", definition_,
                                        signature().purpose, key));
    }
  }

  template <class Number>
  void read_argument(lua_State* L, Number* outputs) const {
    for (const Argument& result : signature().results) {
      if (result.fields.empty()) *outputs++ = Number{records_.front()->read(L, result.name, definition_)};
      for (const RecordField& field : result.fields)
        *outputs++ = Number{records_.front()->read(L, field.name, definition_)};
    }
  }

  [[noreturn]] void refuse(lua_State* L, int index, const std::string& what) const {
    throw FunctionError(fmt::format("{}: {} {}{}, it must return {}", definition_, signature().purpose, what,
                                    describe(L, index), expected(signature())));
  }

  Host& host_;
  Reference function_;
  std::string definition_;
  ResultsFrom results_;
  std::vector<std::unique_ptr<Record>> records_;  // by argument; null: a number
  mutable bool busy_ = false;
};

class ScriptFunction final : public FunctionSource {
 public:
  ScriptFunction(lua_State* L, int index) : host_(Host::of(L)), function_(L, index) {}
  FunctionPointer bind(const Signature& signature) const override {
    lua_State* L = host_.current();
    function_.push(L);
    FunctionPointer bound = make_function(L, lua_gettop(L), signature);
    lua_pop(L, 1);
    return bound;
  }
  int count_results(const Signature& arguments, const double* inputs) const override {
    lua_State* L = host_.current();
    function_.push(L);
    const InterpretedFunction function(L, lua_gettop(L), arguments, ResultsFrom::returned);
    lua_pop(L, 1);
    return function.count_results(inputs);
  }

 private:
  Host& host_;
  Reference function_;
};

}  // namespace

FunctionSourcePointer make_function_source(lua_State* L, int index) {
  return std::make_shared<ScriptFunction>(L, index);
}

FunctionPointer make_function(lua_State* L, int index, const Signature& signature, ResultsFrom results) {
  index = lua_absindex(L, index);
  auto interpreted = std::make_shared<InterpretedFunction>(L, index, signature, results);
  return make_compiled_function(L, index, std::move(interpreted), results);
}

}  // namespace perilune
