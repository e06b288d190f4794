#include "format/ardb_value.h"

#include <utility>

#include "base/check.h"

namespace keemun::format {

namespace {

constexpr uint8_t kMetaFormat = 0;
constexpr size_t kStreamIdBytes = 16;

void append_meta(Bytes& bytes, ArdbType type, const ArdbMeta& meta) {
  append_u8(bytes, kMetaFormat);
  append_ardb_int(bytes, meta.expire_at_ms);
  if (type == ArdbType::kString) return;
  append_ardb_int(bytes, meta.size);
  if (type == ArdbType::kList) append_u8(bytes, meta.is_sequential ? 1 : 0);
  if (type == ArdbType::kStream) append_ardb_string(bytes, meta.last_id);
}

std::optional<Bytes> read_stream_id(ByteReader& reader) {
  auto element = read_ardb_element(reader);
  auto* id = element ? std::get_if<Bytes>(&*element) : nullptr;
  if (id == nullptr || id->size() != kStreamIdBytes) return std::nullopt;
  return std::move(*id);
}

std::optional<ArdbMeta> read_meta(ByteReader& reader, ArdbType type) {
  uint8_t format = 0;
  if (!reader.read_u8(format) || format != kMetaFormat) return std::nullopt;
  const auto expire_at_ms = read_ardb_int(reader);
  if (!expire_at_ms || *expire_at_ms < 0) return std::nullopt;
  ArdbMeta meta;
  meta.expire_at_ms = *expire_at_ms;
  if (type == ArdbType::kString) return meta;
  const auto size = read_ardb_int(reader);
  if (!size || *size < kArdbSizeUnknown) return std::nullopt;
  meta.size = *size;
  if (type == ArdbType::kList) {
    uint8_t sequential = 0;
    if (!reader.read_u8(sequential) || sequential > 1) return std::nullopt;
    meta.is_sequential = sequential == 1;
  } else if (type == ArdbType::kStream) {
    auto id = read_stream_id(reader);
    if (!id) return std::nullopt;
    meta.last_id = *std::move(id);
  }
  return meta;
}

// What the type allows; of a collection, bounds that are there are two.
bool are_elements_of(ArdbType type, const ArdbElements& elements) {
  switch (type) {
    case ArdbType::kString:
    case ArdbType::kHashField:
    case ArdbType::kListElement:
      return elements.size() == 1 && !std::holds_alternative<ArdbNil>(elements[0]);
    case ArdbType::kZSetScore:
      return elements.size() == 1 && std::holds_alternative<double>(elements[0]);
    case ArdbType::kHash:
    case ArdbType::kSetMember:
    case ArdbType::kZSetSort:
    case ArdbType::kTtlSort:
      return elements.empty();
    case ArdbType::kSet:
    case ArdbType::kZSet:
      return elements.empty() || elements.size() == 2;
    case ArdbType::kList:
      return elements.size() == 2 && is_ardb_number(elements[0]) && is_ardb_number(elements[1]);
    default:
      return true;
  }
}

}  // namespace

bool is_ardb_meta_type(ArdbType type) {
  switch (type) {
    case ArdbType::kString:
    case ArdbType::kHash:
    case ArdbType::kList:
    case ArdbType::kSet:
    case ArdbType::kZSet:
    case ArdbType::kStream:
      return true;
    default:
      return false;
  }
}

Bytes encode_ardb_value(const ArdbValue& value) {
  DCHECK(are_elements_of(value.type, value.elements));
  Bytes bytes;
  append_u8(bytes, static_cast<uint8_t>(value.type));
  if (is_ardb_meta_type(value.type)) append_meta(bytes, value.type, value.meta);
  if (value.type == ArdbType::kMerge) {
    append_u8(bytes, static_cast<uint8_t>(value.merge_command & 0xff));
    append_u8(bytes, static_cast<uint8_t>(value.merge_command >> 8));
  }
  append_ardb_elements(bytes, value.elements);
  return bytes;
}

// What stands before the elements, but for the command of a merge operand.
static std::optional<ArdbValue> read_head(ByteReader& reader) {
  uint8_t type = 0;
  if (!reader.read_u8(type)) return std::nullopt;
  ArdbValue value{.type = static_cast<ArdbType>(type)};
  if (!is_ardb_meta_type(value.type)) return value;
  auto meta = read_meta(reader, value.type);
  if (!meta) return std::nullopt;
  value.meta = *std::move(meta);
  return value;
}

std::optional<ArdbValue> decode_ardb_head(BytesView bytes) {
  ByteReader reader(bytes);
  auto head = read_head(reader);
  return head && is_ardb_meta_type(head->type) ? std::move(head) : std::nullopt;
}

std::optional<ArdbValue> decode_ardb_value(BytesView bytes) {
  ByteReader reader(bytes);
  auto head = read_head(reader);
  if (!head) return std::nullopt;
  ArdbValue& value = *head;
  if (value.type == ArdbType::kMerge) {
    uint8_t low = 0;
    uint8_t high = 0;
    if (!reader.read_u8(low) || !reader.read_u8(high)) return std::nullopt;
    value.merge_command = static_cast<uint16_t>(high << 8 | low);
  } else if (!is_ardb_meta_type(value.type) &&
             (value.type == ArdbType::kMeta ||
              !is_ardb_key_type(static_cast<uint8_t>(value.type)))) {
    return std::nullopt;
  }
  auto elements = read_ardb_elements(reader);
  if (!elements || !reader.at_end() || !are_elements_of(value.type, *elements)) return std::nullopt;
  value.elements = *std::move(elements);
  return head;
}

}  // namespace keemun::format
