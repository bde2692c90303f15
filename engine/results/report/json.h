#pragma once

#include <string>
#include <vector>

namespace perilune {

// JSON for a page: numbers with as many digits as are seen, null for what is not finite, and nothing that could end
// the element it stands in.
class JsonText {
 public:
  JsonText& key(const char* name);
  JsonText& number(double x, int digits = 6);
  JsonText& text(const std::string& words);
  JsonText& boolean(bool value);
  JsonText& numbers(const std::vector<double>& list, int digits = 6);
  JsonText& open(char bracket);   // { or [
  JsonText& close(char bracket);  // } or ]
  const std::string& str() const { return text_; }

 private:
  void separate();
  std::string text_;
};

}  // namespace perilune
