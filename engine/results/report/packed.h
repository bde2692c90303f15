#pragma once

#include <string>
#include <vector>

namespace perilune {

// Lists of numbers as text, a third of what digits take: little-endian, in base64.

std::string pack_floats(const std::vector<double>& list);                 // binary32
std::string pack_integers(const std::vector<std::size_t>& list);          // 32 bits, without sign
std::string pack_bytes(const std::vector<unsigned char>& list);           // 8 bits
std::string pack_instants(const std::vector<double>& times, double end);  // 2^32 − 1 is the end, 0 is 0

// Rows of so many columns, each number as the part of its column's range at which it lies: 16 bits, 65535 is the highest.
struct PackedColumns {
  PackedColumns(const std::vector<double>& rows, std::size_t width);
  std::vector<double> low, high;  // by column
  std::string data;
};

}  // namespace perilune
