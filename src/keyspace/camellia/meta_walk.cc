#include "keyspace/camellia/meta_walk.h"

#include <algorithm>
#include <utility>

#include "base/prefix_end.h"
#include "format/key_range.h"
#include "format/slot_prefixes.h"

namespace keemun::keyspace {

using format::KeyLayout;
using format::KeyRange;
using format::LayoutKind;
using format::RowFamily;
using ports::Row;

namespace {

KeyRange range_of(const KeyLayout& layout, BytesView prefix) {
  switch (layout.kind()) {
    case LayoutKind::kPlain:
      return format::rows_with_prefix(layout.meta_key(prefix));
    case LayoutKind::kMd5:
      return layout.family_rows(RowFamily::kMeta, 0);
    case LayoutKind::kSlot:
      break;
  }
  return {Bytes(), format::kBehindEveryRow};
}

}  // namespace

MetaWalk::MetaWalk(ports::Rows& rows, const KeyLayout& layout, const std::optional<Bytes>& from,
                   BytesView prefix)
    : rows_(rows), layout_(layout) {
  KeyRange range = range_of(layout_, prefix);
  if (from) range.begin = std::max(std::move(range.begin), *from);
  if (range.begin < range.end) position_ = std::move(range.begin);
  end_ = std::move(range.end);
}

std::vector<Row> MetaWalk::next(size_t rows_max, ports::Values values) {
  ports::RowMark mark;  // where the range says it already, none is needed
  if (layout_.kind() == LayoutKind::kSlot) {
    mark = {layout_.family_at(), KeyLayout::family_mark(RowFamily::kMeta)};
  }
  ports::ScanRequest request = {*position_, end_, rows_max, false, values, mark};
  request.is_sweep = true;
  ports::ScanPage page = rows_.scan(request);
  if (page.has_more && !page.rows.empty()) {
    position_ = behind(page.rows.back().key);
  } else {
    position_.reset();
  }
  return std::move(page.rows);
}

std::optional<Bytes> MetaWalk::behind(const Bytes& row) const {
  if (layout_.kind() != LayoutKind::kSlot) return format::row_after(row);
  const BytesView prefix = BytesView(row).substr(0, format::kSlotPrefixBytes);
  if (const auto slot = format::slot_of_prefix(prefix)) {
    KeyRange own = layout_.family_rows(RowFamily::kMeta, slot->value);
    if (row < own.begin) return std::move(own.begin);
    if (row < own.end) return format::row_after(row);
  }
  return prefix_end(prefix);
}

}  // namespace keemun::keyspace
