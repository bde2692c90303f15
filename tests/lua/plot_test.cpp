#include <doctest/doctest.h>

#include "tests/lua/program.h"

using namespace perilune::test;

namespace {

const std::string plotted = ball +
                            "contact(mbs.laws.hertz { stiffness = 1e8 })\n"
                            "local run = model:simulate { duration = 1 }\n";

std::string refusal(const std::string& line) {
  const Folder folder;
  return folder.run(plotted + line).error;
}

}  // namespace

TEST_CASE("run:plot writes an SVG with the channels and units it was asked for") {
  const Folder folder;
  const Result result =
      folder.run(plotted + "run:plot { 'ball.y', 'touch.normal_force', title = 'Fall', file = 'fall.svg' }");
  CHECK(result.status == 0);
  const std::string svg = folder.read("fall.svg");
  for (const char* part : {">Fall<", ">time [s]<", ">ball.y [m]<", ">touch.normal_force [kN]<"})
    CHECK_MESSAGE(contains(svg, part), part);
  CHECK(folder.shell("python3 -c \"import xml.dom.minidom as m; m.parse('fall.svg')\" 2>&1 || test $? = 127")
            .status == 0);
}

TEST_CASE("mbs.plot lays runs and computed curves over each other; mbs.out is the folder of results") {
  const Folder folder;
  const Result result = folder.run(
      plotted +
          "mbs.plot { { run = run, 'ball.y', label = 'simulated' }, { run = run, x = 'ball.y', 'ball.vy' },\n"
          "  { x = { 0, 0.4 }, y = { 1, 0.2 }, label = 'paper', style = 'points' },\n"
          "  x_label = 'instant', y_label = { 'height', 'speed' }, x_limits = { 0, 0.5 }, log = 'y',\n"
          "  y_limits = { 0.1, 10 }, file = mbs.out .. '/over.svg' }",
      {"--out", "results"});
  CHECK_MESSAGE(result.status == 0, result.error);
  const std::string svg = folder.read("results/over.svg");
  for (const char* part : {">simulated<", ">paper<", ">instant [s]<", ">height [m]<", ">speed [m/s]<"})
    CHECK_MESSAGE(contains(svg, part), part);
}

TEST_CASE("a plot may be written to a results folder anywhere, but not past it") {
  const Folder folder, other;
  const std::string out = other.path() + "/results";
  CHECK(folder.run(plotted + "run:plot { 'ball.y', file = mbs.out .. '/y.svg' }", {"--out", out}).status ==
        0);
  CHECK(other.has("results/y.svg"));
  const Result result =
      folder.run(plotted + "run:plot { 'ball.y', file = mbs.out .. '/../y.svg' }", {"--out", out});
  CHECK(result.status == 1);
  CHECK(contains(result.error, "writes only below"));
}

TEST_CASE("mistakes in a plot name the line, the value and what to write") {
  CHECK(contains(refusal("run:plot { 'ball.yy', file = 'a.svg' }"), "did you mean 'ball.y'"));
  CHECK(contains(refusal("run:plot { 'ball.y' }"), "ball.lua:8: plot: 'file' is missing"));
  CHECK(contains(refusal("run:plot { file = 'a.svg' }"), "has no channel to show"));
  CHECK(contains(refusal("run:plot { 'ball.y', file = 'a.png' }"), "this is saved as .svg"));
  CHECK(contains(refusal("run:plot { 'ball.y', fil = 'a.svg' }"), "did you mean 'file'"));
  CHECK(
      contains(refusal("run:plot { 'ball.y', file = 'a.svg', log = 'z' }"), "one of: \"x\", \"y\", \"xy\""));
  CHECK(contains(refusal("run:plot { 'ball.y', file = 'a.svg', x_limits = { 2, 1 } }"), "the lower first"));
  CHECK(contains(refusal("run:plot { 'ball.y', file = 'a.svg', from = 2 }"),
                 "from = 2 s is not before to = 1 s"));
  CHECK(contains(refusal("run:plot { 'ball.y', file = 'a.svg', log = 'y', y_limits = { 0, 1 } }"),
                 "numbers > 0"));
  CHECK(contains(refusal("mbs.plot { file = 'a.svg' }"), "has no curve"));
  CHECK(contains(refusal("mbs.plot { { x = { 1 }, y = { 1, 2 } }, file = 'a.svg' }"),
                 "x has 1 numbers, y has 2"));
  CHECK(contains(refusal("mbs.plot { { run = 3, 'ball.y' }, file = 'a.svg' }"), "'run' is no run"));
  CHECK(contains(refusal("mbs.plot { 'ball.y', file = 'a.svg' }"), "entry 1 is \"ball.y\""));
  CHECK(contains(refusal("run:plot { 'ball.y', file = 'a.svg', y_label = { 'a', 'b' } }"),
                 "2 texts for 1 panel"));
}

TEST_CASE("perilune check stops at the first plot, and a disk that is full is an error of output") {
  const Folder folder;
  folder.write("ball.lua", plotted + "run:plot { 'ball.y', file = 'a.svg' }");
  CHECK(folder.perilune({"check", "ball.lua"}).status == 0);
  CHECK_FALSE(folder.has("a.svg"));
  folder.shell("ln -s /dev/full full.svg.part");
  CHECK(folder.run(plotted + "run:plot { 'ball.y', file = 'full.svg' }").status == 5);
}

TEST_CASE("run:snapshots draws the mechanism at the instants it is given") {
  const Folder folder;
  const Result result = folder.run(
      plotted +
      "run:snapshots { times = { 0, 0.2, 0.43 }, trace = 'ball', title = 'Fall', file = 'fall.svg' }");
  CHECK_MESSAGE(result.status == 0, result.error);
  const std::string svg = folder.read("fall.svg");
  for (const char* part : {">Fall<", ">t = 0.2 s<", "stroke-dasharray"})
    CHECK_MESSAGE(contains(svg, part), part);
  CHECK(contains(refusal("run:snapshots { file = 'a.svg' }"), "'times' is missing"));
  CHECK(contains(refusal("run:snapshots { times = { 2 }, file = 'a.svg' }"), "t = 2 s lies outside the run"));
  CHECK(contains(refusal("run:snapshots { times = { 0 } }"), "'file' is missing"));
  CHECK(contains(refusal("run:snapshots { times = { 0 }, trace = 'bal', file = 'a.svg' }"), "bal.x"));
  CHECK(contains(refusal("run:snapshots { times = { 0 }, x_limits = { 0, 1 }, file = 'a.svg' }"),
                 "belong together"));
}

TEST_CASE("run:snapshots looks at a model in space from where it is told to") {
  const std::string two = R"(local mbs = require "perilune"
local model = mbs.spatial_model { gravity = { 0, 0, -10 } }
local near = model:body { name = "near", mass = 1, inertia = { 1, 1, 1 }, position = { 0, -1, 0 } }
local far = model:body { name = "far", mass = 1, inertia = { 1, 1, 1 }, position = { 0, 1, 0 } }
near:sphere { radius = 0.5 }
far:ellipsoid { radii = { 0.6, 0.5, 0.4 } }
local run = model:simulate { duration = 0.1 }
)";
  const Folder folder;
  const Result result = folder.run(two + R"(
run:snapshots { times = { 0 }, view = "front", file = "front.svg" }
run:snapshots { times = { 0 }, view = { 0, 1, 0 }, trace = "near", file = "back.svg" }
run:snapshots { times = { 0 }, file = "default.svg" }
run:snapshots { times = { 0 }, view = { 2, -2, 2 }, file = "isometric.svg" })");
  CHECK_MESSAGE(result.status == 0, result.error);
  // Bodies have colours by their order; what is behind is drawn first.
  const std::string near = "fill=\"#0072b2\"", far = "fill=\"#d55e00\"";
  const std::string front = folder.read("front.svg"), back = folder.read("back.svg");
  REQUIRE(contains(front, near));
  REQUIRE(contains(back, far));
  CHECK(front.find(far) < front.find(near));
  CHECK(back.find(near) < back.find(far));
  CHECK(folder.read("default.svg") == folder.read("isometric.svg"));
  const auto refused = [&](const std::string& view) {
    return Folder().run(two + "run:snapshots { times = { 0 }, file = 'a.svg', view = " + view + " }").error;
  };
  CHECK(contains(refused("'above'"), "view = \"above\" is not known"));
  CHECK(contains(refused("{ 0, 0, 0 }"), "view = { 0, 0, 0 } is no direction to look from"));
  CHECK(contains(refused("{ 1, 1 }"), "view has 2 numbers"));
  CHECK(contains(refusal("run:snapshots { times = { 0 }, view = 'top', file = 'a.svg' }"),
                 "'view' is for models in space"));
}

TEST_CASE("run:report and --report write one page with the runs, the script and the manifest") {
  const Folder folder;
  const Result result = folder.run(plotted + "run:report 'fall.html'", {"--report", "--out", "results"});
  CHECK_MESSAGE(result.status == 0, result.error);
  for (const char* page : {"fall.html", "results/report.html"}) {
    const std::string html = folder.read(page);
    for (const char* part : {"<!doctype html>", "ball.y", "mbs.laws.hertz", "sha256", "reached_end"})
      CHECK_MESSAGE(contains(html, part), part);
  }
  CHECK(contains(refusal("run:report 'fall.txt'"), "this is saved as .html"));
  CHECK(contains(refusal("run:report {}"), "file = a table must be a string"));
}

TEST_CASE("mbs.report lays runs side by side, and says what it misses") {
  const Folder folder;
  const Result result = folder.run(
      plotted +
      "local other = model:simulate { duration = 0.5 }\n"
      "mbs.report { run, { run = other, label = 'half as long' }, title = 'Two falls', file = 'two.html' }");
  CHECK_MESSAGE(result.status == 0, result.error);
  const std::string html = folder.read("two.html");
  for (const char* part : {"<title>Two falls</title>", "\"side_by_side\":true", "\"label\":\"half as long\""})
    CHECK_MESSAGE(contains(html, part), part);
  CHECK(contains(refusal("mbs.report { file = 'a.html' }"), "ball.lua:8: report: has no run to show"));
  CHECK(contains(refusal("mbs.report { run }"), "'file' is missing"));
  CHECK(contains(refusal("mbs.report { run, 3, file = 'a.html' }"), "entry 2 is 3, not a run"));
  CHECK(contains(refusal("mbs.report { { run = 3 }, file = 'a.html' }"), "'run' is no run"));
  CHECK(contains(refusal("mbs.report { { run = run, lable = 'x' }, file = 'a.html' }"),
                 "did you mean 'label'"));
  CHECK(contains(refusal("mbs.report { run, file = 'a.svg' }"), "this is saved as .html"));
}

TEST_CASE("--report of a script without runs is a page that says so") {
  const Folder folder;
  CHECK(folder.run("print 'nothing'", {"--report", "--out", "r"}).status == 0);
  CHECK(contains(folder.read("r/report.html"), "\"runs\":[]"));
}

TEST_CASE("a run that a script error ended still has its page") {
  const Folder folder;
  const Result result =
      folder.run(ball +
                     "contact(mbs.laws.hertz { stiffness = 1e8 })\nmodel:simulate { duration = 1,\n"
                     "  accept_step = function(s) if s.t > 0.2 then error 'no' end return true end }",
                 {"--report", "--out", "r"});
  CHECK(result.status == 1);
  CHECK(contains(folder.read("r/report.html"), "script_error"));
}
