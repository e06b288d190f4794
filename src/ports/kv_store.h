// The door to an ordered key-value store: rows in memcmp order of their keys.
//
// A call either has its effect and returns, or throws StoreError. It may suspend the calling fiber;
// on a plain thread it blocks. A view given to a call need only live until the call returns; what a
// call returns is owned by the caller. Reads see every commit that returned before they began.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/store_error.h"
#include "ports/write_batch.h"

namespace keemun::ports {

// The longest for which a store may carry out a write that it has not answered: whoever remembers
// rows counts on it.
inline constexpr int64_t kLateWriteMsMax = 600'000;
// For so long after its creation a version may have rows but no meta yet: longer than a write may
// be late, with room for clocks that differ.
inline constexpr int64_t kYoungMs = 2 * kLateWriteMsMax;

struct Capabilities {
  bool atomic_batch = false;  // a commit becomes visible, and durable, all at once or not at all
  bool cheap_range_erase = false;  // a range erase costs about as much as one row
  bool conditional_batch = false;  // takes batches with expectations; needs atomic_batch
  // For how long a write whose outcome is unknown may still happen: 0 where a call that has failed
  // has had all its effect. At most kLateWriteMsMax.
  int64_t late_write_ms = 0;
  size_t key_bytes_max = 0;  // a bound of a range may have one more: right behind a key
  size_t value_bytes_max = 0;
  size_t batch_bytes_max = 0;
};

struct Row {
  Bytes key;
  Bytes value;  // as much of it as was asked for
  friend bool operator==(const Row&, const Row&) = default;
};

// What tells rows of one kind from others: the bytes that their keys have at one place.
struct RowMark {
  size_t at = 0;
  BytesView bytes;  // empty: every row has it

  bool is_on(BytesView key) const {
    return bytes.empty() || (key.size() >= at && key.substr(at).starts_with(bytes));
  }
};

// How much of the values of rows: of heads, who looks at keys has enough, and a walk over them does
// not grow with the values.
enum class Values : uint8_t { kWhole, kHeads, kNone };

inline constexpr size_t kHeadBytes = 128;

constexpr BytesView part_of(BytesView value, Values wanted) {
  switch (wanted) {
    case Values::kHeads:
      return value.substr(0, kHeadBytes);
    case Values::kNone:
      return {};
    case Values::kWhole:
      break;
  }
  return value;
}

struct KeyBounds {
  BytesView begin;
  BytesView end;  // excluded
};

// Rows with begin <= key < end, from the low end up, or from the high end down.
struct ScanRequest {
  BytesView begin;
  BytesView end;
  size_t rows_max = 0;  // at least 1
  bool is_reverse = false;
  Values values = Values::kWhole;
  RowMark mark = {};  // rows without it are no part of the answer
  // Rows behind these that will be asked for next: whoever remembers rows may read them too.
  size_t rows_ahead = 0;
  // Few rows are between these, which hold the range: such a reader may read all of them.
  KeyBounds around = {};
  // Of a walk over very much: not to be remembered in the place of what is asked for again.
  bool is_sweep = false;
};

struct ScanPage {
  std::vector<Row> rows;  // in the order asked for
  bool has_more = false;  // false only when no further row can follow
};

// How far a request came that passes over rows.
struct PassedRows {
  size_t rows = 0;
  Bytes bound;            // where what is left begins; in reverse, where it ends
  bool has_more = false;  // false only when no further row can follow
  Bytes last_key = {};    // of the rows, where it was read; else empty
};

inline constexpr size_t kPassedRowsMax = 256;
// The page of keys that such a request takes to be answered by reading, and the answer then.
ScanRequest page_to_pass(const ScanRequest& request);
PassedRows passed_by(const ScanRequest& request, const ScanPage& page);

class KvStore {
 public:
  virtual ~KvStore() = default;

  virtual Capabilities capabilities() const = 0;

  virtual std::optional<Bytes> get(BytesView key) = 0;
  // As many answers as keys, in their order.
  virtual std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) = 0;
  // These rows will be asked for, one after another: who has them in memory may have the processor
  // fetch them meanwhile.
  virtual void about_to_get(std::span<const Bytes> /*keys*/) {}
  // The head of a row (Values::kHeads) that is known without being read; none where it is not.
  virtual std::optional<Bytes> known_head(BytesView /*key*/) { return std::nullopt; }
  virtual ScanPage scan(const ScanRequest& request) = 0;
  // Counts rows and passes over them, up to rows_max. It may stop before, when it has read
  // kPassedRowsMax of them, or where something begins that is known; then it is to be asked again.
  virtual PassedRows pass_over(const ScanRequest& request) {
    return passed_by(request, scan(page_to_pass(request)));
  }
  // Whether it comes farther where it has passed before.
  virtual bool remembers_counts() const { return false; }
  // Where who asks does much by himself: others may come in between, as at a reading. Only the
  // store that stands over all others knows of them.
  virtual void let_others_go() {}
  virtual void commit(const WriteBatch& batch) = 0;
  // As commit(), of a batch that nobody reads afterwards. A store that takes rows out of it does
  // not fail, and lets nobody else run before it answers; all others leave it as it is.
  virtual void hand_over(WriteBatch& batch) { commit(batch); }
};

}  // namespace keemun::ports
