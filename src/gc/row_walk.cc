#include "gc/row_walk.h"

#include <array>

#include "base/prefix_end.h"
#include "keyspace/meta_walk.h"

namespace keemun::gc {

using format::LayoutKind;
using format::RowFamily;

namespace {

// In the order of their letters, which is that of their rows.
constexpr std::array kFamilies = {RowFamily::kIndex, RowFamily::kScore, RowFamily::kMeta,
                                  RowFamily::kSub};

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
    const auto slot = keyspace::first_slot_with_rows(rows, *begin);
    if (!slot) break;
    if (auto run = run_in_partition(layout, slot->value, *begin)) return run;
    begin = prefix_end(format::slot_prefix(*slot));
  }
  return std::nullopt;
}

}  // namespace keemun::gc
