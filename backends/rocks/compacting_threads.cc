#include "rocks/compacting_threads.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

namespace keemun::rocks {

namespace {

// A tenth of a processor is left to them where others want all of it.
constexpr int kNiceness = 10;

// As the engine shares them out.
int compactions_among(int jobs) {
  constexpr int kOneWritesOutOf = 4;
  const int writing_out = std::max(jobs / kOneWritesOutOf, 1);
  return std::max(jobs - writing_out, 1);
}

}  // namespace

void begin_compacting_threads(rocksdb::Env& env, int jobs) {
  // A thread is as nice as who begins it.
  std::thread([&] {
    [[maybe_unused]] const int niceness = nice(kNiceness);
    env.IncBackgroundThreadsIfNeeded(compactions_among(jobs), rocksdb::Env::Priority::LOW);
  }).join();
}

}  // namespace keemun::rocks
