#include "encodings/ardb/open_ardb_key.h"

#include <utility>

#include "base/check.h"
#include "encodings/corrupt_key.h"
#include "encodings/row_walk.h"
#include "format/expiry_index.h"

namespace keemun::encodings {

using format::ArdbType;
using format::ArdbValue;
using ports::Stage;

namespace {

// An erased range stands in the way of reads for longer than so many rows.
constexpr size_t kFewRows = 512;
constexpr size_t kVeryFewRows = 16;

}  // namespace

void erase_ardb_rows(ports::Rows& rows, const format::KeyRange& range) {
  if (range.is_empty()) return;
  // Whole rows as long as they are very few: they are remembered as a run then, and what was erased
  // between them is not stepped over again.
  ports::ScanPage page = rows.scan({range.begin, range.end, kVeryFewRows, false});
  if (page.has_more)
    page = rows.scan({range.begin, range.end, kFewRows, false, ports::Values::kNone});
  if (page.has_more) {
    rows.erase_range(range.begin, range.end);
    return;
  }
  for (ports::Row& row : page.rows) rows.erase(std::move(row.key), Stage::kErase);
}

OpenArdbKey::OpenArdbKey(ports::Rows& rows, const Place& place, ArdbValue meta, bool exists)
    : rows_(rows),
      namespace_name_(place.namespace_name),
      key_(place.key),
      names_(place.namespace_name, place.key),
      meta_(std::move(meta)),
      exists_(exists) {}

void OpenArdbKey::resize(int64_t added) {
  if (exists_ && added == 0) return;
  const int64_t size_now = size() + added;
  meta_.meta.size = size_now > 0 || !exists_ ? size_now : elements_left();
  if (meta_.meta.size == 0) {
    if (exists_) drop();
    return;
  }
  meta_.elements.clear();
  exists_ = true;
  rows_.put(names_.meta_row(), format::encode_ardb_value(meta_), Stage::kMetaLast);
}

int64_t OpenArdbKey::elements_left() const {
  const ArdbType rows_of = meta_.type == ArdbType::kHash  ? ArdbType::kHashField
                           : meta_.type == ArdbType::kSet ? ArdbType::kSetMember
                                                          : ArdbType::kZSetScore;
  return count_rows_left(rows_, names_.named_rows(rows_of));
}

void OpenArdbKey::ensure_exists() {
  if (exists_ && meta_.elements.empty()) return;
  meta_.elements.clear();
  exists_ = true;
  rows_.put(names_.meta_row(), format::encode_ardb_value(meta_), Stage::kMetaLast);
}

void OpenArdbKey::resize_list(int64_t added, ListBounds bounds) {
  const int64_t size_now = size() + added;
  CHECK(size_now > 0);
  meta_.meta.size = size_now;
  meta_.meta.is_sequential = bounds.is_sequential;
  meta_.elements = {std::move(bounds.first), std::move(bounds.last)};
  exists_ = true;
  rows_.put(names_.meta_row(), format::encode_ardb_value(meta_), Stage::kMetaLast);
}

StreamId OpenArdbKey::last_id() const {
  const auto id = StreamId::of_bytes(meta_.meta.last_id);
  CHECK(id.has_value());
  return *id;
}

void OpenArdbKey::set_stream(int64_t size, const StreamId& last_id,
                             format::ArdbElements field_names) {
  if (size < 0) throw_corrupt("holds more than it counts");
  meta_.meta.size = size;
  meta_.meta.last_id = last_id.bytes();
  meta_.elements = std::move(field_names);
  exists_ = true;
  rows_.put(names_.meta_row(), format::encode_ardb_value(meta_), Stage::kMetaLast);
}

void OpenArdbKey::drop() {
  CHECK(exists_);
  exists_ = false;
  rows_.erase(names_.meta_row(), Stage::kMetaFirst);
  if (meta_.meta.expire_at_ms == 0) return;
  rows_.erase(format::expiry_row(namespace_name_, meta_.meta.expire_at_ms, key_), Stage::kErase);
}

void OpenArdbKey::throw_corrupt(BytesView what) const {
  throw_corrupt_key(key_, what);
}

}  // namespace keemun::encodings
