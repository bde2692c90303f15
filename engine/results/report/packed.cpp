#include "engine/results/report/packed.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace perilune {
namespace {

class Base64 {
 public:
  explicit Base64(std::size_t bytes) { text_.reserve((bytes + 2) / 3 * 4); }
  // The lowest `bytes` of it, the lowest first.
  void add(std::uint32_t number, int bytes) {
    for (int i = 0; i < bytes; ++i) {
      held_ = held_ << 8 | (number >> (8 * i) & 0xff);
      if (++count_ == 3) flush();
    }
  }
  std::string finish() {
    if (count_ > 0) {
      const int missing = 3 - count_;
      held_ <<= 8 * missing;
      flush();
      text_.replace(text_.size() - missing, missing, missing, '=');
    }
    return std::move(text_);
  }

 private:
  void flush() {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int shift = 18; shift >= 0; shift -= 6) text_ += digits[held_ >> shift & 63];
    held_ = 0, count_ = 0;
  }
  std::string text_;
  std::uint32_t held_ = 0;
  int count_ = 0;
};

// Where x lies between low and high, in steps of which there are `most`; what is no number lies at low.
std::uint32_t part_of(double x, double low, double high, double most) {
  if (!(high > low) || !(x > low)) return 0;
  return static_cast<std::uint32_t>(std::min(std::round((x - low) / (high - low) * most), most));
}

}  // namespace

std::string pack_floats(const std::vector<double>& list) {
  static_assert(sizeof(float) == 4, "binary32");
  Base64 text(4 * list.size());
  for (const double x : list) {
    const auto number = static_cast<float>(x);
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    text.add(bits, 4);
  }
  return text.finish();
}

std::string pack_integers(const std::vector<std::size_t>& list) {
  Base64 text(4 * list.size());
  for (const std::size_t number : list) text.add(static_cast<std::uint32_t>(number), 4);
  return text.finish();
}

std::string pack_bytes(const std::vector<unsigned char>& list) {
  Base64 text(list.size());
  for (const unsigned char number : list) text.add(number, 1);
  return text.finish();
}

std::string pack_instants(const std::vector<double>& times, double end) {
  Base64 text(4 * times.size());
  for (const double t : times) text.add(part_of(t, 0, end, 4294967295.0), 4);
  return text.finish();
}

PackedColumns::PackedColumns(const std::vector<double>& rows, std::size_t width)
    : low(width, INFINITY), high(width, -INFINITY) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!std::isfinite(rows[i])) continue;
    low[i % width] = std::min(low[i % width], rows[i]), high[i % width] = std::max(high[i % width], rows[i]);
  }
  for (std::size_t k = 0; k < width; ++k) {
    if (!(low[k] <= high[k])) low[k] = high[k] = 0;
  }
  Base64 text(2 * rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    text.add(part_of(rows[i], low[i % width], high[i % width], 65535), 2);
  data = text.finish();
}

}  // namespace perilune
