#pragma once

#include <functional>
#include <string>

#include "lua/binding/host.h"

namespace perilune {

// Where a script may write: without --trust a relative path without "..", or below the program's own results; never the
// script itself; and only in the format of this extension, ".csv". Throws InputError, or OutputError when the place
// cannot be written.
void check_output_path(const Host& host, const std::string& path, const std::string& extension);

// Lets `write` make a temporary file beside `path` and renames it: no partial file under the final name, ever.
// Throws OutputError.
void write_whole(const std::string& path, const std::function<void(const std::string& temporary)>& write);

// Writes the text to a file; every write, flush and close is checked. Throws OutputError.
void write_text(const std::string& path, const std::string& text);

}  // namespace perilune
