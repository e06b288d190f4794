// What the rows of one stream say together, whichever family they are of: gathered row by row, then
// held against each other. Throws CommandError for what does not agree.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "audit/camellia_reader.h"
#include "base/bytes.h"
#include "model/value.h"

namespace keemun::sim {

class StreamAudit {
 public:
  using Id = model::Stream::Id;

  // `may_be_uncounted`: pending entries of which no consumer knows are right.
  explicit StreamAudit(bool may_be_uncounted = false) : may_be_uncounted_(may_be_uncounted) {}

  void add_entry(const Id& id, std::vector<Bytes> words);
  void add_group(const Bytes& group, const Id& last_delivered, int64_t entries_read);
  void add_consumer(const Bytes& group, const Bytes& consumer, int64_t seen_at_ms, int64_t pending);
  void add_pending(const Bytes& group, const Id& id, model::Stream::Pending pending);
  void add_owned(const Bytes& group, const Bytes& consumer, const Id& id);

  size_t entry_count() const { return stream_.entries.size(); }
  // With what the stream remembers.
  model::Stream finish(const Id& first_id, const Id& last_id, const Id& greatest_deleted,
                       uint64_t entries_added);

 private:
  struct Counted {
    int64_t stated = 0;
    int64_t found = 0;
  };
  using Consumer = std::pair<Bytes, Bytes>;  // of which group

  const bool may_be_uncounted_;
  model::Stream stream_;
  std::map<Consumer, Counted> consumers_;
  std::map<Consumer, int64_t> seen_at_ms_;
  std::map<Bytes, std::map<Id, model::Stream::Pending>> pending_;
  std::set<std::tuple<Bytes, Bytes, Id>> owned_;
};

// Sixteen bytes.
StreamAudit::Id read_stream_id(BytesView bytes);

// Of the camellia family: the tails and values of the sub rows. spec/encodings/camellia.md § 6.7.
model::Stream read_camellia_stream(const AuditedMeta& meta,
                                   std::span<const std::pair<BytesView, BytesView>> rows);
// How many entries there are among them, from the first one on: nobody looks before it, where a
// batch that was torn may have left some.
int64_t count_stream_entries(const AuditedMeta& meta,
                             std::span<const std::pair<BytesView, BytesView>> rows);

}  // namespace keemun::sim
