// The door to a Redis beside the store: a cache that may forget anything at any time, or the keeper
// of the sorted index of one zset encoding.
//
// Commands of one call are sent together and run in their order, others' commands may run between.
// A MULTI has its EXEC in the same call, and no other call comes between them on its connection; a
// command is sent once, whatever becomes of its answer.
// A command that Redis refuses answers an error reply; StoreError means that the outcome of some or
// all of them is not known (kUnknownOutcome) or that none of them was sent (kUnavailable).
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "ports/store_error.h"
#include "resp/reply.h"

namespace keemun::ports {

using RedisCommand = std::vector<Bytes>;

// From words that may be moved from: an initializer list would copy each of them.
template <typename... Words>
RedisCommand redis_command(Words&&... words) {
  RedisCommand command;
  command.reserve(sizeof...(words));
  (command.emplace_back(std::forward<Words>(words)), ...);
  return command;
}

class CacheRedis {
 public:
  virtual ~CacheRedis() = default;

  // As many replies, in RESP2 form, as commands.
  virtual std::vector<resp::Reply> call(std::span<const RedisCommand> commands) = 0;
};

}  // namespace keemun::ports
