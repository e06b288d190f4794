#include "rocks/compacting_threads.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

namespace keemun::rocks {

namespace {

// Where others want all of a processor two fifths of what one of them has are left to it. Much
// nicer, and they fall behind beside other programs that are busy: then writes are held up.
constexpr int kNiceness = 4;

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
