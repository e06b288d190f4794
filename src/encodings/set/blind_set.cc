#include "encodings/set/blind_set.h"

#include "encodings/set/set_rows.h"
#include "encodings/sub_rows.h"

namespace keemun::encodings {

using types::Changed;

Changed BlindSet::add(std::span<const BytesView> members) {
  const bool is_exact = !key_.exists();
  put_members(key_, members, ports::WasThere::kUnknown);
  key_.ensure_exists();
  return {static_cast<int64_t>(members.size()), is_exact};
}

Changed BlindSet::remove(std::span<const BytesView> members) {
  if (!key_.exists()) return {0, true};
  erase_members(key_, members, ports::WasThere::kUnknown);
  if (!has_sub_rows(key_)) key_.drop();
  return {static_cast<int64_t>(members.size()), false};
}

bool BlindSet::contains(BytesView member) {
  return read_sub_row(key_, member).has_value();
}

std::vector<bool> BlindSet::contains_many(std::span<const BytesView> members) {
  return has_members(key_, members);
}

int64_t BlindSet::size() {
  return count_sub_rows(key_);
}

std::vector<Bytes> BlindSet::scan(const std::optional<Bytes>& after, size_t members_max) {
  return scan_set_members(key_, after, members_max);
}

std::optional<Bytes> BlindSet::last() {
  return last_sub_row(key_);
}

}  // namespace keemun::encodings
