#pragma once

#include <string>
#include <vector>

namespace perilune {

// The candidate a user most likely meant by `word`, or "" when none is near (edit distance with
// transpositions, at most a third of the word's length).
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

// "; did you mean 'mass'?" or "".
std::string did_you_mean(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace perilune
