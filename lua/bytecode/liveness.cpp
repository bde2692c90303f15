#include "lua/bytecode/liveness.h"

#include <utility>

namespace perilune::bytecode {
namespace {

struct Access {
  Registers read, written;
};

void add_range(Registers& set, int first, int count) {
  for (int i = first; i < first + count && i < 256; ++i) set.set(static_cast<std::size_t>(i));
}

// An open list of values ends where the instruction before left the top: everything above may be read.
void add_list(Registers& set, int first, int count) { add_range(set, first, count < 0 ? 256 : count); }

Access access_of(const Prototype& prototype, int pc) {
  const Instruction i = prototype.code[static_cast<std::size_t>(pc)];
  Access access;
  Registers& read = access.read;
  Registers& written = access.written;
  const auto reads = [&](int r) { read.set(static_cast<std::size_t>(r)); };
  const auto writes = [&](int r) { written.set(static_cast<std::size_t>(r)); };
  switch (i.op()) {
    case Opcode::MOVE:
    case Opcode::UNM:
    case Opcode::BNOT:
    case Opcode::NOT:
    case Opcode::LEN:
    case Opcode::GETI:
    case Opcode::GETFIELD: reads(i.b()), writes(i.a()); break;
    case Opcode::LOADI:
    case Opcode::LOADF:
    case Opcode::LOADK:
    case Opcode::LOADKX:
    case Opcode::LOADFALSE:
    case Opcode::LFALSESKIP:
    case Opcode::LOADTRUE:
    case Opcode::GETUPVAL:
    case Opcode::GETTABUP:
    case Opcode::NEWTABLE: writes(i.a()); break;
    case Opcode::CLOSURE:
      for (const Capture& capture : prototype.inner[static_cast<std::size_t>(i.bx())]->captures)
        if (capture.is_register) reads(capture.index);
      writes(i.a());
      break;
    case Opcode::LOADNIL: add_range(written, i.a(), i.b() + 1); break;
    case Opcode::SETUPVAL: reads(i.a()); break;
    case Opcode::GETTABLE: reads(i.b()), reads(i.c()), writes(i.a()); break;
    case Opcode::SELF:
      reads(i.b()), writes(i.a()), writes(i.a() + 1);
      if (!i.k()) reads(i.c());
      break;
    case Opcode::SETTABUP:
      if (!i.k()) reads(i.c());
      break;
    case Opcode::SETTABLE: reads(i.b()); [[fallthrough]];
    case Opcode::SETI:
    case Opcode::SETFIELD:
      reads(i.a());
      if (!i.k()) reads(i.c());
      break;
    case Opcode::CONCAT: add_range(read, i.a(), i.b()), writes(i.a()); break;
    case Opcode::CLOSE:
    case Opcode::TBC: add_range(read, i.a(), 256); break;
    case Opcode::EQ:
    case Opcode::LT:
    case Opcode::LE: reads(i.a()), reads(i.b()); break;
    case Opcode::EQK:
    case Opcode::EQI:
    case Opcode::LTI:
    case Opcode::LEI:
    case Opcode::GTI:
    case Opcode::GEI:
    case Opcode::TEST: reads(i.a()); break;
    case Opcode::TESTSET: reads(i.b()); break;  // writes only on one way: not counted
    case Opcode::CALL:
      add_list(read, i.a(), i.b() - 1 < 0 ? -1 : i.b());
      add_list(written, i.a(), i.c() - 1);
      break;
    case Opcode::TAILCALL: add_list(read, i.a(), i.b() - 1 < 0 ? -1 : i.b()); break;
    case Opcode::RETURN: add_list(read, i.a(), i.b() - 1); break;
    case Opcode::RETURN1: reads(i.a()); break;
    case Opcode::FORLOOP: add_range(read, i.a(), 3), writes(i.a() + 3); break;
    case Opcode::FORPREP: add_range(read, i.a(), 3), writes(i.a() + 3); break;
    case Opcode::TFORPREP: add_range(read, i.a(), 4); break;
    case Opcode::TFORCALL: add_range(read, i.a(), 4), add_range(written, i.a() + 4, i.c()); break;
    case Opcode::TFORLOOP: add_range(read, i.a(), 2), reads(i.a() + 4), writes(i.a() + 2); break;
    case Opcode::SETLIST: add_list(read, i.a(), i.b() == 0 ? -1 : i.b() + 1); break;
    case Opcode::VARARG: add_list(written, i.a(), i.c() - 1); break;
    case Opcode::ADDI:
    case Opcode::SHRI:
    case Opcode::SHLI: reads(i.b()), writes(i.a()); break;
    default:
      if (i.op() >= Opcode::ADDK && i.op() <= Opcode::BXORK) reads(i.b()), writes(i.a());
      else if (i.op() >= Opcode::ADD && i.op() <= Opcode::SHR) reads(i.b()), reads(i.c()), writes(i.a());
      break;
  }
  return access;
}

}  // namespace

Flow analyse(const Prototype& prototype) {
  const std::size_t size = prototype.code.size();
  Flow flow;
  flow.live.resize(size), flow.is_join.resize(size);
  std::vector<Access> accesses;
  std::vector<std::vector<int>> ways;
  std::vector<int> ways_in(size);
  ways_in.front() = 1;  // the call
  for (int pc = 0; pc < prototype.size(); ++pc) {
    accesses.push_back(access_of(prototype, pc));
    ways.push_back(prototype.successors(pc));
    for (const int next : ways.back())
      if (next < prototype.size()) ++ways_in[static_cast<std::size_t>(next)];
  }
  for (std::size_t pc = 0; pc < size; ++pc) flow.is_join[pc] = ways_in[pc] > 1;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t pc = size; pc-- > 0;) {
      Registers live;
      for (const int next : ways[pc])
        if (next < prototype.size()) live |= flow.live[static_cast<std::size_t>(next)];
      live = (live & ~accesses[pc].written) | accesses[pc].read;
      if (live != std::exchange(flow.live[pc], live)) changed = true;
    }
  }
  return flow;
}

}  // namespace perilune::bytecode
