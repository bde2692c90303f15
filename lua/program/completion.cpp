#include "lua/program/completion.h"

#include <algorithm>

#include "lua/binding/values.h"

namespace perilune {
namespace {

// "mbs.laws.fl" → { "mbs", "laws" } and "fl", with what stands between: '.', ':' or 0.
struct Word {
  std::vector<std::string> path;
  std::string before, last;
  char separator = 0;
};

Word parsed(const std::string& text) {
  Word word;
  std::string name;
  for (const char c : text) {
    if (c == '.' || c == ':') word.path.push_back(name), name.clear(), word.separator = c;
    else name += c;
  }
  word.last = name;
  word.before = text.substr(0, text.size() - name.size());
  return word;
}

void add(std::vector<std::string>& names, const std::vector<std::string>& more) {
  names.insert(names.end(), more.begin(), more.end());
}

// Of the object on top: its class keeps attributes and methods as upvalues of __index (object.cpp).
std::vector<std::string> members_on_top(lua_State* L, char separator) {
  std::vector<std::string> names;
  if (!lua_getmetatable(L, -1)) return names;
  lua_getfield(L, -1, "__index");
  for (int upvalue = separator == ':' ? 2 : 1; lua_iscfunction(L, -1) && upvalue <= 2; ++upvalue) {
    if (!lua_getupvalue(L, -1, upvalue)) break;
    if (lua_istable(L, -1)) add(names, table_keys(L, -1));
    lua_pop(L, 1);
  }
  lua_pop(L, 2);
  return names;
}

std::vector<std::string> names_on_top(lua_State* L, char separator) {
  if (lua_istable(L, -1)) return table_keys(L, -1);
  if (lua_isstring(L, -1)) {
    luaL_getmetafield(L, -1, "__index");
    std::vector<std::string> names = lua_istable(L, -1) ? table_keys(L, -1) : std::vector<std::string>();
    lua_pop(L, 1);
    return names;
  }
  return lua_isuserdata(L, -1) ? members_on_top(L, separator) : std::vector<std::string>();
}

std::vector<std::string> words_of_the_language() {
  return {"and", "break", "do",  "else", "elseif", "end",    "false",  "for",  "function", "goto",  "if",
          "in",  "local", "nil", "not",  "or",     "repeat", "return", "then", "true",     "until", "while"};
}

}  // namespace

std::vector<std::string> completions(Host& host, const std::string& text) {
  const Word word = parsed(text);
  std::vector<std::string> names;
  // A path that leads nowhere is an error of the script, and no completion.
  host.protect([&] {
    lua_State* L = host.main();
    lua_pushglobaltable(L);
    for (const std::string& name : word.path) lua_getfield(L, -1, name.c_str());
    names = names_on_top(L, word.separator);
  });
  if (word.path.empty()) add(names, words_of_the_language());
  std::vector<std::string> list;
  for (const std::string& name : names) {
    if (name.compare(0, word.last.size(), word.last) == 0) list.push_back(word.before + name);
  }
  std::sort(list.begin(), list.end());
  list.erase(std::unique(list.begin(), list.end()), list.end());
  return list;
}

}  // namespace perilune
