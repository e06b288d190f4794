#include "format/member_index.h"

#include <algorithm>

#include "base/md5.h"

namespace keemun::format {
namespace {

constexpr char kInline = 0;
constexpr char kDigest = 1;

}  // namespace

MemberIndex::MemberIndex(BytesView member) {
  if (member.size() <= kInlineMemberBytesMax) {
    bytes_[0] = kInline;
    std::copy(member.begin(), member.end(), bytes_.begin() + 1);
    size_ = 1 + member.size();
  } else {
    const Md5Digest digest = md5(member);
    bytes_[0] = kDigest;
    std::copy(digest.begin(), digest.end(), bytes_.begin() + 1);
    size_ = 1 + digest.size();
  }
}

std::optional<MemberIndex> MemberIndex::decode(BytesView bytes) {
  if (bytes.empty() || bytes.size() > kBytesMax) return std::nullopt;
  const bool is_inline = bytes[0] == kInline && bytes.size() - 1 <= kInlineMemberBytesMax;
  const bool is_digest = bytes[0] == kDigest && bytes.size() == kBytesMax;
  if (!is_inline && !is_digest) return std::nullopt;
  MemberIndex index;
  std::copy(bytes.begin(), bytes.end(), index.bytes_.begin());
  index.size_ = bytes.size();
  return index;
}

}  // namespace keemun::format
