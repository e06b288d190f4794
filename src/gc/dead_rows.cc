#include "gc/dead_rows.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/time_to_live.h"

namespace keemun::gc {

using format::KeyMeta;
using format::RowFamily;

namespace {

// Metas that are in memory at a time with the values of strings.
constexpr size_t kWholeMetasMax = 32;

BytesView head_of(BytesView row) {
  return ports::part_of(row, ports::Values::kHeads);
}

}  // namespace

bool DeadRows::is_expired(const KeyMeta& meta, int64_t now_ms) const {
  return meta.has_expiry() && time_is_over(meta.expire_at_ms, now_ms - clock_skew_ms_);
}

bool DeadRows::may_be_on_its_way(format::KeyVersion version, int64_t now_ms) const {
  return !capabilities_.atomic_batch && format::creation_ms(version) + ports::kYoungMs > now_ms;
}

DeadRows::Metas DeadRows::read_metas(std::span<const BytesView> keys) {
  std::vector<Bytes> wanted;
  wanted.reserve(keys.size());
  for (const BytesView key : keys) wanted.push_back(layout_.meta_key(key));
  Metas metas;
  for (size_t i = 0; i < keys.size();) {
    const size_t count = std::min(keys.size() - i, kWholeMetasMax);
    for (const auto& row : doors_.fresh.multi_get(std::span(wanted).subspan(i, count))) {
      metas.emplace(keys[i++], row ? std::optional<Bytes>(head_of(*row)) : std::nullopt);
    }
  }
  return metas;
}

DeadRows::Metas DeadRows::metas_of(std::span<const BytesView> keys) {
  if (capabilities_.atomic_batch) return read_metas(keys);
  Metas metas;
  doors_.turns.in_turn(keys, [&](const auto& turn) { metas = read_metas(turn.ours); });
  return metas;
}

std::vector<Bytes> DeadRows::among(RowFamily family, std::span<const ports::Row> rows,
                                   int64_t now_ms) {
  totals_.rows_seen += static_cast<int64_t>(rows.size());
  std::vector<std::pair<Incarnation, const Bytes*>> placed;
  std::set<BytesView> keys;
  for (const ports::Row& row : rows) {
    const auto place = layout_.incarnation_of(family, row.key);
    if (!place) {
      ++totals_.rows_undecodable;
      continue;
    }
    placed.emplace_back(*place, &row.key);
    keys.insert(place->key);
  }
  std::vector<Bytes> dead;
  if (placed.empty()) return dead;
  Metas metas = metas_of(std::vector<BytesView>(keys.begin(), keys.end()));
  std::vector<Judged> found;
  for (const auto& [key, head] : metas) {
    if (head) found.push_back({key, *head});
  }
  std::map<BytesView, format::KeyVersion> gone;
  for (const Gone& meta : erase_expired(found, now_ms)) gone.emplace(meta.key, meta.meta.version);
  for (const auto& [place, row_key] : placed) {
    const auto meta = metas.find(place.key);
    if (meta == metas.end()) continue;
    const auto expired = gone.find(place.key);
    const bool went_now = expired != gone.end() && expired->second == place.version;
    if (went_now || is_dead_below(meta->second, place, now_ms)) dead.push_back(*row_key);
  }
  return dead;
}

bool DeadRows::is_dead_below(const std::optional<Bytes>& meta_row, const Incarnation& place,
                             int64_t now_ms) {
  if (meta_row) {
    const auto meta = format::decode_key_meta(*meta_row);
    if (!meta || meta->version == place.version) return false;
  }
  if (!may_be_on_its_way(place.version, now_ms)) return true;
  ++totals_.rows_too_young;
  return false;
}

bool DeadRows::is_dead(BytesView key, format::KeyVersion version, int64_t now_ms) {
  const auto row = doors_.fresh.get(layout_.meta_key(key));
  if (!row) return true;
  const auto meta = format::decode_key_meta(*row);
  if (!meta) return false;
  if (meta->version != version) return true;
  const Judged judged{key, head_of(*row)};
  return !erase_expired({&judged, 1}, now_ms).empty();
}

std::vector<DeadRows::Gone> DeadRows::erase_expired(std::span<const Judged> judged,
                                                    int64_t now_ms) {
  std::map<BytesView, std::pair<BytesView, KeyMeta>> expired;
  std::vector<BytesView> keys;
  for (const Judged& seen : judged) {
    const auto meta = format::decode_key_meta(seen.head);
    if (!meta || !is_expired(*meta, now_ms)) continue;
    expired.emplace(seen.key, std::pair(seen.head, *meta));
    keys.push_back(seen.key);
  }
  std::vector<Gone> gone;
  if (keys.empty()) return gone;
  doors_.turns.in_turn(keys, [&](const keyspace::KeyTurns::Turn& turn) {
    std::vector<Bytes> meta_keys;
    for (const auto& [key, head] : read_metas(turn.ours)) {
      const auto& [judged_head, meta] = expired.at(key);
      if (head != judged_head) continue;
      meta_keys.push_back(layout_.meta_key(key));
      gone.push_back({key, meta});
    }
    commit_erasures({std::move(meta_keys), std::nullopt, turn.expectations}, totals_.metas_erased);
  });
  for (const auto& [key, meta] : gone) {
    if (tell_) tell_({layout_.namespace_name(), meta.expire_at_ms, Bytes(key)});
  }
  return gone;
}

std::vector<Bytes> DeadRows::readable(RowFamily family, std::span<const ports::Row> rows) {
  std::vector<Bytes> readable;
  for (const ports::Row& row : rows) {
    if (layout_.incarnation_of(family, row.key)) {
      readable.push_back(row.key);
    } else {
      ++totals_.rows_undecodable;
    }
  }
  return readable;
}

void DeadRows::erase(std::vector<Bytes> keys, std::optional<ports::WriteBatch::Write> last) {
  commit_erasures({std::move(keys), std::move(last), {}}, totals_.rows_erased);
}

void DeadRows::commit_erasures(Erasures erasures, int64_t& erased) {
  auto& [keys, last, expectations] = erasures;
  const size_t last_bytes = last ? last->key.size() + last->value.size() : 0;
  ports::WriteBatch batch;
  batch.expectations.assign(expectations.begin(), expectations.end());
  size_t bytes = last_bytes;
  int64_t count = 0;
  const auto flush = [&] {
    if (batch.empty()) return;
    doors_.store.commit(batch);
    ++totals_.commits;
    erased += std::exchange(count, 0);
    batch.writes.clear();
    bytes = last_bytes;
  };
  for (Bytes& key : keys) {
    if (bytes + key.size() > capabilities_.batch_bytes_max) flush();
    bytes += key.size();
    ++count;
    batch.writes.push_back({std::move(key), {}, true});
  }
  if (last) batch.writes.push_back(std::move(*last));
  flush();
}

}  // namespace keemun::gc
