#include "lua/bytecode/prototype.h"

#include <cstring>
#include <stdexcept>

namespace perilune::bytecode {
namespace {

// Reads ldump.c's format of Lua 5.4: header, number of upvalues, then the function.
class Reader {
 public:
  explicit Reader(const std::string& bytes) : bytes_(bytes) {}

  Prototype read() {
    const char header[] = "\x1bLua\x54\x00\x19\x93\r\n\x1a\n\x04\x08\x08";
    require(std::memcmp(take(15), header, 15) == 0);
    require(number<std::int64_t>() == 0x5678 && number<double>() == 370.5);
    take(1);
    return function();
  }

 private:
  static void require(bool holds) {
    if (!holds) throw std::runtime_error("its bytecode is not of Lua 5.4");
  }

  const char* take(std::size_t count) {
    require(count <= bytes_.size() - position_);
    position_ += count;
    return bytes_.data() + position_ - count;
  }

  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }

  std::uint8_t byte() { return number<std::uint8_t>(); }

  // Seven bits a byte, the highest first; the last byte is marked.
  std::size_t size() {
    std::size_t value = 0;
    for (int bytes = 0; bytes < 10; ++bytes) {
      const std::uint8_t next = byte();
      value = value << 7 | (next & 0x7F);
      if (next & 0x80) return value;
    }
    require(false);
    return 0;
  }
  int count() { return static_cast<int>(size()); }

  std::string text() {
    const std::size_t length = size();  // plus one; 0: none
    if (length == 0) return {};
    return std::string(take(length - 1), length - 1);
  }

  Prototype function() {
    Prototype proto;
    text();  // source
    proto.line_defined = count();
    count();  // last line
    proto.parameters = byte();
    proto.is_vararg = byte() != 0;
    proto.registers = byte();
    for (int n = count(); n > 0; --n) proto.code.push_back({number<std::uint32_t>()});
    for (int n = count(); n > 0; --n) proto.constants.push_back(constant());
    const int upvalues = count();
    for (int n = upvalues; n > 0; --n) {
      const bool is_register = byte() != 0;
      proto.captures.push_back({is_register, byte()});
      byte();  // kind
    }
    for (int n = count(); n > 0; --n) proto.inner.push_back(std::make_shared<const Prototype>(function()));
    read_lines(proto);
    for (int n = count(); n > 0; --n) text(), count(), count();  // local variables
    proto.upvalues.resize(static_cast<std::size_t>(upvalues));
    const int named = count();
    require(named <= upvalues);
    for (int i = 0; i < named; ++i) proto.upvalues[static_cast<std::size_t>(i)] = text();
    return proto;
  }

  Constant constant() {
    switch (byte()) {
      case 0: return Nil{};
      case 1: return false;
      case 17: return true;
      case 3: return number<std::int64_t>();
      case 19: return number<double>();
      case 4:
      case 20: return text();
      default: require(false); return Nil{};
    }
  }

  // Differences from instruction to instruction; −128 refers to the list of absolute lines.
  void read_lines(Prototype& proto) {
    std::vector<std::int8_t> steps;
    for (int n = count(); n > 0; --n) steps.push_back(number<std::int8_t>());
    std::vector<std::pair<int, int>> absolute;  // instruction, line
    for (int n = count(); n > 0; --n) {
      const int pc = count();
      absolute.emplace_back(pc, count());
    }
    proto.lines.assign(proto.code.size(), proto.line_defined);
    int line = proto.line_defined;
    std::size_t next = 0;
    for (std::size_t pc = 0; pc < steps.size() && pc < proto.lines.size(); ++pc) {
      if (steps[pc] == -128) {
        require(next < absolute.size());
        line = absolute[next++].second;
      } else {
        line += steps[pc];
      }
      proto.lines[pc] = line;
    }
  }

  const std::string& bytes_;
  std::size_t position_ = 0;
};

int append(lua_State*, const void* data, std::size_t size, void* text) {
  static_cast<std::string*>(text)->append(static_cast<const char*>(data), size);
  return 0;
}

}  // namespace

std::vector<int> Prototype::successors(int pc) const {
  const Instruction i = code[static_cast<std::size_t>(pc)];
  switch (i.op()) {
    case Opcode::JMP: return {pc + 1 + i.jump()};
    case Opcode::LFALSESKIP: return {pc + 2};
    case Opcode::EQ:
    case Opcode::LT:
    case Opcode::LE:
    case Opcode::EQK:
    case Opcode::EQI:
    case Opcode::LTI:
    case Opcode::LEI:
    case Opcode::GTI:
    case Opcode::GEI:
    case Opcode::TEST:
    case Opcode::TESTSET: return {pc + 1, pc + 2};
    case Opcode::FORLOOP: return {pc + 1, pc + 1 - i.bx()};
    case Opcode::FORPREP: return {pc + 1, pc + 2 + i.bx()};
    case Opcode::TFORPREP: return {pc + 1 + i.bx()};
    case Opcode::TFORLOOP: return {pc + 1, pc + 1 - i.bx()};
    case Opcode::RETURN:
    case Opcode::RETURN0:
    case Opcode::RETURN1: return {};
    default:
      // Arithmetic skips the metamethod instruction that follows it.
      if ((i.op() >= Opcode::ADDI && i.op() <= Opcode::SHR)) return {pc + 2};
      if (i.op() == Opcode::NEWTABLE || i.op() == Opcode::LOADKX) return {pc + 2};
      if (i.op() == Opcode::SETLIST && i.k()) return {pc + 2};
      return {pc + 1};
  }
}

Prototype read_prototype(lua_State* L, int index) {
  if (!lua_isfunction(L, index) || lua_iscfunction(L, index))
    throw std::runtime_error("is not written in Lua");
  lua_pushvalue(L, index);
  std::string bytes;
  const int status = lua_dump(L, append, &bytes, 0);
  lua_pop(L, 1);
  if (status != 0) throw std::runtime_error("cannot be read");
  return Reader(bytes).read();
}

}  // namespace perilune::bytecode
