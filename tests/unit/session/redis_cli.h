// A session on a memory store, spoken to as in redis-cli: Run({"hset", "h", "f", "v"}).
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "base/bytes.h"
#include "resp/reply.h"
#include "session/core.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {

class RedisCli : public testing::Test {
 protected:
  static constexpr int64_t kStartMs = 1'700'000'000'000;

  explicit RedisCli(session::CoreSettings settings = DefaultSettings())
      : clock_(kStartMs),
        random_(1),
        core_(kv_, clock_, random_, std::move(settings)),
        session_(core_) {}

  static session::CoreSettings DefaultSettings() {
    session::CoreSettings settings;
    for (const char* name : {"a", "b", "c"}) {
      settings.databases.emplace_back(format::LayoutKind::kPlain, name);
    }
    return settings;
  }

  static session::CoreSettings SettingsWithMemory(size_t local_bytes) {
    session::CoreSettings settings = DefaultSettings();
    settings.caches.local_bytes = local_bytes;
    return settings;
  }

  resp::Reply Ask(const std::vector<BytesView>& words) { return session_.execute(words); }
  // The reply as redis-cli prints it.
  Bytes Run(const std::vector<BytesView>& words) { return resp::to_transcript(Ask(words)); }

  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  session::Session session_;
};

}  // namespace keemun
