// A redis-server of the test's own: found in PATH, on a unix socket in a fresh folder, without
// persistence. Runs from the constructor's end to the destructor.
#pragma once

#include <sys/types.h>

#include <memory>

#include "verify/redis_target.h"

namespace keemun {

class RedisServer {
 public:
  RedisServer();  // ends the test program when there is no redis-server to start
  ~RedisServer();
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  verify::Address address() const { return {"", 0, folder_ + "/redis.sock"}; }
  std::unique_ptr<verify::Target> connect() const {
    return verify::connect_redis({address(), "", "", 10'000});
  }

 private:
  void start(int log) const;
  void wait_until_ready(int log) const;

  Bytes folder_;
  pid_t process_ = -1;
};

// Milliseconds since 1970 by this machine's clock, which the server shares.
int64_t wall_clock_ms();

}  // namespace keemun
