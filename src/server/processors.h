// How many processors the process has for itself. A container often sees all of its machine's and
// gets the time of a few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/bytes.h"

namespace keemun::server {

// Those it may run on, or as many as its control group gets the time of where these are fewer.
size_t processor_count();

// Threads that move bytes and answer what only reads, by the setting. 0: by the processors. Of these
// some are for the commits, the store's own work, and the clients if they are near: where there are
// fewer than four, it is one thread.
size_t io_thread_count(int64_t io_threads);

// Of the text of a control group's cpu.max, "200000 100000" or "max 100000": the time that it gets
// in each period. None where it is not limited.
std::optional<size_t> processors_of_quota(BytesView cpu_max);

}  // namespace keemun::server
