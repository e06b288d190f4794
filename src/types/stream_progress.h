// How far a group has come in its stream: how many of the entries that were ever added it has been
// given, and how many are yet to come. Known only where nothing was deleted in between; the rules
// are those of Redis 7.0.
//
// Lives as long as one command that adds and deletes nothing.
#pragma once

#include <cstdint>
#include <optional>

#include "types/stream_store.h"

namespace keemun::types {

class StreamProgress {
 public:
  // The stream outlives it.
  explicit StreamProgress(StreamStore& stream) : stream_(stream), past_(stream.past()) {}

  // Of the first entry there is; 0-0 where there is none.
  const StreamId& first_id();
  // The group as it is once it has been given the entry `id`, the next one of the stream.
  StreamGroup advanced(StreamGroup group, const StreamId& id);
  // None: nobody knows.
  std::optional<int64_t> lag_of(const StreamGroup& group);

 private:
  // Whether an entry from `start` on may have been deleted.
  bool has_gaps_from(const StreamId& start);
  // How many entries were added up to that one; kEntriesReadUnknown where nobody knows.
  int64_t entries_up_to(const StreamId& id);

  StreamStore& stream_;
  const StreamPast past_;
  std::optional<StreamId> first_id_;
};

}  // namespace keemun::types
