// Keys that clients were told have expired, by commits that may still fail. What was published is
// not taken back; nor is it said again when the collector takes such a key away at last.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

#include "base/bytes.h"
#include "format/expiry_index.h"
#include "gc/uncommitted.h"

namespace keemun::server {

class ToldExpiries {
 public:
  // One is told of now: whether that is news.
  bool add(size_t place, const format::Expiry& gone);

  // As for the collector: those until now are on their way; have gone; all have; or none has.
  void depart() { told_.depart(); }
  void arrive() { told_.arrive(); }
  void settle() { told_.settle(); }
  void begin_anew();

 private:
  // Of its namespace and its time.
  using Key = std::pair<std::pair<size_t, int64_t>, Bytes>;
  static constexpr size_t kKeysMax = 100'000;
  static constexpr size_t kKeyBytesMax = 256;  // a longer one may be told of again

  gc::Uncommitted<Key> told_;
  std::set<Key> told_before_;
};

}  // namespace keemun::server
