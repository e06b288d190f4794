#include "verify/keyspace_guard.h"

#include "verify/player.h"

namespace keemun::verify {

namespace {

bool holds_keys(Target& target) {
  constexpr BytesView kTitle = "# Keyspace";
  const Reply keyspace = target.call(1, {"INFO", "keyspace"}).resp2_form();
  if (keyspace.kind() != Reply::Kind::kBulk) return true;
  // A line "db0:keys=…" for each database that holds any, and whatever else a server says there: of
  // an empty one there is nothing to say.
  const BytesView text = keyspace.text();
  return !text.starts_with(kTitle) ||
         text.find_first_not_of("\r\n", kTitle.size()) != BytesView::npos;
}

bool holds_libraries(Target& target) {
  const Reply libraries = target.call(1, {"FUNCTION", "LIST"});
  if (says_unknown(libraries)) return false;
  return !libraries.is_aggregate() || !libraries.items().empty();
}

}  // namespace

bool may_use_whole_keyspace(Target& target, bool may_flush) {
  return may_flush || (!holds_keys(target) && !holds_libraries(target));
}

}  // namespace keemun::verify
