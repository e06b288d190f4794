#include "acl/access_log.h"

#include <algorithm>
#include <utility>

namespace keemun::acl {

namespace {

bool are_alike(const AccessLog::Entry& left, const AccessLog::Entry& right) {
  constexpr int64_t kApartMsMax = 60'000;
  const int64_t apart_ms = left.at_ms - right.at_ms;
  return left.reason == right.reason && left.context == right.context && apart_ms <= kApartMsMax &&
         apart_ms >= -kApartMsMax && left.object == right.object && left.user == right.user;
}

}  // namespace

void AccessLog::add(Entry entry, size_t entries_max) {
  constexpr size_t kLookedAtMax = 10;
  const auto end =
      entries_.begin() + static_cast<std::ptrdiff_t>(std::min(entries_.size(), kLookedAtMax));
  const auto known = std::find_if(entries_.begin(), end,
                                  [&entry](const Entry& other) { return are_alike(entry, other); });
  if (known != end) {
    entry.count = known->count + 1;
    entries_.erase(known);
  }
  entries_.push_front(std::move(entry));
  if (entries_.size() > entries_max) entries_.resize(entries_max);
}

BytesView reason_name(AccessLog::Reason reason) {
  constexpr BytesView kNames[] = {"command", "key", "channel", "auth"};
  return kNames[static_cast<size_t>(reason)];
}

BytesView context_name(AccessLog::Context context) {
  constexpr BytesView kNames[] = {"toplevel", "multi", "lua"};
  return kNames[static_cast<size_t>(context)];
}

}  // namespace keemun::acl
