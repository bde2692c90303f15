#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lua/binding/function_source.h"
#include "lua/bytecode/translate.h"

namespace perilune {

// How a function of the script is run.
struct FunctionState {
  bool compiled = false;
  std::string reason;  // what is interpreted and why, "model.lua:12: writes upvalue 'count'"; "": nothing is
};

// "model.lua:12: writes upvalue 'count'", one after another; the function is defined at "model.lua:10".
std::string words_of(const std::vector<ir::Refusal>& refusals, const std::string& definition);
// For `perilune check`: how the function at index is run.
void note_function(lua_State* L, int index, const std::string& purpose, const FunctionState& state);

// Of a function that make_function made.
FunctionState state_of(const Function& function);

// Of all functions of a law; null ones do not count. None at all: a law of the catalogue, in C++.
FunctionState state_of_functions(const std::vector<FunctionPointer>& functions);
// In words, line by line.
std::string explain_functions(const std::vector<FunctionPointer>& functions);

// The function at index, translated as far as that goes. `interpreted` is the definition of what it computes: it is
// asked wherever the translation gives up. Throws InputError for a field that an argument does not have.
FunctionPointer make_compiled_function(lua_State* L, int index, FunctionPointer interpreted,
                                       ResultsFrom results);

}  // namespace perilune
