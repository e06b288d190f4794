#include "encodings/set/counted_set.h"

#include "encodings/set/set_rows.h"
#include "encodings/sub_rows.h"

namespace keemun::encodings {

using types::Changed;

Changed CountedSet::add(std::span<const BytesView> members) {
  const std::vector<BytesView> absent = those_of(members, false);
  add_new(absent);
  return {static_cast<int64_t>(absent.size()), true};
}

Changed CountedSet::remove(std::span<const BytesView> members) {
  const std::vector<BytesView> present = those_of(members, true);
  remove_present(present);
  return {static_cast<int64_t>(present.size()), true};
}

void CountedSet::add_new(std::span<const BytesView> members) {
  if (members.empty()) return;
  put_members(key_, members, ports::WasThere::kNo);
  key_.grow(static_cast<int64_t>(members.size()));
}

void CountedSet::remove_present(std::span<const BytesView> members) {
  if (members.empty()) return;
  erase_members(key_, members, ports::WasThere::kYes);
  key_.shrink(static_cast<int64_t>(members.size()));
}

bool CountedSet::contains(BytesView member) {
  return read_sub_row(key_, member).has_value();
}

std::vector<bool> CountedSet::contains_many(std::span<const BytesView> members) {
  return has_members(key_, members);
}

int64_t CountedSet::size() {
  return key_.exists() ? key_.meta().count : 0;
}

std::optional<int64_t> CountedSet::size_if_known() {
  return size();
}

std::vector<Bytes> CountedSet::scan(const std::optional<Bytes>& after, size_t members_max) {
  return scan_set_members(key_, after, members_max);
}

std::optional<Bytes> CountedSet::last() {
  return last_sub_row(key_);
}

std::optional<std::vector<Bytes>> CountedSet::members_at(std::span<const uint64_t> ranks) {
  return sub_members_at(key_, ranks);
}

}  // namespace keemun::encodings
