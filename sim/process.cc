#include "sim/process.h"

namespace keemun::sim {

Process::Process(const Ground& ground, const WorldOptions& options)
    : kv_door_(ground.kv, ground.weather, ground.host),
      copies_door_(ground.copies, ground.host),
      indexes_door_(ground.indexes, ground.host),
      core_(kv_door_, ground.clock, ground.random, core_settings(options),
            {options.copy_redis == WorldOptions::CopyRedis::kOff ? nullptr : &copies_door_,
             &indexes_door_}) {
  if (options.has_collector) {
    collector_ = std::make_unique<WorldCollector>(kv_door_, core_, [] {});
  }
}

session::Session& Process::session(uint32_t client) {
  auto& session = sessions_[client];
  if (!session) session = std::make_unique<session::Session>(core_);
  return *session;
}

}  // namespace keemun::sim
