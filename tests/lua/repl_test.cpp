#include <doctest/doctest.h>

#include "tests/lua/program.h"

using namespace perilune::test;

namespace {

// What is typed through a pipe.
Result typed(const Folder& folder, const std::string& lines) {
  folder.write("lines", lines);
  return folder.shell("\"$PERILUNE\" repl < lines");
}

// What is typed on a terminal, a pseudo terminal of script(1); keys as bytes.
std::string on_terminal(const Folder& folder, const std::string& keys) {
  folder.write("keys", keys);
  folder.write("go", "export PERILUNE_HISTORY=\"$PWD/history\" TERM=xterm\n\"$PERILUNE\" repl\n");
  const Result result = folder.shell(
      "export PERILUNE; (sleep 0.5; cat keys; sleep 0.5) | timeout 20 script -qec 'bash go' /dev/null");
  return result.out;
}

}  // namespace

TEST_CASE("repl: expressions are printed, statements are kept, mbs is there") {
  const Result result =
      typed(Folder(), "1 + 1\nx = 20 * mbs.mm\nx * 2, 'a'\nmbs.laws.hertz { stiffness = 1 }\n");
  CHECK(result.status == 0);
  CHECK(result.out == "2\n0.04\ta\nlaw 'hertz'\n");
}

TEST_CASE("repl: a statement may take several lines, an empty line gives up") {
  const Folder folder;
  CHECK(typed(folder, "for i = 1, 2 do\nprint(i)\nend\n").out == "1\n2\n");
  CHECK(typed(folder, "for i = 1, 2 do\n\n3\n").out == "3\n");
  const Result unfinished = typed(folder, "for i = 1, 2 do\n");
  CHECK(unfinished.status == 1);
  CHECK(contains(unfinished.error, "unfinished"));
}

TEST_CASE("repl: an error is printed and the next line goes on") {
  const Folder folder;
  const Result result = typed(folder, "mbs.lawz\nx = = 2\nerror 'mine'\n5\n");
  CHECK(result.status == 1);
  CHECK(contains(result.error, "there is no 'lawz'; did you mean"));
  CHECK(contains(result.error, "line:1: unexpected symbol near '='"));
  CHECK(contains(result.error, "mine"));
  CHECK(result.out == "5\n");
}

TEST_CASE("repl: a model is built and simulated line by line, with a summary and no files") {
  const Folder folder;
  const Result result = typed(folder, R"(model = mbs.planar_model { gravity = { 0, -10 } }
ball = model:particle { name = "ball", mass = 1, position = { 0, 5 } }
run = model:simulate { duration = 1 }
math.abs(run:final "ball.y") < 1e-9
)");
  CHECK_MESSAGE(result.status == 0, result.error);
  CHECK(contains(result.out, "reached_end at t = 1 s"));
  CHECK(contains(result.out, "\ntrue\n"));  // 5 − ½ 10 1²
  CHECK_FALSE(folder.has("out"));
}

TEST_CASE("repl: an interrupt stops what runs, and only that") {
  const Folder folder;
  folder.write("lines", "warn 'runs' while true do end\n7\n");
  const Result result = folder.shell(
      "mkfifo pipe; \"$PERILUNE\" repl < pipe & pid=$!; exec 3> pipe; head -1 lines >&3\n"
      "wait_for runs 1; kill -INT $pid; wait_for interrupted 1; tail -1 lines >&3; exec 3>&-; wait $pid");
  CHECK(contains(result.error, "interrupted"));
  CHECK(result.out == "7\n");
}

TEST_CASE("repl: on a terminal tab completes names, and earlier lines come back") {
  const Folder folder;
  if (folder.shell("command -v script").status != 0) {
    MESSAGE("script(1) is not installed: the repl was not tried on a terminal");
    return;
  }
  if (contains(on_terminal(folder, "1\n"), "tab completes") && !folder.has("history")) {
    MESSAGE("built without libedit: neither history nor completion");
    return;
  }
  // mbs.integ<tab> is mbs.integrators, and .dopr<tab> its dopri5.
  CHECK(contains(on_terminal(folder, "mbs.integ\t.dopr\t {}\n"), "dopri5 { rtol = 1e-08, atol = 1e-10 }"));
  CHECK(contains(folder.read("history"), "mbs.integrators.dopri5"));
  // Control-P twice: the line before the last.
  const std::string again = on_terminal(folder, "40 + 2\n1\n\x10\x10\n");
  const std::size_t first = again.find("\n42\r");
  REQUIRE(first != std::string::npos);
  CHECK(again.find("\n42\r", first + 1) != std::string::npos);
  // Of an object: methods behind a colon.
  CHECK(contains(on_terminal(folder, "m = mbs.planar_model {}\nm:simulatio\t { duration = 1 }\n"),
                 "simulation of 'repl'"));
}
