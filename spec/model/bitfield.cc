// BITFIELD and BITFIELD_RO: integers of any width inside a string.
#include <algorithm>
#include <vector>

#include "model/bit_string.h"

namespace keemun::model {

namespace {

using Wide = __int128;  // holds every sum of two 64-bit numbers

struct FieldType {
  bool is_signed = false;
  unsigned bits = 0;

  Wide max() const { return (Wide{1} << (is_signed ? bits - 1 : bits)) - 1; }
  Wide min() const { return is_signed ? -(Wide{1} << (bits - 1)) : 0; }
};

enum class Overflow : uint8_t { kWrap, kSaturate, kFail };
enum class Action : uint8_t { kGet, kSet, kIncrease };

struct Operation {
  Action action;
  FieldType type;
  uint64_t offset;
  int64_t operand = 0;
  Overflow overflow = Overflow::kWrap;
};

FieldType field_type(const Bytes& text) {
  constexpr int64_t kSignedBitsMax = 64;
  constexpr int64_t kUnsignedBitsMax = 63;  // the largest value must fit into a reply
  const bool is_signed = text.starts_with('i');
  const auto bits = parse_int64(text.empty() ? "" : text.c_str() + 1);
  if ((!is_signed && !text.starts_with('u')) || !bits || *bits < 1 ||
      *bits > (is_signed ? kSignedBitsMax : kUnsignedBitsMax)) {
    throw CommandError(
        "ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but "
        "i64 is.");
  }
  return {is_signed, static_cast<unsigned>(*bits)};
}

Overflow overflow_kind(const Call& call, size_t index) {
  if (call.is_word(index, "wrap")) return Overflow::kWrap;
  if (call.is_word(index, "sat")) return Overflow::kSaturate;
  if (call.is_word(index, "fail")) return Overflow::kFail;
  throw CommandError("ERR Invalid OVERFLOW type specified");
}

std::vector<Operation> parse_operations(const Call& call) {
  std::vector<Operation> operations;
  Overflow overflow = Overflow::kWrap;
  size_t i = 2;
  while (i < call.size()) {
    const size_t left = call.size() - i - 1;
    if (call.is_word(i, "overflow") && left >= 1) {
      overflow = overflow_kind(call, i + 1);
      i += 2;
      continue;
    }
    Operation operation{};
    operation.overflow = overflow;
    if (call.is_word(i, "get") && left >= 2) {
      operation.action = Action::kGet;
    } else if (call.is_word(i, "set") && left >= 3) {
      operation.action = Action::kSet;
    } else if (call.is_word(i, "incrby") && left >= 3) {
      operation.action = Action::kIncrease;
    } else {
      Call::throw_syntax_error();
    }
    operation.type = field_type(call.arg(i + 1));
    operation.offset = bit_offset(call, i + 2, operation.type.bits);
    const bool writes = operation.action != Action::kGet;
    if (writes) operation.operand = call.integer(i + 3);
    operations.push_back(operation);
    i += writes ? 4 : 3;
  }
  return operations;
}

Wide read_field(BytesView bytes, const Operation& operation) {
  Wide value = 0;
  for (unsigned i = 0; i < operation.type.bits; ++i) {
    value = value * 2 + bit_at(bytes, operation.offset + i);
  }
  if (value > operation.type.max()) value -= Wide{1} << operation.type.bits;
  return value;
}

void write_field(Bytes& bytes, const Operation& operation, Wide value) {
  const unsigned bits = operation.type.bits;
  for (unsigned i = 0; i < bits; ++i) {
    set_bit(bytes, operation.offset + i, (value >> (bits - 1 - i) & 1) != 0);
  }
}

Wide wrap(FieldType type, Wide value) {
  const Wide range = Wide{1} << type.bits;
  value &= range - 1;
  return value > type.max() ? value - range : value;
}

// Redis takes what is written into an unsigned field as an unsigned number: below 0 is above all.
Wide wanted_value(const Operation& operation, Wide old) {
  if (operation.action == Action::kIncrease) return old + operation.operand;
  if (operation.type.is_signed) return operation.operand;
  return static_cast<Wide>(static_cast<uint64_t>(operation.operand));
}

// The room between the number and the highest of its type has 64 bits in Redis. Where SET leaves
// more of it, as below -2^63 + 128 in a field of i8, the highest is what it saturates to.
Wide saturated(const Operation& operation, Wide value) {
  const FieldType type = operation.type;
  constexpr Wide kRoomMax = (Wide{1} << 63) - 1;
  const bool is_set = operation.action == Action::kSet;
  if (is_set && type.is_signed && value < type.max() - kRoomMax) return type.max();
  return std::clamp(value, type.min(), type.max());
}

// Writes what the operation says and answers it; null where overflow forbids it.
Reply apply(Bytes& bytes, const Operation& operation, bool& changed) {
  const Wide old = read_field(bytes, operation);
  if (operation.action == Action::kGet) return Reply::integer(static_cast<int64_t>(old));
  const FieldType type = operation.type;
  Wide value = wanted_value(operation, old);
  if (value > type.max() || value < type.min()) {
    if (operation.overflow == Overflow::kFail) return Reply::null();
    value = operation.overflow == Overflow::kWrap ? wrap(type, value) : saturated(operation, value);
  }
  write_field(bytes, operation, value);
  if (value != old) changed = true;
  return Reply::integer(static_cast<int64_t>(operation.action == Action::kSet ? old : value));
}

Reply bitfield_generic(Call& call, bool read_only) {
  const Bytes& key = call.arg(1);
  const std::vector<Operation> operations = parse_operations(call);
  bool writes = false;
  uint64_t last_bit = 0;
  for (const Operation& operation : operations) {
    if (operation.action == Action::kGet) continue;
    writes = true;
    last_bit = std::max(last_bit, operation.offset + operation.type.bits - 1);
  }
  if (writes && read_only) throw CommandError("ERR BITFIELD_RO only supports the GET subcommand");

  Reply::Items replies;
  bool changed = false;
  if (writes) {
    bool grown = false;
    String& value = string_with_bit(call, key, last_bit, grown);
    for (const Operation& operation : operations) {
      replies.push_back(apply(value, operation, changed));
      const bool wrote = operation.action != Action::kGet && !replies.back().is_null();
      if (grown && wrote) changed = true;
    }
  } else {
    const String* value = call.find<String>(key);
    Bytes bytes = value == nullptr ? Bytes() : *value;
    for (const Operation& operation : operations) {
      replies.push_back(apply(bytes, operation, changed));
    }
  }
  if (changed) call.changed(key);
  return Reply::array(std::move(replies));
}

// BITFIELD key [GET type offset] [OVERFLOW WRAP | SAT | FAIL]
//          [SET type offset value] [INCRBY type offset increment] ...
Reply bitfield(Call& call) {
  return bitfield_generic(call, false);
}
// BITFIELD_RO key [GET type offset ...]
Reply bitfield_ro(Call& call) {
  return bitfield_generic(call, true);
}

constexpr Command kCommands[] = {
    {"bitfield", -2, bitfield},
    {"bitfield_ro", -2, bitfield_ro},
};

}  // namespace

std::span<const Command> bitfield_commands() {
  return kCommands;
}

}  // namespace keemun::model
