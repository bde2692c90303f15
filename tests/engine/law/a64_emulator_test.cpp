// The emulator of a64_emulator.h, and that it tells one routine from another.
#include "tests/engine/law/a64_emulator.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "engine/law/machine.h"
#include "tests/engine/law/laws.h"

namespace perilune::ir::testing {

A64Emulator* A64Emulator::find() {
  static const std::unique_ptr<A64Emulator> emulator = start();
  return emulator.get();
}

std::unique_ptr<A64Emulator> A64Emulator::start() {
  if (make_a64_code(newton_root(), {}).empty()) {
    MESSAGE("built without asmjit: machine code for AArch64 is neither written nor tested");
    return nullptr;
  }
  const std::string folder = compile_runner();
  if (folder.empty()) {
    MESSAGE(
        "qemu-user, gcc-aarch64-linux-gnu or libc6-dev-arm64-cross is not installed: "
        "machine code for AArch64 is not tested");
    return nullptr;
  }
  const std::string runner = folder + "/runner";
  int to[2], from[2];
  if (pipe(to) != 0 || pipe(from) != 0) throw std::runtime_error("no pipe");
  const pid_t process = fork();
  if (process < 0) throw std::runtime_error("no process");
  if (process == 0) {
    dup2(to[0], 0), dup2(from[1], 1);
    for (const int end : {to[0], to[1], from[0], from[1]}) close(end);
    execlp("qemu-aarch64", "qemu-aarch64", runner.c_str(), nullptr);
    _exit(127);
  }
  close(to[0]), close(from[1]);
  std::unique_ptr<A64Emulator> emulator(new A64Emulator(process, to[1], from[0]));
  std::filesystem::remove_all(folder);  // it runs
  return emulator;
}

// The folder where it is; "": it cannot be compiled or run.
std::string A64Emulator::compile_runner() {
  char name[] = "/tmp/perilune-test-XXXXXX";
  if (!mkdtemp(name)) throw std::runtime_error("no temporary folder");
  const std::string folder = name, runner = folder + "/runner";
  const std::string compile = "aarch64-linux-gnu-gcc -std=gnu11 -O1 -static -o " + runner +
                              " '" PERILUNE_SOURCE_DIR "/tests/engine/law/a64_runner.c'";
  const std::string try_it = "qemu-aarch64 " + runner + " </dev/null";
  const std::string line = "command -v qemu-aarch64 aarch64-linux-gnu-gcc && " + compile + " && " + try_it;
  if (std::system(("{ " + line + "; } >/dev/null 2>&1").c_str()) == 0) return folder;
  std::filesystem::remove_all(folder);
  return {};
}

A64Emulator::A64Emulator(pid_t process, int to, int from) : process_(process), to_(to), from_(from) {
  std::signal(SIGPIPE, SIG_IGN);  // a runner that crashed is found by put()
  std::array<std::uint64_t, 64> stubs;
  static_assert(op_count <= 60);
  get(stubs.data(), sizeof stubs);
  const CalledFunctions here = called_functions();
  for (std::size_t i = 0; i < here.by_operation.size(); ++i)
    if (here.by_operation[i] != 0) functions_.by_operation[i] = stubs[i];
}

A64Emulator::~A64Emulator() {
  close(to_), close(from_);
  waitpid(process_, nullptr, 0);
}

void A64Emulator::put(const void* data, std::size_t size) const {
  for (const char* at = static_cast<const char*>(data); size > 0;) {
    const ssize_t part = write(to_, at, size);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) throw std::runtime_error("the emulated code crashed");
    at += part, size -= static_cast<std::size_t>(part);
  }
}

void A64Emulator::get(void* data, std::size_t size) const {
  for (char* at = static_cast<char*>(data); size > 0;) {
    const ssize_t part = read(from_, at, size);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) throw std::runtime_error("the emulated code crashed");
    at += part, size -= static_cast<std::size_t>(part);
  }
}

// As a64_runner.c says.
std::vector<double> A64Emulator::run(const Routine& routine, const std::vector<double>& inputs,
                                     std::size_t count) {
  std::vector<std::uint8_t> code = make_a64_code(routine, functions_);
  REQUIRE(!code.empty());
  const auto outputs = static_cast<std::size_t>(routine.outputs);
  const std::uint64_t work[] = {code.size(), static_cast<std::uint64_t>(routine.inputs), outputs, count,
                                ir::given_up};
  put(work, sizeof work);
  put(code.data(), code.size());
  put(inputs.data(), inputs.size() * sizeof(double));
  answer_calls();
  std::vector<double> results((outputs + 1) * count);
  get(results.data(), results.size() * sizeof(double));
  return results;
}

void A64Emulator::answer_calls() {
  for (;;) {
    std::uint64_t kind = 0;
    get(&kind, sizeof kind);
    if (kind == 0) return;
    struct {
      std::uint64_t operation;
      Word a, b;
    } question;
    get(&question, sizeof question);
    const Word answer = apply(static_cast<Op>(question.operation), question.a, question.b, {});
    put(&answer, sizeof answer);
    ++calls;
  }
}

int A64Emulator::differences(const Routine& written, const Routine& meant,
                             const std::vector<double>& inputs) {
  const auto in = static_cast<std::size_t>(meant.inputs), out = static_cast<std::size_t>(meant.outputs);
  const std::size_t count = in == 0 ? 1 : inputs.size() / in;
  const std::vector<double> results = run(written, inputs, count);
  const MachinePointer machine = make_register_machine(meant);
  std::vector<double> expected(out);
  int differences = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double* result = results.data() + (out + 1) * i;
    const bool left = machine->run(inputs.data() + in * i, expected.data());
    bool right = result[0] == (left ? 1 : 0);
    for (std::size_t k = 0; left && k < out; ++k) right = right && same(result[1 + k], expected[k]);
    differences += !right;
    given_up += !left;
  }
  runs += static_cast<long>(count);
  return differences;
}

}  // namespace perilune::ir::testing

using namespace perilune::ir;
using namespace perilune::ir::testing;

TEST_CASE("AArch64: the emulator tells a wrong bit, and a routine that gives up from one that leaves") {
  A64Emulator* emulator = A64Emulator::find();
  if (!emulator) return;
  const auto pair = [](Op op) {
    Routine routine = routine_with(2, 1, 1);
    const Value a = add_input(routine, 0), b = add_input(routine, 1);
    routine.blocks[0].end = leave_with({emit(routine, 0, op, a, b)});
    return routine;
  };
  Routine nothing = routine_with(2, 1, 1);
  CHECK(emulator->differences(pair(Op::add), {1, 2, 0.5, -0.0}) == 0);
  CHECK(emulator->differences(pair(Op::add), pair(Op::subtract), {1, 2, 3, 0}) == 1);
  CHECK(emulator->differences(pair(Op::add), pair(Op::maximum), {-0.0, 0.0, 0.0, -0.0}) ==
        1);  // a zero's sign
  CHECK(emulator->differences(pair(Op::multiply), pair(Op::divide), {1, 1, 1e-300, 1 + 0x1p-52}) == 1);
  CHECK(emulator->differences(pair(Op::atan2), pair(Op::pow), {2, 3}) == 1);
  CHECK(emulator->differences(nothing, nothing, {1, 2}) == 0);
  CHECK(emulator->differences(nothing, pair(Op::add), {1, 2}) == 1);
}
