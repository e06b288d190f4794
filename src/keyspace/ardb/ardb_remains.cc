#include "keyspace/ardb/ardb_remains.h"

#include <algorithm>
#include <utility>

namespace keemun::keyspace {

using format::ArdbType;
using format::ArdbValue;

namespace {

constexpr size_t kPageRows = 256;

}  // namespace

bool is_ardb_tombstone(const ArdbValue& meta) {
  return meta.type != ArdbType::kString && meta.meta.size == 0 &&
         meta.meta.expire_at_ms == kArdbBuriedAtMs;
}

ArdbValue ardb_tombstone_of(ArdbValue meta) {
  meta.meta.size = 0;
  meta.meta.expire_at_ms = kArdbBuriedAtMs;
  meta.meta.is_sequential = meta.type != ArdbType::kList;
  return meta;
}

RowKeys first_row_keys(ports::Rows& rows, format::KeyRange range, const EraseRoom& room) {
  RowKeys found;
  size_t bytes = 0;
  while (true) {
    const size_t rows_left = room.rows_max - found.keys.size();
    // One more than there is room for says whether these are all.
    const size_t wanted = std::min(rows_left, kPageRows - 1) + 1;
    ports::ScanPage page = rows.scan({range.begin, range.end, wanted, false, ports::Values::kNone});
    for (ports::Row& row : page.rows) {
      bytes += row.key.size();
      if (found.keys.size() == room.rows_max || bytes > room.bytes_max) return found;
      found.keys.push_back(std::move(row.key));
    }
    if (!page.has_more || page.rows.empty()) break;
    range.begin = format::row_after(found.keys.back());
  }
  found.are_all = true;
  return found;
}

}  // namespace keemun::keyspace
