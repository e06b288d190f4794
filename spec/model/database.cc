#include "model/database.h"

#include <utility>

namespace keemun::model {

BytesView type_name(const Value& value) {
  constexpr BytesView kNames[] = {"string", "hash", "set", "zset", "list", "stream"};
  return kNames[value.index()];
}

Entry* Database::find(BytesView key, int64_t now_ms) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return nullptr;
  if (found->second.expired(now_ms)) {
    entries_.erase(found);
    return nullptr;
  }
  return &found->second;
}

bool Database::holds(BytesView key, int64_t now_ms) const {
  const auto found = entries_.find(key);
  return found != entries_.end() && !found->second.expired(now_ms);
}

Entry& Database::put(BytesView key, Value value, int64_t expire_at_ms) {
  Entry& entry = entries_[Bytes(key)];
  entry.value = std::move(value);
  entry.expire_at_ms = expire_at_ms;
  return entry;
}

bool Database::erase(BytesView key) {
  const auto found = entries_.find(key);
  if (found == entries_.end()) return false;
  entries_.erase(found);
  return true;
}

void Database::clear(int64_t now_ms) {
  touch_all(entries_, now_ms);
  entries_.clear();
}

Revision Database::watch(BytesView key) {
  return revisions_.try_emplace(Bytes(key)).first->second;
}

Revision Database::revision(BytesView key) const {
  const auto found = revisions_.find(key);
  return found == revisions_.end() ? Revision() : found->second;
}

void Database::touch(BytesView key) {
  const auto found = revisions_.find(key);
  if (found != revisions_.end()) ++found->second.changes;
}

void Database::doubt(BytesView key) {
  const auto found = revisions_.find(key);
  if (found != revisions_.end()) ++found->second.doubts;
}

void Database::swap(Database& other, int64_t now_ms) {
  std::swap(entries_, other.entries_);
  for (Database* side : {this, &other}) {
    side->touch_all(entries_, now_ms);
    side->touch_all(other.entries_, now_ms);
  }
}

void Database::touch_all(const Entries& entries, int64_t now_ms) {
  for (const auto& [key, entry] : entries) {
    if (!entry.expired(now_ms)) touch(key);
  }
}

}  // namespace keemun::model
