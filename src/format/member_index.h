// The short name under which the index zset of Redis holds a member of any length.
//
//   member of at most 14 bytes   00 member        the member itself; nothing else is stored
//   longer                       01 MD5(member)   17 bytes; an index row leads back to the member
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "base/bytes.h"

namespace keemun::format {

class MemberIndex {
 public:
  static constexpr size_t kInlineMemberBytesMax = 14;
  static constexpr size_t kBytesMax = 17;

  explicit MemberIndex(BytesView member);
  static std::optional<MemberIndex> decode(BytesView bytes);

  // Inline: the member is in here and has no index row.
  bool is_inline() const { return bytes_[0] == 0; }
  BytesView inline_member() const { return bytes().substr(1); }
  BytesView bytes() const { return {bytes_.data(), size_}; }

  friend bool operator==(const MemberIndex& a, const MemberIndex& b) {
    return a.bytes() == b.bytes();
  }

 private:
  MemberIndex() = default;

  std::array<char, kBytesMax> bytes_{};
  size_t size_ = 0;
};

}  // namespace keemun::format
