#include "verify/keyspace_guard.h"

namespace keemun::verify {

bool may_use_whole_keyspace(Target& target, bool may_flush) {
  if (may_flush) return true;
  const Reply keyspace = target.call(1, {"INFO", "keyspace"});
  if (keyspace.kind() != Reply::Kind::kBulk) return false;
  // One line "db0:keys=…" for each database that holds any.
  return keyspace.text().starts_with("# Keyspace") && keyspace.text().find(":keys=") == Bytes::npos;
}

}  // namespace keemun::verify
