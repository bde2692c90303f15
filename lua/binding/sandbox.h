#pragma once

#include <lua.hpp>
#include <string>

#include "lua/binding/host.h"

namespace perilune {

// Fills a new state with what a script may use: an allow-list (base, table, string, math, utf8, coroutine, times of
// os, text-only require), or with options.trust the stock libraries. Reading an unknown global is an error.
void open_sandbox(Host& host);

// Makes the functions of the table on top (`math`) understand numbers with derivatives.
void extend_math(lua_State* L);

// Replaces functions of the stock tables that could run or grow without end, or hide from a halt.
void guard_strings(lua_State* L);     // string table on top
void guard_tables(lua_State* L);      // table table on top
void track_coroutines(lua_State* L);  // coroutine table on top

// Functions of the base library in their safe form, into the table on top.
void add_safe_base(lua_State* L);

// The script's `require`: the module, and text files beside the script.
void add_require(lua_State* L);

// Compiles source text (no bytecode; byte-order mark and #! line allowed) as the file `path`, or throws InputError.
// Leaves the function on the stack.
void push_chunk(lua_State* L, const std::string& source, const std::string& path);

std::string read_source(const std::string& path);  // throws InputError when it cannot be read

}  // namespace perilune
