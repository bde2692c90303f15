#include <doctest/doctest.h>

#include "tests/lua/program.h"

using namespace perilune::test;

namespace {

const std::string falling = ball + R"(
contact(mbs.laws.hertz { stiffness = 1e8 })
model:simulate { duration = 0.5 }
model:simulate { duration = 0.3 }
)";

int count_of(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

}  // namespace

// ---- perilune plot ----

TEST_CASE("plot draws channels of results, several runs over each other, with their units") {
  const Folder folder;
  REQUIRE(folder.run(falling).status == 0);
  const Result one = folder.perilune({"plot", "out/ball/run1.csv", "ball.y", "--file", "one.svg"});
  CHECK_MESSAGE(one.status == 0, one.error);
  CHECK(one.out == "one.svg\n");
  CHECK(contains(folder.read("one.svg"), ">time [s]<"));
  CHECK(contains(folder.read("one.svg"), ">ball.y [m]<"));
  // A folder: both runs; two units: two panels.
  CHECK(folder.perilune({"plot", "out/ball", "ball.y", "ball.vy"}).status == 0);
  const std::string both = folder.read("out/ball/plot.svg");
  CHECK(contains(both, "out/ball/run2 ball.y"));
  CHECK(contains(both, ">ball.vy [m/s]<"));
  CHECK(folder
            .perilune(
                {"plot", "out/ball/run1.csv", "step.size", "--x", "ball.y", "--log", "y", "--file", "x.svg"})
            .status == 0);
  CHECK(contains(folder.read("x.svg"), ">ball.y [m]<"));
}

TEST_CASE("plot refuses what it cannot draw, and says what there is") {
  const Folder folder;
  REQUIRE(folder.run(falling).status == 0);
  folder.write("other.csv", "a,b\n1,2\n");
  folder.write("bad.csv", "time,x\n1,two\n");
  const auto refusal = [&](const std::vector<std::string>& words) {
    const Result result = folder.perilune(words);
    CHECK_MESSAGE(result.status == 2, result.error);
    return result.error;
  };
  CHECK(contains(refusal({"plot", "out/ball", "ball.yy"}), "no channel 'ball.yy'; did you mean 'ball.y'?"));
  CHECK(contains(refusal({"plot", "out/ball"}), "no channel given"));
  CHECK(contains(refusal({"plot", "out/ball"}), "\n  ball.y"));
  CHECK(contains(refusal({"plot", "ball.y"}), "no results given"));
  CHECK(contains(refusal({"plot", "out/bal/", "ball.y"}), "cannot read 'out/bal/'"));
  CHECK(contains(refusal({"plot", "other.csv", "b"}), "other.csv:1: the first column is 'a', not 'time'"));
  CHECK(contains(refusal({"plot", "bad.csv", "x"}), "bad.csv:2: 'two' is not a number"));
  CHECK(contains(refusal({"plot", "out/ball", "ball.y", "--log", "z"}), "--log"));
}

// ---- perilune laws FILE.lua ----

TEST_CASE("laws draws a law's loop and restitution, one's own beside the built-in ones") {
  const Folder folder;
  folder.write("mine.lua", R"(local mbs = require "perilune"
return mbs.law { name = "mine", force = function(c) return 1e6 * c.penetration^1.5 end })");
  const Result drawn = folder.perilune({"laws", "mine.lua", "flores", "--out", "laws"});
  CHECK_MESSAGE(drawn.status == 0, drawn.error);
  const std::string loops = folder.read("laws/law_loops.svg"),
                    delivered = folder.read("laws/law_restitutions.svg");
  for (const char* part : {">mine<", ">flores<", ">penetration"}) CHECK_MESSAGE(contains(loops, part), part);
  for (const char* part : {">mine<", ">flores<", ">impact speed [m/s]<"})
    CHECK_MESSAGE(contains(delivered, part), part);
  const Result sketched = folder.perilune({"laws", "mine.lua", "hertz"});
  CHECK(contains(sketched.out, "one impact at 1 m/s of 1 kg"));
  CHECK(contains(sketched.out, "a mine\n"));
  CHECK(contains(sketched.out, "b hertz\n"));
  // ½ m v² = 2/5 K d^2.5 at m = v = 1, K = 1e6: d = 1.25e-6^0.4 = 4.3528e-3 m, K d^1.5 = 287.2 N.
  CHECK(contains(sketched.out, "287.2 | force [N]"));
}

TEST_CASE("laws draws what is delivered over what is asked for, of a function that makes laws, too") {
  const Folder folder;
  folder.write("mine.lua", R"(local mbs = require "perilune"
return function(restitution)
  return mbs.law { name = "mine", parameters = { e = restitution },
    force = function(c, p) return 1e6 * c.penetration^1.5 * (1 + 8 * (1 - p.e) / (5 * p.e) * c.penetration_rate / c.impact_speed) end }
end)");
  const Result drawn = folder.perilune({"laws", "mine.lua", "flores", "--out", "laws"});
  CHECK_MESSAGE(drawn.status == 0, drawn.error);
  const std::string asked = folder.read("laws/law_asked.svg");
  for (const char* part : {">mine<", ">flores<", ">restitution asked<"})
    CHECK_MESSAGE(contains(asked, part), part);
  // The same law twice: the same curve, so the later letter covers the first everywhere.
  const Result sketched = folder.perilune({"laws", "mine.lua", "flores"});
  const std::size_t at = sketched.out.find("restitution delivered at 1 m/s, 1 kg\n");
  REQUIRE(at != std::string::npos);
  const std::string canvas = sketched.out.substr(at, sketched.out.find("restitution asked", at) - at);
  CHECK(contains(canvas, "bbb"));
  CHECK_FALSE(contains(canvas, "aaa"));
}

TEST_CASE("laws refuses scripts that return no law") {
  const Folder folder;
  folder.write("none.lua", "return 1");
  folder.write("wrong.lua", "return nothing.at.all");
  CHECK(folder.perilune({"laws", "none.lua"}).status == 1);
  CHECK(contains(folder.perilune({"laws", "none.lua"}).error, "returns no contact law"));
  CHECK(contains(folder.perilune({"laws", "wrong.lua"}).error, "wrong.lua:1"));
  CHECK(contains(folder.perilune({"laws", "absent.lua"}).error, "cannot read 'absent.lua'"));
  CHECK(folder.perilune({"laws", "hertz", "--speed", "-1"}).status == 2);
}

// ---- perilune new ----

TEST_CASE("new makes a model that runs and checks itself, and what editors need") {
  const Folder folder;
  const Result made = folder.perilune({"new", "drop"});
  CHECK_MESSAGE(made.status == 0, made.error);
  const Result run = folder.shell("cd drop && \"$PERILUNE\" run drop.lua");
  CHECK_MESSAGE(run.status == 0, run.error);
  CHECK(contains(run.out, "s: up again with"));
  CHECK(folder.has("drop/out/drop/height.svg"));
  CHECK(folder.shell("cd drop && \"$PERILUNE\" run drop.lua --quiet --set height=2").status == 0);
  CHECK(contains(folder.read("drop/.luarc.json"), "\"workspace.library\": [\"types\"]"));
  CHECK(folder.read("drop/types/perilune.lua") == folder.perilune({"stubs"}).out);
  // What is commented out is right, too.
  const Result all =
      folder.shell("cd drop && sed 's/^-- model:/model:/' drop.lua > all.lua && \"$PERILUNE\" check all.lua");
  CHECK_MESSAGE(all.status == 0, all.error);
  if (folder.shell("command -v luacheck").status == 0)
    CHECK(folder.shell("cd drop && luacheck -q .").status == 0);
}

TEST_CASE("new overwrites nothing and takes names that are names") {
  const Folder folder;
  folder.write("drop/mine.lua", "");
  CHECK(folder.perilune({"new", "drop"}).status == 2);
  CHECK(contains(folder.perilune({"new", "drop"}).error, "'drop' is there already"));
  CHECK(contains(folder.perilune({"new", "../up"}).error, "must be of letters"));
  CHECK(folder.perilune({"new"}).status == 2);
}

// ---- perilune run --watch, --progress ----

TEST_CASE("run --watch runs again when the script is saved, and ends with an interrupt") {
  const Folder folder;
  folder.write("ball.lua", "print 'first'");
  const Result result = folder.shell(
      "\"$PERILUNE\" run ball.lua --quiet --watch & pid=$!\n"
      "wait_for watching 1; echo \"print 'second'\" > new; mv new ball.lua\n"
      "wait_for watching 2; echo 'error \"third\"' > ball.lua\n"
      "wait_for watching 3; kill -INT $pid; wait $pid");
  CHECK(result.status == 130);
  CHECK(result.out == "first\nsecond\n");
  CHECK(contains(result.error, "third"));
  CHECK(count_of(result.error, "watching ball.lua") == 3);
}

TEST_CASE(
    "a report that is watched loads itself anew when a newer one has been written; others ask for nothing") {
  const Folder folder;
  folder.write("ball.lua", falling);
  CHECK(folder.perilune({"run", "ball.lua", "--quiet", "--report"}).status == 0);
  CHECK_FALSE(contains(folder.read("out/ball/report.html"), "report_written"));
  const Result result = folder.shell(
      "\"$PERILUNE\" run ball.lua --quiet --watch --report & pid=$!\n"
      "wait_for watching 1; cp out/ball/report_written.js first.js; touch ball.lua\n"
      "wait_for watching 2; kill -INT $pid; wait $pid");
  CHECK(result.status == 130);
  const auto stamp = [](const std::string& answer) {
    const std::size_t from = answer.find('"');
    return answer.substr(from, answer.rfind('"') + 1 - from);
  };
  const std::string first = stamp(folder.read("first.js")),
                    second = stamp(folder.read("out/ball/report_written.js"));
  CHECK(first.size() > 5);
  CHECK(first != second);
  // The page on the disk knows itself to be the newest.
  CHECK(contains(folder.read("out/ball/report.html"), "stamp !== " + second));
}

TEST_CASE("run --progress says how far a run is and how long it will take, also to a file") {
  const Folder folder;
  folder.write("long.lua", endless_run());
  const Result result = folder.shell(
      "\"$PERILUNE\" run long.lua --quiet --progress & pid=$!\n"
      "wait_for ' left' 1; kill -INT $pid; wait $pid");
  CHECK(result.status == 130);
  CHECK(contains(result.error, "run 1 t = "));
  CHECK(contains(result.error, " / 1e+05 s  dt = 1.00e-05 s"));
  CHECK(contains(result.error, "refused"));
  CHECK(contains(result.error, "min left"));
}

TEST_CASE("an interrupted run leaves its report, too") {
  const Folder folder;
  folder.write("long.lua", endless_run("every = 1e-3"));
  const Result result = folder.shell(
      "\"$PERILUNE\" run long.lua --report --progress & pid=$!\n"
      "wait_for ' left' 1; kill -INT $pid; wait $pid");
  CHECK(result.status == 130);
  CHECK(contains(result.out, "interrupted at t = "));
  CHECK(contains(folder.read("out/long/report.html"), "interrupted"));
}
