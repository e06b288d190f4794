#include "model/database.h"

#include <utility>

namespace keemun::model {

BytesView type_name(const Value& value) {
  constexpr BytesView kNames[] = {"string", "hash", "set", "zset", "list"};
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

void Database::clear() {
  for (const auto& [key, entry] : entries_) touch(key);
  entries_.clear();
}

void Database::drop_expired(int64_t now_ms) {
  std::erase_if(entries_, [now_ms](const auto& item) { return item.second.expired(now_ms); });
}

void Database::touch(BytesView key) {
  revisions_.insert_or_assign(Bytes(key), ++last_revision_);
}

uint64_t Database::revision(BytesView key) const {
  const auto found = revisions_.find(key);
  return found == revisions_.end() ? 0 : found->second;
}

void Database::swap(Database& other) {
  std::swap(entries_, other.entries_);
  // Every key of either side is another one now: revisions only ever grow.
  for (const auto& [key, entry] : entries_) touch(key);
  for (const auto& [key, entry] : other.entries_) touch(key);
  for (const auto& [key, entry] : entries_) other.touch(key);
  for (const auto& [key, entry] : other.entries_) other.touch(key);
}

}  // namespace keemun::model
