#include "format/ardb_key.h"

#include <utility>

namespace keemun::format {

bool is_ardb_key_type(uint8_t type) {
  switch (static_cast<ArdbType>(type)) {
    case ArdbType::kMeta:
    case ArdbType::kHashField:
    case ArdbType::kListElement:
    case ArdbType::kSetMember:
    case ArdbType::kZSetSort:
    case ArdbType::kZSetScore:
    case ArdbType::kStreamElement:
    case ArdbType::kStreamPending:
    case ArdbType::kTtlSort:
      return true;
    case ArdbType::kString:
    case ArdbType::kHash:
    case ArdbType::kList:
    case ArdbType::kSet:
    case ArdbType::kZSet:
    case ArdbType::kStream:
    case ArdbType::kMerge:
      return false;
  }
  return false;
}

Bytes encode_ardb_key(const ArdbKey& key, ArdbNamespaces namespaces) {
  Bytes bytes;
  if (namespaces == ArdbNamespaces::kInKeys) append_ardb_string(bytes, key.namespace_name);
  append_ardb_uint(bytes, key.key.size());
  bytes.append(key.key);
  append_u8(bytes, static_cast<uint8_t>(key.type));
  append_ardb_elements(bytes, key.elements);
  return bytes;
}

std::optional<ArdbKey> decode_ardb_key(BytesView bytes, ArdbNamespaces namespaces) {
  ByteReader reader(bytes);
  ArdbKey key;
  if (namespaces == ArdbNamespaces::kInKeys) {
    auto element = read_ardb_element(reader);
    auto* name = element ? std::get_if<Bytes>(&*element) : nullptr;
    if (name == nullptr) return std::nullopt;
    key.namespace_name = std::move(*name);
  }
  const auto user_key = read_ardb_counted(reader);
  uint8_t type = 0;
  if (!user_key || !reader.read_u8(type) || !is_ardb_key_type(type)) return std::nullopt;
  key.key = Bytes(*user_key);
  key.type = static_cast<ArdbType>(type);
  auto elements = read_ardb_elements(reader);
  if (!elements || !reader.at_end()) return std::nullopt;
  if (key.type == ArdbType::kMeta && !elements->empty()) return std::nullopt;
  key.elements = *std::move(elements);
  return key;
}

}  // namespace keemun::format
