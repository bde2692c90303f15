// Runs machine code for AArch64 that another program hands it, under qemu-user; a64_emulator.h compiles and feeds it.
// Functions that the code calls are asked of the other program, so that their bits are those of that computer.
//
// To it first: the addresses of `stubs`. Then from it, as often as it likes: the sizes of code, inputs and outputs, the
// number of runs and the bits returned by code that gives up (64 bits each), the code, the inputs of each run. For each call of a function: 1, its operation, two
// operands; the answer is read. Then 0, and for each run 1 if it left, 0 if it gave up, 2 added where it did not
// keep the registers that a function keeps, 4 where it did not return its first output; the outputs.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void get(void* to, size_t size) {
  for (char* at = to; size > 0;) {
    const ssize_t part = read(0, at, size);
    if (part <= 0) _exit(part < 0);
    at += part, size -= (size_t)part;
  }
}

static void put(const void* from, size_t size) {
  for (const char* at = from; size > 0;) {
    const ssize_t part = write(1, at, size);
    if (part <= 0) _exit(1);
    at += part, size -= (size_t)part;
  }
}

// Spoils every register that a function may spoil, but for its result.
static double spoil(double result) {
  __asm__ volatile(
      "mov x1, #-1\n mov x2, x1\n mov x3, x1\n mov x4, x1\n mov x5, x1\n mov x6, x1\n mov x7, x1\n mov x8, x1\n"
      "mov x9, x1\n mov x10, x1\n mov x11, x1\n mov x12, x1\n mov x13, x1\n mov x14, x1\n mov x15, x1\n"
      "mov x16, x1\n mov x17, x1\n mov x0, x1\n"
      "movi v1.2d, #-1\n movi v2.2d, #-1\n movi v3.2d, #-1\n movi v4.2d, #-1\n movi v5.2d, #-1\n"
      "movi v6.2d, #-1\n movi v7.2d, #-1\n movi v16.2d, #-1\n movi v17.2d, #-1\n movi v18.2d, #-1\n"
      "movi v19.2d, #-1\n movi v20.2d, #-1\n movi v21.2d, #-1\n movi v22.2d, #-1\n movi v23.2d, #-1\n"
      "movi v24.2d, #-1\n movi v25.2d, #-1\n movi v26.2d, #-1\n movi v27.2d, #-1\n movi v28.2d, #-1\n"
      "movi v29.2d, #-1\n movi v30.2d, #-1\n movi v31.2d, #-1\n cmp x1, x1\n" ::
          : "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15",
            "x16", "x17", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", "v20", "v21", "v22",
            "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "cc");
  return result;
}

static double ask(uint64_t operation, double a, double b) {
  struct {
    uint64_t kind, operation;
    double a, b;
  } question = {1, operation, a, b};
  double answer;
  put(&question, sizeof question);
  get(&answer, sizeof answer);
  return spoil(answer);
}

#define STUB(n) \
  static double stub##n(double a, double b) { return ask(n, a, b); }
#define TEN(F, n) F(n##0) F(n##1) F(n##2) F(n##3) F(n##4) F(n##5) F(n##6) F(n##7) F(n##8) F(n##9)
#define SIXTY(F) \
  F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) TEN(F, 1) TEN(F, 2) TEN(F, 3) TEN(F, 4) TEN(F, 5)
SIXTY(STUB)
#define NAME(n) stub##n,
static double (*const stubs[64])(double, double) = {SIXTY(NAME)};

typedef double Code(const void* self, const double* inputs, double* outputs);

// code(0, inputs, outputs) with all registers that it has to keep, x19 to x28 and d8 to d15, as in `before`; what
// they are then goes `after`.
double call_code(Code* code, const double* inputs, double* outputs, const uint64_t* before, uint64_t* after);
#define EACH_PAIR(one, base)                                                                                \
  #one " x19, x20, [" base "]\n" #one " x21, x22, [" base ", 16]\n" #one " x23, x24, [" base ", 32]\n" #one \
       " x25, x26, [" base ", 48]\n" #one " x27, x28, [" base ", 64]\n" #one " d8, d9, [" base ", 80]\n" #one \
       " d10, d11, [" base ", 96]\n" #one " d12, d13, [" base ", 112]\n" #one " d14, d15, [" base ", 128]\n"
__asm__(
    ".text\n.global call_code\ncall_code:\n"
    "stp x29, x30, [sp, -176]!\n str x4, [sp, 16]\n add x9, sp, 32\n" EACH_PAIR(stp, "x9") EACH_PAIR(ldp, "x3")
    "mov x9, x0\n mov x0, xzr\n blr x9\n"
    "ldr x9, [sp, 16]\n" EACH_PAIR(stp, "x9") "add x9, sp, 32\n" EACH_PAIR(ldp, "x9")
    "ldp x29, x30, [sp], 176\n ret\n");

int main(void) {
  put(stubs, sizeof stubs);
  const size_t room = (size_t)1 << 22;
  char* memory = mmap(0, room, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 1;
  uint64_t before[18], after[18];
  for (int i = 0; i < 18; ++i) before[i] = 0x5555000000000000u + (uint64_t)i;
  for (;;) {
    struct {
      uint64_t size, inputs, outputs, runs, given_up;
    } work;
    get(&work, sizeof work);
    if (work.size > room) return 1;
    get(memory, work.size);
    __builtin___clear_cache(memory, memory + work.size);
    double* inputs = malloc((work.inputs * work.runs + 1) * sizeof *inputs);
    double* results = calloc((work.outputs + 1) * work.runs + 1, sizeof *results);
    if (!inputs || !results) return 1;
    get(inputs, work.inputs * work.runs * sizeof *inputs);
    for (uint64_t run = 0; run < work.runs; ++run) {
      double* result = results + (work.outputs + 1) * run;
      Code* code;
      memcpy(&code, &memory, sizeof code);
      const double first = call_code(code, inputs + work.inputs * run, result + 1, before, after);
      const int left = memcmp(&first, &work.given_up, sizeof first) != 0;
      const int differs = left && work.outputs > 0 && memcmp(&first, result + 1, sizeof first) != 0;
      result[0] = left + (memcmp(before, after, sizeof before) != 0 ? 2 : 0) + (differs ? 4 : 0);
    }
    const uint64_t done = 0;
    put(&done, sizeof done);
    put(results, (work.outputs + 1) * work.runs * sizeof *results);
    free(inputs), free(results);
  }
}
