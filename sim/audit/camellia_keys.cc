#include "audit/camellia_keys.h"

#include "audit/camellia_value.h"
#include "base/command_error.h"
#include "base/number_text.h"

namespace keemun::sim {

namespace {

// A dead incarnation never has the version of a later one: what one issuer gives only grows.
void check_version(const Bytes& key, int64_t version, int64_t live) {
  if (version <= live || issuer_of(version) != issuer_of(live)) return;
  throw CommandError("key '" + key + "' has rows of a version that is not yet");
}

bool is_in_redis(const AuditedMeta& meta) {
  return meta.type == 3 && meta.encode_version == 3;
}

// Rows of a list that its meta does not count are garbage: they lie outside of its positions.
bool counts_too_few(const AuditedMeta& meta, const Incarnation& rows) {
  return meta.type != 4 && meta.count && *meta.count < counted_rows(meta, rows);
}

}  // namespace

uint8_t issuer_of(int64_t version) {
  return static_cast<uint8_t>(version >> 12);
}

void CamelliaKeys::mark_changed(Keys::iterator key) {
  if (std::exchange(key->second.has_changed, true)) return;
  changed_.push_back(key);
}

void CamelliaKeys::changed(const StoredRows& stored, const Bytes& row) {
  if (!last_stem_.empty() && row.starts_with(last_stem_)) return;
  if (is_ardb_row(row)) return;
  const format::KeyLayout& any = stored.namespaces.front();
  const AuditedRow parts = read_row_key(row, any.kind(), any.namespace_name().size());
  if (parts.family == 'x') return;
  auto key = keys_.find(PlaceView{parts.namespace_name, parts.key});
  if (key == keys_.end()) {
    key = keys_.emplace(Place{Bytes(parts.namespace_name), Bytes(parts.key)}, Rows()).first;
  }
  mark_changed(key);
  if (parts.family == 'm') {
    key->second.meta = row;
    return;
  }
  last_stem_.assign(row, 0, row.size() - parts.tail.size());
  key->second.stems.try_emplace({parts.version, parts.family}, last_stem_);
}

const CamelliaKeys::Namespace& CamelliaKeys::in(const Bytes& namespace_name) const {
  static const Namespace kNothing;
  const auto found = namespaces_.find(namespace_name);
  return found == namespaces_.end() ? kNothing : found->second;
}

void CamelliaKeys::read(const StoredRows& stored) {
  last_stem_.clear();
  for (const Place& place : in_redis_) mark_changed(keys_.find(place));
  for (const auto& key : std::exchange(changed_, {})) read_key(stored, key);
}

void CamelliaKeys::forget_empty(const StoredRows& stored, Rows& rows) {
  std::erase_if(rows.stems, [&stored](const auto& entry) {
    const auto row = stored.rows.lower_bound(entry.second);
    return row == stored.rows.end() || !row->first.starts_with(entry.second);
  });
}

void CamelliaKeys::read_key(const StoredRows& stored, Keys::iterator at) {
  const Bytes& key = at->first.key;
  Rows& rows = at->second;
  Namespace& its_namespace = namespaces_[at->first.namespace_name];
  rows.has_changed = false;
  if (rows.expire_at_ms >= 0) its_namespace.expiries.erase({rows.expire_at_ms, key});
  rows.expire_at_ms = -1;
  if (!its_namespace.damaged.empty()) its_namespace.damaged.erase(key);
  if (!in_redis_.empty()) in_redis_.erase(at->first);
  forget_empty(stored, rows);
  const auto row = stored.rows.find(rows.meta);
  if (row == stored.rows.end()) {
    its_namespace.database.erase(key);
    if (rows.stems.empty()) keys_.erase(at);
    return;
  }
  const AuditedMeta meta = read_meta(row->second);
  rows.expire_at_ms = meta.expire_at_ms;
  if (meta.expire_at_ms >= 0) its_namespace.expiries.emplace(meta.expire_at_ms, key);
  for (const auto& [version_and_family, stem] : rows.stems) {
    if (stored.has_whole_batches) check_version(key, version_and_family.first, meta.version);
  }
  if (is_gone(meta.expire_at_ms, stored.now_ms)) {
    its_namespace.database.erase(key);
    return;
  }
  try {
    read_live(stored, *at, meta, its_namespace);
  } catch (const CommandError& error) {
    its_namespace.database.erase(key);
    its_namespace.damaged[key] = {error.text(), false, meta.expire_at_ms};
  }
}

void CamelliaKeys::read_live(const StoredRows& stored, const Keys::value_type& entry,
                             const AuditedMeta& meta, Namespace& its_namespace) {
  const auto& [place, place_rows] = entry;
  const Bytes& key = place.key;
  Incarnation live;
  const auto& stems = place_rows.stems;
  for (auto at = stems.lower_bound({meta.version, '\0'});
       at != stems.end() && at->first.first == meta.version; ++at) {
    const auto& [version_and_family, stem] = *at;
    constexpr size_t kRowsLikely = 8;
    TailRows& rows = live.of(version_and_family.second);
    rows.reserve(kRowsLikely);
    for (auto row = stored.rows.lower_bound(stem);
         row != stored.rows.end() && row->first.starts_with(stem); ++row) {
      rows.emplace_back(BytesView(row->first).substr(stem.size()), row->second);
    }
  }
  if (counts_too_few(meta, live)) {
    its_namespace.database.erase(key);
    its_namespace.damaged[key] = {"the meta counts fewer rows than there are", true,
                                  meta.expire_at_ms};
    return;
  }
  if (!is_in_redis(meta)) {
    its_namespace.database.put(key, camellia_value(meta, live), meta.expire_at_ms);
    return;
  }
  in_redis_.insert(place);
  const Bytes name = "c#" + place.namespace_name + "{" + key + "}" + format_int64(meta.version);
  its_namespace.database.put(
      key, camellia_stored_zset({stored.indexes, name, stored.has_spare_index_rows}, live),
      meta.expire_at_ms);
}

}  // namespace keemun::sim
