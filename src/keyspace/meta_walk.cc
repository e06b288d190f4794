#include "keyspace/meta_walk.h"

#include <utility>

#include "base/prefix_end.h"
#include "format/slot_prefixes.h"

namespace keemun::keyspace {

using format::KeyRange;
using format::LayoutKind;
using format::RowFamily;
using ports::Row;
using ports::ScanPage;

namespace {

const Bytes kBehindEveryRow(64, '\xff');

}  // namespace

MetaWalk::MetaWalk(ports::Rows& rows, const format::KeyLayout& layout,
                   const std::optional<Bytes>& from)
    : rows_(rows), layout_(layout) {
  if (layout_.kind() == LayoutKind::kSlot) {
    range_ = find_partition(from.value_or(Bytes()));
    return;
  }
  range_ = layout_.family_rows(RowFamily::kMeta, 0);
  if (from && *from > range_->begin) range_ = KeyRange{*from, range_->end};
  if (range_->begin >= range_->end) range_.reset();
}

std::optional<KeyRange> MetaWalk::find_partition(const Bytes& from) {
  Bytes begin = from;
  while (true) {
    const ScanPage page = rows_.scan({begin, kBehindEveryRow, 1, false, true});
    if (page.rows.empty()) return std::nullopt;
    const Bytes& row = page.rows.front().key;
    const BytesView head = BytesView(row).substr(0, format::kSlotPrefixBytes);
    if (const auto slot = format::slot_of_prefix(head)) {
      KeyRange range = layout_.family_rows(RowFamily::kMeta, slot->value);
      if (begin > range.begin) range.begin = begin;
      if (range.begin < range.end) return range;
    }
    // Nothing of ours before the next prefix: behind this slot, or among rows of another layout.
    auto behind = prefix_end(head);
    if (!behind) return std::nullopt;
    begin = std::move(*behind);
  }
}

std::vector<Row> MetaWalk::next(size_t rows_max) {
  ScanPage page = rows_.scan({range_->begin, range_->end, rows_max, false, false});
  if (page.has_more && !page.rows.empty()) {
    range_->begin = format::row_after(page.rows.back().key);
  } else if (layout_.kind() == LayoutKind::kSlot) {
    range_ = find_partition(range_->end);
  } else {
    range_.reset();
  }
  return std::move(page.rows);
}

}  // namespace keemun::keyspace
