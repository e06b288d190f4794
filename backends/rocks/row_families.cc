#include "rocks/row_families.h"

#include <algorithm>

#include "base/prefix_end.h"
#include "format/ardb_key.h"
#include "format/ardb_ordered_form.h"
#include "format/key_generation.h"
#include "format/slot_prefixes.h"

namespace keemun::rocks {

using format::kSlotPrefixBytes;
using format::RowFamily;

namespace {

constexpr size_t kMarkBytes = 2;

const format::KeyRange& expiries() {
  static const format::KeyRange all = format::ardb_namespace_rows(format::kArdbTtlNamespace);
  return all;
}

// The rows that have a mark of each kind in front; in the order of RowKind.
struct FrontRun {
  BytesView begin;
  BytesView end;
};
constexpr std::array<FrontRun, kRowKindCount> kFrontRuns = {
    {{"", ""}, {"m#", "m$"}, {"s#", "s$"}, {"k#", "k$"}, {"i#", "i$"}}};

// Of the two bytes that stand at `at`, if there are two.
std::optional<RowKind> kind_of_mark(BytesView key, size_t at) {
  if (key.size() < at + kMarkBytes || key[at + 1] != '#') return std::nullopt;
  switch (static_cast<RowFamily>(key[at])) {
    case RowFamily::kMeta:
      return RowKind::kMeta;
    case RowFamily::kSub:
      return RowKind::kSub;
    case RowFamily::kScore:
      return RowKind::kScore;
    case RowFamily::kIndex:
      return RowKind::kIndex;
  }
  return std::nullopt;
}

// Of what a row begins with.
std::optional<RowKind> kind_of_front(BytesView key) {
  if (!key.starts_with(format::kArdbRowHead)) return kind_of_mark(key, 0);
  return expiries().begin <= key && key < expiries().end ? RowKind::kExpiry : RowKind::kArdb;
}

// Whether every row of the range begins with the first `bytes` bytes of `begin`.
bool all_rows_share(BytesView begin, BytesView end, size_t bytes) {
  if (begin.size() < bytes) return false;
  const auto behind = prefix_end(begin.substr(0, bytes));
  return !behind || end <= *behind;
}

// Of a range whose rows begin with the mark of the first of them, which is of the kind `front`.
std::optional<RowKind> kind_of_front_range(RowKind front, BytesView begin, BytesView end) {
  const bool is_of_both =
      (front == RowKind::kExpiry && end > expiries().end) ||
      (front == RowKind::kArdb && begin < expiries().begin && end > expiries().begin);
  return is_of_both ? std::nullopt : std::optional(front);
}

}  // namespace

RowKind kind_of_row(BytesView key) {
  if (const auto kind = kind_of_front(key)) return *kind;
  return kind_of_mark(key, kSlotPrefixBytes).value_or(RowKind::kRecord);
}

std::optional<RowKind> kind_of_range(BytesView begin, BytesView end) {
  // A mark in front decides alone. Where there is none in front, only the bytes up to the mark
  // behind a slot prefix do: they hold the front, which is then known not to be a mark either.
  const auto front = kind_of_front(begin);
  if (front && all_rows_share(begin, end, kMarkBytes)) {
    return kind_of_front_range(*front, begin, end);
  }
  if (all_rows_share(begin, end, kSlotPrefixBytes + kMarkBytes)) return kind_of_row(begin);
  return std::nullopt;
}

std::vector<FamilyRun> family_runs(BytesView begin, BytesView end, const ports::RowMark& mark) {
  if (const auto kind = kind_of_range(begin, end)) return {{*kind, begin, end}};
  // A row that is marked behind a slot prefix is of that kind, unless its front is a mark too.
  std::optional<RowKind> marked;
  if (mark.at == kSlotPrefixBytes) marked = kind_of_mark(mark.bytes, 0);
  std::vector<FamilyRun> runs;
  for (size_t i = 0; i < kRowKindCount; ++i) {
    FamilyRun run{static_cast<RowKind>(i), begin, end};
    if (marked && run.kind != *marked) {
      const FrontRun front = kFrontRuns[i];
      run.begin = std::max(begin, front.begin);
      run.end = std::min(end, front.end);
    }
    if (run.begin < run.end) runs.push_back(run);
  }
  return runs;
}

}  // namespace keemun::rocks
