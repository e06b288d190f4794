// What was denied, and who tried in vain to log in: the latest, with how often. The same thing that
// happens again within a minute is one entry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>

#include "base/bytes.h"

namespace keemun::acl {

class AccessLog {
 public:
  enum class Reason : uint8_t { kCommand, kKey, kChannel, kLogin };
  enum class Context : uint8_t { kRequest, kTransaction, kScript };

  struct Entry {
    Reason reason = Reason::kCommand;
    Context context = Context::kRequest;
    Bytes object;  // the command, the key or the channel
    Bytes user;
    Bytes client;  // its line of CLIENT LIST, when it happened last
    int64_t at_ms = 0;
    int64_t count = 1;
  };

  // The oldest go where there are more than so many.
  void add(Entry entry, size_t entries_max);
  void clear() { entries_.clear(); }
  // The latest first.
  const std::deque<Entry>& entries() const { return entries_; }

 private:
  std::deque<Entry> entries_;
};

// "command", "toplevel"
BytesView reason_name(AccessLog::Reason reason);
BytesView context_name(AccessLog::Context context);

}  // namespace keemun::acl
