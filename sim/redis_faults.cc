#include "sim/redis_faults.h"

namespace keemun::sim {

using plan::Fault;
using Failure = FakeRedis::Failure;

namespace {

void fail_next(FakeRedis& redis, Failure failure) {
  if (failure == Failure::kHappensLater) redis.land_late();
  redis.fail_next(failure);
}

}  // namespace

void disturb(FakeRedis& copies, FakeRedis& indexes, const plan::FaultEvent& fault) {
  switch (fault.fault) {
    case Fault::kRedisEvict:
      return copies.evict_any(static_cast<uint64_t>(fault.amount));
    case Fault::kRedisFlush:
      return copies.flush();
    case Fault::kRedisRemember:
      return copies.remember();
    case Fault::kRedisFailOver:
      return copies.fail_over();
    case Fault::kRedisNotSent:
      return fail_next(copies, Failure::kNotSent);
    case Fault::kRedisRefused:
      return fail_next(copies, Failure::kRefused);
    case Fault::kRedisLost:
      return fail_next(copies, Failure::kLost);
    case Fault::kRedisAnswerLost:
      return fail_next(copies, Failure::kAnswerLost);
    case Fault::kRedisLate:
      return fail_next(copies, Failure::kHappensLater);
    case Fault::kRedisBroken:
      return fail_next(copies, Failure::kBrokenHalfway);
    case Fault::kIndexNotSent:
      return fail_next(indexes, Failure::kNotSent);
    case Fault::kIndexRefused:
      return fail_next(indexes, Failure::kRefused);
    case Fault::kIndexLost:
      return fail_next(indexes, Failure::kLost);
    case Fault::kIndexAnswerLost:
      return fail_next(indexes, Failure::kAnswerLost);
    case Fault::kIndexLate:
      return fail_next(indexes, Failure::kHappensLater);
    case Fault::kIndexBroken:
      return fail_next(indexes, Failure::kBrokenHalfway);
    default:
      break;
  }
}

}  // namespace keemun::sim
