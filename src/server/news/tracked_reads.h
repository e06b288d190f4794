// What one request has read, for a client that keeps what it reads: who reads a key is told of its
// next change, and one that is written behind the reading, inside of a transaction or a script,
// changes when that is committed.
#pragma once

#include <functional>
#include <map>
#include <span>

#include "base/bytes.h"
#include "commands/table/table.h"

namespace keemun::server {

class TrackedReads {
 public:
  void clear() { reads_.clear(); }
  // The keys that the request names were read.
  void add(const commands::Command& command, std::span<const BytesView> args);
  // They were perhaps written, if the command writes.
  void note_writes(const commands::Command& command, std::span<const BytesView> args);
  // The key has changed: whether by something that was behind its reading.
  bool take_write_of(BytesView key);

  template <typename Tell>
  void for_each_to_come(Tell&& tell) const {
    for (const auto& [key, read] : reads_) {
      if (read.is_unwritten || read.writes > 0) tell(key);
    }
  }

 private:
  struct Read {
    bool is_unwritten = true;
    int writes = 0;  // behind a reading, perhaps to no avail
  };
  std::map<Bytes, Read, std::less<>> reads_;
};

}  // namespace keemun::server
