#include <doctest/doctest.h>

#include <algorithm>

#include "tests/lua/program.h"

using namespace perilune::test;

namespace {

const std::string fall =
    ball + "contact(mbs.laws.hertz { stiffness = 1e8 })\nlocal run = model:simulate { duration = 1 }\n";

}  // namespace

TEST_CASE("every run writes its CSV file and the manifest, and prints one line") {
  const Folder folder;
  folder.write("fall.lua", fall + "model:simulate { duration = 0.5 }");
  const Result result = folder.perilune({"run", "fall.lua"});
  CHECK(result.status == 0);
  CHECK(contains(result.out, "run 1 'test': reached_end at t = 1 s; "));
  CHECK(contains(result.out, "run 2 'test': reached_end at t = 0.5 s; "));
  const std::string csv = folder.read("out/fall/run2.csv");
  CHECK(csv.rfind("time,ball.x,ball.y,", 0) == 0);
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 1002);  // the header, t = 0, and 1000 records
  const std::string json = folder.read("out/fall/run.json");
  for (const char* part : {"\"status\": \"finished\"", "\"exit_status\": 0", "\"outcome\": \"reached_end\"",
                           "\"said_at\": \"fall.lua:7\"", "\"rhs_evaluations\"", "\"run2.csv\""}) {
    CHECK_MESSAGE(contains(json, part), part);
  }
}

TEST_CASE(
    "the manifest has the script's SHA-256 as sha256sum computes it, parameters with origin, and outputs") {
  const Folder folder;
  folder.write("tools.lua", "return 1");
  folder.run(
      "local mbs = require 'perilune'\nrequire 'tools'\n"
      "mbs.parameter { 'K', 2, unit = 'N/m', doc = 'stiffness' }\nmbs.parameter { 'c', 3 }\nmbs.output('h', "
      "0.5)",
      {"--set", "K=1e8"});
  const std::string json = folder.read("out/ball/run.json");
  for (const char* file : {"ball.lua", "tools.lua"}) {
    const std::string sum = folder.shell("sha256sum " + std::string(file)).out.substr(0, 64);
    CHECK(contains(json, "\"sha256\": \"" + sum + "\""));
  }
  CHECK(contains(json,
                 "\"value\": 100000000.0,\n      \"unit\": \"N/m\",\n      \"doc\": \"stiffness\",\n      "
                 "\"from\": \"--set\""));
  CHECK(contains(json, "\"from\": \"script\""));
  CHECK(contains(json, "\"h\": 0.5"));
}

TEST_CASE("a failed script says so in the manifest") {
  const Folder folder;
  CHECK(folder.run("error 'boom'").status == 1);
  const std::string json = folder.read("out/ball/run.json");
  CHECK(contains(json, "\"status\": \"failed\""));
  CHECK(contains(json, "\"error\": \"ball.lua:1: boom\""));
}

TEST_CASE("identical runs give identical files") {
  const Folder folder;
  folder.run(fall, {"--out", "a"});
  folder.run(fall, {"--out", "b"});
  CHECK(folder.read("a/run1.csv").size() > 1000);
  CHECK(folder.read("a/run1.csv") == folder.read("b/run1.csv"));
}

TEST_CASE("results of an earlier run of the script are removed") {
  const Folder folder;
  folder.run(fall + "model:simulate { duration = 1 }");
  CHECK(folder.has("out/ball/run2.csv"));
  folder.write("out/ball/run_notes.csv", "mine");
  folder.run(fall);
  CHECK_FALSE(folder.has("out/ball/run2.csv"));
  CHECK(folder.has("out/ball/run_notes.csv"));
}

TEST_CASE("numbers in CSV files read back as the same numbers") {
  const Folder folder;
  const Result result = folder.run(fall + R"(
run:save "fall.csv"
print(("%.17g"):format(run:series "ball.y"[500])))");
  REQUIRE(result.status == 0);
  const Result read = folder.shell("sed -n 501p fall.csv | cut -d, -f3 | xargs printf '%.17g\\n'");
  CHECK(read.out == result.out);
}

TEST_CASE("a place that cannot be written is known before anything runs") {
  const Folder folder;
  folder.write("file", "");
  for (const char* place : {"/proc/results", "file", "ball.lua"}) {
    const Result result = folder.run("print 'on'\n" + fall, {"--out", place});
    CHECK(result.status == 5);
    CHECK(contains(result.error, "cannot write results to '" + std::string(place) + "'"));
    CHECK(result.out == "");
  }
}

TEST_CASE("a script saves only below its folder, as .csv, and not over itself") {
  const Folder folder;
  CHECK(contains(folder.run(fall + "run:save '../x.csv'").error, "only below the folder"));
  CHECK(contains(folder.run(fall + "run:save '/tmp/x.csv'").error, "only below the folder"));
  CHECK(contains(folder.run(fall + "run:save 'ball.lua'").error, "is the script itself"));
  CHECK(contains(folder.run(fall + "run:save 'x.mat'").error, "this is saved as .csv"));
  CHECK(folder.run(fall + "run:save 'x.mat'").status == 1);
}

TEST_CASE("a file that cannot be written is an input/output failure, and no part of it stays") {
  const Folder folder;
  const Result missing = folder.run(fall + "run:save 'nowhere/x.csv'");
  CHECK(missing.status == 5);
  CHECK(contains(missing.error, "ball.lua:8: cannot write 'nowhere/x.csv"));
  folder.shell("mkdir folder.csv");
  CHECK(folder.run(fall + "run:save 'folder.csv'").status == 5);
  // No file may grow beyond 8 kB: what a full disk looks like.
  folder.write("ball.lua", fall);
  const Result full = folder.shell("ulimit -f 8; \"$PERILUNE\" run ball.lua --out full");
  CHECK(full.status == 5);
  CHECK(contains(full.error, "cannot write 'full/run1.csv"));
  CHECK_FALSE(folder.has("full/run1.csv"));
  CHECK_FALSE(folder.has("full/run1.csv.part"));
}

TEST_CASE("a reader of standard output that goes away is reported, not a death by signal") {
  const Folder folder;
  folder.write("ball.lua", "for i = 1, 200000 do print(i) end");
  const Result result = folder.shell("set -o pipefail; \"$PERILUNE\" run ball.lua | head -1");
  CHECK(result.status == 5);
  CHECK(contains(result.error, "cannot write to standard output"));
}

TEST_CASE("numbers are written with points in every locale") {
  const Folder folder;
  folder.write("ball.lua", fall + "print(0.5)");
  const Result result =
      folder.shell("LANG=de_DE.UTF-8 LC_ALL=de_DE.UTF-8 TERM=dumb \"$PERILUNE\" run ball.lua --quiet");
  CHECK(result.out == "0.5\n");
}

TEST_CASE("a failed run that the script never looked at is a solver failure") {
  const Folder folder;
  const std::string failing =
      ball + "local run = model:simulate { duration = 1, accept_step = function() return false end }\n";
  CHECK(folder.run(failing).status == 3);
  CHECK(folder.run(failing + "print(run.outcome)").status == 0);
}

TEST_CASE("a failed expectation is printed with its place, the script goes on, and the exit status is 1") {
  const Folder folder;
  const Result result = folder.run(fall + R"(
assert(run:expect { "ball.y", below = 2 })
assert(not run:expect { "ball.y", below = 0.5 })
run:expect { "ball.vx", equals = 1, within = 0.1 }
run:expect { "rebound", value = 0.75, above = 0.9 }
print "on")");
  CHECK(result.status == 1);
  CHECK(result.out == "on\n");
  CHECK(contains(result.error,
                 "ball.lua:10: expectation failed: the largest |ball.y| = 1 m must be below 0.5 m\n"));
  CHECK(
      contains(result.error,
               "ball.lua:11: expectation failed: the final ball.vx = 0 m/s must be 1 m/s within 0.1 m/s\n"));
  CHECK(contains(result.error, "ball.lua:12: expectation failed: rebound = 0.75 must be above 0.9\n"));
  CHECK(contains(folder.read("out/ball/run.json"), "\"failed_expectations\": 3"));
}

TEST_CASE("a simulation that was stepped and left is written with what there is") {
  const Folder folder;
  const Result result = folder.run(ball + "local sim = model:simulation { duration = 1 }\nsim:step()");
  CHECK(result.status == 0);
  CHECK(folder.has("out/ball/run1.csv"));
}
