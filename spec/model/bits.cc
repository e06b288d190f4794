// SETBIT, GETBIT, BITCOUNT, BITPOS, BITOP.
#include <algorithm>
#include <vector>

#include "model/bit_string.h"

namespace keemun::model {

uint64_t bit_offset(const Call& call, size_t index, size_t unit_bits) {
  constexpr uint64_t kStringBytesMax = uint64_t{512} << 20;
  BytesView text = call.arg(index);
  const bool in_units = unit_bits > 0 && text.starts_with('#');
  if (in_units) text.remove_prefix(1);
  const auto offset = parse_int64(text);
  // The product wraps around as it does in Redis.
  const uint64_t bits = static_cast<uint64_t>(offset.value_or(-1)) * (in_units ? unit_bits : 1);
  if (!offset || static_cast<int64_t>(bits) < 0 || bits / kByteBits >= kStringBytesMax) {
    throw CommandError("ERR bit offset is not an integer or out of range");
  }
  return bits;
}

String& string_with_bit(const Call& call, const Bytes& key, uint64_t offset, bool& grown) {
  String* old = call.find<String>(key);
  String& value = call.find_or_create<String>(key);
  const size_t size = offset / kByteBits + 1;
  grown = old == nullptr || value.size() < size;
  if (value.size() < size) value.resize(size);
  return value;
}

bool bit_at(BytesView bytes, uint64_t offset) {
  const size_t place = offset / kByteBits;
  if (place >= bytes.size()) return false;
  return (static_cast<unsigned char>(bytes[place]) >> (kByteBits - 1 - offset % kByteBits) & 1) !=
         0;
}

void set_bit(Bytes& bytes, uint64_t offset, bool on) {
  char& byte = bytes[offset / kByteBits];
  const int mask = 1 << (kByteBits - 1 - offset % kByteBits);
  byte = static_cast<char>(on ? byte | mask : byte & ~mask);
}

namespace {

// SETBIT key offset value
Reply setbit(Call& call) {
  const uint64_t offset = bit_offset(call, 2);
  const bool on = call.integer_in(3, 0, 1, "ERR bit is not an integer or out of range") != 0;
  bool grown = false;
  String& value = string_with_bit(call, call.arg(1), offset, grown);
  const bool old = bit_at(value, offset);
  if (grown || old != on) {
    set_bit(value, offset, on);
    call.changed(call.arg(1));
  }
  return Reply::integer(old);
}

// GETBIT key offset
Reply getbit(Call& call) {
  const uint64_t offset = bit_offset(call, 2);
  const String* value = call.find<String>(call.arg(1));
  return Reply::integer(value != nullptr && bit_at(*value, offset));
}

// The bits [begin, end) that a range of bytes or bits means.
struct BitRange {
  uint64_t begin = 0;
  uint64_t end = 0;
};

bool counts_bits(const Call& call, size_t index) {
  if (index >= call.size()) return false;
  if (call.is_word(index, "bit")) return true;
  if (!call.is_word(index, "byte")) Call::throw_syntax_error();
  return false;
}

BitRange clamp(int64_t start, int64_t stop, int64_t total, bool in_bits) {
  if (start < 0) start = std::max<int64_t>(start + total, 0);
  if (stop < 0) stop = std::max<int64_t>(stop + total, 0);
  stop = std::min(stop, total - 1);
  if (start > stop) return {};
  const uint64_t unit = in_bits ? 1 : kByteBits;
  return {static_cast<uint64_t>(start) * unit, static_cast<uint64_t>(stop + 1) * unit};
}

int64_t total_of(const String& value, bool in_bits) {
  return static_cast<int64_t>(in_bits ? value.size() * kByteBits : value.size());
}

// BITCOUNT key [start end [BYTE | BIT]]
Reply bitcount(Call& call) {
  const String* value = call.find<String>(call.arg(1));
  if (value == nullptr) return Reply::integer(0);
  BitRange range = {0, value->size() * kByteBits};
  if (call.size() == 4 || call.size() == 5) {
    const int64_t start = call.integer(2);
    const int64_t stop = call.integer(3);
    if (start < 0 && stop < 0 && start > stop) return Reply::integer(0);
    const bool in_bits = counts_bits(call, 4);
    range = clamp(start, stop, total_of(*value, in_bits), in_bits);
  } else if (call.size() != 2) {
    Call::throw_syntax_error();
  }
  int64_t count = 0;
  for (uint64_t i = range.begin; i < range.end; ++i) count += bit_at(*value, i);
  return Reply::integer(count);
}

// BITPOS key bit [start [end [BYTE | BIT]]]
Reply bitpos(Call& call) {
  const int64_t wanted = call.integer(2);
  if (wanted != 0 && wanted != 1) throw CommandError("ERR The bit argument must be 1 or 0.");
  const String* value = call.find<String>(call.arg(1));
  if (value == nullptr) return Reply::integer(wanted == 1 ? -1 : 0);
  if (call.size() > 6) Call::throw_syntax_error();
  const bool end_given = call.size() >= 5;
  int64_t start = call.size() >= 4 ? call.integer(3) : 0;
  const bool in_bits = counts_bits(call, 5);
  const int64_t total = total_of(*value, in_bits);
  const int64_t stop = end_given ? call.integer(4) : total - 1;
  const BitRange range = clamp(start, stop, total, in_bits);
  if (range.begin == range.end) return Reply::integer(-1);
  for (uint64_t i = range.begin; i < range.end; ++i) {
    if (bit_at(*value, i) == (wanted == 1)) return Reply::integer(static_cast<int64_t>(i));
  }
  // Without an end the string goes on with zeros.
  if (wanted == 0 && !end_given) return Reply::integer(static_cast<int64_t>(range.end));
  return Reply::integer(-1);
}

enum class BitOperation : uint8_t { kAnd, kOr, kXor, kNot };

BitOperation bit_operation(const Call& call) {
  if (call.is_word(1, "and")) return BitOperation::kAnd;
  if (call.is_word(1, "or")) return BitOperation::kOr;
  if (call.is_word(1, "xor")) return BitOperation::kXor;
  if (call.is_word(1, "not")) return BitOperation::kNot;
  Call::throw_syntax_error();
}

char combine(BitOperation operation, char left, char right) {
  switch (operation) {
    case BitOperation::kAnd:
      return static_cast<char>(left & right);
    case BitOperation::kOr:
      return static_cast<char>(left | right);
    case BitOperation::kXor:
      return static_cast<char>(left ^ right);
    case BitOperation::kNot:
      return static_cast<char>(~left);
  }
  return left;
}

// BITOP AND | OR | XOR | NOT destkey key [key ...]: the shorter ones go on with zeros.
Reply bitop(Call& call) {
  const BitOperation operation = bit_operation(call);
  if (operation == BitOperation::kNot && call.size() != 4) {
    throw CommandError("ERR BITOP NOT must be called with a single source key.");
  }
  std::vector<Bytes> sources;
  size_t size = 0;
  for (const Bytes& key : call.args.subspan(3)) {
    const String* value = call.find<String>(key);
    sources.push_back(value == nullptr ? Bytes() : *value);
    size = std::max(size, sources.back().size());
  }
  for (Bytes& source : sources) source.resize(size);
  Bytes result = sources[0];
  for (size_t i = 0; i < size; ++i) {
    if (operation == BitOperation::kNot) result[i] = combine(operation, result[i], 0);
    for (size_t s = 1; s < sources.size(); ++s) {
      result[i] = combine(operation, result[i], sources[s][i]);
    }
  }
  const Bytes& target = call.arg(2);
  if (size > 0) {
    call.database().put(target, std::move(result));
    call.changed(target);
  } else if (call.find_entry(target) != nullptr) {
    call.database().erase(target);
    call.changed(target);
  }
  return Reply::integer(static_cast<int64_t>(size));
}

constexpr Command kCommands[] = {
    {"bitcount", -2, bitcount}, {"bitop", -4, bitop},  {"bitpos", -3, bitpos},
    {"getbit", 3, getbit},      {"setbit", 4, setbit},
};

}  // namespace

std::span<const Command> bit_commands() {
  return kCommands;
}

}  // namespace keemun::model
