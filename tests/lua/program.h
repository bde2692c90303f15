#pragma once

#include <string>
#include <vector>

namespace perilune::test {

// What a run of the program left.
struct Result {
  int status = 0;  // exit status; 128 + signal when it was killed
  std::string out, error;
};

// A folder of its own for each test, removed with it; scripts are written and run there.
class Folder {
 public:
  Folder();
  ~Folder();
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;  // "" when there is none
  bool has(const std::string& name) const;
  const std::string& path() const { return path_; }

  // perilune WORDS…, started in this folder.
  Result perilune(const std::vector<std::string>& words) const;
  // A shell line in this folder; $PERILUNE is the program. wait_for WORDS N: until so many lines of standard error have
  // them, ten seconds at the most.
  Result shell(const std::string& line) const;
  // Writes `script` as ball.lua and runs it quietly, with these words added.
  Result run(const std::string& script, const std::vector<std::string>& words = {}) const;

 private:
  std::string path_;
};

// The beginning of most scripts, five lines: mbs, model, ball, and contact(law).
inline const std::string ball = R"(local mbs = require "perilune"
local model = mbs.planar_model { name = "test", gravity = { 0, -9.81 } }
local ball = model:body { name = "ball", mass = 1, inertia = 0.004, position = { 0, 1 } }
local function contact(law) return model:contact { name = "touch", law = law,
  between = { ball:circle { radius = 0.1 }, model.ground:line {} } } end
)";

// A run that goes on until it is interrupted.
inline std::string endless_run(const std::string& record = "every = 1e4") {
  return ball + "model:simulate { duration = 1e5, record = { " + record +
         " }, integrator = mbs.integrators.dopri5 { max_step = 1e-5 } }\n";
}

bool contains(const std::string& text, const std::string& part);

}  // namespace perilune::test
