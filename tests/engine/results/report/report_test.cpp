#include "engine/results/report/report.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>

#include "engine/contact_laws/catalog.h"
#include "engine/results/report/json.h"
#include "engine/results/report/packed.h"
#include "engine/shapes/circle.h"
#include "engine/shapes/line.h"
#include "engine/simulation/simulation.h"
#include "engine/system/channels.h"
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
  return report_html({{1, run, "ball.lua:3", ""}}, page);
}

// A reader of its own for what packed.h writes.
std::vector<unsigned char> unpack(const std::string& text) {
  static const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::vector<unsigned char> bytes;
  unsigned held = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    held = (held << 6 | static_cast<unsigned>(digits.find(c))) & 0xffff;
    if ((bits += 6) < 8) continue;
    bits -= 8;
    bytes.push_back(static_cast<unsigned char>(held >> bits));
  }
  return bytes;
}
template <class Number>
std::vector<double> numbers_in(const Json& text) {
  const std::vector<unsigned char> bytes = unpack(text);
  std::vector<double> list;
  for (std::size_t i = 0; i + sizeof(Number) <= bytes.size(); i += sizeof(Number)) {
    Number number{};
    std::memcpy(&number, bytes.data() + i, sizeof number);
    list.push_back(number);
  }
  return list;
}
std::vector<double> floats_in(const Json& text) { return numbers_in<float>(text); }
std::vector<double> instants_in(const Json& text, double end) {
  std::vector<double> list = numbers_in<std::uint32_t>(text);
  for (double& t : list) t *= end / 4294967295.0;
  return list;
}
std::vector<double> columns_in(const Json& packed) {
  std::vector<double> list = numbers_in<std::uint16_t>(packed["data"]);
  for (std::size_t i = 0; i < list.size(); ++i) {
    const double low = packed["low"][i % packed["low"].size()],
                 high = packed["high"][i % packed["low"].size()];
    list[i] = low + (high - low) * list[i] / 65535;
  }
  return list;
}

Json data_of(const std::string& html) {
  const std::string open = "id=\"data\">";
  const std::size_t from = html.find(open) + open.size();
  return Json::parse(html.substr(from, html.find("</script>", from) - from));
}

}  // namespace

TEST_CASE("report: one page that asks no network and no other file for anything") {
  const std::string html = page_of(bounces(1));
  for (const char* word :
       {"src=", "<link rel=\"stylesheet", "@import", "url(", "fetch(", "XMLHttpRequest", "import("})
    CHECK_MESSAGE(html.find(word) == std::string::npos, word);
  CHECK(html.find("<title>Bounces &amp; &lt;/script&gt;</title>") != std::string::npos);
  for (const char* mark : {"DATA", "STYLE", "SPACE", "PROGRAM"})
    CHECK_MESSAGE(html.find('%' + std::string(mark) + '%') == std::string::npos, mark);
}

TEST_CASE("report: texts that would end the element they stand in arrive as they were") {
  const Json data = data_of(page_of(bounces(0.2)));
  CHECK(data["title"] == "Bounces & </script>");
  CHECK(data["script"] == "print \"</script><b>\"");
}

TEST_CASE("report: frames show bodies where the run has them, and there is one at every event") {
  const auto run = bounces(2);
  const Json data = data_of(page_of(run)), &shown = data["runs"][0];
  const double end = shown["end"];
  const std::vector<double> times = instants_in(shown["frames"]["t"], end),
                            poses = floats_in(shown["frames"]["poses"]);
  REQUIRE(times.size() > 100);
  REQUIRE(poses.size() == 3 * times.size());
  for (std::size_t i = 0; i < times.size(); ++i) {
    // Instants are whole parts of the end, 2^-32 of it; places have 24 binary digits.
    CHECK(std::abs(poses[3 * i] - run->at("ball.x", std::min(times[i], end))) < 1e-7);
    CHECK(std::abs(poses[3 * i + 1] - run->at("ball.y", std::min(times[i], end))) < 1e-7);
  }
  // And within each contact, however short it is.
  for (const Event& event : run->events()) {
    const double begin = event.t - event.number("duration");
    if (event.kind != "contact end") continue;
    CHECK(std::count_if(times.begin(), times.end(),
                        [&](double t) { return t > begin + 1e-9 && t < event.t - 1e-9; }) >= 3);
  }
  REQUIRE(shown["events"].size() == run->events().size());
  for (std::size_t i = 0; i < run->events().size(); ++i) {
    const Event& event = run->events()[i];
    const Json& row = shown["events"][i];
    CHECK(row[0].get<double>() == doctest::Approx(event.t).epsilon(1e-11));
    CHECK(shown["event_kinds"][row[1].get<int>()] == event.kind);
    CHECK(shown["event_elements"][row[2].get<int>()] == event.element);
    REQUIRE(row.size() == 3 + 2 * event.numbers.size());
    for (std::size_t k = 0; k < event.numbers.size(); ++k) {
      CHECK(shown["event_numbers"][row[3 + 2 * k].get<int>()] == event.numbers[k].first);
      CHECK(row[4 + 2 * k].get<double>() == doctest::Approx(event.numbers[k].second).epsilon(1e-4));
    }
    const bool has_frame =
        std::any_of(times.begin(), times.end(), [&](double t) { return std::abs(t - event.t) < 1e-9; });
    CHECK(has_frame);
  }
}

TEST_CASE("report: every contact that pushes has its place, normal and force in its frame") {
  const auto run = bounces(2);
  const Json data = data_of(page_of(run)), &frames = data["runs"][0]["frames"];
  const std::vector<double> times = instants_in(frames["t"], data["runs"][0]["end"]),
                            starts = numbers_in<std::uint32_t>(frames["pushes"]["starts"]),
                            rows = columns_in(frames["pushes"]["columns"]);
  const double largest = run->largest("touch.normal_force");
  REQUIRE(starts.size() == times.size() + 1);
  REQUIRE(rows.size() == 5 * static_cast<std::size_t>(starts.back()));
  int pushing = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double force = run->at("touch.normal_force", std::min(times[i], run->end_time()));
    // Frames at the very ends of contacts are as the rounding of their instant has it.
    if (force < 0.01 * largest && starts[i] == starts[i + 1]) continue;
    REQUIRE(starts[i + 1] == starts[i] + 1);
    const double* push = &rows[5 * static_cast<std::size_t>(starts[i])];
    CHECK(push[3] == doctest::Approx(1));  // the line's normal
    CHECK(std::abs(push[4] - force) < 1e-4 * largest);
    ++pushing;
  }
  CHECK(pushing > 0);
}

TEST_CASE("report: thinned series keep the largest force, loops keep their way back") {
  const auto run = bounces(2);
  const Json data = data_of(page_of(run)), &shown = data["runs"][0];
  double most = 0;
  for (const Json& channel : shown["channels"]) {
    if (channel["name"] != "touch.normal_force") continue;
    CHECK(channel["unit"] == "N");
    for (const double value : floats_in(channel["v"])) most = std::max(most, value);
    CHECK(channel["high"].get<double>() == doctest::Approx(most).epsilon(1e-6));
  }
  const auto all = run->history({"touch.normal_force"}, 0, 2)[0];
  CHECK(most == doctest::Approx(*std::max_element(all.begin(), all.end())).epsilon(1e-6));
  const auto is_loop = [](const Json& pair) { return pair["x"] == "touch.penetration"; };
  const auto loop = std::find_if(shown["pairs"].begin(), shown["pairs"].end(), is_loop);
  REQUIRE(loop != shown["pairs"].end());
  // F = K d^1.5, within half a thousandth of the picture.
  const std::vector<double> depths = floats_in((*loop)["xs"]), forces = floats_in((*loop)["ys"]);
  REQUIRE(depths.size() > 20);
  for (std::size_t i = 0; i < depths.size(); ++i)
    CHECK(std::abs(forces[i] - 1e8 * std::pow(std::max(0.0, depths[i]), 1.5)) < 1e-3 * most);
}

TEST_CASE("report: all refused attempts are there, and the smallest and largest accepted step") {
  const auto run = bounces(2);
  const Json data = data_of(page_of(run)), &steps = data["runs"][0]["steps"];
  const std::vector<double> sizes = floats_in(steps["dt"]),
                            reasons = numbers_in<unsigned char>(steps["reason"]);
  REQUIRE(sizes.size() == reasons.size());
  const auto refused = std::count_if(reasons.begin(), reasons.end(), [](double r) { return r > 0; });
  CHECK(refused == run->statistics.rejected);
  CHECK(refused > 0);
  double low = INFINITY, high = 0, wanted_low = INFINITY, wanted_high = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (reasons[i] == 0) low = std::min(low, sizes[i]), high = std::max(high, sizes[i]);
  }
  for (const Attempt& step : run->steps()) {
    if (step.accepted)
      wanted_low = std::min(wanted_low, step.dt), wanted_high = std::max(wanted_high, step.dt);
  }
  CHECK(low == doctest::Approx(wanted_low).epsilon(1e-6));
  CHECK(high == doctest::Approx(wanted_high).epsilon(1e-6));
}

TEST_CASE("report: several runs are on one page, and only what is in space brings what draws it") {
  const auto run = bounces(0.2);
  ReportPage page;
  page.side_by_side = true;
  const std::string html = report_html({{1, run, "a.lua:1", "short"}, {2, run, "a.lua:2", ""}}, page);
  const Json data = data_of(html);
  CHECK(data["side_by_side"] == true);
  REQUIRE(data["runs"].size() == 2);
  CHECK(data["runs"][0]["label"] == "short");
  CHECK(html.find("WebGLRenderer") == std::string::npos);
}

TEST_CASE("report: after the last step that is kept there is a frame at each record") {
  // A body that flies straight, in steps of 0.01 s, of which there is memory for some.
  Model model(Dimension::planar, "flight", "", Vector3::Zero(), make_ground());
  const BodyPointer body = planar_body(1, 1, {0, 0, 0}, 0, {1, 2, 0}, 3);
  body->name = "body";
  model.add(body);
  const auto system = std::make_shared<System>(model, ConstraintOptions{});
  const auto recorder = std::make_shared<Recorder>(*system);
  recorder->most_bytes = 5e3, recorder->every = 0.05, recorder->duration = 1;
  Node before = system->start();
  system->derivative(0, before.y.data(), before.dy.data());
  recorder->event(before);
  for (int i = 1; i <= 100; ++i) {
    Trial trial;
    trial.h = 0.01, trial.after = before, trial.after.t = 0.01 * i;
    for (int k = 0; k < 3; ++k) trial.after.y[k] += trial.h * before.y[3 + k];
    recorder->step(before, trial, Interpolant(before, trial, system->positions()));
    before = trial.after;
  }
  recorder->finish();
  REQUIRE(recorder->kept_until() < 0.9);
  const auto run = std::make_shared<Run>(system, recorder, std::make_shared<ChannelTable>(*system));
  CHECK(run->at("body.x", 0.95) == doctest::Approx(0.95));
  CHECK_THROWS_AS(run->at("body.x", 0.952), InputError);
  const Json data = data_of(page_of(run)), &shown = data["runs"][0];
  const std::vector<double> times = instants_in(shown["frames"]["t"], shown["end"]),
                            poses = floats_in(shown["frames"]["poses"]);
  CHECK(times.back() == doctest::Approx(1));
  REQUIRE(poses.size() == 3 * times.size());
  for (std::size_t i = 0; i < times.size(); ++i) CHECK(std::abs(poses[3 * i + 1] - 2 * times[i]) < 1e-6);
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

TEST_CASE("packed: bytes in base64 as RFC 4648 has them, columns within 2^-17 of their range") {
  CHECK(pack_bytes({'f', 'o', 'o', 'b', 'a', 'r'}) == "Zm9vYmFy");
  CHECK(pack_bytes({'f', 'o', 'o', 'b', 'a'}) == "Zm9vYmE=");
  CHECK(pack_bytes({'f', 'o', 'o', 'b'}) == "Zm9vYg==");
  CHECK(pack_bytes({}).empty());
  CHECK(pack_floats({1.0}) == "AACAPw==");  // 00 00 80 3f
  CHECK(pack_instants({0, 0.5, 2}, 2) == pack_integers({0, 1073741824, 4294967295}));
  const std::vector<double> rows = {1, -5, 2.5, 0, 4, 1e9};
  const PackedColumns packed(rows, 2);
  const Json json = {{"low", packed.low}, {"high", packed.high}, {"data", packed.data}};
  const std::vector<double> read = columns_in(json);
  REQUIRE(read.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    CHECK(std::abs(read[i] - rows[i]) <= (packed.high[i % 2] - packed.low[i % 2]) / 131070 * 1.000001);
  CHECK(columns_in({{"low", {3.0}}, {"high", {3.0}}, {"data", PackedColumns({3, 3}, 1).data}}) ==
        std::vector<double>{3, 3});
}
