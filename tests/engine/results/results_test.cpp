#include <doctest/doctest.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "engine/simulation/simulation.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;

namespace {

std::shared_ptr<Run> fall(RecordOptions record) {
  Model model(Dimension::planar, "fall", "", Vector3(0, -10, 0), make_ground());
  const BodyPointer ball = particle(1, {0, 2, 0}, {3, 0, 0});
  ball->name = "ball";
  model.add(ball);
  SimulationOptions options;
  options.duration = 0.5;
  options.record = record;
  return Simulation(model, options).run();
}

}  // namespace

TEST_CASE("records: by default a thousandth of the duration apart, start and end included") {
  const auto run = fall({});
  REQUIRE(run->time().size() == 1001);
  CHECK(run->time().front() == 0);
  CHECK(run->time().back() == 0.5);
  for (std::size_t i = 0; i < run->time().size(); ++i) {
    const double t = run->time()[i];
    CHECK(std::abs(run->series("ball.y")[i] - (2 - 5 * t * t)) < 1e-14);
  }
}

TEST_CASE("records: at every step, or every so many seconds with the end added") {
  const auto steps = fall({RecordOptions::When::steps, 0});
  CHECK(static_cast<long>(steps->time().size()) == steps->statistics.steps + 1);
  const auto every = fall({RecordOptions::When::every, 0.2});
  CHECK(every->time() == std::vector<double>{0, 0.2, 0.4, 0.5});
}

TEST_CASE("results: the solution is read anywhere, the end and the largest value over all steps") {
  const auto run = fall({RecordOptions::When::every, 0.2});
  CHECK(std::abs(run->at("ball.y", 0.3217) - (2 - 5 * 0.3217 * 0.3217)) < 1e-14);
  CHECK(std::abs(run->at("ball.vy", 0.3217) + 10 * 0.3217) < 1e-13);
  CHECK(run->final("ball.vy") == doctest::Approx(-5).epsilon(1e-14));
  CHECK(run->largest("ball.vy") == doctest::Approx(5).epsilon(1e-14));
  CHECK_THROWS_AS(run->at("ball.y", 0.6), InputError);
  CHECK_THROWS_AS(run->series("ball.yy"), InputError);
}

TEST_CASE("history: every step and what lies between, within a window, with its ends") {
  const auto run = fall({RecordOptions::When::every, 0.2});
  const auto lists = run->history({"time", "ball.y"}, 0.1234, 0.4321);
  REQUIRE(lists[0].size() >= 1000);
  CHECK(std::abs(lists[0].front() - 0.1234) < 1e-15);
  CHECK(std::abs(lists[0].back() - 0.4321) < 1e-15);
  for (std::size_t i = 0; i < lists[0].size(); ++i) {
    const double t = lists[0][i];
    CHECK(std::abs(lists[1][i] - (2 - 5 * t * t)) < 1e-14);
    if (i > 0) CHECK(t >= lists[0][i - 1]);
    if (i > 0) CHECK(t <= lists[0][i - 1] + (0.4321 - 0.1234) / 1000 * (1 + 1e-9));
  }
  CHECK_THROWS_AS(run->history({"ball.yy"}, 0, 1), InputError);
}

TEST_CASE("csv: one header line, every number reads back to the last bit") {
  const auto run = fall({RecordOptions::When::every, 0.1});
  const std::string path = "results_test.csv";
  run->save_csv(path);
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  CHECK(line.rfind("time,ball.x,ball.y", 0) == 0);
  for (std::size_t i = 0; i < run->time().size(); ++i) {
    std::getline(file, line);
    std::istringstream row(line);
    std::string cell;
    std::getline(row, cell, ',');
    CHECK(std::stod(cell) == run->time()[i]);
    std::getline(row, cell, ',');
    std::getline(row, cell, ',');
    CHECK(std::stod(cell) == run->series("ball.y")[i]);
  }
  std::remove(path.c_str());
}

TEST_CASE("csv: a full disk is an error, not a short file that looks whole") {
  const auto run = fall({});
  CHECK_THROWS_AS(run->save_csv("/dev/full"), OutputError);
  CHECK_THROWS_AS(run->save_csv("/no such folder/x.csv"), OutputError);
}
