#include "commands/string/bit_commands.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "base/load_words.h"
#include "base/number_text.h"
#include "commands/string/bit_string.h"
#include "commands/string/string_limit.h"

namespace keemun::commands {

uint64_t parse_bit_offset(const Call& call, size_t index, unsigned unit_bits) {
  BytesView text = call.arg(index);
  const bool in_units = unit_bits > 0 && text.starts_with('#');
  if (in_units) text.remove_prefix(1);
  const auto number = parse_int64(text);
  // The product wraps around as it does in Redis.
  const uint64_t offset = static_cast<uint64_t>(number.value_or(-1)) * (in_units ? unit_bits : 1);
  if (!number || offset / kByteBits >= kStringBytesMax) {
    throw_error("ERR bit offset is not an integer or out of range");
  }
  return offset;
}

namespace {

Bytes read_or_empty(const Call& call, BytesView key) {
  const keyspace::CountedLookups counted(call.keys());
  const auto string = call.keys().string(key, Create::kNo);
  return string ? string->value() : Bytes();
}

// A range as a client gives it, in bytes or in bits.
struct Span {
  int64_t start = 0;
  int64_t stop = 0;
  bool is_in_bits = false;
};

// The bits [begin, end).
struct BitRange {
  uint64_t begin = 0;
  uint64_t end = 0;

  bool is_empty() const { return begin == end; }
};

bool parse_is_in_bits(const Call& call, size_t index) {
  if (index >= call.size()) return false;
  const bool is_in_bits = call.is_word(index, "bit");
  if (!is_in_bits && !call.is_word(index, "byte")) throw_syntax_error();
  return is_in_bits;
}

int64_t unit_count(BytesView value, bool is_in_bits) {
  return static_cast<int64_t>(is_in_bits ? value.size() * kByteBits : value.size());
}

BitRange lay_on(const Span& span, BytesView value) {
  const int64_t total = unit_count(value, span.is_in_bits);
  const auto from_front = [total](int64_t index) {
    return index < 0 ? std::max<int64_t>(index + total, 0) : index;
  };
  const int64_t first = from_front(span.start);
  const int64_t last = std::min(from_front(span.stop), total - 1);
  if (first > last) return {};
  const uint64_t unit_bits = span.is_in_bits ? 1 : kByteBits;
  return {static_cast<uint64_t>(first) * unit_bits, static_cast<uint64_t>(last + 1) * unit_bits};
}

constexpr uint64_t kWordBits = 64;

// The first eight bytes, the first as the highest; behind the end there are zeros.
uint64_t word_of(BytesView bytes) {
  char word[sizeof(uint64_t)] = {};
  bytes.copy(word, sizeof(word));
  return __builtin_bswap64(load<uint64_t>(word));
}

// Calls visit(offset, word, mask) for up to 64 bits at once, from the highest of the word on as
// many as the mask has, until it answers true: for what is in front of the first whole byte, for
// eight bytes at a time, and for the rest.
template <typename Visit>
void walk_bits(BytesView value, BitRange range, Visit visit) {
  constexpr uint64_t kAll = ~uint64_t{0};
  uint64_t offset = range.begin;
  const auto visit_some = [&](uint64_t count) {
    const uint64_t first = offset;
    offset += count;
    if (count == 0) return false;
    const uint64_t word = word_of(value.substr(first / kByteBits)) << first % kByteBits;
    return visit(first, word, kAll << (kWordBits - count));
  };
  if (visit_some(std::min((kByteBits - offset % kByteBits) % kByteBits, range.end - offset)))
    return;
  for (; range.end - offset >= kWordBits; offset += kWordBits) {
    const char* const bytes = value.data() + offset / kByteBits;
    if (visit(offset, __builtin_bswap64(load<uint64_t>(bytes)), kAll)) return;
  }
  visit_some(range.end - offset);
}

// In pairs of bits, then fours, then bytes, which a product adds up: std::popcount() calls a
// function for each word, for there are processors without the instruction.
int64_t count_ones(uint64_t word) {
  word -= word >> 1 & 0x5555555555555555;
  word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
  word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
  return static_cast<int64_t>(word * 0x0101010101010101 >> (kWordBits - kByteBits));
}

int64_t count_bits(BytesView value, BitRange range) {
  int64_t count = 0;
  walk_bits(value, range, [&](uint64_t, uint64_t word, uint64_t mask) {
    count += count_ones(word & mask);
    return false;
  });
  return count;
}

// range.end where there is none.
uint64_t find_bit(BytesView value, BitRange range, bool wanted) {
  const uint64_t word_without = wanted ? 0 : ~uint64_t{0};
  uint64_t found = range.end;
  walk_bits(value, range, [&](uint64_t offset, uint64_t word, uint64_t mask) {
    const uint64_t others = (word ^ word_without) & mask;
    if (others == 0) return false;
    found = offset + static_cast<uint64_t>(std::countl_zero(others));
    return true;
  });
  return found;
}

}  // namespace

// SETBIT key offset value
Reply setbit(Call& call) {
  const uint64_t offset = parse_bit_offset(call, 2);
  const auto wanted = parse_int64(call.arg(3));
  if (!wanted || (*wanted != 0 && *wanted != 1)) {
    throw_error("ERR bit is not an integer or out of range");
  }
  const auto string = call.keys().string(call.arg(1), Create::kYes);
  Bytes value = string->value();
  const bool grown = grow_to_hold(value, offset);
  const bool old = bit_at(value, offset);
  if (grown || old != (*wanted == 1)) {
    set_bit(value, offset, *wanted == 1);
    string->set(std::move(value));
    call.changed(call.arg(1), "setbit");
  }
  return Reply::integer(old);
}

// GETBIT key offset
Reply getbit(Call& call) {
  const uint64_t offset = parse_bit_offset(call, 2);
  const auto string = call.keys().string(call.arg(1), Create::kNo);
  return Reply::integer(string && bit_at(string->value(), offset));
}

// BITCOUNT key [start end [BYTE | BIT]]
Reply bitcount(Call& call) {
  const auto string = call.keys().string(call.arg(1), Create::kNo);
  if (!string) return Reply::integer(0);
  const Bytes& value = string->value();
  if (call.size() == 2) return Reply::integer(count_bits(value, {0, value.size() * kByteBits}));
  if (call.size() != 4 && call.size() != 5) throw_syntax_error();
  Span span{call.integer(2), call.integer(3), false};
  if (span.start < 0 && span.stop < 0 && span.start > span.stop) return Reply::integer(0);
  span.is_in_bits = parse_is_in_bits(call, 4);
  return Reply::integer(count_bits(value, lay_on(span, value)));
}

// BITPOS key bit [start [end [BYTE | BIT]]]
Reply bitpos(Call& call) {
  const int64_t wanted = call.integer(2);
  if (wanted != 0 && wanted != 1) throw_error("ERR The bit argument must be 1 or 0.");
  const auto string = call.keys().string(call.arg(1), Create::kNo);
  if (!string) return Reply::integer(wanted == 1 ? -1 : 0);
  if (call.size() > 6) throw_syntax_error();
  const Bytes& value = string->value();
  const bool has_end = call.size() >= 5;
  Span span;
  if (call.size() >= 4) span.start = call.integer(3);
  span.is_in_bits = parse_is_in_bits(call, 5);
  span.stop = has_end ? call.integer(4) : unit_count(value, span.is_in_bits) - 1;
  const BitRange range = lay_on(span, value);
  if (range.is_empty()) return Reply::integer(-1);
  const uint64_t found = find_bit(value, range, wanted == 1);
  // Without an end the string goes on with zeros.
  const bool is_there = found != range.end || (wanted == 0 && !has_end);
  return Reply::integer(is_there ? static_cast<int64_t>(found) : -1);
}

namespace {

enum class BitOperation : uint8_t { kAnd, kOr, kXor, kNot };

BitOperation parse_bit_operation(const Call& call) {
  if (call.is_word(1, "and")) return BitOperation::kAnd;
  if (call.is_word(1, "or")) return BitOperation::kOr;
  if (call.is_word(1, "xor")) return BitOperation::kXor;
  if (call.is_word(1, "not")) return BitOperation::kNot;
  throw_syntax_error();
}

// Eight bytes at once, as long as there are so many.
template <typename Combine>
void combine_bytes(char* into, BytesView other, Combine combine) {
  while (other.size() >= sizeof(uint64_t)) {
    store(into, combine(load<uint64_t>(into), load<uint64_t>(other.data())));
    into += sizeof(uint64_t);
    other.remove_prefix(sizeof(uint64_t));
  }
  for (const char byte : other) {
    *into = static_cast<char>(combine(static_cast<uint64_t>(*into), static_cast<uint64_t>(byte)));
    ++into;
  }
}

// The shorter one goes on with zeros.
void combine_into(Bytes& result, BitOperation operation, BytesView other) {
  result.resize(std::max(result.size(), other.size()));
  switch (operation) {
    case BitOperation::kAnd:
      combine_bytes(result.data(), other, [](uint64_t a, uint64_t b) { return a & b; });
      std::fill(result.begin() + static_cast<std::ptrdiff_t>(other.size()), result.end(), '\0');
      break;
    case BitOperation::kOr:
      combine_bytes(result.data(), other, [](uint64_t a, uint64_t b) { return a | b; });
      break;
    case BitOperation::kXor:
      combine_bytes(result.data(), other, [](uint64_t a, uint64_t b) { return a ^ b; });
      break;
    case BitOperation::kNot:
      combine_bytes(result.data(), other, [](uint64_t, uint64_t b) { return ~b; });
      break;
  }
}

}  // namespace

// BITOP AND | OR | XOR | NOT destkey key [key ...]: the shorter ones go on with zeros.
Reply bitop(Call& call) {
  const BitOperation operation = parse_bit_operation(call);
  if (operation == BitOperation::kNot && call.size() != 4) {
    throw_error("ERR BITOP NOT must be called with a single source key.");
  }
  const BytesView target = call.arg(2);
  Bytes result = read_or_empty(call, call.arg(3));
  if (operation == BitOperation::kNot) combine_into(result, operation, Bytes(result));
  // One after another, however many there are.
  for (const BytesView key : call.args.subspan(4)) {
    combine_into(result, operation, read_or_empty(call, key));
  }
  if (!result.empty()) {
    call.keys().put_string(target, result, keyspace::kNoExpiry);
    call.changed(target, "set");
  } else if (call.keys().erase(target)) {
    call.changed(target, "del");
  }
  return Reply::integer(static_cast<int64_t>(result.size()));
}

}  // namespace keemun::commands
