#include <doctest/doctest.h>

#include "tests/lua/program.h"

using namespace perilune::test;

namespace {

const std::string exported = ball + R"(
contact(mbs.laws.hertz { stiffness = 1e8 })
local run = model:simulate { duration = 0.5, record = { every = 0.01 } }
)";

const std::string in_space = R"(local mbs = require "perilune"
local model = mbs.spatial_model { name = "top", gravity = { 0, 0, -9.81 } }
local top = model:body { name = "top", mass = 1, inertia = { 2e-3, 2e-3, 1e-3 }, position = { 0, 0, 0.1 },
  orientation = mbs.rotation.axis_angle { axis = { 1, 0, 0 }, angle = 0.5 }, angular_velocity = { 0, 0, 200 } }
model.ground:plane { at = { 0, 0, -0.2 }, normal = { 0, 0, 1 } }
local run = model:simulate { duration = 0.1, record = { every = 0.01 } }
)";

// Debian's interpreter: what a developer has beside it need not have the readers.
bool has_reader(const Folder& folder, const std::string& module) {
  const bool found = folder.shell("/usr/bin/python3 -c 'import " + module + "'").status == 0;
  if (!found) MESSAGE("python3-", module, " is not installed: nobody but Perilune has read the file");
  return found;
}

// An independent reader, in Python, that raises where something is wrong.
void check_with_python(const Folder& folder, const std::string& program) {
  folder.write("reader.py", program);
  const Result result = folder.shell("/usr/bin/python3 -W ignore reader.py");
  CHECK_MESSAGE(result.status == 0, result.error);
}

}  // namespace

TEST_CASE("run:export writes a .mat file that scipy reads: every channel as the CSV file has it") {
  const Folder folder;
  const Result result = folder.run(exported + "run:export 'fall.mat'\nrun:save 'fall.csv'");
  REQUIRE_MESSAGE(result.status == 0, result.error);
  CHECK(folder.read("fall.mat").substr(0, 10) == "MATLAB 5.0");
  if (!has_reader(folder, "scipy")) return;
  check_with_python(folder, R"(
import csv, scipy.io
mat = scipy.io.loadmat("fall.mat")
rows = list(csv.reader(open("fall.csv")))
names = rows[0][1:]
assert [c[0] for c in mat["channels"][:, 0]] == names, mat["channels"]
assert [r[0] for r in mat["time"]] == [float(row[0]) for row in rows[1:]]
assert mat["units"][names.index("ball.y"), 0][0] == "m"
for column, name in enumerate(names, 1):
    element, channel = name.rsplit(".", 1)
    values = mat[element.replace(".", "_")][channel][0, 0][:, 0]
    assert list(values) == [float(row[column]) for row in rows[1:]], name
)");
}

TEST_CASE("names that MATLAB does not take are made ones that it takes, each once") {
  const Folder folder;
  const Result result = folder.run(R"(local mbs = require "perilune"
local model = mbs.planar_model { name = "names" }
for _, name in ipairs { "end", "2nd", "a b", "a-b", ("long"):rep(30), "time", "größe" } do
  model:particle { name = name, mass = 1, position = { 1, 2 } }
end
model:simulate { duration = 0 }:export "names.mat")");
  REQUIRE_MESSAGE(result.status == 0, result.error);
  if (!has_reader(folder, "scipy")) return;
  check_with_python(folder, R"(
import scipy.io
mat = scipy.io.loadmat("names.mat")
names = [name for name in mat if not name.startswith("__")]
assert len(names) == 3 + 7 + 5, names  # time, channels, units; particles; energy, system, two momenta, step
)");
}

TEST_CASE(
    "run:export writes a series of .vtu files that meshio reads, with the bodies where the CSV has them") {
  const Folder folder;
  const Result result =
      folder.run(exported + "run:export { file = 'fall.pvd', frames = 11 }\nrun:save 'fall.csv'");
  REQUIRE_MESSAGE(result.status == 0, result.error);
  CHECK(folder.has("fall_0010.vtu"));
  CHECK_FALSE(folder.has("fall_0011.vtu"));
  CHECK(contains(folder.read("fall.pvd"), "timestep=\"0.5\" group=\"\" part=\"0\" file=\"fall_0010.vtu\""));
  if (!has_reader(folder, "meshio")) return;
  check_with_python(folder, R"(
import csv, meshio, numpy
import xml.etree.ElementTree as tree
rows = list(csv.DictReader(open("fall.csv")))
series = tree.parse("fall.pvd").getroot().findall(".//DataSet")
assert len(series) == 11
for entry in series:
    mesh = meshio.read(entry.get("file"))
    row = min(rows, key=lambda row: abs(float(row["time"]) - float(entry.get("timestep"))))
    disc = [block for block in mesh.cells if block.type == "triangle"][0].data
    middle = mesh.points[numpy.unique(disc)].mean(axis=0)
    assert abs(middle[1] - float(row["ball.y"])) < 1e-9, (middle, row["ball.y"])
    speed = mesh.point_data["velocity"][numpy.unique(disc)].mean(axis=0)
    assert abs(speed[1] - float(row["ball.vy"])) < 1e-6
)");
}

TEST_CASE(
    "run:export writes binary glTF that the validator of its authors accepts, in the plane and in space") {
  const Folder folder;
  REQUIRE(folder.run(exported + "run:export 'fall.glb'").status == 0);
  const Result result = folder.run(in_space + "run:export { file = 'top.glb', frames = 5 }");
  REQUIRE_MESSAGE(result.status == 0, result.error);
  const std::string file = folder.read("top.glb");
  REQUIRE(file.size() > 20);
  CHECK(file.substr(0, 4) == "glTF");
  CHECK(file.size() % 4 == 0);
  const std::string modules = PERILUNE_SOURCE_DIR "/build/node/node_modules";
  if (folder.shell("test -d " + modules + "/gltf-validator && command -v node").status != 0) {
    MESSAGE("node or its gltf-validator is not installed: nobody but Perilune has read the .glb files");
    return;
  }
  folder.write("validate.js", R"(
const validator = require('gltf-validator'), fs = require('fs');
const check = name => validator.validateBytes(new Uint8Array(fs.readFileSync(name))).then(report => {
  const { numErrors, numWarnings } = report.issues;
  if (numErrors || numWarnings) {
    console.error(name, JSON.stringify(report.issues.messages.slice(0, 5)));
    process.exitCode = 1;
  }
  if (report.info.animationCount !== 1) { console.error(name, 'has no animation'); process.exitCode = 1; }
});
check('fall.glb').then(() => check('top.glb'));
)");
  const Result validated = folder.shell("NODE_PATH=" + modules + " node validate.js");
  CHECK_MESSAGE(validated.status == 0, validated.error);
}

TEST_CASE("bodies in a .glb file are where the CSV file has them, and turned as it says") {
  const Folder folder;
  const Result plane =
      folder.run(exported + "run:export { file = 'fall.glb', frames = 11 }\nrun:save 'fall.csv'");
  const Result space =
      folder.run(in_space + "run:export { file = 'top.glb', frames = 11 }\nrun:save 'top.csv'");
  REQUIRE_MESSAGE(plane.status + space.status == 0, plane.error, space.error);
  if (!has_reader(folder, "json")) return;
  check_with_python(folder, R"(
import csv, json, struct
def tracks(name, node):
    data = open(name, "rb").read()
    length = struct.unpack("<I", data[12:16])[0]
    file, bytes = json.loads(data[20:20 + length]), data[28 + length:]
    def read(index):
        accessor = file["accessors"][index]
        columns = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        start = file["bufferViews"][accessor["bufferView"]]["byteOffset"]
        numbers = struct.unpack_from("<%df" % (columns * accessor["count"]), bytes, start)
        return [numbers[i:i + columns] for i in range(0, len(numbers), columns)]
    animation = file["animations"][0]
    for channel in animation["channels"]:
        target, sampler = channel["target"], animation["samplers"][channel["sampler"]]
        if file["nodes"][target["node"]]["name"] == node:
            yield target["path"], read(sampler["input"]), read(sampler["output"])
def check(stem, node, wanted):
    rows = list(csv.DictReader(open(stem + ".csv")))
    found = 0
    for path, times, values in tracks(stem + ".glb", node):
        assert len(times) == len(values) == 11
        for (t,), value in zip(times, values):
            row = min(rows, key=lambda row: abs(float(row["time"]) - t))
            expected = [float(row[node + "." + name]) for name in wanted[path]] if path in wanted else None
            if expected is None: continue
            same = sum(a * b for a, b in zip(value, expected))
            sign = -1 if path == "rotation" and same < 0 else 1
            assert all(abs(a - sign * b) < 1e-5 for a, b in zip(value, expected)), (path, t, value, expected)
            found += 1
    assert found == 11 * len(wanted), found
check("fall", "ball", {"translation": ["x", "y"]})
check("top", "top", {"translation": ["x", "y", "z"], "rotation": ["qx", "qy", "qz", "qw"]})
)");
}

TEST_CASE("a file that no format writes is refused with the formats there are") {
  const Folder folder;
  const auto refusal = [&](const std::string& line) { return folder.run(exported + line).error; };
  CHECK(contains(refusal("run:export 'fall.mta'"),
                 "ball.lua:9: export: 'fall.mta' has no extension of a format"));
  CHECK(contains(refusal("run:export 'fall.mta'"), "did you mean 'mat'"));
  CHECK(contains(refusal("run:export 'fall'"), ".mat, .pvd, .glb; run:save writes .csv"));
  CHECK(contains(refusal("run:export { file = 'a.glb', frames = 1 }"), "frames"));
  CHECK(contains(refusal("run:export { frames = 2 }"), "'file' is missing"));
  CHECK(contains(refusal("run:export '../a.glb'"), ".."));
}

TEST_CASE("--export writes every run in other formats, too, and the next run removes what it wrote") {
  const Folder folder;
  folder.write("fall.lua", exported);
  CHECK(folder.perilune({"run", "fall.lua", "--quiet", "--export", "mat,glb"}).status == 0);
  CHECK(folder.has("out/fall/run1.mat"));
  CHECK(folder.has("out/fall/run1.glb"));
  CHECK(contains(folder.read("out/fall/run.json"), "run1.glb"));
  CHECK(folder.perilune({"run", "fall.lua", "--quiet", "--export", "pvd"}).status == 0);
  CHECK_FALSE(folder.has("out/fall/run1.mat"));
  CHECK(folder.has("out/fall/run1_0000.vtu"));
  CHECK(folder.perilune({"run", "fall.lua", "--quiet"}).status == 0);
  CHECK_FALSE(folder.has("out/fall/run1_0000.vtu"));
  const Result wrong = folder.perilune({"run", "fall.lua", "--export", "xls"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.error, "mat"));
}
