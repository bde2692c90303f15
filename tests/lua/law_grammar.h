#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace perilune::test {

// Random functions of c.x, c.y, c.z, p.k, p.n, of upvalues, helpers and math: everything a law may contain, in all
// combinations of integers and floats. The same seed gives the same laws.
class LawGrammar {
 public:
  explicit LawGrammar(std::uint64_t seed) : random_(seed) {}

  // A chunk that returns function(c, p).
  std::string chunk() {
    locals_ = 0, depth_ = 0, booleans_ = 0;
    std::string text =
        "local K, N, Z, P = 2.5, 3, -0.0, { a = 0.5, i = 7, sub = { b = -1.25, n = -2 }, 10, 20.5 }\n"
        "local floor, max = math.floor, math.max\n"
        "local function h1(x) if x > 1 then return x * 2 elseif x == 1 then return 1 end return x end\n"
        "local function h2(x, y) return math.max(x, y), x - y end\n"
        "local function h3(x) local s = 0 for i = 1, 3 do s = s + x / i if s > 10 then break end end return "
        "s end\n"
        "local function h4(...) local s = 0 for i, x in ipairs { ... } do s = s + i * x end return s, ... "
        "end\n"
        "local function h5(x, n) if n <= 0 then return x end return h5(x / 2, n - 1) + 1 end\n"
        "local function twice(f, x) return f(f(x)) end\n"
        "local L, T = { 1, 2.5, -0.0, 7, 0 }, { 3, a = 1.5, b = -2, [7] = 0.25 }\n"
        "local R = { { 1, 2.5 }, { 0.5, 3 }, { 7, -0.0 } }\n"
        "local Q = setmetatable({ k = 2.5 }, { __index = { n = 3, g = function(self, x) return self.k * x - "
        "self.n "
        "end } })\n"
        "function P.f(x, y) return h1(x) + (y or 1) end\n"
        "function P:m(x) return self.i * x + self.a end\n"
        "return function(c, p)\n";
    const int statements = 1 + pick(5);
    for (int i = 0; i < statements; ++i) text += statement(1);
    return text + "return " + expression(3) + "\nend\n";
  }

 private:
  int pick(int n) { return static_cast<int>(random_() % static_cast<std::uint64_t>(n)); }
  template <std::size_t n>
  std::string among(const char* const (&words)[n]) {
    return words[pick(static_cast<int>(n))];
  }

  std::string leaf() {
    if (locals_ > 0 && pick(3) == 0) return "v" + std::to_string(1 + pick(locals_));
    if (pick(2) == 0) return among({"c.x", "c.y", "c.z", "c.x", "c.y", "p.k", "p.n"});
    return among({"0",
                  "1",
                  "2",
                  "3",
                  "-1",
                  "7",
                  "0.0",
                  "-0.0",
                  "1.0",
                  "0.5",
                  "1.5",
                  "2.0",
                  "-2.5",
                  "1e308",
                  "1e-300",
                  "K",
                  "N",
                  "Z",
                  "P.a",
                  "P.i",
                  "P.sub.b",
                  "P.sub.n",
                  "P[1]",
                  "P[2]",
                  "10",
                  "#P",
                  "math.huge",
                  "math.pi",
                  "(1/3)",
                  "math.maxinteger",
                  "math.mininteger",
                  "9007199254740993",
                  "(0/0)"});
  }

  std::string call(int depth) {
    switch (pick(18)) {
      case 11: return "P:m(" + expression(depth - 1) + ")";
      case 12: return "Q:g(" + expression(depth - 1) + ")";
      case 13: return "(h4(" + expression(depth - 1) + ", " + expression(depth - 1) + "))";
      case 14: return "h5(" + expression(depth - 1) + ", " + among({"0", "1", "3", "N"}) + ")";
      case 15:
        return pick(2) == 0 ? "L[floor(" + expression(depth - 1) + ") % #L + 1]"
                            : "R[floor(" + expression(depth - 1) + ") % 3 + 1]" + among({"[1]", "[2]"});
      case 16:
        return "twice(function(x) return x" + among({" + ", " * ", " / ", " - "}) + expression(depth - 1) +
               " end, " + expression(depth - 1) + ")";
      case 0:
      case 1:
        return "math." +
               among({"sqrt", "sin", "cos", "exp", "abs", "tanh", "atan", "log", "tan", "asin", "acos",
                      "sinh", "cosh", "deg", "rad"}) +
               "(" + expression(depth - 1) + ")";
      case 2: return "floor(" + expression(depth - 1) + ")";
      case 3: return "math.ceil(" + expression(depth - 1) + ")";
      case 4: return "max(" + expression(depth - 1) + ", 0)";
      case 5: return "math.min(" + expression(depth - 1) + ", " + expression(depth - 1) + ")";
      case 6:
        return "math.max(" + expression(depth - 1) + ", " + expression(depth - 1) + ", " +
               expression(depth - 1) + ")";
      case 7: return "h1(" + expression(depth - 1) + ")";
      case 8: return "(h2(" + expression(depth - 1) + ", " + expression(depth - 1) + "))";
      case 9: return "h3(" + expression(depth - 1) + ")";
      case 10: return "P.f(" + expression(depth - 1) + ")";
      default:
        return among({"math.fmod(", "math.atan(", "math.pow("}) + expression(depth - 1) + ", " +
               expression(depth - 1) + ")";
    }
  }

  std::string expression(int depth) {
    if (depth <= 0) return leaf();
    switch (pick(9)) {
      case 0: return leaf();
      case 1:
      case 2:
      case 3:
        return "(" + expression(depth - 1) + among({" + ", " - ", " * ", " / "}) + expression(depth - 1) +
               ")";
      case 4: return "(" + expression(depth - 1) + among({" // ", " % ", "^", "^"}) + exponent(depth) + ")";
      case 5: return "- " + expression(depth - 1);
      case 6:
        return "(" + condition(depth - 1) + " and " + expression(depth - 1) + " or " + expression(depth - 1) +
               ")";
      default: return call(depth);
    }
  }

  std::string exponent(int depth) {
    return pick(2) == 0 ? among({"2", "1.5", "3", "-1", "2.0", "0.5"}) : expression(depth - 1);
  }

  std::string condition(int depth) {
    switch (pick(8)) {
      case 0: return "not " + condition(depth - 1);
      case 1: return "(" + condition(depth - 1) + among({" and ", " or "}) + condition(depth - 1) + ")";
      case 2:
        if (booleans_ > 0) return "b" + std::to_string(1 + pick(booleans_));
        [[fallthrough]];
      default:
        return "(" + expression(depth - 1) + among({" < ", " <= ", " > ", " >= ", " == ", " ~= "}) +
               (pick(3) == 0 ? among({"0", "1", "0.5", "-1"}) : expression(depth - 1)) + ")";
    }
  }

  std::string assignment() {
    if (locals_ == 0 || pick(3) == 0) {
      const std::string value = expression(3);
      if (depth_ > 0) return "local w = " + value + "\n";  // gone at the end of its block
      return "local v" + std::to_string(++locals_) + " = " + value + "\n";
    }
    const std::string value = expression(3);
    return "v" + std::to_string(1 + pick(locals_)) + " = " + value + "\n";
  }

  std::string body(int depth) {
    ++depth_;
    std::string text;
    for (int n = 1 + pick(2); n > 0; --n) text += statement(depth + 1);
    --depth_;
    return text;
  }

  std::string statement(int depth) {
    if (depth > 3) return assignment();
    switch (pick(17)) {
      case 11: {
        if (locals_ < 1) return assignment();
        const std::string v = "v" + std::to_string(1 + pick(locals_));
        return "do local k = " + expression(2) + "\nlocal function f(x) k = k + 1 " + v + " = " + v +
               among({" + x", " - k", " * 0.5"}) + " return x * k end\n" + v + " = f(" + expression(1) +
               ") + f(" + expression(1) + ") - k end\n";
      }
      case 12: {
        if (locals_ < 1) return assignment();
        const std::string v = "v" + std::to_string(1 + pick(locals_));
        return "for key, x in pairs(" + among({"T", "L", "{ c.x, 2, k = 0.5 }"}) + ") do\n" + v + " = " + v +
               among({" + ", " * ", " - "}) + "x\n" +
               among({"", "if key == 2 then break end\n", "if type(key) == 'string' then break end\n"}) +
               "end\n";
      }
      case 13: {
        if (locals_ < 1) return assignment();
        const std::string v = "v" + std::to_string(1 + pick(locals_));
        return "for i, x in ipairs { " + expression(2) + ", " + expression(1) + ", 3 } do\n" + v + " = " + v +
               " + i * x\nend\n";
      }
      case 14: {
        if (locals_ < 2) return assignment();
        return "v1, v2 = select(2, h4(" + expression(1) + ", " + expression(2) + "))\n";
      }
      case 0:
      case 1: {
        std::string text = "if " + condition(2) + " then\n" + body(depth);
        if (pick(3) == 0) text += "elseif " + condition(2) + " then\n" + body(depth);
        if (pick(2) == 0) text += "else\n" + body(depth);
        return text + "end\n";
      }
      case 2: return "if " + condition(2) + " then return " + expression(2) + " end\n";
      case 3: {
        const std::string head =
            pick(3) == 0 ? "for i = 1, " + among({"3", "12", "N", "0", "2.5"})
            : pick(2) == 0
                ? "for i = " + among({"1", "N", "0.5", "1.0"}) + ", math.min(" + expression(1) + ", 6)"
                : "for i = " + among({"5", "3.0"}) + ", math.max(" + expression(1) + ", -3), " +
                      among({"-1", "-2", "-0.75"});
        std::string text = head + " do\n" + body(depth);
        if (pick(3) == 0) text += "if " + condition(1) + " then break end\n";
        if (locals_ > 0 && pick(2) == 0) {
          const std::string v = "v" + std::to_string(1 + pick(locals_));
          text += v + " = " + v + among({" + i\n", " * i\n", " / i\n", " - 0.5 * i\n"});
        }
        return text + "end\n";
      }
      case 4:
        return "do local n = 0 while n < 5 and " + condition(1) + " do\nn = n + 1\n" + body(depth) +
               "end end\n";
      case 5:
        return "do local n = 0 repeat\nn = n + 1\n" + body(depth) + "until n > 3 or " + condition(1) +
               "\nend\n";
      case 6: return "if " + condition(2) + " then error('no ' .. " + expression(1) + ") end\n";
      case 7: return "assert(" + condition(2) + ", 'x is ' .. " + expression(1) + ")\n";
      case 8:
        if (depth_ > 0) return assignment();
        {
          const std::string value = condition(2);
          return "local b" + std::to_string(++booleans_) + " = " + value + "\n";
        }
      case 9:
        if (locals_ < 2) return assignment();
        return "v1, v2 = h2(" + expression(2) + ", " + expression(2) + ")\n";
      case 10:
        if (locals_ < 1) return assignment();
        return "do local t = { " + expression(2) + ", k = " + expression(1) + " } t[2] = " + expression(1) +
               " v1 = t[1] + t.k * t[2] + #t end\n";
      default: return assignment();
    }
  }

  std::mt19937_64 random_;
  int locals_ = 0, booleans_ = 0, depth_ = 0;
};

}  // namespace perilune::test
