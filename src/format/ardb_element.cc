#include "format/ardb_element.h"

#include <bit>
#include <limits>

#include "base/check.h"
#include "base/number_text.h"

namespace keemun::format {

namespace {

// On disk.
enum class Tag : uint8_t { kNil = 0, kInt = 1, kDouble = 2, kString = 4 };

constexpr size_t kIntTextBytesMax = 21;
constexpr int kVarintBytesMax = 10;

void append_tag(Bytes& out, Tag tag) {
  append_u8(out, static_cast<uint8_t>(tag));
}

struct Append {
  Bytes& out;

  void operator()(ArdbNil) const { append_tag(out, Tag::kNil); }
  void operator()(int64_t value) const {
    append_tag(out, Tag::kInt);
    append_ardb_int(out, value);
  }
  void operator()(double value) const {
    append_tag(out, Tag::kDouble);
    append_ardb_int(out, std::bit_cast<int64_t>(value));
  }
  void operator()(const Bytes& value) const { append_ardb_string(out, value); }
};

}  // namespace

bool is_ardb_number(const ArdbElement& element) {
  return std::holds_alternative<int64_t>(element) || std::holds_alternative<double>(element);
}

ArdbElement ardb_element_of(BytesView text) {
  if (text.size() <= kIntTextBytesMax) {
    if (const auto number = parse_int64(text)) return *number;
  }
  return Bytes(text);
}

Bytes ardb_text_of(const ArdbElement& element) {
  if (const auto* number = std::get_if<int64_t>(&element)) return format_int64(*number);
  if (const auto* number = std::get_if<double>(&element)) return format_human(*number);
  if (const auto* bytes = std::get_if<Bytes>(&element)) return *bytes;
  return {};
}

void append_ardb_uint(Bytes& out, uint64_t value) {
  for (; value > 0x7f; value >>= 7) append_u8(out, static_cast<uint8_t>(value | 0x80));
  append_u8(out, static_cast<uint8_t>(value));
}

void append_ardb_int(Bytes& out, int64_t value) {
  append_ardb_uint(out, static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63));
}

void append_ardb_string(Bytes& out, BytesView bytes) {
  append_tag(out, Tag::kString);
  append_ardb_uint(out, bytes.size());
  out.append(bytes);
}

void append_ardb_element(Bytes& out, const ArdbElement& element) {
  std::visit(Append{out}, element);
}

void append_ardb_elements(Bytes& out, const ArdbElements& elements) {
  CHECK(elements.size() <= kArdbElementsMax);
  append_u8(out, static_cast<uint8_t>(elements.size()));
  for (const ArdbElement& element : elements) append_ardb_element(out, element);
}

std::optional<uint64_t> read_ardb_uint(ByteReader& reader) {
  uint64_t value = 0;
  for (int place = 0; place < kVarintBytesMax; ++place) {
    uint8_t byte = 0;
    if (!reader.read_u8(byte)) return std::nullopt;
    if (place == kVarintBytesMax - 1 && byte > 1) return std::nullopt;
    value |= static_cast<uint64_t>(byte & 0x7f) << 7 * place;
    if ((byte & 0x80) != 0) continue;
    const bool is_shortest = byte != 0 || place == 0;
    return is_shortest ? std::optional(value) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<int64_t> read_ardb_int(ByteReader& reader) {
  const auto folded = read_ardb_uint(reader);
  if (!folded) return std::nullopt;
  return static_cast<int64_t>(*folded >> 1 ^ (0 - (*folded & 1)));
}

std::optional<BytesView> read_ardb_counted(ByteReader& reader) {
  const auto size = read_ardb_uint(reader);
  BytesView bytes;
  if (!size || *size > std::numeric_limits<uint32_t>::max()) return std::nullopt;
  if (!reader.read_bytes(static_cast<size_t>(*size), bytes)) return std::nullopt;
  return bytes;
}

std::optional<ArdbElement> read_ardb_element(ByteReader& reader) {
  uint8_t tag = 0;
  if (!reader.read_u8(tag)) return std::nullopt;
  switch (static_cast<Tag>(tag)) {
    case Tag::kNil:
      return ArdbNil();
    case Tag::kInt:
      if (const auto value = read_ardb_int(reader)) return *value;
      return std::nullopt;
    case Tag::kDouble:
      if (const auto bits = read_ardb_int(reader)) return std::bit_cast<double>(*bits);
      return std::nullopt;
    case Tag::kString:
      if (const auto bytes = read_ardb_counted(reader)) return Bytes(*bytes);
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<ArdbElements> read_ardb_elements(ByteReader& reader) {
  uint8_t count = 0;
  if (!reader.read_u8(count)) return std::nullopt;
  ArdbElements elements;
  elements.reserve(count);
  for (int i = 0; i < count; ++i) {
    auto element = read_ardb_element(reader);
    if (!element) return std::nullopt;
    elements.push_back(*std::move(element));
  }
  return elements;
}

}  // namespace keemun::format
