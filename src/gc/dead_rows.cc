#include "gc/dead_rows.h"

namespace keemun::gc {

using format::KeyMeta;
using format::RowFamily;

namespace {

bool is_expired(const KeyMeta& meta, int64_t now_ms) {
  return meta.has_expiry() && meta.expire_at_ms <= now_ms;
}

}  // namespace

std::optional<DeadRows::Place> DeadRows::place_of(RowFamily family, BytesView row) {
  const auto place = [](const auto& decoded) {
    return decoded.is_ours() ? std::optional<Place>({decoded.parts.key, decoded.parts.version})
                             : std::nullopt;
  };
  switch (family) {
    case RowFamily::kSub:
      return place(layout_.decode_sub_key(row));
    case RowFamily::kScore:
      return place(layout_.decode_score_key(row));
    case RowFamily::kIndex:
      return place(layout_.decode_index_key(row));
    case RowFamily::kMeta:
      break;
  }
  return std::nullopt;
}

std::map<BytesView, std::optional<Bytes>> DeadRows::metas_of(std::span<const Place> places) {
  std::map<BytesView, std::optional<Bytes>> metas;
  for (const Place& place : places) metas.try_emplace(place.key);
  std::vector<Bytes> wanted;
  wanted.reserve(metas.size());
  for (const auto& [key, row] : metas) wanted.push_back(layout_.meta_key(key));
  std::vector<std::optional<Bytes>> found = doors_.fresh.multi_get(wanted);
  size_t i = 0;
  for (auto& [key, row] : metas) row = std::move(found[i++]);
  return metas;
}

bool DeadRows::may_be_on_its_way(format::KeyVersion version, int64_t now_ms) const {
  return !capabilities_.atomic_batch && format::creation_ms(version) + kYoungMs > now_ms;
}

bool DeadRows::is_dead_below(const std::optional<Bytes>& meta_row, const Place& place,
                             int64_t now_ms) {
  if (meta_row) {
    const auto meta = format::decode_key_meta(*meta_row);
    if (!meta) return false;
    if (meta->version == place.version) {
      return erase_expired(place.key, *meta_row, now_ms).has_value();
    }
  }
  if (!may_be_on_its_way(place.version, now_ms)) return true;
  ++totals_.rows_too_young;
  return false;
}

std::vector<Bytes> DeadRows::among(RowFamily family, std::span<const ports::Row> rows,
                                   int64_t now_ms) {
  totals_.rows_seen += static_cast<int64_t>(rows.size());
  std::vector<Place> places;
  std::vector<const Bytes*> row_keys;
  for (const ports::Row& row : rows) {
    const auto place = place_of(family, row.key);
    if (!place) {
      ++totals_.rows_undecodable;
      continue;
    }
    places.push_back(*place);
    row_keys.push_back(&row.key);
  }
  std::vector<Bytes> dead;
  if (places.empty()) return dead;
  auto metas = metas_of(places);
  std::map<std::pair<BytesView, format::KeyVersion>, bool> judged;
  for (size_t i = 0; i < places.size(); ++i) {
    const Place& place = places[i];
    const auto [judgement, is_new] = judged.try_emplace({place.key, place.version});
    if (is_new) judgement->second = is_dead_below(metas[place.key], place, now_ms);
    if (judgement->second) dead.push_back(*row_keys[i]);
  }
  return dead;
}

bool DeadRows::is_dead(BytesView key, format::KeyVersion version, int64_t now_ms) {
  const auto row = doors_.fresh.get(layout_.meta_key(key));
  if (!row) return true;
  const auto meta = format::decode_key_meta(*row);
  if (!meta) return false;
  return meta->version != version || erase_expired(key, *row, now_ms).has_value();
}

std::optional<KeyMeta> DeadRows::erase_expired(BytesView key, BytesView judged, int64_t now_ms) {
  const auto meta = format::decode_key_meta(judged);
  if (!meta || !is_expired(*meta, now_ms)) return std::nullopt;
  bool has_gone = false;
  doors_.turns.in_turn(key, [&] {
    Bytes meta_key = layout_.meta_key(key);
    if (doors_.fresh.get(meta_key) != judged) return;
    ports::WriteBatch batch;
    batch.writes.push_back({std::move(meta_key), {}, true});
    commit(batch);
    has_gone = true;
  });
  if (!has_gone) return std::nullopt;
  ++totals_.metas_erased;
  return meta;
}

std::vector<Bytes> DeadRows::readable(RowFamily family, std::span<const ports::Row> rows) {
  std::vector<Bytes> readable;
  for (const ports::Row& row : rows) {
    if (place_of(family, row.key)) {
      readable.push_back(row.key);
    } else {
      ++totals_.rows_undecodable;
    }
  }
  return readable;
}

void DeadRows::erase(std::vector<Bytes> keys, std::optional<ports::WriteBatch::Write> last) {
  const size_t last_bytes = last ? last->key.size() + last->value.size() : 0;
  ports::WriteBatch batch;
  size_t bytes = last_bytes;
  const auto flush = [&] {
    const auto erased = static_cast<int64_t>(batch.writes.size());
    commit(batch);
    totals_.rows_erased += erased;
    batch.writes.clear();
    bytes = last_bytes;
  };
  for (Bytes& key : keys) {
    if (!batch.empty() && bytes + key.size() > capabilities_.batch_bytes_max) flush();
    bytes += key.size();
    batch.writes.push_back({std::move(key), {}, true});
  }
  const auto erased = static_cast<int64_t>(batch.writes.size());
  if (last) batch.writes.push_back(std::move(*last));
  if (batch.empty()) return;
  commit(batch);
  totals_.rows_erased += erased;
}

void DeadRows::commit(const ports::WriteBatch& batch) {
  doors_.store.commit(batch);
  ++totals_.commits;
}

}  // namespace keemun::gc
