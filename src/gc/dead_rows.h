// Says which rows of one namespace nobody will ever reach, and erases them.
//
// A row below a meta is dead when its key has no meta, or one of another version: a version is
// never given twice, so such a row stays dead whatever happens next, and may be erased at leisure,
// by anybody, twice. The meta is read after the row: on a store with atomic batches a row that can
// be seen had its meta before. Where batches are not atomic a new key's rows come before its meta;
// there metas are read while no command on the key runs, and rows of a young version, whose meta
// may be on its way from a process that has stopped, are left alone.
//
// A meta is dead when it has expired. Unlike a row it may come back to life (PERSIST) or be
// replaced, so it is erased only as the very bytes that were judged, alone with its key, and before
// any of its rows.
//
// What does not decode is never erased, nor is any row below a meta that does not decode.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "format/expiry_index.h"
#include "format/key_layout.h"
#include "format/key_meta.h"
#include "gc/doors.h"
#include "gc/totals.h"

namespace keemun::gc {

class DeadRows {
 public:
  // A meta as it was read: the head of its row (ports::Values::kHeads).
  struct Judged {
    BytesView key;
    BytesView head;
  };
  struct Gone {
    BytesView key;
    format::KeyMeta meta;
  };

  // Told of each key whose meta has gone because its time had come; may be empty.
  using Tell = std::function<void(const format::Expiry& gone)>;

  // Everything given outlives it.
  DeadRows(const Doors& doors, const format::KeyLayout& layout, int64_t clock_skew_ms,
           Totals& totals, Tell tell)
      : doors_(doors),
        layout_(layout),
        capabilities_(doors.fresh.capabilities()),
        clock_skew_ms_(clock_skew_ms),
        totals_(totals),
        tell_(std::move(tell)) {}

  const format::KeyLayout& layout() const { return layout_; }

  // Those of a page of one family below the metas that are dead. Erases expired metas on the way.
  std::vector<Bytes> among(format::RowFamily family, std::span<const ports::Row> rows,
                           int64_t now_ms);
  // Whether nothing below `key` of that version, which was seen in a meta once, is reached any
  // more. Erases the meta if it has expired.
  bool is_dead(BytesView key, format::KeyVersion version, int64_t now_ms);
  // Erases those of `judged` that have expired and are still what is there. Each key at most once.
  std::vector<Gone> erase_expired(std::span<const Judged> judged, int64_t now_ms);

  // Those of a page that read as rows of their family; the others are counted.
  std::vector<Bytes> readable(format::RowFamily family, std::span<const ports::Row> rows);
  // In as few commits as the store's limit allows; `last` is written behind all of them.
  void erase(std::vector<Bytes> keys, std::optional<ports::WriteBatch::Write> last = std::nullopt);

 private:
  using Incarnation = format::KeyLayout::Incarnation;
  using Metas = std::map<BytesView, std::optional<Bytes>>;

  // The heads of the metas of keys, without those that another process owns where that matters.
  Metas metas_of(std::span<const BytesView> keys);
  Metas read_metas(std::span<const BytesView> keys);
  bool is_dead_below(const std::optional<Bytes>& meta_row, const Incarnation& place,
                     int64_t now_ms);
  bool is_expired(const format::KeyMeta& meta, int64_t now_ms) const;
  bool may_be_on_its_way(format::KeyVersion version, int64_t now_ms) const;
  struct Erasures {
    std::vector<Bytes> keys;
    std::optional<ports::WriteBatch::Write> last;  // to be written with the last of them
    std::span<const ports::WriteBatch::Expectation> expectations;
  };
  // As many commits as the store's limit asks for; how many rows went is added to `erased`.
  void commit_erasures(Erasures erasures, int64_t& erased);

  const Doors doors_;
  const format::KeyLayout& layout_;
  const ports::Capabilities capabilities_;
  const int64_t clock_skew_ms_;
  Totals& totals_;
  const Tell tell_;
};

}  // namespace keemun::gc
