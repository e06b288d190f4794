// How many processors the process has for itself. A container often sees all of its machine's and
// gets the time of a few.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/bytes.h"

namespace keemun::server {

// Those it may run on, or as many as its control groups get the time of where these are fewer.
size_t processor_count();

// Threads that share turns, by the setting: how many there are, and how many of them share one in
// which there is little to do. 0: as many as there are processors, and up to half of them, for then
// others are wanted by commits, by the store's own work, and by the clients if they are near; of
// fewer than four, one.
struct IoThreads {
  size_t all = 1;
  size_t of_light_turns = 1;
};
IoThreads io_threads(int64_t setting);

// What the groups allow that /proc/self/cgroup names, and those around them, which stand below
// `root`: the fewest. In a container the names may be its machine's, and what is there is its own.
std::optional<size_t> processors_of_groups(BytesView names, const std::filesystem::path& root);
// Of the text of a control group's cpu.max, "200000 100000" or "max 100000": the time that it gets
// in each period. None where it is not limited.
std::optional<size_t> processors_of_quota(BytesView cpu_max);

}  // namespace keemun::server
