#include "sim/index_witness.h"

#include <algorithm>
#include <optional>

namespace keemun::sim {

namespace {

using Index = CommitTrack::Index;

// The index that is to be changed; empty where the commands only read, or make or drop one.
BytesView changed_by(std::span<const ports::RedisCommand> commands) {
  for (const ports::RedisCommand& command : commands) {
    if (command[0] == "ZADD" || command[0] == "ZREM") return command[1];
  }
  return {};
}

bool is_write(std::span<const ports::RedisCommand> commands) {
  return commands.front()[0] == "MULTI" || commands.front()[0] == "UNLINK";
}

}  // namespace

// What has become of an index that was there before, when the call is over, however it ends.
class IndexWitness::Look {
 public:
  Look(FakeRedis& redis, BytesView name, CommitTrack& track)
      : redis_(redis),
        name_(name),
        track_(track),
        is_late_(redis.next_failure() == FakeRedis::Failure::kHappensLater),
        before_(value()) {}
  Look(const Look&) = delete;
  Look& operator=(const Look&) = delete;
  ~Look() {
    if (!before_) return;
    Index fate = before_ == value() ? Index::kAsItWas : Index::kChanged;
    if (is_late_) fate = Index::kChangesLater;
    track_.index = std::max(track_.index, fate);
  }

 private:
  std::optional<model::Value> value() const {
    const auto found = redis_.keys().entries().find(name_);
    return found == redis_.keys().entries().end() ? std::nullopt
                                                  : std::optional(found->second.value);
  }

  FakeRedis& redis_;
  const BytesView name_;
  CommitTrack& track_;
  const bool is_late_;
  const std::optional<model::Value> before_;
};

std::vector<resp::Reply> IndexWitness::call(std::span<const ports::RedisCommand> commands) {
  CommitTrack* const track = host_.track();
  if (track == nullptr) return redis_.call(commands);
  track->has_asked_index = true;
  const bool fails = redis_.next_failure() != FakeRedis::Failure::kNone;
  if (fails && !is_write(commands)) ++track->refusals;
  std::optional<Look> look;
  if (const BytesView name = changed_by(commands); !name.empty()) {
    look.emplace(redis_, name, *track);
  }
  return redis_.call(commands);
}

}  // namespace keemun::sim
