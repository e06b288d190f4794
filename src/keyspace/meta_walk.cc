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

std::optional<format::Slot> first_slot_with_rows(ports::Rows& rows, Bytes from) {
  for (std::optional<Bytes> begin = std::move(from); begin;) {
    const ScanPage page = rows.scan({*begin, kBehindEveryRow, 1, false, true});
    if (page.rows.empty()) break;
    const BytesView head = BytesView(page.rows.front().key).substr(0, format::kSlotPrefixBytes);
    if (const auto slot = format::slot_of_prefix(head)) return slot;
    begin = prefix_end(head);  // among rows of another layout
  }
  return std::nullopt;
}

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
  for (std::optional<Bytes> begin = from; begin;) {
    const auto slot = first_slot_with_rows(rows_, *begin);
    if (!slot) break;
    KeyRange range = layout_.family_rows(RowFamily::kMeta, slot->value);
    if (from > range.begin) range.begin = from;
    if (range.begin < range.end) return range;
    begin = prefix_end(format::slot_prefix(*slot));
  }
  return std::nullopt;
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
