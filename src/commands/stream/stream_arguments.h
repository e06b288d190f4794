// What the commands of streams are given in common: ids, ends of ranges, how to trim; and how they
// answer ids and entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/stream_id.h"
#include "commands/call.h"
#include "types/stream_store.h"

namespace keemun::commands {

// "ms" or "ms-sequence"; where there is no sequence it is `missing_sequence`. None: anything else.
std::optional<StreamId> parse_stream_id(BytesView text, uint64_t missing_sequence);
// The same, or "ERR Invalid stream ID specified as stream command argument".
StreamId stream_id_from(const Call& call, size_t index);
// "-" and "+" too, for the first and the last id there is.
StreamId any_stream_id_from(const Call& call, size_t index, uint64_t missing_sequence);

// The ends of a range; "(" in front excludes the id itself.
StreamId range_start_from(const Call& call, size_t index);
StreamId range_end_from(const Call& call, size_t index);

// What XADD is given as an id.
struct NewStreamId {
  bool is_whole_left_open = false;     // *
  bool is_sequence_left_open = false;  // ms-*
  StreamId id;
};

struct StreamTrim {
  std::optional<int64_t> entries_left;  // MAXLEN
  std::optional<StreamId> first_kept;   // MINID
  int64_t entries_max = 0;              // LIMIT; 0: none

  bool is_given() const { return entries_left || first_kept; }
};

struct StreamTrimArguments {
  StreamTrim trim;
  // Of XADD.
  NewStreamId id;
  bool makes_stream = true;
  size_t id_at = 0;
};
// MAXLEN, MINID, LIMIT, and of XADD all up to the id.
StreamTrimArguments parse_stream_trim(const Call& call, bool is_xadd);

// How many entries went.
int64_t trim_stream(types::StreamStore& stream, const StreamTrim& trim);

Reply stream_id_reply(const StreamId& id);
// [id, [field, value, ...]]
Reply stream_entry_reply(types::StreamEntry&& entry);
Reply stream_entries_reply(std::vector<types::StreamEntry> entries);

}  // namespace keemun::commands
