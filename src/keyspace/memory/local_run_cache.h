// A store that remembers in memory the pages of scans that were lately read, up to a number of
// bytes: those with values, unless they are very long. Rows by key pass through.
//
// A page is kept as a run: all rows that the store has between two bounds. A scan is answered from
// runs as far as they go, in either direction, and the store below is asked for what lies behind
// them; what it answers becomes a run too, one with its neighbour if both are short, several in a
// row if it is long. Runs do not overlap.
//
// Who counts within few rows, again and again, is answered from a run of all of them, unless their
// values are long.
//
// A commit changes the rows of runs as it changes those below; while it is under way nobody reads
// them, and if it fails they are forgotten, as where it erases ranges. So who takes rows from an
// end, one by one, always begins behind those that were taken: a run says that nothing is left of
// them, where an engine would step over all that it has not cleaned up yet.
//
// Nothing that was read while a commit was under way is remembered, nor anything for a while after
// a commit that may still happen. Who may write, and call, is said in local_row_cache.h; the calls
// below suspend.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "keyspace/memory/commit_watch.h"
#include "keyspace/memory/reading_ahead.h"
#include "keyspace/memory/run_rows.h"
#include "ports/clock.h"
#include "ports/kv_store.h"

namespace keemun::keyspace {

class LocalRunCache final : public ports::KvStore {
 public:
  // Both outlive it.
  LocalRunCache(ports::KvStore& below, ports::Clock& clock, size_t bytes_max)
      : below_(below), commits_(clock), bytes_max_(bytes_max) {}

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override { return below_.get(key); }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    return below_.multi_get(keys);
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override;
  ports::PassedRows pass_over(const ports::ScanRequest& request) override;
  void commit(const ports::WriteBatch& batch) override;
  void hand_over(ports::WriteBatch& batch) override;

  void clear();
  size_t byte_count() const { return byte_count_; }

 private:
  struct Run {
    Bytes end;  // excluded
    RunRows rows;
    size_t bytes = 0;
    uint64_t written_by = 0;  // the last commit that has changed it, perhaps under way
    std::list<const Bytes*>::iterator by_use;
  };
  using Runs = std::map<Bytes, Run, std::less<>>;  // by their low bound
  class Writing;

  // The run from which the request is answered, as far as it goes.
  Runs::iterator readable(const ports::ScanRequest& request);
  // The run that has what lies behind the bound; in reverse, in front of it.
  Runs::iterator find(BytesView bound, bool is_reverse);
  static std::span<const ports::Row> rows_within(const Runs::value_type& entry,
                                                 const ports::ScanRequest& request);
  // Adds what runs know. True: that is the whole answer; else `rest` is what the store below is to
  // be asked for, and `bound` holds its begin or end.
  bool take_known(ports::ScanRequest& rest, Bytes& bound, ports::ScanPage& page);
  // As far as one run goes; none where none begins.
  std::optional<ports::PassedRows> pass_known(const ports::ScanRequest& request);
  void load_all_of(ports::KeyBounds few);
  // Not what was seen to be too long; where it takes the place of what is asked for, too, only what
  // is asked for again.
  bool may_load(BytesView begin);
  void remember(const ports::ScanRequest& request, const ports::ScanPage& page);
  void insert_in_pieces(Bytes begin, const Bytes& end, std::span<ports::Row> rows);
  Runs::iterator insert(Bytes begin, Bytes end, std::vector<ports::Row> rows);
  // With the run behind it, where that begins at its end and both are short.
  void join_next(Runs::iterator place);
  bool is_being_written(const Run& run) const {
    return !writing_.empty() &&
           std::find(writing_.begin(), writing_.end(), run.written_by) != writing_.end();
  }
  void forget(Runs::iterator place);
  void forget_written_by(uint64_t commit);
  void forget_range(BytesView begin, BytesView end);
  void write(Runs::iterator place, const ports::WriteBatch::Write& write);
  // Of a run that becomes too long, the half is kept that does not grow.
  void cut(Runs::iterator place, BytesView grows_at);
  void make_room();

  ports::KvStore& below_;
  CommitWatch commits_;
  const size_t bytes_max_;
  Runs runs_;
  Runs::iterator found_last_ = runs_.end();   // soon asked for again
  Runs::iterator missed_last_ = runs_.end();  // behind the gap where none was found last
  std::list<const Bytes*> by_use_;            // the low bounds; the one longest unused first
  size_t byte_count_ = 0;
  std::vector<uint64_t> writing_;              // commits under way that change runs: few
  using Beginnings = std::array<size_t, 512>;  // their hashes, each at the place it names
  static size_t& place_in(Beginnings& some, size_t hash) { return some[hash % some.size()]; }
  Beginnings lately_asked_ = {};
  Beginnings too_long_ = {};
  ReadingAhead ahead_;
};

}  // namespace keemun::keyspace
