#include "keyspace/ardb/ardb_meta.h"

#include <variant>

#include "keyspace/ardb/ardb_remains.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

using format::ArdbType;
using format::ArdbValue;

namespace {

// No store holds so many rows; what is added to it needs no care.
constexpr int64_t kSizeMax = int64_t{1} << 53;

// Whether it is the meta of a key that this family keeps, of a size that can be.
bool has_sound_size(const ArdbValue& meta) {
  switch (meta.type) {
    case ArdbType::kString:
      return true;
    case ArdbType::kList:
    case ArdbType::kHash:
    case ArdbType::kSet:
    case ArdbType::kZSet:
    case ArdbType::kStream:
      break;
    default:
      return false;
  }
  const bool is_blind = meta.meta.size == format::kArdbSizeUnknown && may_be_blind(meta.type);
  return meta.meta.size <= kSizeMax && (meta.meta.size >= 0 || is_blind);
}

// Whether bounds and size agree with a list whose indexes have no gap.
bool is_sound_list(const ArdbValue& meta) {
  if (!meta.meta.is_sequential || counts_nothing(meta)) return true;
  const auto* first = std::get_if<int64_t>(&meta.elements[0]);
  const auto* last = std::get_if<int64_t>(&meta.elements[1]);
  return first != nullptr && last != nullptr &&
         static_cast<uint64_t>(*last) - static_cast<uint64_t>(*first) + 1 ==
             static_cast<uint64_t>(meta.meta.size);
}

}  // namespace

bool counts_nothing(const ArdbValue& meta) {
  if (meta.type == ArdbType::kString || meta.meta.size != 0) return false;
  return meta.type != ArdbType::kStream || is_ardb_tombstone(meta);
}

bool may_be_blind(ArdbType type) {
  return type == ArdbType::kHash || type == ArdbType::kSet;
}

std::optional<ArdbValue> decode_ardb_meta(BytesView meta_row) {
  auto meta = format::decode_ardb_value(meta_row);
  if (!meta || !has_sound_size(*meta)) return std::nullopt;
  if (meta->type == ArdbType::kList && !is_sound_list(*meta)) return std::nullopt;
  return meta;
}

std::optional<ArdbValue> decode_ardb_meta_head(BytesView head) {
  if (head.size() < ports::kHeadBytes) return decode_ardb_meta(head);  // it is whole
  auto meta = format::decode_ardb_head(head);
  if (!meta || !has_sound_size(*meta)) return std::nullopt;
  if (meta->type == ArdbType::kList) return std::nullopt;  // two numbers are never so long
  return meta;
}

}  // namespace keemun::keyspace
