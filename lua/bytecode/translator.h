#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "lua/bytecode/translate.h"

namespace perilune::bytecode {

// Runs a function on abstract values and writes down what it computes. A path ends by the exception Ended: its block
// has its end then.
// How far a function is unrolled.
struct Limits {
  std::int64_t rounds;  // of a loop whose number is known
  int versions;         // of one place, before numbers that differ are no longer told apart
};

class Translator {
 public:
  // view: what the function is given; null: the arguments of the signature.
  Translator(lua_State* L, const Signature& signature, Results results, const View* view, Limits limits);
  Translation run(int index);

 private:
  struct Ended {};
  using Kind = AbstractValue::Kind;
  using Values = std::vector<AbstractValue>;

  // translator.cpp: paths and versions
  void start(int function);
  struct Path {
    State state;
    int block;
    bool begins_version;  // else it may have arrived where a version begins
  };
  void follow(Path path);
  void step();
  int add_block();
  ir::Block& block() { return routine_.blocks[static_cast<std::size_t>(block_)]; }
  ir::Value emit(ir::Op op, ir::Value a, ir::Value b = ir::none, ir::Value c = ir::none);
  [[noreturn]] void refuse(const std::string& reason);  // this path is interpreted
  [[noreturn]] void raise();                            // this path raises an error: the interpreter words it
  [[noreturn]] void go_to_version();
  // Goes on at one of two places of this function.
  void branch(ir::Op condition, ir::Value a, ir::Value b, int pc_if_true, int pc_if_false);
  // Gives up unless the condition holds: an error, or integers so large that they are the interpreter's business.
  void demand(ir::Op condition, ir::Value a, ir::Value b);
  [[noreturn]] void end_branch(ir::Op condition, ir::Value a, ir::Value b, State if_true, State if_false);
  int line() const;

  // versions.cpp
  void forget_dead(State& state) const;
  void collect_objects(State& state) const;
  std::string key_of(const State& state) const;
  std::string place_of(const State& state) const;
  void generalize(State& state);
  template <class Action>
  static void for_values(State& state, const Action& action);

  // arithmetic.cpp
  enum class Arithmetic { add, subtract, multiply, modulo, power, divide, floor_divide };
  AbstractValue compute(Arithmetic operation, AbstractValue a, AbstractValue b);
  AbstractValue compute_integers(Arithmetic operation, const AbstractValue& a, const AbstractValue& b);
  AbstractValue compute_numbers(Arithmetic operation, const AbstractValue& a, const AbstractValue& b);
  AbstractValue negated(const AbstractValue& a);
  AbstractValue number_of(ir::Op op, const AbstractValue& a);
  AbstractValue number_of(ir::Op op, const AbstractValue& a, const AbstractValue& b);
  ir::Value as_number(const AbstractValue& a);
  ir::Value as_integer(const AbstractValue& a);
  ir::Value flag_of(const AbstractValue& a);
  [[noreturn]] void split(AbstractValue mixed);
  void demand_exact(const AbstractValue& a);

  // comparison.cpp
  enum class Order { less, less_equal, equal };
  void compare(Order order, AbstractValue a, AbstractValue b, bool expected);
  void compare_equal(const AbstractValue& a, const AbstractValue& b, bool expected);
  void decide(bool holds);

  // instructions.cpp
  void execute(const Instruction& i);
  bool execute_load(const Instruction& i);
  bool execute_arithmetic(const Instruction& i);
  bool execute_test(const Instruction& i);
  AbstractValue constant(int index);
  AbstractValue constant_or_register(const Instruction& i);
  void concatenate(int first, int count);

  // tables.cpp
  bool execute_table(const Instruction& i);
  AbstractValue index(const AbstractValue& table, const AbstractValue& key);
  AbstractValue index_object(const Object& object, const AbstractValue& key);
  AbstractValue choose(const Values& entries, ir::Value place);
  AbstractValue choose_by(const Values& entries, const std::vector<ir::Value>& bits);
  AbstractValue choose_table(const Values& tables, const std::vector<ir::Value>& bits);
  ir::Value select_by(std::vector<ir::Value> values, const std::vector<ir::Value>& bits);
  void demand_exact_integer(const AbstractValue& entry);
  void store(const AbstractValue& table, const AbstractValue& key, const AbstractValue& value);
  void set_list(const Instruction& i);
  AbstractValue length(const AbstractValue& value);
  AbstractValue add_object(Object object);
  AbstractValue method_of_strings(const AbstractValue& name);

  // metatables.cpp
  AbstractValue metamethod(const AbstractValue& value, const std::string& event);
  AbstractValue set_metatable(const Values& arguments);
  void refuse_metamethod(const AbstractValue& value, const char* event);
  AbstractValue index_beyond(const AbstractValue& object, const AbstractValue& key);
  bool call_operator(int result);
  bool call_handler(const char* event, const AbstractValue& a, const AbstractValue& b, int result,
                    int length);

  // closures.cpp
  AbstractValue upvalue(int index);
  void write_upvalue(int index, const AbstractValue& value);
  void make_closure(const Instruction& i);
  AbstractValue shared_variable(int place);
  void close_variables(int first);
  Object& variable(int upvalue);

  // calls.cpp
  bool execute_call(const Instruction& i);
  void call(const Instruction& i, bool is_tail);
  int function_of(const AbstractValue& callee) const;
  void check_callee(const AbstractValue& callee);
  void enter(const AbstractValue& callee, const Values& arguments, int results_at, int wanted);
  void return_values(const Values& values);
  Values values_from(int first, int count) const;
  void deliver(int first, int wanted, const Values& values);

  // library.cpp
  Values call_library(const std::string& name, const Values& arguments);
  Values call_math(const std::string& name, const Values& arguments);
  AbstractValue extreme(bool largest, const Values& arguments);
  AbstractValue rounded(ir::Op op, const AbstractValue& a);
  AbstractValue logarithm(const Values& arguments);
  const AbstractValue& numeric(const Values& arguments, std::size_t i, const std::string& name);

  // base_library.cpp
  Values call_base(const std::string& name, const Values& arguments);
  void check_format(const Values& arguments);

  // views.cpp
  ir::Value ask(Query query);
  AbstractValue index_view(const AbstractValue& key);
  AbstractValue make_list(int list);
  AbstractValue call_method(int method, const Values& arguments);
  [[noreturn]] void leave_with_verdict(const Values& values);

  // loops.cpp
  void call_iterator(const Instruction& i);
  AbstractValue make_walk(const AbstractValue& table);
  bool next_pair(const AbstractValue& walk, const AbstractValue& table, AbstractValue& key,
                 AbstractValue& value);
  bool execute_loop(const Instruction& i);
  void prepare_loop(const Instruction& i);
  void prepare_integer_loop(const Instruction& i);
  void prepare_number_loop(const Instruction& i);
  void continue_loop(const Instruction& i);
  void loop_limit(const AbstractValue& limit, std::int64_t step, AbstractValue& whole);

  // results.cpp
  [[noreturn]] void leave(const Values& values);
  [[noreturn]] void leave_with_fields();
  void add_rates(const AbstractValue& value, const Argument& result, std::vector<ir::Value>& outputs);
  void add_array(const AbstractValue& value, std::vector<ir::Value>& outputs);
  void add_lists(const AbstractValue& value, std::vector<ir::Value>& outputs);
  void add_list(const AbstractValue& value, const Argument& result, std::vector<ir::Value>& outputs);
  static bool is_list(const AbstractValue& value);
  Values entries_of(const AbstractValue& list);
  void add_result(const AbstractValue& value, const std::string& name, std::vector<ir::Value>& outputs);

  Frame& frame() { return state_.frames.back(); }
  const Frame& frame() const { return state_.frames.back(); }
  AbstractValue& reg(int i) { return frame().registers[static_cast<std::size_t>(i)]; }
  const KnownFunction& function() const { return surroundings_->function(frame().function); }

  const Signature& signature_;
  const Limits limits_;
  const Results results_;
  const View* const view_;
  std::shared_ptr<Surroundings> surroundings_;
  ir::Routine routine_;
  Translation translation_;
  State state_;
  int block_ = 0;
  int steps_ = 0;
  std::vector<Path> waiting_;
  std::map<std::string, int> versions_;  // by key: the block
  std::map<std::string, int> counts_;    // versions of a place
  std::map<std::pair<int, std::string>, int> refusal_numbers_;
};

}  // namespace perilune::bytecode
