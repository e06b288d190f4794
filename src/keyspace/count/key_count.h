// How many keys a namespace holds, without a walk over them: counted once, page by page, and then
// kept by what commits.
//
// For a process that alone writes its store, and whose calls to it are answered at once: between a
// commit and the word of it nobody counts. Keys with a time to live leave the count by themselves,
// at the first whole second at which their time is over, whoever takes their rows away and when;
// earlier where whoever takes them tells of it.
// A new process counts anew, unless it is told what the last one knew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "keyspace/count/key_metas.h"
#include "keyspace/count/second_counts.h"
#include "ports/rows.h"

namespace keemun::keyspace {

class KeyCount {
 public:
  struct Totals {
    int64_t keys = 0;
    int64_t expiring_keys = 0;  // among them
  };

  explicit KeyCount(KeyMetas metas) : metas_(std::move(metas)) {}

  const KeyMetas& metas() const { return metas_; }
  bool is_complete() const { return is_complete_; }
  // One page of the walk that completes it. False, and for nothing, where its rows let others go
  // first, and they have counted, or changed what is not counted yet.
  bool count_page(ports::Rows& rows, size_t rows_max);
  // Of all keys once it is complete, until then of those that the walk has passed.
  Totals totals(int64_t now_ms);
  // Whether they have such a key among them.
  static bool includes(const MetaChange::Side& side, int64_t now_ms);

  void changed(const MetaChange& change);
  // A key whose time was over has been taken away.
  void expired(BytesView key, int64_t expire_at_ms);
  // Every key has gone.
  void flushed();
  // What was counted may not be there: it is counted again.
  void start_over();

  // All that is known, once it is complete; and the other way round. False: these bytes do not say
  // it, and nothing has changed.
  Bytes told() const;
  bool take(BytesView told);

 private:
  void add(const MetaChange::Side& side, int64_t number);

  KeyMetas metas_;
  bool is_complete_ = false;
  std::optional<Bytes> position_;  // how far the walk has come; none: it has not begun
  uint64_t changes_ = 0;           // of what a page that is being read rests on
  int64_t lasting_ = 0;
  SecondCounts expiring_;
};

}  // namespace keemun::keyspace
