// Without machine code: a system that lets no memory be written and executed, as hardened kernels do (here a seccomp
// filter plays one), and the switch by which all tests can be run as there.
#if defined(__linux__) && defined(__x86_64__)

#include <doctest/doctest.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <string>

#include "engine/law/machine.h"
#include "tests/engine/law/laws.h"

using namespace perilune::ir;
using namespace perilune::ir::testing;

namespace {

// mmap and mprotect fail where they ask for PROT_EXEC. false: this system knows no filters.
bool refuse_executable_memory() {
  const auto load = [](std::size_t from) {
    return sock_filter{BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<__u32>(from)};
  };
  const auto skip_if = [](int test, __u32 value, __u8 yes, __u8 no) {
    return sock_filter{static_cast<__u16>(BPF_JMP | test | BPF_K), yes, no, value};
  };
  sock_filter rules[] = {
      load(offsetof(seccomp_data, nr)),
      skip_if(BPF_JEQ, SYS_mmap, 1, 0),
      skip_if(BPF_JEQ, SYS_mprotect, 0, 2),
      load(offsetof(seccomp_data, args[2])),
      skip_if(BPF_JSET, PROT_EXEC, 1, 0),
      sock_filter{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
      sock_filter{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | EPERM},
  };
  const sock_fprog program = {sizeof rules / sizeof rules[0], rules};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

enum Answer { right, no_filter, executed, wrong };

Answer ask_without_executable_memory(const Routine& routine) {
  if (!refuse_executable_memory()) return no_filter;
  if (make_native_machine(routine)) return executed;
  const double inputs[] = {1e-4, 0, 0.5};
  double output = 0;
  return make_machine(routine)->run(inputs, &output) && output == 1e6 * std::pow(1e-4, 1.5) ? right : wrong;
}

}  // namespace

TEST_CASE("machines: where memory may not be executed, the register machine runs") {
  const Routine routine = flores_law(1e6, 1.5, 0.8);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) _exit(ask_without_executable_memory(routine));
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  if (WEXITSTATUS(status) == no_filter) MESSAGE("this system has no seccomp filters");
  else CHECK(WEXITSTATUS(status) == right);
}

TEST_CASE("machines: PERILUNE_MACHINE_CODE=off leaves the register machine alone") {
  const char* name = "PERILUNE_MACHINE_CODE";
  const char* found = std::getenv(name);
  const std::string before = found ? found : "";
  const Routine routine = flores_law(1e6, 1.5, 0.8);
  setenv(name, "off", 1);
  CHECK(make_native_machine(routine) == nullptr);
  const double inputs[] = {1e-4, 0, 0.5};
  double output = 0;
  CHECK(make_machine(routine)->run(inputs, &output));
  CHECK(output == 1e6 * std::pow(1e-4, 1.5));
  if (found) setenv(name, before.c_str(), 1);
  else unsetenv(name);
}

#endif
