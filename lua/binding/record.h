#pragma once

#include "engine/law/function.h"
#include "lua/binding/host.h"

namespace perilune {

// The table in which a script's function finds a record argument: `c.penetration`, `p.K`. It is made once and
// reused from call to call. Reading or writing a name it does not have is an error with the nearest name.
// Parameters (the record called p) are written when they change, and the script cannot write them.
class Record {
 public:
  Record(lua_State* L, const Argument& argument);

  void push(lua_State* L, const double* values);
  void push_taylor(lua_State* L, const Taylor* values);  // values with derivatives
  // A number that the function left in a field. Throws FunctionError.
  double read(lua_State* L, const std::string& field, const std::string& definition) const;

 private:
  template <class Number>
  void write(lua_State* L, const Number* values) const;  // into the table on top

  Argument argument_;
  bool constant_;
  std::vector<double> written_;
  std::vector<std::unique_ptr<Reference>> names_;  // of the fields
  std::unique_ptr<Reference> values_;              // the fields
  std::unique_ptr<Reference> visible_;             // what the function is given
};

}  // namespace perilune
