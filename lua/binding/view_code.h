#pragma once

#include <lua.hpp>
#include <map>
#include <string>
#include <vector>

#include "engine/law/machine.h"
#include "lua/binding/compiled_function.h"
#include "lua/binding/host.h"
#include "lua/bytecode/translate.h"

namespace perilune {

// A function of the script that looks at a step or an instant, compiled as far as it can be. What it asks for is fetched
// before it runs, so that it runs without the interpreter; lists are looped over item by item, with a routine of its
// own for every list of names that was met.
class ViewCode {
 public:
  // Lists of the view are empty still.
  ViewCode(lua_State* L, int index, bytecode::View view, bytecode::Results results,
           const std::string& purpose);

  // The outputs for what `source` shows. false: ask the interpreter. Source: number(i), channel(method, name), names(i)
  // of a list, item(list, i, k).
  template <class Source>
  bool run(const Source& source, double* outputs) {
    look_again();
    if (!can_run_) return false;
    Code& code = find(source);
    if (!code.machine) return false;
    for (const int input : code.used) {
      try {
        inputs_[static_cast<std::size_t>(input)] =
            fetch(source, code.translation.queries[static_cast<std::size_t>(input)]);
      } catch (const std::exception&) {
        return false;  // who asks for what is not there gets the error from the interpreter, if the way leads there
      }
    }
    return code.machine->run(inputs_.data(), outputs);
  }

  // How often a compiled call is to be interpreted, too: whether this one is.
  bool is_to_verify() { return host_.verify_laws > 0 && ++calls_ % host_.verify_laws == 0; }

 private:
  struct Code {
    bytecode::Translation translation;
    ir::MachinePointer machine;
    std::vector<int> used;  // inputs
  };

  template <class Source>
  static double fetch(const Source& source, const bytecode::Query& query) {
    switch (query.kind) {
      case bytecode::Query::Kind::number: return source.number(query.member);
      case bytecode::Query::Kind::method: return source.channel(query.member, query.channel);
      default: return source.item(query.member, query.item, query.field);
    }
  }

  template <class Source>
  Code& find(const Source& source) {
    if (!reads_lists_) return code_for("");
    std::string key;
    for (std::size_t i = 0; i < view_.lists.size(); ++i) {
      view_.lists[i].items = source.names(static_cast<int>(i));
      for (const std::string& name : view_.lists[i].items) key += name, key += '\n';
      key += '\t';
    }
    return code_for(key);
  }

  void look_again();
  Code& code_for(const std::string& key);
  Code translate(lua_State* L, int index) const;

  Host& host_;
  Reference function_;
  bytecode::View view_;
  bytecode::Results results_;
  bool reads_lists_ = false, can_run_ = true;
  std::map<std::string, Code> codes_;  // by the names in lists
  std::vector<double> inputs_;
  std::uint64_t seen_ = 0, calls_ = 0;
  int changes_ = 0;
};

}  // namespace perilune
