// Ardb's keys as what they mean: a namespace, a user's key, what kind of row it is, and the typed
// elements that name the row among those of its kind; and the bytes in which Ardb itself writes
// them.
//
//   [namespace as a string element]   only in stores that keep all namespaces in one keyspace
//   varint of the key's length, key
//   type                              one byte
//   count, elements                   ardb_element.h
//
// The namespace comes first where it is there at all, and nothing in the bytes says whether it is.
#pragma once

#include <cstdint>
#include <optional>

#include "base/bytes.h"
#include "format/ardb_element.h"

namespace keemun::format {

// On disk, in keys and in values.
enum class ArdbType : uint8_t {
  kMeta = 1,
  kString = 2,
  kHash = 3,
  kHashField = 4,
  kList = 5,
  kListElement = 6,
  kSet = 7,
  kSetMember = 8,
  kZSet = 9,
  kZSetSort = 10,
  kZSetScore = 11,
  kStream = 12,
  kStreamElement = 13,
  kStreamPending = 14,
  kTtlSort = 29,
  kMerge = 30,
};

// Whether rows of this type stand in a store: their keys name it.
bool is_ardb_key_type(uint8_t type);

struct ArdbKey {
  Bytes namespace_name;
  Bytes key;
  ArdbType type = ArdbType::kMeta;
  ArdbElements elements;  // none of a meta row

  friend bool operator==(const ArdbKey&, const ArdbKey&) = default;
};

// The namespace that holds the rows of every namespace's expiry, as Ardb names it.
inline constexpr BytesView kArdbTtlNamespace = "__TTL_DB__";

inline constexpr size_t kArdbNamespaceBytesMax = 512;

enum class ArdbNamespaces : bool { kOutside, kInKeys };

Bytes encode_ardb_key(const ArdbKey& key, ArdbNamespaces namespaces);
// None unless `bytes` are what the above makes of some key. Where namespaces stand outside, the
// decoded key's is empty.
std::optional<ArdbKey> decode_ardb_key(BytesView bytes, ArdbNamespaces namespaces);

}  // namespace keemun::format
