// What a row key says when it is read back. Views point into the row that was read.
//
// Three answers: the row is ours and here are its parts; it is not ours (another namespace, another
// family of rows, another program); or it stands where only our rows may stand and cannot be one.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "format/key_version.h"
#include "format/member_index.h"
#include "format/score.h"

namespace keemun::format {

enum class RowVerdict : uint8_t { kOurs, kNotOurs, kCorrupt };

template <typename Parts>
struct Decoded {
  RowVerdict verdict = RowVerdict::kNotOurs;
  Parts parts;  // meaningful only if is_ours()

  bool is_ours() const { return verdict == RowVerdict::kOurs; }
};

struct MetaKeyParts {
  BytesView key;
};

struct SubKeyParts {
  BytesView key;
  KeyVersion version;
  BytesView member;  // hash field, set or zset member, or the bytes of a ListPosition
};

struct ScoreKeyParts {
  BytesView key;
  KeyVersion version;
  OrderedScore score{0};
  BytesView member;
};

struct IndexKeyParts {
  BytesView key;
  KeyVersion version;
  MemberIndex index{BytesView()};
};

}  // namespace keemun::format
