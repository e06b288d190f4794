// The threads of the engine that compact give way a little to all others: they are busy for seconds
// at a time with what seldom anybody waits for, and who commits would wait behind them for a
// processor. Those that write out do not: there are commits that wait for them.
#pragma once

#include <rocksdb/env.h>

namespace keemun::rocks {

// To be begun before an engine that has so many jobs at a time begins its own, unless there are as
// many already: all engines of a process share them.
void begin_compacting_threads(rocksdb::Env& env, int jobs);

}  // namespace keemun::rocks
