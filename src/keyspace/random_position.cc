#include "keyspace/random_position.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "base/integer_codec.h"
#include "base/prefix_end.h"
#include "format/key_range.h"
#include "format/slot_prefixes.h"
#include "keyspace/camellia/meta_walk.h"

namespace keemun::keyspace {

using format::KeyRange;
using format::LayoutKind;
using ports::ScanPage;

namespace {

constexpr size_t kFewRows = 64;
constexpr int kLevelsMax = 64;
// A byte that no row has is drawn anew so often before the next one that is there takes its chance.
constexpr int kDrawsPerLevel = 4;

size_t common_prefix(BytesView a, BytesView b) {
  const auto end = std::mismatch(
      a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())), b.begin());
  return static_cast<size_t>(end.first - a.begin());
}

uint8_t byte_at(BytesView bytes, size_t index) {
  return static_cast<uint8_t>(bytes[index]);
}

class Descent {
 public:
  Descent(ports::Rows& rows, uint64_t draw) : rows_(rows), seed_(draw) {}

  // The begin of a part of `range` that holds few rows, at least one if the range does.
  Bytes go_down(KeyRange range) {
    for (int level = 0; level < kLevelsMax; ++level) {
      const ScanPage head =
          rows_.scan({range.begin, range.end, kFewRows, false, ports::Values::kNone});
      if (!head.has_more || head.rows.empty()) break;
      const ScanPage tail = rows_.scan({range.begin, range.end, 1, true, ports::Values::kNone});
      if (tail.rows.empty()) break;
      const Bytes& first = head.rows.front().key;
      const Bytes& last = tail.rows.front().key;
      const size_t at = common_prefix(first, last);
      if (at == last.size()) break;
      auto branch = draw_branch(range, first, last, at);
      if (!branch) return first;
      range = std::move(*branch);
    }
    return std::move(range.begin);
  }

 private:
  uint64_t draw() { return hash_draw(seed_, ++draws_, 0); }

  // The rows that go on with a drawn byte behind what all of them have in common, which is `at`
  // bytes long; none when the draw falls on `first` itself, which ends there.
  std::optional<KeyRange> draw_branch(const KeyRange& range, BytesView first, BytesView last,
                                      size_t at) {
    const int low = at == first.size() ? -1 : byte_at(first, at);
    const int high = byte_at(last, at);
    Bytes begin;
    for (int draws = 0; draws < kDrawsPerLevel; ++draws) {
      const int drawn = low + static_cast<int>(draw() % static_cast<uint64_t>(high - low + 1));
      if (drawn < 0) return std::nullopt;
      begin = Bytes(first.substr(0, at)) + static_cast<char>(drawn);
      const ScanPage page = rows_.scan({begin, range.end, 1, false, ports::Values::kNone});
      if (page.rows.empty()) break;
      const bool is_there = page.rows.front().key.starts_with(begin);
      begin = page.rows.front().key.substr(0, at + 1);
      if (is_there) break;
    }
    auto end = prefix_end(begin);
    return KeyRange{std::move(begin), end ? std::min(*end, range.end) : range.end};
  }

  ports::Rows& rows_;
  const uint64_t seed_;
  uint64_t draws_ = 0;
};

// The meta rows of the first slot at or behind `place` that has any.
std::optional<KeyRange> slot_with_metas(ports::Rows& rows, const format::KeyLayout& layout,
                                        const Bytes& place) {
  for (MetaWalk walk(rows, layout, place); !walk.at_end();) {
    for (const ports::Row& row : walk.next(kFewRows, ports::Values::kNone)) {
      const auto slot =
          format::slot_of_prefix(BytesView(row.key).substr(0, format::kSlotPrefixBytes));
      if (!slot) continue;
      KeyRange range = layout.family_rows(format::RowFamily::kMeta, slot->value);
      if (range.contains(row.key)) return range;
    }
  }
  return std::nullopt;
}

// The meta rows of one partition: of the first that has any at or behind a drawn place.
KeyRange draw_partition(ports::Rows& rows, const format::KeyLayout& layout, uint64_t draw) {
  if (layout.kind() != LayoutKind::kSlot) return layout.family_rows(format::RowFamily::kMeta, 0);
  Bytes place;
  append_be64(place, draw);
  auto range = slot_with_metas(rows, layout, place);
  if (!range) range = slot_with_metas(rows, layout, Bytes());
  return range.value_or(KeyRange());
}

}  // namespace

Bytes random_position(ports::Rows& rows, KeyRange range, uint64_t draw) {
  return Descent(rows, draw).go_down(std::move(range));
}

Bytes random_meta_position(ports::Rows& rows, const format::KeyLayout& layout, uint64_t draw) {
  return random_position(rows, draw_partition(rows, layout, draw), draw);
}

}  // namespace keemun::keyspace
