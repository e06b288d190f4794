// A whole stream in memory, as DUMP writes and RESTORE reads it.
#pragma once

#include "rdb/stream.h"
#include "types/stream_store.h"

namespace keemun::commands {

// CommandError where it is larger than a string may be.
rdb::Stream dumped_stream(types::StreamStore& stream);

// Into a stream that is not there yet.
void restore_stream(types::StreamStore& stream, const rdb::Stream& dumped);

}  // namespace keemun::commands
