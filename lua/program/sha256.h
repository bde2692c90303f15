#pragma once

#include <string>

namespace perilune {

// SHA-256 of the bytes, as 64 hexadecimal digits (FIPS 180-4).
std::string sha256(const std::string& bytes);

}  // namespace perilune
