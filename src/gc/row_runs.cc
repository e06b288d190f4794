#include "gc/row_runs.h"

#include <array>
#include <utility>

#include "base/prefix_end.h"
#include "format/key_range.h"
#include "format/slot_prefixes.h"

namespace keemun::gc {

using format::LayoutKind;
using format::RowFamily;

namespace {

// In the order of their letters, which is that of their rows.
constexpr std::array kFamilies = {RowFamily::kIndex, RowFamily::kScore, RowFamily::kMeta,
                                  RowFamily::kSub};

// The first slot that has any row at or behind `from`, whosever it is.
std::optional<format::Slot> first_slot_with_rows(ports::Rows& rows, Bytes from) {
  for (std::optional<Bytes> begin = std::move(from); begin;) {
    const ports::ScanPage page =
        rows.scan({*begin, format::kBehindEveryRow, 1, false, ports::Values::kNone});
    if (page.rows.empty()) break;
    const BytesView head = BytesView(page.rows.front().key).substr(0, format::kSlotPrefixBytes);
    if (const auto slot = format::slot_of_prefix(head)) return slot;
    begin = prefix_end(head);  // among rows of another layout
  }
  return std::nullopt;
}

std::optional<RowRun> run_in_partition(const format::KeyLayout& layout, uint32_t partition,
                                       BytesView from) {
  for (const RowFamily family : kFamilies) {
    format::KeyRange range = layout.family_rows(family, partition);
    if (from >= range.end) continue;
    if (from > range.begin) range.begin = from;
    return RowRun{family, std::move(range)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<RowRun> run_from(ports::Rows& rows, const format::KeyLayout& layout, BytesView from) {
  if (layout.kind() != LayoutKind::kSlot) return run_in_partition(layout, 0, from);
  for (std::optional<Bytes> begin = Bytes(from); begin;) {
    const auto slot = first_slot_with_rows(rows, *begin);
    if (!slot) break;
    if (auto run = run_in_partition(layout, slot->value, *begin)) return run;
    begin = prefix_end(format::slot_prefix(*slot));
  }
  return std::nullopt;
}

}  // namespace keemun::gc
