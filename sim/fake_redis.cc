#include "sim/fake_redis.h"

#include <iterator>

#include "ports/store_error.h"

namespace keemun::sim {

using ports::RedisCommand;
using ports::StoreError;
using resp::Reply;

std::vector<Reply> FakeRedis::call(std::span<const RedisCommand> commands) {
  ++call_count_;
  if (failures_.empty()) return run(commands);
  const Failure failure = failures_.front();
  failures_.pop_front();
  switch (failure) {
    case Failure::kNone:
      return run(commands);
    case Failure::kNotSent:
      throw StoreError(StoreError::Kind::kUnavailable, "redis is not there");
    case Failure::kRefused:
      return std::vector<Reply>(commands.size(), Reply::error("OOM command not allowed"));
    case Failure::kLost:
      break;
    case Failure::kAnswerLost:
      run(commands);
      break;
    case Failure::kHappensLater:
      late_.emplace_back(commands.begin(), commands.end());
      break;
    case Failure::kBrokenHalfway:
      run(commands.first(commands.size() / 2));
      break;
  }
  throw StoreError(StoreError::Kind::kUnknownOutcome, "redis did not answer");
}

// Each call has a connection of its own, which ends with it: a MULTI without its EXEC is dropped.
std::vector<Reply> FakeRedis::run(std::span<const RedisCommand> commands) {
  model::Client client;
  std::vector<Reply> replies;
  replies.reserve(commands.size());
  for (const RedisCommand& command : commands) {
    replies.push_back(model_.execute(client, command, clock_.now_ms()).resp2_form());
  }
  if (auto then = std::exchange(interrupt_, nullptr)) then();
  return replies;
}

void FakeRedis::land_late() {
  for (const Commands& commands : late_) run(commands);
  late_.clear();
}

void FakeRedis::evict_any(uint64_t draw) {
  const auto& entries = keys().entries();
  if (entries.empty()) return;
  const auto chosen = std::next(entries.begin(), static_cast<int64_t>(draw % entries.size()));
  evict(Bytes(chosen->first));
}

}  // namespace keemun::sim
