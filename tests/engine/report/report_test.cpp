#include "engine/report/report.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "engine/contact_laws/catalog.h"
#include "engine/report/json.h"
#include "engine/shapes/circle.h"
#include "engine/shapes/line.h"
#include "engine/simulation/simulation.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;
using Json = nlohmann::json;

namespace {

// A disc of 0.1 m, thrown from 1 m, that bounces.
std::shared_ptr<Run> bounces(double duration) {
  Model model(Dimension::planar, "bounces", "", Vector3(0, -10, 0), make_ground());
  const BodyPointer ball = planar_body(1, 0.004, {0, 1, 0}, 0, {0.5, 0, 0}, 2);
  ball->name = "ball";
  model.add(ball);
  auto disc = std::make_shared<Circle>();
  disc->radius = 0.1, disc->body = ball;
  auto ground = std::make_shared<Line>();
  ground->body = model.ground();
  const auto* law = find_entry(contact_law_catalog(), "hertz");
  std::vector<Given> given;
  for (const FieldInfo& field : law->fields) {
    if (field.name == "stiffness") given.push_back({&field, 1e8});
  }
  Contact contact;
  contact.name = "touch", contact.a = disc, contact.b = ground, contact.law = law->make(given);
  model.add(contact);
  SimulationOptions options;
  options.duration = duration;
  options.accept = {std::make_shared<PenetrationRule>()};
  return Simulation(model, options).run();
}

std::string page_of(const std::shared_ptr<Run>& run) {
  ReportPage page;
  page.title = "Bounces & </script>";
  page.script = "print \"</script><b>\"";
  return report_html({{1, run, "ball.lua:3"}}, page);
}

Json data_of(const std::string& html) {
  const std::string open = "id=\"data\">";
  const std::size_t from = html.find(open) + open.size();
  return Json::parse(html.substr(from, html.find("</script>", from) - from));
}

}  // namespace

TEST_CASE("report: one page that asks no network and no other file for anything") {
  const std::string html = page_of(bounces(1));
  for (const char* word : {"src=", "http://", "https://", "@import", "fetch(", "XMLHttpRequest", "import("})
    CHECK_MESSAGE(html.find(word) == std::string::npos, word);
  CHECK(html.find("<title>Bounces &amp; &lt;/script&gt;</title>") != std::string::npos);
  CHECK(html.find('%' + std::string("DATA%")) == std::string::npos);
}

TEST_CASE("report: texts that would end the element they stand in arrive as they were") {
  const Json data = data_of(page_of(bounces(0.2)));
  CHECK(data["title"] == "Bounces & </script>");
  CHECK(data["script"] == "print \"</script><b>\"");
}

TEST_CASE("report: frames show bodies where the run has them, and there is one at every event") {
  const auto run = bounces(2);
  const Json data = data_of(page_of(run)), &shown = data["runs"][0];
  REQUIRE(shown["frames"].size() > 100);
  for (const Json& frame : shown["frames"]) {
    const double t = frame[0];
    CHECK(std::abs(frame[1][0].get<double>() - run->at("ball.x", t)) < 1e-5);
    CHECK(std::abs(frame[1][1].get<double>() - run->at("ball.y", t)) < 1e-5);
  }
  CHECK(shown["events"].size() == run->events().size());
  for (const Event& event : run->events()) {
    const bool has_frame =
        std::any_of(shown["frames"].begin(), shown["frames"].end(),
                    [&](const Json& frame) { return std::abs(frame[0].get<double>() - event.t) < 1e-8; });
    CHECK(has_frame);
  }
}

TEST_CASE("report: thinned series keep the largest force, loops keep their way back") {
  const auto run = bounces(2);
  const Json data = data_of(page_of(run)), &shown = data["runs"][0];
  double most = 0;
  for (const Json& channel : shown["channels"]) {
    if (channel["name"] != "touch.normal_force") continue;
    CHECK(channel["unit"] == "N");
    for (const Json& value : channel["v"]) most = std::max(most, value.get<double>());
  }
  const auto all = run->history({"touch.normal_force"}, 0, 2)[0];
  CHECK(most == doctest::Approx(*std::max_element(all.begin(), all.end())).epsilon(1e-6));
  const auto is_loop = [](const Json& pair) { return pair["x"] == "touch.penetration"; };
  const auto loop = std::find_if(shown["pairs"].begin(), shown["pairs"].end(), is_loop);
  REQUIRE(loop != shown["pairs"].end());
  // F = K d^1.5, within half a thousandth of the picture and the five digits that are written.
  for (std::size_t i = 0; i < (*loop)["xs"].size(); ++i) {
    const double d = std::max(0.0, (*loop)["xs"][i].get<double>());
    CHECK(std::abs((*loop)["ys"][i].get<double>() - 1e8 * std::pow(d, 1.5)) < 1e-3 * most);
  }
}

TEST_CASE("report: a page is no larger than it may be, however long the run is") {
  CHECK(page_of(bounces(200)).size() < 3000000);
}

TEST_CASE("json: what is not finite is null, and digits are as many as asked for") {
  JsonText json;
  json.open('{')
      .key("a")
      .number(NAN)
      .key("b")
      .numbers({1, 2.5, 1.0 / 3}, 3)
      .key("c")
      .text("\n\"\\")
      .close('}');
  CHECK(json.str() == "{\"a\":null,\"b\":[1,2.5,0.333],\"c\":\"\\u000a\\\"\\\\\"}");
}
