// A stream as RDB files and payloads have it: a byte for how it is written, then
//
//   nodes    how many, { id of the first entry, a listpack of entries: rdb/stream_node.h }
//   marks    length, last id; since Redis 7.0 also first id, greatest deleted id, entries added
//   groups   how many, { name, last delivered id, since 7.0 entries read,
//              pending    how many, { id, ms delivered, deliveries }
//              consumers  how many, { name, ms seen, since 7.2 ms active,
//                pending  how many, { id } } }
//
// Numbers are lengths (rdb/reader.h), ids two of them; those of nodes and of what is pending are 16
// big-endian bytes, milliseconds 8 little-endian ones.
#pragma once

#include <map>
#include <vector>

#include "base/bytes.h"
#include "types/stream_store.h"

namespace keemun::rdb {

struct Stream {
  struct Group {
    types::StreamGroup group;
    std::map<Bytes, types::StreamConsumer> consumers;
    std::vector<types::PendingEntry> pending;  // in the order of ids
  };

  std::vector<types::StreamEntry> entries;
  StreamId last_id;
  types::StreamPast past;
  std::map<Bytes, Group> groups;
};

// Whether a value says that it is a stream.
bool is_stream(BytesView bytes);

// Of Redis 5 to 8. Any bytes; CommandError "ERR Bad data format" where they are no stream, and
// where what they say does not hold together. What stands behind it is not looked at.
Stream read_stream(BytesView bytes);

// As Redis 7.0 does.
Bytes write_stream(const Stream& stream);

}  // namespace keemun::rdb
