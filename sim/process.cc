#include "sim/process.h"

#include <string>

namespace keemun::sim {

namespace {

cluster::Claims::Settings claim_settings(const WorldOptions& options, size_t number) {
  cluster::Claims::Settings settings;
  settings.node = "p" + std::to_string(number);
  settings.shares = cluster::Shares(Process::kShares);
  settings.lease_ms = Process::kLeaseMs;
  for (size_t share = number; share < Process::kShares; share += options.process_count) {
    settings.home.insert(share);
  }
  return settings;
}

}  // namespace

session::CoreSettings Process::settings_of(const WorldOptions& options, size_t number) {
  session::CoreSettings settings = core_settings(options);
  settings.issuer = format::IssuerNumber(static_cast<uint8_t>(number));
  if (options.has_local_cache) settings.caches.turn = &turn_;
  return settings;
}

Process::Process(const Ground& ground, const WorldOptions& options)
    : turn_(ground.host),
      kv_door_(ground.kv, ground.weather, ground.host,
               options.has_stored_indexes() ? std::optional(options.layout) : std::nullopt),
      copies_door_(ground.copies, ground.host),
      index_witness_(ground.indexes, ground.host),
      indexes_door_(index_witness_, ground.host),
      core_(kv_door_, ground.clock, ground.random, settings_of(options, ground.number),
            {options.copy_redis == WorldOptions::CopyRedis::kOff ? nullptr : &copies_door_,
             &indexes_door_}) {
  if (options.process_count > 1) {
    claims_.emplace(kv_door_, ground.steady, *this, claim_settings(options, ground.number));
    core_.owner = &*claims_;
  }
  if (options.has_collector()) {
    collector_ = std::make_unique<WorldCollector>(kv_door_, core_, [] {});
  }
}

session::Session& Process::session(uint32_t client) {
  auto& session = sessions_[client];
  if (!session) session = std::make_unique<session::Session>(core_);
  return *session;
}

}  // namespace keemun::sim
