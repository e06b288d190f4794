// BITFIELD and BITFIELD_RO: integers of any width inside a string. They are rows of bits here too,
// added as on paper: what judges the arithmetic of a machine does not rely on it.
#include <algorithm>
#include <bitset>
#include <vector>

#include "model/bit_string.h"

namespace keemun::model {

namespace {

// The lowest first, the last tells the sign (two's complement): no sum of two numbers is longer.
constexpr size_t kWidth = 66;
using Bits = std::bitset<kWidth>;

struct FieldType {
  bool is_signed = false;
  unsigned bits = 0;
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

bool is_negative(const Bits& number) {
  return number[kWidth - 1];
}

// What is left of a number in a field of the type.
Bits cut(Bits number, FieldType type) {
  const bool rest = type.is_signed && number[type.bits - 1];
  for (size_t i = type.bits; i < kWidth; ++i) number[i] = rest;
  return number;
}

bool fits(const Bits& number, FieldType type) {
  return cut(number, type) == number;
}

Bits sum(const Bits& a, const Bits& b, bool carry = false) {
  Bits result;
  for (size_t i = 0; i < kWidth; ++i) {
    const int ones = (a[i] ? 1 : 0) + (b[i] ? 1 : 0) + (carry ? 1 : 0);
    result[i] = ones % 2 == 1;
    carry = ones >= 2;
  }
  return result;
}

Bits difference(const Bits& a, const Bits& b) {
  return sum(a, ~b, true);
}

Bits highest(FieldType type) {
  Bits number;
  for (size_t i = type.is_signed ? 1 : 0; i < type.bits; ++i) number = number << 1 | Bits(1);
  return number;
}

Bits lowest(FieldType type) {
  return type.is_signed ? ~highest(type) : Bits{};
}

constexpr FieldType kInt64 = {true, 64};
constexpr FieldType kUint64 = {false, 64};

Bits bits_of(int64_t number, FieldType type) {
  return cut(Bits(static_cast<uint64_t>(number)), type);
}

int64_t int64_of(const Bits& bits) {
  return static_cast<int64_t>((bits & Bits(~uint64_t{0})).to_ullong());
}

Bits read_field(BytesView bytes, const Operation& operation) {
  const unsigned count = operation.type.bits;
  Bits number;
  for (unsigned i = 0; i < count; ++i) {
    number[i] = bit_at(bytes, operation.offset + count - 1 - i);
  }
  return cut(number, operation.type);
}

void write_field(Bytes& bytes, const Operation& operation, const Bits& number) {
  const unsigned count = operation.type.bits;
  for (unsigned i = 0; i < count; ++i) {
    set_bit(bytes, operation.offset + count - 1 - i, number[i]);
  }
}

// Redis takes what is written into an unsigned field as an unsigned number: below 0 is above all.
Bits wanted_value(const Operation& operation, const Bits& old) {
  const int64_t operand = operation.operand;
  if (operation.action == Action::kIncrease) return sum(old, bits_of(operand, kInt64));
  return bits_of(operand, operation.type.is_signed ? kInt64 : kUint64);
}

// The room between the number and the highest of its type has 64 bits in Redis. Where SET leaves
// more of it, as below -2^63 + 128 in a field of i8, the highest is what it saturates to.
Bits saturated(const Operation& operation, const Bits& value) {
  const FieldType type = operation.type;
  const bool is_set = operation.action == Action::kSet;
  const bool has_room = fits(difference(highest(type), value), kInt64);
  if (is_set && type.is_signed && !has_room) return highest(type);
  return is_negative(value) ? lowest(type) : highest(type);
}

// Writes what the operation says and answers it; null where overflow forbids it.
Reply apply(Bytes& bytes, const Operation& operation, bool& changed) {
  const Bits old = read_field(bytes, operation);
  if (operation.action == Action::kGet) return Reply::integer(int64_of(old));
  const FieldType type = operation.type;
  Bits value = wanted_value(operation, old);
  if (!fits(value, type)) {
    if (operation.overflow == Overflow::kFail) return Reply::null();
    value = operation.overflow == Overflow::kWrap ? cut(value, type) : saturated(operation, value);
  }
  write_field(bytes, operation, value);
  if (value != old) changed = true;
  return Reply::integer(int64_of(operation.action == Action::kSet ? old : value));
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
