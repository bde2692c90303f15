#include <cstdlib>
#include <new>

#include "tests/engine/contact_laws/allocations.h"

// Alone in its file: where a compiler sees these inlined beside containers it takes free() for a mistake.

namespace {
long count = 0;
}

long perilune::testing::allocations() { return count; }

void* operator new(std::size_t size) {
  ++count;
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
