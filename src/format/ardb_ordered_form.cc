#include "format/ardb_ordered_form.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/ordered_codec.h"

namespace keemun::format {

namespace {

// On disk.
enum class Tag : uint8_t { kNil = 0, kNumber = 1, kString = 4 };

constexpr char kEscaped = '\0';
constexpr char kEscape = '\xff';
constexpr char kEnd = '\0';

constexpr uint16_t kDoubleRest = 1;
constexpr double kBehindInt64 = 0x1p63;

void append_tag(Bytes& out, Tag tag) {
  append_u8(out, static_cast<uint8_t>(tag));
}

// The largest double that is not above `number`.
double floor_of(int64_t number) {
  const auto nearest = static_cast<double>(number);
  const bool is_above = nearest >= kBehindInt64 || static_cast<int64_t>(nearest) > number;
  return is_above ? std::nextafter(nearest, -kBehindInt64) : nearest;
}

struct AppendSortable {
  Bytes& out;

  void operator()(ArdbNil) const { append_tag(out, Tag::kNil); }
  void operator()(int64_t number) const { append_sortable_int(out, number); }
  void operator()(double number) const { append_sortable_double(out, number); }
  void operator()(const Bytes& bytes) const { append_sortable_name(out, bytes); }
};

std::optional<Bytes> read_sortable_string(ByteReader& reader) {
  Bytes bytes;
  while (true) {
    const size_t plain = reader.rest().find(kEscaped);
    BytesView taken;
    BytesView mark;
    if (plain == BytesView::npos || !reader.read_bytes(plain, taken)) return std::nullopt;
    bytes.append(taken);
    if (!reader.read_bytes(2, mark)) return std::nullopt;
    if (mark[1] == kEnd) return bytes;
    if (mark[1] != kEscape) return std::nullopt;
    bytes.push_back(kEscaped);
  }
}

// Without taking it.
bool skip_sortable_string(ByteReader& reader) {
  while (true) {
    const size_t plain = reader.rest().find(kEscaped);
    BytesView passed;
    if (plain == BytesView::npos || !reader.read_bytes(plain, passed)) return false;
    if (!reader.read_bytes(2, passed)) return false;
    if (passed[1] == kEnd) return true;
    if (passed[1] != kEscape) return false;
  }
}

std::optional<ArdbElement> read_sortable_number(ByteReader& reader) {
  double floor = 0;
  uint16_t rest = 0;
  if (!read_ordered_double(reader, floor) || !reader.read_be16(rest)) return std::nullopt;
  if (rest == kDoubleRest) return floor;
  const bool is_int =
      rest % 2 == 0 && floor >= -kBehindInt64 && floor < kBehindInt64 && floor == std::floor(floor);
  if (!is_int) return std::nullopt;
  const auto below = static_cast<int64_t>(floor);
  const auto number = static_cast<int64_t>(static_cast<uint64_t>(below) + rest / 2);
  // The rest is less than the way to the next double.
  if (number < below || floor_of(number) != floor) return std::nullopt;
  return number;
}

Bytes namespace_head(BytesView namespace_name) {
  Bytes head(kArdbRowHead);
  append_sortable_string(head, namespace_name);
  return head;
}

}  // namespace

void append_sortable_string(Bytes& out, BytesView bytes) {
  for (const char byte : bytes) {
    out.push_back(byte);
    if (byte == kEscaped) out.push_back(kEscape);
  }
  out.push_back(kEscaped);
  out.push_back(kEnd);
}

void append_sortable_int(Bytes& out, int64_t number) {
  append_tag(out, Tag::kNumber);
  const double floor = floor_of(number);
  append_ordered_double(out, floor);
  const auto rest =
      static_cast<uint64_t>(number) - static_cast<uint64_t>(static_cast<int64_t>(floor));
  append_be16(out, static_cast<uint16_t>(rest * 2));
}

void append_sortable_double(Bytes& out, double number) {
  append_tag(out, Tag::kNumber);
  append_ordered_double(out, number);
  append_be16(out, kDoubleRest);
}

void append_sortable_name(Bytes& out, BytesView bytes) {
  append_tag(out, Tag::kString);
  append_sortable_string(out, bytes);
}

void append_sortable_element(Bytes& out, const ArdbElement& element) {
  std::visit(AppendSortable{out}, element);
}

std::optional<ArdbElement> read_sortable_element(ByteReader& reader) {
  uint8_t tag = 0;
  if (!reader.read_u8(tag)) return std::nullopt;
  switch (static_cast<Tag>(tag)) {
    case Tag::kNil:
      return ArdbNil();
    case Tag::kNumber:
      return read_sortable_number(reader);
    case Tag::kString:
      if (auto bytes = read_sortable_string(reader)) return *std::move(bytes);
      return std::nullopt;
  }
  return std::nullopt;
}

Bytes begin_ordered_ardb_key(BytesView namespace_name, BytesView key, ArdbType type, size_t count,
                             size_t element_bytes) {
  CHECK(count <= kArdbElementsMax);
  constexpr size_t kMarkBytes = 8;  // two ends, the type and the count, and a zero or two
  Bytes row;
  row.reserve(kArdbRowHead.size() + namespace_name.size() + key.size() + kMarkBytes +
              element_bytes);
  row.append(kArdbRowHead);
  append_sortable_string(row, namespace_name);
  append_sortable_string(row, key);
  append_u8(row, static_cast<uint8_t>(type));
  append_u8(row, static_cast<uint8_t>(count));
  return row;
}

Bytes encode_ordered_ardb_key(const ArdbKey& key) {
  constexpr size_t kElementBytes = 16;  // a number's 11, or a short name's
  const size_t count = key.elements.size();
  Bytes row =
      begin_ordered_ardb_key(key.namespace_name, key.key, key.type, count, count * kElementBytes);
  for (const ArdbElement& element : key.elements) append_sortable_element(row, element);
  return row;
}

std::optional<ArdbKey> decode_ordered_ardb_key(BytesView row) {
  ByteReader reader(row);
  if (!reader.skip(kArdbRowHead)) return std::nullopt;
  auto namespace_name = read_sortable_string(reader);
  auto user_key = namespace_name ? read_sortable_string(reader) : std::nullopt;
  uint8_t type = 0;
  uint8_t count = 0;
  if (!user_key || !reader.read_u8(type) || !reader.read_u8(count)) return std::nullopt;
  if (!is_ardb_key_type(type)) return std::nullopt;
  ArdbKey key{*std::move(namespace_name), *std::move(user_key), static_cast<ArdbType>(type), {}};
  for (int i = 0; i < count; ++i) {
    auto element = read_sortable_element(reader);
    if (!element) return std::nullopt;
    key.elements.push_back(*std::move(element));
  }
  const bool is_odd_meta = key.type == ArdbType::kMeta && count > 0;
  if (!reader.at_end() || is_odd_meta) return std::nullopt;
  return key;
}

// Asked of every row that is written: most are told from their last two bytes.
bool is_ardb_meta_row(BytesView row) {
  static constexpr char kTypeAndCount[] = {static_cast<char>(ArdbType::kMeta), '\0'};
  constexpr BytesView kMetaEnd(kTypeAndCount, sizeof(kTypeAndCount));
  if (!row.ends_with(kMetaEnd)) return false;
  ByteReader reader(row);
  return reader.skip(kArdbRowHead) && skip_sortable_string(reader) &&
         skip_sortable_string(reader) && reader.rest() == kMetaEnd;
}

KeyRange ardb_namespace_rows(BytesView namespace_name) {
  return rows_with_prefix(namespace_head(namespace_name));
}

KeyRange ardb_key_rows(BytesView namespace_name, BytesView key) {
  Bytes prefix = namespace_head(namespace_name);
  append_sortable_string(prefix, key);
  return rows_with_prefix(std::move(prefix));
}

std::optional<KeyRange> ardb_key_rows_around(BytesView row) {
  ByteReader reader(row);
  if (!reader.skip(kArdbRowHead) || !read_sortable_string(reader) ||
      !read_sortable_string(reader)) {
    return std::nullopt;
  }
  return rows_with_prefix(Bytes(row.substr(0, row.size() - reader.rest().size())));
}

}  // namespace keemun::format
