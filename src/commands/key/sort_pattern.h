// The patterns of SORT's BY and GET: an element put in place of '*' makes the name of a key; what
// is behind "->" names a field of the hash there.
#pragma once

#include <optional>

#include "base/bytes.h"
#include "keyspace/keyspace.h"

namespace keemun::commands {

class SortPattern {
 public:
  // The text outlives the pattern.
  explicit SortPattern(BytesView text);

  // Whether a '*' stands in it; BY a pattern without one does not sort.
  bool has_star() const { return kind_ == Kind::kString || kind_ == Kind::kField; }
  // None where there is no such key or field, or a value of another type.
  std::optional<Bytes> look_up(keyspace::Keyspace& keys, BytesView element) const;

 private:
  enum class Kind { kElement, kConstant, kString, kField };

  Kind kind_;
  BytesView before_;  // the element
  BytesView behind_;
  BytesView field_;
};

}  // namespace keemun::commands
