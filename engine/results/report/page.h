#pragma once

namespace perilune {

// The page as page/bundle.mjs made it from the files of page/: HTML with marks for the rest, style, the program, and what
// draws in space, which only pages of spatial runs have.
extern const char* const page_html;
extern const char* const page_style;
extern const char* const page_program;
extern const char* const page_space_program;

}  // namespace perilune
