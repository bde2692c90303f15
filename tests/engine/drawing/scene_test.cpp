#include "engine/drawing/scene.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "engine/bodies/spatial_body.h"
#include "engine/drawing/paper.h"
#include "engine/drawing/snapshots.h"
#include "engine/joints/revolute.h"
#include "engine/joints/spatial/spherical.h"
#include "engine/shapes/circle.h"
#include "engine/shapes/ellipsoid.h"
#include "engine/shapes/line.h"
#include "engine/simulation/simulation.h"
#include "tests/engine/support.h"

using namespace perilune;
using namespace perilune::testing;
using Kind = BodyPart::Kind;

namespace {

int count(const Scene& scene, Kind kind) {
  return static_cast<int>(std::count_if(scene.parts.begin(), scene.parts.end(),
                                        [kind](const BodyPart& part) { return part.kind == kind; }));
}

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

// A body without a shape that swings about (0, 0), 2 m below it at first to the right.
std::shared_ptr<Run> pendulum() {
  Model model(Dimension::planar, "pendulum", "", Vector3(0, -9.81, 0), make_ground());
  const BodyPointer bob = planar_body(1, 0.1, {2, 0, 0});
  bob->name = "bob";
  model.add(bob);
  auto pin = std::make_shared<Revolute>();
  pin->between = {Point{model.ground()}, Point{bob}};
  Point at{model.ground()};
  pin->at = at;
  model.add(JointPointer(pin));
  SimulationOptions options;
  options.duration = 1;
  return Simulation(model, options).run();
}

// A disc of 0.1 m that falls on a line.
std::shared_ptr<Run> fall() {
  Model model(Dimension::planar, "fall", "", Vector3(0, -10, 0), make_ground());
  const BodyPointer ball = planar_body(1, 0.004, {0, 1, 0});
  ball->name = "ball";
  model.add(ball);
  auto disc = std::make_shared<Circle>();
  disc->radius = 0.1, disc->body = ball;
  auto ground = std::make_shared<Line>();
  ground->body = model.ground();
  model.add(ShapePointer(disc));
  model.add(ShapePointer(ground));
  SimulationOptions options;
  options.duration = 0.2;
  return Simulation(model, options).run();
}

}  // namespace

TEST_CASE("scene: a body without a shape is a link from its centre to its joint, which is a pin") {
  const auto run = pendulum();
  const Scene scene = make_scene(*run);
  CHECK(scene.bodies == std::vector<std::string>{"ground", "bob"});
  REQUIRE(count(scene, Kind::link) == 1);
  CHECK(count(scene, Kind::mass) == 0);
  REQUIRE(scene.connections.size() == 1);
  CHECK(scene.connections[0].kind == Connection::Kind::pin);
  for (const double t : {0.0, 0.37, 1.0}) {
    const Frame frame = frame_at(*run, t);
    const auto& ends = scene.parts[0].points;
    const Vector3 a = frame.poses[1].place(ends[0]), b = frame.poses[1].place(ends[1]);
    const Vector3 centre(run->at("bob.x", t), run->at("bob.y", t), 0);
    CHECK(std::min(a.norm(), b.norm()) < 1e-8);
    CHECK(std::min((a - centre).norm(), (b - centre).norm()) < 1e-12);
  }
}

TEST_CASE("scene: in space a body without a shape is a box that has its inertia, with a rod to its joint") {
  // A brick of 0.6 x 0.2 x 0.1 m and 3 kg, turned: J = m/12 (b² + c²), … It hangs by a ball far outside.
  const Vector3 sides(0.6, 0.2, 0.1);
  SpatialBodyDescription d;
  d.mass = 3, d.position = Vector3(0, 0, 1);
  const Vector3 squares = sides.cwiseProduct(sides);
  d.inertia.matrix = (d.mass / 12 * (squares.sum() - squares.array())).matrix().asDiagonal();
  d.orientation.matrix = Eigen::AngleAxisd(0.7, Vector3(1, 2, 3).normalized()).toRotationMatrix();
  Model model(Dimension::spatial, "brick", "", Vector3(0, 0, -9.81), make_ground());
  auto brick = std::make_shared<SpatialBody>(d);
  brick->name = "brick";
  model.add(BodyPointer(brick));
  auto joint = std::make_shared<Spherical>();
  joint->between = {Point{model.ground()}, Point{brick}};
  joint->at = Point{model.ground()};
  model.add(JointPointer(joint));
  SimulationOptions options;
  options.duration = 0.1;
  const auto run = Simulation(model, options).run();

  const Scene scene = make_scene(*run);
  CHECK(scene.is_spatial);
  CHECK((scene.up - Vector3::UnitZ()).norm() < 1e-15);
  REQUIRE(count(scene, Kind::block) == 1);
  REQUIRE(count(scene, Kind::link) == 1);
  REQUIRE(scene.connections.size() == 1);
  CHECK(scene.connections[0].kind == Connection::Kind::ball);
  const Frame frame = frame_at(*run, 0.1);
  for (const BodyPart& part : scene.parts) {
    const Pose& pose = frame.poses[part.body];
    if (part.kind == Kind::link) CHECK(pose.place(part.points[1]).norm() < 1e-9);
    if (part.kind != Kind::block) continue;
    for (int k = 0; k < 3; ++k) {
      Vector3 half = Vector3::Zero();
      half[k] = 0.5 * sides[k];
      CHECK((part.points[k + 1] - half).norm() < 1e-12);
    }
    const Vector3 centre(run->at("brick.x", 0.1), run->at("brick.y", 0.1), run->at("brick.z", 0.1));
    CHECK((pose.place(part.points[0]) - centre).norm() < 1e-14);
  }
  const Space space = space_of(scene, {frame});
  CHECK(space.high[2] > 1);
  CHECK(space.low[2] < 1e-9);
}

TEST_CASE("scene: an ellipsoid reaches as far as its tangent planes") {
  // Half axes a, b, c turned by 30 degrees about z: √(a² cos² + b² sin²) along x.
  const double a = 0.3, b = 0.2, c = 0.1, angle = M_PI / 6;
  SpatialBodyDescription d;
  d.mass = 1, d.inertia.matrix = Matrix3::Identity(), d.position = Vector3(1, 2, 3);
  d.orientation.matrix = Eigen::AngleAxisd(angle, Vector3::UnitZ()).toRotationMatrix();
  Model model(Dimension::spatial, "egg", "", Vector3::Zero(), make_ground());
  auto body = std::make_shared<SpatialBody>(d);
  body->name = "egg";
  model.add(BodyPointer(body));
  auto shape = std::make_shared<Ellipsoid>();
  shape->radii = Vector3(a, b, c), shape->body = body;
  model.add(ShapePointer(shape));
  SimulationOptions options;
  options.duration = 0.1;
  const auto run = Simulation(model, options).run();
  const Scene scene = make_scene(*run);
  CHECK(scene.parts.size() == 1);
  CHECK(count(scene, Kind::ellipsoid) == 1);
  const Space space = space_of(scene, {frame_at(*run, 0)});
  const double cosine = std::cos(angle), sine = std::sin(angle);
  const Vector3 reach(std::hypot(a * cosine, b * sine), std::hypot(a * sine, b * cosine), c);
  CHECK((space.high - d.position - reach).norm() < 1e-14);
  CHECK((space.low - d.position + reach).norm() < 1e-14);
}

TEST_CASE(
    "paper: the axes of the world are as long as each other where one looks at the same angle from each") {
  const Matrix3 axes = axes_on_paper(Vector3(1, -1, 1), Vector3::UnitZ());
  CHECK((axes * axes.transpose() - Matrix3::Identity()).norm() < 1e-14);
  for (int k = 0; k < 3; ++k) CHECK(std::abs(axes.col(k).head<2>().norm() - std::sqrt(2 / 3.0)) < 1e-14);
  CHECK((axes.col(2) - Vector3(0, std::sqrt(2 / 3.0), std::sqrt(1 / 3.0))).norm() < 1e-14);
  // From in front x is to the right and z up; from above x is to the right and y up.
  const Matrix3 front = axes_on_paper(front_of(Vector3::UnitZ()), Vector3::UnitZ());
  CHECK((front * Vector3(1, 2, 3) - Vector3(1, 3, -2)).norm() < 1e-14);
  CHECK((axes_on_paper(Vector3::UnitZ(), Vector3::UnitZ()) - Matrix3::Identity()).norm() < 1e-14);
}

TEST_CASE("snapshots: of a box those faces are drawn that one sees") {
  SpatialBodyDescription d;
  d.mass = 1, d.inertia.matrix = Vector3(1, 1.2, 1.4).asDiagonal(), d.position = Vector3::Zero();
  Model model(Dimension::spatial, "box", "", Vector3::Zero(), make_ground());
  auto body = std::make_shared<SpatialBody>(d);
  body->name = "box";
  model.add(BodyPointer(body));
  SimulationOptions options;
  options.duration = 0.1;
  const auto run = Simulation(model, options).run();
  const auto faces = [&](const Vector3& from) {
    SnapshotOptions look;
    look.from = from;
    return count(snapshots_svg(*run, {0}, look), "stroke-linejoin=\"round\"");
  };
  CHECK(faces({1, -1, 1}) == 3);
  CHECK(faces({1, 0, 1}) == 2);
  CHECK(faces({0, 0, 1}) == 1);
}

TEST_CASE("scene: shapes are drawn as they are, and a body that has one needs no symbol") {
  const Scene scene = make_scene(*fall());
  CHECK(count(scene, Kind::disc) == 1);
  CHECK(count(scene, Kind::half_plane) == 1);
  CHECK(scene.parts.size() == 2);
}

TEST_CASE("view: all that is finite at these times, and the edge it falls on") {
  const auto run = fall();
  const Scene scene = make_scene(*run);
  const View view = view_of(scene, {frame_at(*run, 0), frame_at(*run, 0.2)});
  CHECK(view.top > 1.1);
  CHECK(view.bottom < 0);
  CHECK(view.left < -0.1);
  CHECK(view.top < 1.3);
}

TEST_CASE("snapshots: one picture an instant with its time; an instant outside the run is refused") {
  const auto run = fall();
  const std::string svg = snapshots_svg(*run, {0, 0.05, 0.125}, {});
  CHECK(count(svg, "<clipPath") == 3);
  CHECK(count(svg, "<circle") == 3);
  for (const char* words : {">t = 0 s<", ">t = 0.05 s<", ">t = 0.125 s<"})
    CHECK_MESSAGE(svg.find(words) != std::string::npos, words);
  CHECK_THROWS_AS(snapshots_svg(*run, {0.3}, {}), InputError);
}
