#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/law/machine.h"

namespace perilune {

// A value together with its first and second derivative along one direction: x(s) = x + x's + x''s²/2.
struct Taylor {
  double value = 0, first = 0, second = 0;
};

// One argument or result of a user's function: a plain number, or a record of named fields. A field
// of size 1 is a number (`c.penetration`), a larger one an array (`s.d1[2]`).
struct RecordField {
  std::string name;
  int size = 1;
};
struct Argument {
  std::string name;                 // as the manual calls it: "t", "c", "p"
  std::vector<RecordField> fields;  // empty: the argument is one number
  bool is_record = false;           // also without fields
  bool is_number() const { return fields.empty() && !is_record; }
  int size() const {
    if (is_number()) return 1;
    int total = 0;
    for (const RecordField& field : fields) total += field.size;
    return total;
  }
};

// What a function is given and what it must return. All inputs lie one after another in a block of
// doubles, argument by argument, field by field; so do all outputs.
struct Signature {
  std::string purpose;  // for messages: "force of law 'mine'"
  std::vector<Argument> arguments;
  std::vector<Argument> results;  // a record result is returned as a table with these keys
  bool array_result = false;      // the results may come as ONE array table {fx, fy} instead
  int inputs() const { return total(arguments); }
  int outputs() const { return total(results); }

 private:
  static int total(const std::vector<Argument>& list) {
    int sum = 0;
    for (const Argument& argument : list) sum += argument.size();
    return sum;
  }
};

// A user's function failed: raised an error, returned nothing, returned the wrong type.
struct FunctionError : std::runtime_error {
  FunctionError(const std::string& message, std::string traceback = "")
      : std::runtime_error(message), traceback(std::move(traceback)) {}
  std::string traceback;
};

// A user's function as the engine sees it: doubles in, doubles out. Whether it is interpreted or
// compiled is nobody's business but its maker's.
class Function {
 public:
  explicit Function(Signature signature) : signature_(std::move(signature)) {}
  virtual ~Function() = default;
  Function(const Function&) = delete;
  Function& operator=(const Function&) = delete;

  const Signature& signature() const { return signature_; }

  // inputs: signature().inputs() numbers; outputs: signature().outputs() numbers. Throws FunctionError.
  virtual void evaluate(const double* inputs, double* outputs) const = 0;

  // The same with no more between than a compiled function needs: for what every right-hand side asks. Returns the first
  // output, of at least one.
  double call(const double* inputs, double* outputs) const {
    if (quick_.machine && *quick_.watched == quick_.seen) {
      const double first = quick_.machine->run_for_first(inputs, outputs);
      if (!std::isnan(first)) return first;
    }
    evaluate(inputs, outputs);
    return outputs[0];
  }

  // The same along a direction: inputs and outputs carry first and second derivatives.
  virtual void evaluate_taylor(const Taylor* inputs, Taylor* outputs) const = 0;

  // outputs: the results, then their derivatives by the first input, then by the second, … up to `count`.
  virtual void evaluate_with_slopes(const double* inputs, int count, double* outputs) const;
  // The same along a direction: the results and their derivatives, each with its own first and second derivative. False: it
  // does not know them; one that is interpreted has no third derivatives.
  virtual bool evaluate_taylor_with_slopes(const Taylor* inputs, int count, Taylor* outputs) const {
    (void)inputs, (void)count, (void)outputs;
    return false;
  }

 protected:
  // Does what evaluate() would as long as nothing has happened that makes it look again.
  struct Quick {
    const ir::Machine* machine = nullptr;
    const std::uint64_t* watched = nullptr;
    std::uint64_t seen = 0;
  };
  mutable Quick quick_;

 private:
  Signature signature_;
};

using FunctionPointer = std::shared_ptr<const Function>;

// evaluate_with_slopes of a function that may have none (it reads texts or tables that know no derivatives): false then.
bool find_slopes(const Function& function, const double* inputs, int count, double* outputs);

// What a user wrote, before anybody said what it will be given and must return. The element that receives it
// binds it once it knows (a drive of a body returns {x, y, angle}, a drive of a coordinate one number).
class FunctionSource {
 public:
  virtual ~FunctionSource() = default;
  virtual FunctionPointer bind(const Signature& signature) const = 0;
  // How long a list it returns for these inputs, where that is the user's choice: a signature still without results.
  virtual int count_results(const Signature& arguments, const double* inputs) const = 0;
};

using FunctionSourcePointer = std::shared_ptr<const FunctionSource>;

}  // namespace perilune
