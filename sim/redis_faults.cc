#include "sim/redis_faults.h"

namespace keemun::sim {

using plan::Fault;

void disturb(FakeRedis& redis, const plan::FaultEvent& fault) {
  using Failure = FakeRedis::Failure;
  switch (fault.fault) {
    case Fault::kRedisEvict:
      return redis.evict_any(static_cast<uint64_t>(fault.amount));
    case Fault::kRedisFlush:
      return redis.flush();
    case Fault::kRedisRemember:
      return redis.remember();
    case Fault::kRedisFailOver:
      return redis.fail_over();
    case Fault::kRedisNotSent:
      return redis.fail_next(Failure::kNotSent);
    case Fault::kRedisRefused:
      return redis.fail_next(Failure::kRefused);
    case Fault::kRedisLost:
      return redis.fail_next(Failure::kLost);
    case Fault::kRedisAnswerLost:
      return redis.fail_next(Failure::kAnswerLost);
    case Fault::kRedisLate:
      redis.land_late();
      return redis.fail_next(Failure::kHappensLater);
    case Fault::kRedisBroken:
      return redis.fail_next(Failure::kBrokenHalfway);
    default:
      break;
  }
}

}  // namespace keemun::sim
