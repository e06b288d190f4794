#include "sim/index_door.h"

#include <algorithm>

namespace keemun::sim {

namespace {

// MULTI, EXISTS, and what is to be changed; an index that is made begins with a DEL.
bool changes_an_index(std::span<const ports::RedisCommand> commands) {
  return commands.size() > 2 && commands[0][0] == "MULTI" && commands[1][0] == "EXISTS";
}

CommitTrack::Index fate_after(FakeRedis::Failure failure) {
  switch (failure) {
    case FakeRedis::Failure::kNone:
    case FakeRedis::Failure::kAnswerLost:
      return CommitTrack::Index::kChanged;
    case FakeRedis::Failure::kHappensLater:
      return CommitTrack::Index::kChangesLater;
    default:
      return CommitTrack::Index::kAsItWas;
  }
}

}  // namespace

std::vector<resp::Reply> IndexDoor::call(std::span<const ports::RedisCommand> commands) {
  host_.pause();
  CommitTrack* const track = host_.track();
  if (track != nullptr && track->commit == 0) track->last_call_at = host_.step();
  if (track != nullptr) {
    const FakeRedis::Failure failure = redis_.next_failure();
    if (changes_an_index(commands)) track->index = std::max(track->index, fate_after(failure));
    if (failure != FakeRedis::Failure::kNone) ++track->refusals;
  }
  auto replies = redis_.call(commands);
  host_.pause();
  return replies;
}

}  // namespace keemun::sim
