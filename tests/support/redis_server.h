// A redis-server of the test's own: found in PATH, on a unix socket in a fresh folder, without
// persistence. Runs from the constructor's end to the destructor.
#pragma once

#include <sys/types.h>

#include <memory>
#include <vector>

#include "support/temporary_directory.h"
#include "verify/redis_target.h"

namespace keemun {

class RedisServer {
 public:
  // `options` as on redis-server's command line. Ends the test program when there is no
  // redis-server to start.
  explicit RedisServer(std::vector<Bytes> options = {});
  ~RedisServer();
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;

  verify::ServerAddress address() const {
    return *verify::parse_server_address("unix:" + folder_ / "redis.sock");
  }
  std::unique_ptr<verify::Target> connect() const { return verify::connect_redis(address()); }

 private:
  void start(int log, const std::vector<Bytes>& options) const;
  void wait_until_ready(int log) const;

  TemporaryDirectory folder_;
  pid_t process_ = -1;
};

// Milliseconds since 1970 by this machine's clock, which the server shares.
int64_t wall_clock_ms();

}  // namespace keemun
