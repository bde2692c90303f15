#include <doctest/doctest.h>

#include "tests/lua/program.h"

using namespace perilune::test;

TEST_CASE("a byte-order mark, Windows line ends, a #! line and bytes that are no UTF-8 are accepted") {
  const Folder folder;
  CHECK(folder.run("\xEF\xBB\xBFprint(1)").out == "1\n");
  CHECK(folder.run("print(1)\r\nprint(2)\r\n").out == "1\n2\n");
  CHECK(folder.run("#!/usr/bin/env perilune\nprint(1)").out == "1\n");
  CHECK(folder.run("\xEF\xBB\xBF#!/usr/bin/env perilune\nprint(1)").out == "1\n");
  CHECK(folder.run("-- caf\xE9\nprint '\xE9'").out == "\xE9\n");
  CHECK(contains(folder.run("#! x\nerror 'here'").error, "ball.lua:2: here"));
}

TEST_CASE("bytecode is refused as a script, in load and in require") {
  const Folder folder;
  const Result script = folder.run("\x1bLua");
  CHECK(script.status == 1);
  CHECK(contains(script.error, "ball.lua: this is a compiled chunk; scripts are text"));
  CHECK(folder.run("local f, why = load('\\27Lua') assert(f == nil and why:find 'binary')").status == 0);
  CHECK(folder.run("local f, why = load('\\27Lua', 'x', 'b') assert(f == nil)").status == 0);
  folder.write("code.lua", "\x1bLua");
  CHECK(contains(folder.run("require 'code'").error, "compiled chunk"));
}

TEST_CASE("files that require each other are an error that shows the circle") {
  const Folder folder;
  folder.write("a.lua", "require 'b'");
  folder.write("b.lua", "require 'a'");
  const Result result = folder.run("require 'a'");
  CHECK(result.status == 1);
  CHECK(contains(result.error, "b.lua:1: require: files require each other: a -> b -> a"));
}

TEST_CASE("require loads a file once, finds folders by dots, and passes on the file's result") {
  const Folder folder;
  folder.write("tools/plot.lua", "count = (rawget(_G, 'count') or 0) + 1 return { name = ... }");
  CHECK(
      folder.run("assert(require('tools.plot').name == 'tools.plot') require 'tools.plot' assert(count == 1)")
          .status == 0);
}

TEST_CASE("require reaches nothing outside the script's folder and no compiled library") {
  const Folder folder;
  for (const char* name : {"../x", "/etc/passwd", "..", ".x", "x.", "a..b", "", "a/b"}) {
    const Result result = folder.run("require '" + std::string(name) + "'");
    CHECK(result.status == 1);
    CHECK(contains(result.error, "is not the name of a file beside the script"));
  }
  folder.write("lib.so",
               "\x7f"
               "ELF");
  CHECK(contains(folder.run("require 'lib'").error, "cannot read 'lib.lua'"));
  folder.shell("mkdir dir.lua");
  CHECK(contains(folder.run("require 'dir'").error, "is a folder"));
}

TEST_CASE("a script sees no files, processes, packages or debug library") {
  const Folder folder;
  for (const char* name : {"io", "package", "dofile", "loadfile"}) {
    const Result result = folder.run("print(" + std::string(name) + ")");
    CHECK(result.status == 1);
    CHECK(contains(result.error, "there is no global '" + std::string(name) + "'"));
  }
  CHECK(folder
            .run("for _, name in ipairs { 'execute', 'exit', 'getenv', 'remove', 'rename', 'tmpname' } do "
                 "assert(os[name] == nil, name) end "
                 "assert(string.dump == nil) for name in pairs(debug) do assert(name == 'traceback') end")
            .status == 0);
}

TEST_CASE("--trust opens the stock libraries, and os.exit still writes what was simulated") {
  const Folder folder;
  const Result result = folder.run(ball +
                                       "assert(io.open and os.getenv and debug.getinfo and "
                                       "package.path)\nmodel:simulate { duration = 1 }\nos.exit(7)",
                                   {"--trust"});
  CHECK_MESSAGE(result.status == 7, result.error);
  CHECK(folder.has("out/ball/run1.csv"));
  folder.write("tools.lua", "return 5");
  CHECK(
      folder.run("assert(require 'tools' == 5) assert(require 'perilune'.mm == 1e-3)", {"--trust"}).status ==
      0);
}

TEST_CASE("messages name a script in another folder as it was named, and require looks beside it") {
  const Folder folder;
  folder.write("deep/er/model.lua", "local t = require 'tools'\nerror 'here'");
  folder.write("deep/er/tools.lua", "return 1");
  const Result result = folder.perilune({"run", "deep/er/model.lua"});
  CHECK(contains(result.error, "deep/er/model.lua:2: here"));
  CHECK(folder.has("out/model/run.json"));
}
