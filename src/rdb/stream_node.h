// Some entries of a stream in one listpack:
//
//   entries | deleted ones | fields | name of each field | 0
//   { flags | ms | sequence | values of these fields            | elements of this entry }
//   { flags | ms | sequence | fields | name and value of each   | elements of this entry }
//
// Milliseconds and sequence count from the id of the node. The first of the two forms is that of an
// entry whose fields are those at the front.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/stream_id.h"
#include "rdb/budget.h"
#include "types/stream_store.h"

namespace keemun::rdb {

// Adds the entries that are not deleted. CommandError where the bytes are no such node.
void read_stream_node(const StreamId& id, BytesView listpack, Budget& budget,
                      std::vector<types::StreamEntry>& entries);

// The id of the node is that of the first entry. There is one at least.
Bytes write_stream_node(std::span<const types::StreamEntry> entries);

}  // namespace keemun::rdb
