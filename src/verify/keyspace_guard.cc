#include "verify/keyspace_guard.h"

namespace keemun::verify {

namespace {

constexpr BytesView kTitle = "# Keyspace";

}  // namespace

bool may_use_whole_keyspace(Target& target, bool may_flush) {
  if (may_flush) return true;
  const Reply keyspace = target.call(1, {"INFO", "keyspace"});
  if (keyspace.kind() != Reply::Kind::kBulk) return false;
  // A line "db0:keys=…" for each database that holds any, and whatever else a server says there: of
  // an empty one there is nothing to say.
  const BytesView text = keyspace.text();
  return text.starts_with(kTitle) &&
         text.find_first_not_of("\r\n", kTitle.size()) == BytesView::npos;
}

}  // namespace keemun::verify
