// The names under which a Redis beside the store holds copies (and, for one zset encoding, the
// index itself). The same in every layout.
//
//   collection  c# ns {key} version                      hash, set of members, or zset
//   field       f# ns len(key) {key} version : field     string: one hash field
//   member      c# ns {key} version index                string: the member behind an index
//
// Numbers in decimal. The braces make the names of one key share a slot of a Redis Cluster, unless
// the key is empty or begins with a closing one. A copy of a meta row has the meta row's own key as
// its name. Members are camellia's to keep: nobody here does.
#pragma once

#include <utility>

#include "base/bytes.h"
#include "format/key_version.h"
#include "format/member_index.h"

namespace keemun::format {

class CacheKeys {
 public:
  explicit CacheKeys(Bytes namespace_name) : namespace_(std::move(namespace_name)) {}

  Bytes collection_key(BytesView key, KeyVersion version) const;
  Bytes field_key(BytesView key, KeyVersion version, BytesView field) const;
  Bytes member_key(BytesView key, KeyVersion version, const MemberIndex& index) const;

 private:
  Bytes namespace_;
};

}  // namespace keemun::format
