#pragma once

#include <cstdint>
#include <lua.hpp>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "lua/bytecode/opcodes.h"

namespace perilune::bytecode {

struct Nil {
  bool operator==(const Nil&) const { return true; }
};
using Constant = std::variant<Nil, bool, std::int64_t, double, std::string>;

// Where an inner function finds one of its upvalues when it is made: in a register of the function around it, or among
// that one's own upvalues.
struct Capture {
  bool is_register = false;
  int index = 0;
};

// What lua_dump says of one function.
struct Prototype {
  int line_defined = 0, parameters = 0, registers = 0;
  bool is_vararg = false;
  std::vector<Instruction> code;
  std::vector<Constant> constants;
  std::vector<int> lines;             // of each instruction
  std::vector<std::string> upvalues;  // names; "" where stripped
  std::vector<Capture> captures;      // by upvalue
  std::vector<std::shared_ptr<const Prototype>> inner;

  int size() const { return static_cast<int>(code.size()); }
  // Where the instruction at pc may go on: jumps, loops and tests have two.
  std::vector<int> successors(int pc) const;
};

// The function at index. Throws std::runtime_error when it is no Lua function or its form is not Lua 5.4's.
Prototype read_prototype(lua_State* L, int index);

}  // namespace perilune::bytecode
