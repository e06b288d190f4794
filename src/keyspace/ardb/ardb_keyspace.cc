#include "keyspace/ardb/ardb_keyspace.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/command_error.h"
#include "base/stream_id.h"
#include "base/time_to_live.h"
#include "encodings/ardb/ardb_blind_hash.h"
#include "encodings/ardb/ardb_blind_set.h"
#include "encodings/ardb/ardb_hash.h"
#include "encodings/ardb/ardb_list.h"
#include "encodings/ardb/ardb_set.h"
#include "encodings/ardb/ardb_stream.h"
#include "encodings/ardb/ardb_string.h"
#include "encodings/ardb/ardb_zset.h"
#include "encodings/ardb/open_ardb_key.h"
#include "encodings/corrupt_key.h"
#include "format/ardb_ordered_form.h"
#include "format/ardb_rows.h"
#include "format/expiry_index.h"
#include "keyspace/any_key.h"
#include "keyspace/ardb/ardb_key_walk.h"
#include "keyspace/ardb/ardb_meta.h"
#include "keyspace/flush_budget.h"
#include "keyspace/random_position.h"

namespace keemun::keyspace {

using encodings::OpenArdbKey;
using format::ArdbType;
using format::ArdbValue;
using ports::Stage;

namespace {

// Of a dead key, so many rows may go with the command that makes the key anew.
constexpr size_t kDeadRowsMax = 65'536;

types::KeyType type_of(ArdbType type) {
  switch (type) {
    case ArdbType::kHash:
      return types::KeyType::kHash;
    case ArdbType::kSet:
      return types::KeyType::kSet;
    case ArdbType::kZSet:
      return types::KeyType::kZSet;
    case ArdbType::kList:
      return types::KeyType::kList;
    case ArdbType::kStream:
      return types::KeyType::kStream;
    default:
      return types::KeyType::kString;
  }
}

// What is long over stands behind 0, which is none, and behind what hides a key.
int64_t stored_expiry(int64_t expire_at_ms) {
  return expire_at_ms == kNoExpiry ? kArdbNoExpiry : std::max(expire_at_ms, kArdbBuriedAtMs + 1);
}

KeyInfo info_of(const ArdbValue& meta) {
  return {type_of(meta.type), has_expiry(meta) ? meta.meta.expire_at_ms : kNoExpiry};
}

}  // namespace

Bytes ArdbKeyspace::meta_row(BytesView key) const {
  return format::ArdbRows(namespace_name_, key).meta_row();
}

ArdbValue ArdbKeyspace::new_meta(ArdbType type) const {
  ArdbValue meta{.type = type};
  if (type == ArdbType::kString) meta.elements = {Bytes()};
  if (type == ArdbType::kStream) meta.meta.last_id = StreamId().bytes();
  if (choice_.ardb_fast && may_be_blind(type)) meta.meta.size = format::kArdbSizeUnknown;
  return meta;
}

bool ArdbKeyspace::is_expired(const ArdbValue& meta) const {
  return has_expiry(meta) && time_is_over(meta.meta.expire_at_ms, unit_.now_ms());
}

bool ArdbKeyspace::is_gone(const ArdbValue& meta) const {
  return is_expired(meta) || counts_nothing(meta);
}

std::optional<ArdbValue> ArdbKeyspace::stored(BytesView key) {
  const std::optional<BytesView> row = unit_.value_of(unit_.look_up(meta_row(key)));
  if (!row) return std::nullopt;
  std::optional<ArdbValue> meta = decode_ardb_meta(*row);
  if (!meta) encodings::throw_corrupt_key(key, "meta row does not decode");
  if (counts_nothing(*meta) && !is_ardb_tombstone(*meta) && has_rows(key)) {
    encodings::throw_corrupt_key(key, "counts nothing and has rows");
  }
  return meta;
}

bool ArdbKeyspace::has_rows(BytesView key) {
  const format::ArdbRows names(namespace_name_, key);
  const Bytes behind_meta = format::row_after(names.meta_row());
  return !unit_.scan({behind_meta, names.all_rows().end, 1, false, ports::Values::kNone})
              .rows.empty();
}

std::optional<ArdbValue> ArdbKeyspace::locate(BytesView key) {
  std::optional<ArdbValue> meta = stored(key);
  if (meta && is_gone(*meta)) meta.reset();
  count_lookup(key, meta.has_value());
  return meta;
}

std::optional<ArdbKeyspace::Found> ArdbKeyspace::locate(BytesView key, Create create,
                                                        ArdbType type) {
  std::optional<ArdbValue> meta = stored(key);
  const bool exists = meta && !is_gone(*meta);
  count_lookup(key, exists);
  if (exists && meta->type != type) {
    throw CommandError("WRONGTYPE Operation against a key holding the wrong kind of value");
  }
  if (exists) return Found{*std::move(meta), true};
  if (create == Create::kNo) return std::nullopt;
  if (meta) make_room(key, *meta);
  return Found{new_meta(type), false};
}

std::optional<OpenArdbKey> ArdbKeyspace::open(BytesView key, Create create, ArdbType type) {
  std::optional<Found> found = locate(key, create, type);
  if (!found) return std::nullopt;
  return OpenArdbKey(unit_, {namespace_name_, key}, std::move(found->meta), found->exists);
}

std::unique_ptr<types::StringStore> ArdbKeyspace::string(BytesView key, Create create) {
  std::optional<Found> found = locate(key, create, ArdbType::kString);
  if (!found) return nullptr;
  return std::make_unique<encodings::ArdbString>(unit_, meta_row(key), std::move(found->meta));
}

std::unique_ptr<types::HashStore> ArdbKeyspace::hash(BytesView key, Create create) {
  std::optional<OpenArdbKey> opened = open(key, create, ArdbType::kHash);
  if (!opened) return nullptr;
  if (opened->is_counted()) return std::make_unique<encodings::ArdbHash>(std::move(*opened));
  return std::make_unique<encodings::ArdbBlindHash>(std::move(*opened));
}

std::unique_ptr<types::SetStore> ArdbKeyspace::set(BytesView key, Create create) {
  std::optional<OpenArdbKey> opened = open(key, create, ArdbType::kSet);
  if (!opened) return nullptr;
  if (opened->is_counted()) return std::make_unique<encodings::ArdbSet>(std::move(*opened));
  return std::make_unique<encodings::ArdbBlindSet>(std::move(*opened));
}

std::unique_ptr<types::ZSetStore> ArdbKeyspace::zset(BytesView key, Create create) {
  std::optional<OpenArdbKey> opened = open(key, create, ArdbType::kZSet);
  return opened ? std::make_unique<encodings::ArdbZSet>(std::move(*opened)) : nullptr;
}

std::unique_ptr<types::ListStore> ArdbKeyspace::list(BytesView key, Create create) {
  std::optional<OpenArdbKey> opened = open(key, create, ArdbType::kList);
  return opened ? std::make_unique<encodings::ArdbList>(std::move(*opened)) : nullptr;
}

std::unique_ptr<types::StreamStore> ArdbKeyspace::stream(BytesView key, Create create) {
  std::optional<OpenArdbKey> opened = open(key, create, ArdbType::kStream);
  if (!opened) return nullptr;
  return std::make_unique<encodings::ArdbStream>(std::move(*opened), unit_.has_cheap_range_erase());
}

std::optional<KeyInfo> ArdbKeyspace::find(BytesView key) {
  const std::optional<ArdbValue> meta = locate(key);
  if (!meta) return std::nullopt;
  return info_of(*meta);
}

bool ArdbKeyspace::erase(BytesView key) {
  const std::optional<ArdbValue> meta = stored(key);
  if (!meta) return false;
  end(key, *meta);
  return !is_gone(*meta);
}

void ArdbKeyspace::end(BytesView key, const ArdbValue& meta) {
  if (erase_rows(key, meta, room_at_once(), IfTooMany::kNothing)) return;
  // What is gone and has many rows is on its way already.
  if (!is_gone(meta)) bury(key, meta);
}

void ArdbKeyspace::make_room(BytesView key, const ArdbValue& meta) {
  // The sweep takes away what was dead before; what this unit ends must go with it.
  const bool was_dead = is_gone(meta) && !unit_.writes(meta_row(key));
  const size_t rows_max = was_dead ? kDeadRowsMax : std::numeric_limits<size_t>::max();
  if (erase_rows(key, meta, {rows_max, unit_.bytes_left() / 2}, IfTooMany::kNothing)) return;
  if (was_dead) throw CommandError("TRYAGAIN What the key held before is still being erased");
  UnitOfWork::throw_too_much();
}

void ArdbKeyspace::erase_meta(BytesView key, const ArdbValue& meta) {
  const bool is_ousted = is_expired(meta) && !is_ardb_tombstone(meta) && !is_flushed_;
  if (is_ousted && !unit_.writes(meta_row(key))) oust(key);
  unit_.erase(meta_row(key), Stage::kMetaFirst);
  if (!has_expiry(meta)) return;
  unit_.erase(format::expiry_row(namespace_name_, meta.meta.expire_at_ms, key), Stage::kErase);
}

bool ArdbKeyspace::erase_rows(BytesView key, const ArdbValue& meta, EraseRoom room,
                              IfTooMany if_many) {
  const format::ArdbRows names(namespace_name_, key);
  const format::KeyRange rows = {format::row_after(names.meta_row()), names.all_rows().end};
  const bool has_rows = meta.type != ArdbType::kString;
  const bool are_counted = has_rows && !unit_.has_cheap_range_erase();
  if (has_rows && !are_counted) encodings::erase_ardb_rows(unit_, rows);
  RowKeys found{.are_all = true};
  if (are_counted) found = first_row_keys(unit_, rows, room);
  if (!found.are_all && if_many == IfTooMany::kNothing) return false;
  for (Bytes& row : found.keys) unit_.erase(std::move(row), Stage::kErase);
  if (found.are_all) erase_meta(key, meta);
  return found.are_all;
}

void ArdbKeyspace::bury(BytesView key, const ArdbValue& meta) {
  erase_meta(key, meta);
  write_meta(key, ardb_tombstone_of(meta));
}

void ArdbKeyspace::write_meta(BytesView key, const ArdbValue& meta) {
  unit_.put(meta_row(key), format::encode_ardb_value(meta), Stage::kMetaFirst);
  if (!has_expiry(meta)) return;
  unit_.put(format::expiry_row(namespace_name_, meta.meta.expire_at_ms, key),
            format::expiry_row_value(), Stage::kPut);
}

void ArdbKeyspace::put_string(BytesView key, BytesView value, int64_t expire_at_ms) {
  if (const std::optional<ArdbValue> before = stored(key)) make_room(key, *before);
  ArdbValue meta{.type = ArdbType::kString, .elements = {format::ardb_element_of(value)}};
  meta.meta.expire_at_ms = stored_expiry(expire_at_ms);
  write_meta(key, meta);
}

void ArdbKeyspace::set_expiry(BytesView key, int64_t expire_at_ms) {
  std::optional<ArdbValue> meta = locate(key);
  if (!meta) return;
  if (has_expiry(*meta)) {
    unit_.erase(format::expiry_row(namespace_name_, meta->meta.expire_at_ms, key), Stage::kErase);
  }
  meta->meta.expire_at_ms = stored_expiry(expire_at_ms);
  write_meta(key, *meta);
}

KeyPage ArdbKeyspace::scan_prefix(BytesView /*prefix*/, const std::optional<Bytes>& from,
                                  size_t keys_max) {
  KeyPage page;
  ArdbKeyWalk walk(unit_, namespace_name_, from);
  size_t effort_left = keys_max;  // metas read; a call that finds none counts as one
  while (!walk.at_end() && effort_left > 0) {
    std::vector<ArdbKeyWalk::Meta> metas = walk.next(effort_left, ports::Values::kHeads);
    effort_left -= std::max<size_t>(metas.size(), 1);
    for (ArdbKeyWalk::Meta& found : metas) {
      const std::optional<ArdbValue> meta = decode_ardb_meta_head(found.value);
      if (meta && !is_gone(*meta)) page.items.push_back({std::move(found.key), info_of(*meta)});
    }
  }
  if (!walk.at_end()) page.next = walk.position();
  return page;
}

std::optional<Bytes> ArdbKeyspace::any_key(uint64_t draw) {
  return pick_any_key(*this, draw, [&] {
    Bytes place = random_position(unit_, format::ardb_namespace_rows(namespace_name_), draw);
    // Among the rows of a key, whose meta is the first of them.
    auto around = format::ardb_key_rows_around(place);
    return around ? std::move(around->begin) : std::move(place);
  });
}

Swept ArdbKeyspace::sweep(BytesView key, int64_t expire_at_ms) {
  const std::optional<ArdbValue> meta = stored(key);
  const bool is_as_indexed = meta && meta->meta.expire_at_ms == expire_at_ms;
  if (!is_as_indexed) {
    unit_.erase(format::expiry_row(namespace_name_, expire_at_ms, key), Stage::kErase);
    return Swept::kRow;
  }
  if (!is_expired(*meta)) return Swept::kNothing;
  if (erase_rows(key, *meta, room_at_once(), IfTooMany::kFirst)) return Swept::kKey;
  if (!is_ardb_tombstone(*meta)) bury(key, *meta);
  return Swept::kPart;
}

std::vector<MetaChange> ArdbKeyspace::take_meta_changes(const KeyMetas& metas) {
  return unit_.meta_changes(metas);
}

void ArdbKeyspace::flush() {
  is_flushed_ = true;
  if (const auto keys = few_keys()) {
    for (const auto& [key, meta] : *keys) end(key, meta);
    // Rows that no meta leads to would be of the next key of their name.
    const format::KeyRange all = format::ardb_namespace_rows(namespace_name_);
    if (unit_.scan({all.begin, all.end, 1, false, ports::Values::kNone}).rows.empty()) return;
  }
  are_ranges_erased_ = true;
  for (format::KeyRange range :
       {format::ardb_namespace_rows(namespace_name_), format::expiry_rows(namespace_name_)}) {
    unit_.erase_range(std::move(range.begin), std::move(range.end));
  }
}

std::optional<std::vector<std::pair<Bytes, ArdbValue>>> ArdbKeyspace::few_keys() {
  std::vector<std::pair<Bytes, ArdbValue>> keys;
  FlushBudget budget;
  for (ArdbKeyWalk walk(unit_, namespace_name_, std::nullopt); !walk.at_end();) {
    for (ArdbKeyWalk::Meta& found : walk.next(FlushBudget::kPageMetas, ports::Values::kNone)) {
      const BytesView row = unit_.value_of(unit_.look_up(meta_row(found.key))).value_or("");
      std::optional<ArdbValue> meta = decode_ardb_meta(row);
      if (!meta || meta->meta.size == format::kArdbSizeUnknown || counts_nothing(*meta)) {
        return std::nullopt;
      }
      if (!budget.take(1 + meta->meta.size, row.size())) return std::nullopt;
      keys.emplace_back(std::move(found.key), *std::move(meta));
    }
  }
  return keys;
}

}  // namespace keemun::keyspace
