// What a process knew of the number of keys when it stopped, and whether it left garbage, told to
// the next one: where they are many, counting them anew is to read every meta, and the values of
// strings with them, and to look for garbage is to read every key.
//
// A file beside the store's files. It holds for the content that it names, and whoever goes on to
// change that removes it. It does not hold where the clock has been set back: what had expired by
// then is not in it any more.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.h"
#include "keyspace/count/key_count.h"

namespace keemun::server {

// Of those that are complete. Throws CommandError with the reason alone.
void leave_known_counts(const Bytes& path, BytesView content, int64_t now_ms,
                        std::span<keyspace::KeyCount> counts, bool has_garbage);

// Makes complete what the file knows. Where it cannot be used they are left as they are. Whether
// there may be garbage that nobody knows of: it says so, or cannot be used.
[[nodiscard]] bool learn_known_counts(const Bytes& path, BytesView content, int64_t now_ms,
                                      std::span<keyspace::KeyCount> counts);

}  // namespace keemun::server
