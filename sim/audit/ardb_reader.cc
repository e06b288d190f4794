#include "audit/ardb_reader.h"

#include <bit>
#include <cmath>

#include "audit/byte_taker.h"
#include "base/command_error.h"

namespace keemun::sim {

namespace {

[[noreturn]] void fail(BytesView what) {
  throw CommandError("ardb row " + Bytes(what));
}

// § 2.
uint64_t read_varint(ByteTaker& reader) {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const uint8_t byte = reader.byte();
    if (shift == 63 && byte > 1) fail("has a varint of more than 64 bits");
    value |= static_cast<uint64_t>(byte & 127) << shift;
    if (byte < 128) {
      if (byte == 0 && shift > 0) fail("has a varint that is not the shortest");
      return value;
    }
  }
  fail("has a varint without end");
}

int64_t read_signed(ByteTaker& reader) {
  const uint64_t folded = read_varint(reader);
  return static_cast<int64_t>(folded / 2) ^ -static_cast<int64_t>(folded % 2);
}

ArdbWord read_word(ByteTaker& reader) {
  switch (reader.byte()) {
    case 0:
      return {};
    case 1:
      return read_signed(reader);
    case 2:
      return std::bit_cast<double>(read_signed(reader));
    case 4:
      return Bytes(reader.take(read_varint(reader)));
    default:
      fail("has an element of no kind");
  }
}

// § 4.
Bytes read_sortable_string(ByteTaker& reader) {
  Bytes bytes;
  while (true) {
    const uint8_t byte = reader.byte();
    bytes.push_back(static_cast<char>(byte));
    if (byte != 0) continue;
    const uint8_t mark = reader.byte();
    if (mark == 0) {
      bytes.pop_back();
      return bytes;
    }
    if (mark != 255) fail("has a string that is not escaped");
  }
}

ArdbWord read_sortable_number(ByteTaker& reader) {
  const uint64_t sortable = reader.number(8);
  const bool is_positive = sortable >> 63 != 0;
  const double floor =
      std::bit_cast<double>(is_positive ? sortable ^ uint64_t{1} << 63 : ~sortable);
  if (std::isnan(floor) || (floor == 0 && std::signbit(floor))) fail("has no number");
  const uint64_t rest = reader.number(2);
  if (rest == 1) return floor;
  if (rest % 2 == 1 || floor != std::floor(floor)) fail("has a number of neither kind");
  if (floor < -0x1p63 || floor >= 0x1p63) fail("has an int that is none");
  const double next = std::nextafter(floor, INFINITY);
  if (static_cast<double>(rest / 2) >= next - floor && rest > 0) fail("has a floor too low");
  return static_cast<int64_t>(floor) + static_cast<int64_t>(rest / 2);
}

ArdbWord read_sortable_word(ByteTaker& reader) {
  switch (reader.byte()) {
    case 0:
      return {};
    case 1:
      return read_sortable_number(reader);
    case 4:
      return read_sortable_string(reader);
    default:
      fail("has an element of no kind");
  }
}

bool is_meta_type(int type) {
  return type == 2 || type == 3 || type == 5 || type == 7 || type == 9 || type == 12;
}

// § 1.
bool is_type_of_row(int type) {
  return type == 1 || type == 4 || type == 6 || type == 8 || type == 10 || type == 11 ||
         type == 13 || type == 14 || type == 29;
}

// § 2.
bool are_of_type(int type, const std::vector<ArdbWord>& elements) {
  const auto is_number = [](const ArdbWord& word) {
    return std::holds_alternative<int64_t>(word) || std::holds_alternative<double>(word);
  };
  switch (type) {
    case 2:
    case 4:
    case 6:
      return elements.size() == 1 && !std::holds_alternative<std::monostate>(elements[0]);
    case 3:
    case 8:
    case 10:
    case 29:
      return elements.empty();
    case 5:
      return elements.size() == 2 && is_number(elements[0]) && is_number(elements[1]);
    case 7:
    case 9:
      return elements.empty() || elements.size() == 2;
    case 11:
      return elements.size() == 1 && std::holds_alternative<double>(elements[0]);
    default:
      return true;
  }
}

}  // namespace

ArdbRowKey read_ardb_row_key(BytesView row) {
  ByteTaker reader(row, "ardb row");
  if (reader.take(2) != "a#") fail("is of another family");
  ArdbRowKey key;
  key.namespace_name = read_sortable_string(reader);
  key.key = read_sortable_string(reader);
  key.type = reader.byte();
  if (!is_type_of_row(key.type)) fail("is of no type");
  const int count = reader.byte();
  if (key.type == 1 && count != 0) fail("is a meta with elements in its key");
  for (int i = 0; i < count; ++i) key.elements.push_back(read_sortable_word(reader));
  if (!reader.at_end()) fail("goes on behind its end");
  return key;
}

ArdbRowValue read_ardb_row_value(BytesView bytes) {
  ByteTaker reader(bytes, "ardb row");
  ArdbRowValue value;
  value.type = reader.byte();
  if (is_meta_type(value.type)) {
    if (reader.byte() != 0) fail("has a meta of another format");
    value.expire_at_ms = read_signed(reader);
    if (value.expire_at_ms < 0) fail("has a negative expiry");
    if (value.type != 2) value.size = read_signed(reader);
    if (value.type == 5) {
      const uint8_t sequential = reader.byte();
      if (sequential > 1) fail("is neither sequential nor not");
      value.is_sequential = sequential == 1;
    }
    if (value.type == 12) {
      const ArdbWord last_id = read_word(reader);
      const auto* id = std::get_if<Bytes>(&last_id);
      if (id == nullptr || id->size() != 16) fail("has a stream without a last id");
      value.last_id = *id;
    }
  }
  const int count = reader.byte();
  for (int i = 0; i < count; ++i) value.elements.push_back(read_word(reader));
  if (!reader.at_end()) fail("has a value that goes on behind its end");
  if (!are_of_type(value.type, value.elements)) fail("has elements that its type has not");
  return value;
}

}  // namespace keemun::sim
