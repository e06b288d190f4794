#include "format/cache_keys.h"

#include <string>

namespace keemun::format {
namespace {

constexpr BytesView kCollectionHead = "c#";
constexpr BytesView kFieldHead = "f#";

}  // namespace

Bytes CacheKeys::collection_key(BytesView key, KeyVersion version) const {
  Bytes name(kCollectionHead);
  name.append(namespace_).append("{").append(key).append("}");
  return name.append(std::to_string(version.value));
}

Bytes CacheKeys::field_key(BytesView key, KeyVersion version, BytesView field) const {
  Bytes name(kFieldHead);
  name.append(namespace_).append(std::to_string(key.size()));
  name.append("{").append(key).append("}").append(std::to_string(version.value));
  return name.append(":").append(field);
}

Bytes CacheKeys::member_key(BytesView key, KeyVersion version, const MemberIndex& index) const {
  return collection_key(key, version).append(index.bytes());
}

}  // namespace keemun::format
