#pragma once

#include <string>
#include <vector>

#include "lua/binding/host.h"

namespace perilune {

// How the last word of a line, "mbs.laws.fl" or "model:sim", can go on: whole words, sorted. What a name leads to is read as a
// script would read it; no function is called.
std::vector<std::string> completions(Host& host, const std::string& word);

}  // namespace perilune
