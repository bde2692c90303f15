#pragma once

#include <string>

namespace perilune {

// A report that is open in a browser while its script is being written (run --watch --report) loads itself anew when a newer
// one has been written. It asks a script beside it, which a page from a file may do where it may not read the file itself.

inline const char* const reload_file = "report_written.js";

// The page with what asks. stamp: of this report, differs from that of any other.
std::string with_reload(const std::string& html, const std::string& stamp);

// The script beside it, written after the page.
std::string reload_answer(const std::string& stamp);

}  // namespace perilune
