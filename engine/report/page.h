#pragma once

namespace perilune {

// The page's own sources, from the files of page/: HTML with marks for style, data and program, and these.
extern const char* const page_html;
extern const char* const page_style;
extern const char* const page_program;

}  // namespace perilune
