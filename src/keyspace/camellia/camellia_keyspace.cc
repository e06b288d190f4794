#include "keyspace/camellia/camellia_keyspace.h"

#include <algorithm>
#include <utility>

#include "base/prefix_end.h"
#include "base/time_to_live.h"
#include "encodings/open_key.h"
#include "format/expiry_index.h"
#include "format/slot_prefixes.h"
#include "keyspace/any_key.h"
#include "keyspace/camellia/corrupt_meta.h"
#include "keyspace/camellia/meta_walk.h"
#include "keyspace/flush_budget.h"
#include "keyspace/random_position.h"

namespace keemun::keyspace {

using format::KeyMeta;
using format::RowFamily;
using ports::Stage;

namespace {

constexpr size_t kPageMetas = FlushBudget::kPageMetas;

types::KeyType type_of(const KeyMeta& meta) {
  switch (meta.type()) {
    case format::KeyType::kString:
      return types::KeyType::kString;
    case format::KeyType::kHash:
      return types::KeyType::kHash;
    case format::KeyType::kSet:
      return types::KeyType::kSet;
    case format::KeyType::kZSet:
      return types::KeyType::kZSet;
    case format::KeyType::kList:
      return types::KeyType::kList;
    case format::KeyType::kStream:
      return types::KeyType::kStream;
  }
  return types::KeyType::kString;
}

KeyInfo info_of(const KeyMeta& meta) {
  return {type_of(meta), meta.expire_at_ms};
}

}  // namespace

bool CamelliaKeyspace::is_expired(const KeyMeta& meta) const {
  return meta.has_expiry() && time_is_over(meta.expire_at_ms, unit_.now_ms());
}

std::optional<CamelliaKeyspace::Located> CamelliaKeyspace::locate(BytesView key) {
  return locate_at(meta_row(key), key);
}

std::optional<CamelliaKeyspace::Located> CamelliaKeyspace::locate_at(size_t meta_row,
                                                                     BytesView key) {
  std::optional<Located> located = live_at(meta_row, key);
  count_lookup(key, located.has_value());
  return located;
}

std::optional<CamelliaKeyspace::Located> CamelliaKeyspace::live_at(size_t meta_row, BytesView key) {
  const std::optional<BytesView> row = unit_.value_of(meta_row);
  if (!row) return std::nullopt;
  const std::optional<KeyMeta> meta = format::decode_key_meta(*row);
  if (!meta) throw_corrupt_meta(key, *row);
  if (is_expired(*meta)) {
    leave_garbage(key, *meta);
    return std::nullopt;
  }
  return Located{*row, *meta};
}

KeyMeta CamelliaKeyspace::new_meta(format::Encoding encoding) {
  KeyMeta meta;
  meta.encoding = encoding;
  meta.version = versions_.issue(unit_.now_ms());
  return meta;
}

void CamelliaKeyspace::leave_garbage(BytesView key, const KeyMeta& meta) {
  // A command that looks twice at an expired key leaves it once.
  if (!garbage_.empty() && garbage_.back().key == key && garbage_.back().meta == meta) return;
  garbage_.push_back({Bytes(key), meta});
}

void CamelliaKeyspace::let_go(BytesView key, const KeyMeta& meta) {
  if (meta.type() != format::KeyType::kString) leave_garbage(key, meta);
  drop_beside(key, meta);
}

std::optional<encodings::OpenKey> CamelliaKeyspace::open(BytesView key, Create create,
                                                         format::Encoding encoding) {
  const std::optional<Located> located = locate(key, format::type_of(encoding));
  if (located) return encodings::OpenKey(unit_, layout_, key, located->meta, true);
  if (create == Create::kNo) return std::nullopt;
  return encodings::OpenKey(unit_, layout_, key, new_meta(encoding), false);
}

std::optional<KeyInfo> CamelliaKeyspace::find(BytesView key) {
  const std::optional<Located> located = locate(key);
  if (!located) return std::nullopt;
  return info_of(located->meta);
}

bool CamelliaKeyspace::erase(BytesView key) {
  const size_t row = meta_row(key);
  const std::optional<Located> located = locate_at(row, key);
  if (!located) return false;
  let_go(key, located->meta);
  unit_.erase_at(row, Stage::kMetaFirst);
  return true;
}

void CamelliaKeyspace::put_string(BytesView key, BytesView value, int64_t expire_at_ms) {
  const size_t row = meta_row(key);
  const std::optional<Located> before = locate_at(row, key);
  if (before) let_go(key, before->meta);
  KeyMeta meta = new_meta(format::Encoding::kString);
  meta.expire_at_ms = expire_at_ms;
  // The sweep may long be past a time that is over when it is written.
  if (is_expired(meta)) leave_garbage(key, meta);
  unit_.put_at(row, format::encode_string_meta(meta, value), Stage::kMetaFirst);
}

void CamelliaKeyspace::set_expiry(BytesView key, int64_t expire_at_ms) {
  const size_t row = meta_row(key);
  std::optional<Located> located = locate_at(row, key);
  if (!located) return;
  KeyMeta& meta = located->meta;
  meta.expire_at_ms = expire_at_ms;
  Bytes value = meta.type() == format::KeyType::kString
                    ? format::encode_string_meta(meta, format::string_value_of(located->row))
                    : format::encode_key_meta(meta);
  unit_.put_at(row, std::move(value), Stage::kMetaFirst);
}

KeyPage CamelliaKeyspace::scan_prefix(BytesView prefix, const std::optional<Bytes>& from,
                                      size_t keys_max) {
  KeyPage page;
  MetaWalk walk(unit_, layout_, from, prefix);
  size_t effort_left = keys_max;  // rows read; a call that finds none counts as one
  while (!walk.at_end() && effort_left > 0) {
    const std::vector<ports::Row> rows = walk.next(effort_left, ports::Values::kHeads);
    effort_left -= std::max<size_t>(rows.size(), 1);
    for (const ports::Row& row : rows) {
      const auto parts = layout_.decode_meta_key(row.key);
      if (!parts.is_ours()) continue;
      const std::optional<KeyMeta> meta = format::decode_key_meta(row.value);
      if (meta && !is_expired(*meta))
        page.items.push_back({Bytes(parts.parts.key), info_of(*meta)});
    }
  }
  if (!walk.at_end()) page.next = walk.position();
  return page;
}

std::optional<Bytes> CamelliaKeyspace::any_key(uint64_t draw) {
  return pick_any_key(*this, draw, [&] { return random_meta_position(unit_, layout_, draw); });
}

void CamelliaKeyspace::finish() {
  for (const Garbage& left : garbage_) {
    if (is_flushed_) break;  // which is told of the whole
    if (is_expired(left.meta) && has_ousted(left)) oust(left.key);
  }
  write_expiry_index();
}

bool CamelliaKeyspace::has_ousted(const Garbage& expired) {
  Bytes row = layout_.meta_key(expired.key);
  if (!unit_.writes(row)) return false;
  const std::optional<BytesView> written = unit_.value_of(unit_.look_up(std::move(row)));
  // What is written with a time that is over has ousted nobody.
  return !written || format::decode_key_meta(*written) != expired.meta;
}

void CamelliaKeyspace::write_expiry_index() {
  if (!choice_.has_expiry_index || are_ranges_erased_) return;
  meta_changes_ = unit_.meta_changes({layout_, format::EncodingFamily::kCamellia});
  for (const MetaChange& change : *meta_changes_) {
    const Bytes key(layout_.decode_meta_key(change.row).parts.key);
    const auto row = [&](const MetaChange::Side& side) {
      return format::expiry_row(layout_.namespace_name(), side.expire_at_ms, key);
    };
    if (change.before.expire_at_ms == change.after.expire_at_ms) continue;
    if (change.before.expire_at_ms >= 0) unit_.erase(row(change.before), Stage::kIndexLast);
    if (change.after.expire_at_ms < 0) continue;
    unit_.put(row(change.after), format::expiry_row_value(), Stage::kIndexFirst);
  }
}

std::vector<MetaChange> CamelliaKeyspace::take_meta_changes(const KeyMetas& metas) {
  return meta_changes_ ? std::move(*meta_changes_) : unit_.meta_changes(metas);
}

void CamelliaKeyspace::flush() {
  is_flushed_ = true;
  if (const auto keys = few_keys()) {
    for (const FoundKey& found : *keys) {
      if (found.meta) let_go(found.key, *found.meta);
      unit_.erase_at(found.meta_row, Stage::kMetaFirst);
    }
    return;
  }
  are_ranges_erased_ = true;
  flush_partitions();
  if (!choice_.has_expiry_index) return;
  // What led to a meta goes after it.
  format::KeyRange index = format::expiry_rows(layout_.namespace_name());
  unit_.erase_range(std::move(index.begin), std::move(index.end));
}

std::optional<std::vector<CamelliaKeyspace::FoundKey>> CamelliaKeyspace::few_keys() {
  std::vector<FoundKey> keys;
  FlushBudget budget;
  for (MetaWalk walk(unit_, layout_, std::nullopt); !walk.at_end();) {
    for (ports::Row& row : walk.next(kPageMetas, ports::Values::kNone)) {
      const auto parts = layout_.decode_meta_key(row.key);
      if (parts.verdict == format::RowVerdict::kCorrupt) return std::nullopt;
      if (!parts.is_ours()) continue;
      FoundKey found{Bytes(parts.parts.key), unit_.look_up(std::move(row.key)), std::nullopt};
      const BytesView value = unit_.value_of(found.meta_row).value_or("");
      found.meta = format::decode_key_meta(value);
      const bool is_counted = !found.meta || found.meta->type() == format::KeyType::kString ||
                              format::keeps_count(found.meta->encoding);
      const int64_t rows = 1 + (found.meta ? found.meta->count : 0);
      if (!is_counted || !budget.take(rows, value.size())) return std::nullopt;
      keys.push_back(std::move(found));
    }
  }
  return keys;
}

void CamelliaKeyspace::flush_partitions() {
  if (layout_.kind() != format::LayoutKind::kSlot) return flush_partition(0);
  // Slot by slot, where there are metas; rows without any are garbage already.
  for (std::optional<Bytes> from = Bytes(); from;) {
    MetaWalk walk(unit_, layout_, from);
    std::optional<Bytes> behind;
    for (const ports::Row& row : walk.next(kPageMetas, ports::Values::kNone)) {
      if (behind && row.key < *behind) continue;
      const BytesView prefix = BytesView(row.key).substr(0, format::kSlotPrefixBytes);
      const auto slot = format::slot_of_prefix(prefix);
      if (!slot || !layout_.family_rows(RowFamily::kMeta, slot->value).contains(row.key)) continue;
      flush_partition(slot->value);
      behind = prefix_end(prefix);
      if (!behind) return;
    }
    if (walk.at_end()) return;
    from = behind ? std::max(walk.position(), *behind) : walk.position();
  }
}

void CamelliaKeyspace::flush_partition(uint32_t partition) {
  for (const RowFamily family :
       {RowFamily::kMeta, RowFamily::kSub, RowFamily::kScore, RowFamily::kIndex}) {
    format::KeyRange range = layout_.family_rows(family, partition);
    unit_.erase_range(std::move(range.begin), std::move(range.end));
  }
}

}  // namespace keemun::keyspace
