#include "commands/string/bitfield_commands.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/number_text.h"
#include "commands/string/bit_string.h"

namespace keemun::commands {

namespace {

using Wide = __int128;  // holds every sum of two 64-bit numbers

struct FieldType {
  bool is_signed = false;
  unsigned bits = 0;

  Wide max() const { return (Wide{1} << (is_signed ? bits - 1 : bits)) - 1; }
  Wide min() const { return is_signed ? -(Wide{1} << (bits - 1)) : 0; }
  // What is left of `value` in so few bits.
  Wide wrap(Wide value) const {
    const Wide cut = value & ((Wide{1} << bits) - 1);
    return cut > max() ? cut - (Wide{1} << bits) : cut;
  }
};

enum class Overflow : uint8_t { kWrap, kSaturate, kFail };
enum class Action : uint8_t { kGet, kSet, kIncrease };

struct Operation {
  Action action = Action::kGet;
  FieldType type;
  uint64_t offset = 0;
  int64_t operand = 0;
  Overflow overflow = Overflow::kWrap;

  bool writes() const { return action != Action::kGet; }
  uint64_t last_bit() const { return offset + type.bits - 1; }
};

FieldType parse_field_type(BytesView text) {
  constexpr int64_t kSignedBitsMax = 64;
  constexpr int64_t kUnsignedBitsMax = 63;  // the largest value must fit into a reply
  text = text.substr(0, text.find('\0'));
  const bool is_signed = text.starts_with('i');
  const auto bits = is_signed || text.starts_with('u') ? parse_int64(text.substr(1)) : std::nullopt;
  if (!bits || *bits < 1 || *bits > (is_signed ? kSignedBitsMax : kUnsignedBitsMax)) {
    throw_error(
        "ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but "
        "i64 is.");
  }
  return {is_signed, static_cast<unsigned>(*bits)};
}

Overflow parse_overflow(const Call& call, size_t index) {
  if (call.is_word(index, "wrap")) return Overflow::kWrap;
  if (call.is_word(index, "sat")) return Overflow::kSaturate;
  if (call.is_word(index, "fail")) return Overflow::kFail;
  throw_error("ERR Invalid OVERFLOW type specified");
}

Action parse_action(const Call& call, size_t index) {
  const size_t words_behind = call.size() - index - 1;
  if (call.is_word(index, "get") && words_behind >= 2) return Action::kGet;
  if (call.is_word(index, "set") && words_behind >= 3) return Action::kSet;
  if (call.is_word(index, "incrby") && words_behind >= 3) return Action::kIncrease;
  throw_syntax_error();
}

std::vector<Operation> parse_operations(const Call& call) {
  std::vector<Operation> operations;
  Overflow overflow = Overflow::kWrap;
  for (size_t i = 2; i < call.size();) {
    if (call.is_word(i, "overflow") && i + 1 < call.size()) {
      overflow = parse_overflow(call, i + 1);
      i += 2;
      continue;
    }
    Operation operation;
    operation.overflow = overflow;
    operation.action = parse_action(call, i);
    operation.type = parse_field_type(call.arg(i + 1));
    operation.offset = parse_bit_offset(call, i + 2, operation.type.bits);
    if (operation.writes()) operation.operand = call.integer(i + 3);
    i += operation.writes() ? 4U : 3U;
    operations.push_back(operation);
  }
  return operations;
}

Wide read_field(BytesView bytes, const Operation& operation) {
  Wide value = 0;
  for (uint64_t bit = operation.offset; bit <= operation.last_bit(); ++bit) {
    value = value * 2 + (bit_at(bytes, bit) ? 1 : 0);
  }
  return operation.type.wrap(value);
}

void write_field(Bytes& bytes, const Operation& operation, Wide value) {
  for (unsigned i = 0; i < operation.type.bits; ++i) {
    set_bit(bytes, operation.last_bit() - i, ((value >> i) & 1) != 0);
  }
}

// Redis takes what is set in an unsigned field for an unsigned number: below 0 is above all.
Wide wanted_value(const Operation& operation, Wide old) {
  if (operation.action == Action::kIncrease) return old + operation.operand;
  if (operation.type.is_signed) return operation.operand;
  return static_cast<Wide>(static_cast<uint64_t>(operation.operand));
}

// The nearest that the type has. But Redis counts in 64 bits how far a number is below the highest:
// the lowest that SET may name are too far for that, and it takes them for too high.
Wide saturated(const Operation& operation, Wide value) {
  const FieldType type = operation.type;
  const bool is_beyond_counting = operation.action == Action::kSet && type.is_signed &&
                                  type.max() - value > std::numeric_limits<int64_t>::max();
  return is_beyond_counting ? type.max() : std::clamp(value, type.min(), type.max());
}

// The string as the operations find and leave it.
class Fields {
 public:
  Fields(Bytes bytes, bool is_grown) : bytes_(std::move(bytes)), is_grown_(is_grown) {}

  // Null where overflow forbids to write.
  Reply run(const Operation& operation) {
    const Wide old = read_field(bytes_, operation);
    if (!operation.writes()) return integer(old);
    const FieldType type = operation.type;
    Wide value = wanted_value(operation, old);
    if (value > type.max() || value < type.min()) {
      if (operation.overflow == Overflow::kFail) return Reply::null();
      value =
          operation.overflow == Overflow::kWrap ? type.wrap(value) : saturated(operation, value);
    }
    write_field(bytes_, operation, value);
    if (is_grown_ || value != old) is_changed_ = true;
    return integer(operation.action == Action::kSet ? old : value);
  }

  // By an operation, which Redis calls a change of the key; growing alone is none.
  bool is_changed() const { return is_changed_; }
  bool must_be_kept() const { return is_changed_ || is_grown_; }
  Bytes take() { return std::move(bytes_); }

 private:
  static Reply integer(Wide value) { return Reply::integer(static_cast<int64_t>(value)); }

  Bytes bytes_;
  const bool is_grown_;
  bool is_changed_ = false;
};

Reply::Items run_all(Fields& fields, const std::vector<Operation>& operations) {
  Reply::Items replies;
  for (const Operation& operation : operations) replies.push_back(fields.run(operation));
  return replies;
}

Reply read_fields(const Call& call, const std::vector<Operation>& operations) {
  const keyspace::CountedLookups counted(call.keys());
  const auto string = call.keys().string(call.arg(1), Create::kNo);
  Fields fields(string ? string->value() : Bytes(), false);
  return Reply::array(run_all(fields, operations));
}

Reply write_fields(const Call& call, const std::vector<Operation>& operations) {
  uint64_t last_bit = 0;
  for (const Operation& operation : operations) {
    if (operation.writes()) last_bit = std::max(last_bit, operation.last_bit());
  }
  const auto string = call.keys().string(call.arg(1), Create::kYes);
  Bytes bytes = string->value();
  const bool is_grown = grow_to_hold(bytes, last_bit);
  Fields fields(std::move(bytes), is_grown);
  Reply::Items replies = run_all(fields, operations);
  if (fields.must_be_kept()) string->set(fields.take());
  if (fields.is_changed()) {
    call.changed(call.arg(1), "setbit");
  } else {
    call.added(call.arg(1));
  }
  return Reply::array(std::move(replies));
}

bool writes_any(const std::vector<Operation>& operations) {
  return std::any_of(operations.begin(), operations.end(),
                     [](const Operation& operation) { return operation.writes(); });
}

}  // namespace

// BITFIELD key [GET type offset] [OVERFLOW WRAP | SAT | FAIL]
//          [SET type offset value] [INCRBY type offset increment] ...
Reply bitfield(Call& call) {
  const std::vector<Operation> operations = parse_operations(call);
  return writes_any(operations) ? write_fields(call, operations) : read_fields(call, operations);
}

// BITFIELD_RO key [GET type offset ...]
Reply bitfield_ro(Call& call) {
  const std::vector<Operation> operations = parse_operations(call);
  if (writes_any(operations)) throw_error("ERR BITFIELD_RO only supports the GET subcommand");
  return read_fields(call, operations);
}

}  // namespace keemun::commands
