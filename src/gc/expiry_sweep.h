// Erases the keys of one namespace whose time has come, oldest first, by its index of expiry: no
// row is read before its time, and a key that lives is never looked at.
//
// A key goes with its row in the index, alone with the key, and only if its meta still says what
// the index said: PERSIST, a later expiry or a new key of that name that came in between is kept.
// Of the ardb family all of its rows go with it, where they are very many in several steps, hidden
// from the first one on; so does what DEL has hidden. Of the camellia family the meta goes, and
// what lies below is garbage to be collected. A row of the index that no meta stands behind goes by
// itself. What does not decode stays, and holds up nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "format/expiry_index.h"
#include "format/key_layout.h"
#include "format/store_records.h"
#include "gc/doors.h"
#include "gc/garbage_queue.h"
#include "gc/totals.h"
#include "keyspace/encoding_choice.h"
#include "keyspace/expired_key.h"
#include "keyspace/unit/unit_of_work.h"

namespace keemun::gc {

struct SweepSettings {
  // Which namespaces have an index, by their places, and of which family they are.
  struct Indexed {
    size_t place = 0;
    format::EncodingFamily family = format::EncodingFamily::kCamellia;
  };
  std::vector<Indexed> namespaces;
  size_t keys_max = 64;       // of one step, which is one commit
  size_t rows_max = 1024;     // of one key in one step, where the store erases no range cheaply
  int64_t clock_skew_ms = 0;  // of the clocks of several processes
  // How often a pass begins at the smallest time, 0 every one. The others begin where the last one
  // ended, for a store may have to step over every row that it has erased lately. What had to stay
  // waits for it, and what is written with a time that is over and was not told of.
  int64_t look_back_ms = 0;
  // Told of each key that has expired and is hidden or gone, once that is committed, whether it was
  // swept, scanned for or found by a command; may be empty.
  std::function<void(size_t place, const format::Expiry& gone)> tell;
};

class ExpirySweep {
 public:
  struct Namespace {
    size_t place = 0;
    const format::KeyLayout& layout;
    format::EncodingFamily family;
  };

  // Everything given by reference outlives it. What lies below a meta that goes is put into
  // `queue`.
  ExpirySweep(const Doors& doors, const Namespace& swept, const SweepSettings& settings,
              GarbageQueue& queue, Totals& totals);

  size_t place() const { return place_; }
  // A key that was written with a time that is over goes in the next step, without being sought.
  void add_late(BytesView key, int64_t expire_at_ms);

  // A page of the index. False: nothing more of it is due that could go.
  bool step(int64_t now_ms);
  // What the last steps committed is not in the store: the next one begins at the smallest time.
  void begin_anew();
  // How long ago the time of the key came that went last, or goes now; 0 where no other waits.
  int64_t behind_ms() const { return behind_ms_; }

 private:
  struct Erased {
    size_t index_rows = 0;
    bool is_unfinished = false;  // rows of a key are left, or keys that there was no room for
  };
  void erase_late(int64_t due_ms);
  void begin_pass(int64_t now_ms);
  void end_pass();
  const Bytes& name() const { return layout_.namespace_name(); }
  Erased erase(std::span<const format::Expiry> due, int64_t due_ms);
  keyspace::Swept sweep(keyspace::UnitOfWork& unit, const format::Expiry& due);
  // Whether the row leads to a key that was deleted, or told of, when it was hidden.
  bool is_buried(const format::Expiry& due) const;

  const Doors doors_;
  const ports::Capabilities capabilities_;
  const size_t place_;
  const format::KeyLayout& layout_;
  const format::EncodingFamily family_;
  const SweepSettings& settings_;
  const keyspace::EncodingChoice choice_;
  std::deque<format::Expiry> late_;
  Bytes position_;  // behind the rows that the pass has looked at; empty: at the smallest time
  Bytes reached_;   // where the passes so far have ended, the farthest of them
  bool is_in_pass_ = false;
  int64_t looked_back_ms_ = 0;
  int64_t behind_ms_ = 0;
  GarbageQueue& queue_;
  Totals& totals_;
};

}  // namespace keemun::gc
