#pragma once

#include <string>

#include "lua/binding/host.h"

namespace perilune {

// run.json: what is needed to repeat and to judge the runs of a script.
std::string manifest(const Host& host, const std::string& started, const std::string& status, int exit_status,
                     const std::string& error);

// Now, UTC, "2025-01-31T12:00:00Z".
std::string timestamp();

}  // namespace perilune
