#include "server/news/tracked_reads.h"

namespace keemun::server {

void TrackedReads::add(const commands::Command& command, std::span<const BytesView> args) {
  const commands::KeyPositions positions = commands::key_positions(command, args);
  for (size_t i = 0; i < positions.size(); ++i) {
    reads_[Bytes(args[positions[i]])].is_unwritten = true;
  }
}

void TrackedReads::note_writes(const commands::Command& command, std::span<const BytesView> args) {
  if (reads_.empty() || !command.is(commands::kWrite)) return;
  const commands::KeyPositions positions = commands::key_positions(command, args);
  for (size_t i = 0; i < positions.size(); ++i) {
    const auto read = reads_.find(args[positions[i]]);
    if (read == reads_.end() || !read->second.is_unwritten) continue;
    read->second = {.is_unwritten = false, .writes = read->second.writes + 1};
  }
}

bool TrackedReads::take_write_of(BytesView key) {
  const auto read = reads_.find(key);
  if (read == reads_.end() || read->second.writes == 0) return false;
  --read->second.writes;
  return true;
}

}  // namespace keemun::server
