// Any bytes are a stream or are refused; all that one says holds together, and one that is written
// is read again as the same.
#include "rdb/stream.h"

#include <cstddef>
#include <cstdint>

#include "base/check.h"
#include "base/command_error.h"

namespace {

using namespace keemun;

void check_entries(const rdb::Stream& stream) {
  StreamId last;
  for (const types::StreamEntry& entry : stream.entries) {
    CHECK(last < entry.id && entry.id <= stream.last_id);
    CHECK(!entry.words.empty() && entry.words.size() % 2 == 0);
    last = entry.id;
  }
}

void check_group(const rdb::Stream::Group& group) {
  int64_t pending = 0;
  for (const auto& [consumer, known] : group.consumers) pending += known.pending;
  CHECK(pending == static_cast<int64_t>(group.pending.size()));
  for (const types::PendingEntry& entry : group.pending) {
    CHECK(group.consumers.contains(entry.consumer));
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  rdb::Stream stream;
  try {
    stream = rdb::read_stream({reinterpret_cast<const char*>(data), size});
  } catch (const CommandError&) {
    return 0;
  }
  check_entries(stream);
  for (const auto& [name, group] : stream.groups) check_group(group);
  const Bytes written = rdb::write_stream(stream);
  CHECK(rdb::write_stream(rdb::read_stream(written)) == written);
  return 0;
}
