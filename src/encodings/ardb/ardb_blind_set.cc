#include "encodings/ardb/ardb_blind_set.h"

#include "encodings/ardb/named_rows.h"

namespace keemun::encodings {

using types::Changed;

Changed ArdbBlindSet::add(std::span<const BytesView> members) {
  const bool is_exact = !key().exists();
  add_new(members);
  return {static_cast<int64_t>(members.size()), is_exact};
}

Changed ArdbBlindSet::remove(std::span<const BytesView> members) {
  if (!key().exists()) return {0, true};
  remove_present(members);
  return {static_cast<int64_t>(members.size()), false};
}

void ArdbBlindSet::add_new(std::span<const BytesView> members) {
  if (members.empty()) return;
  put_rows(members, ports::WasThere::kUnknown);
  key().ensure_exists();
}

void ArdbBlindSet::remove_present(std::span<const BytesView> members) {
  if (members.empty()) return;
  erase_rows(members, ports::WasThere::kUnknown);
  // The one read that cannot be spared: an empty set is no key.
  if (!last()) key().drop();
}

int64_t ArdbBlindSet::size() {
  return count_named_rows(key(), format::ArdbType::kSetMember);
}

}  // namespace keemun::encodings
