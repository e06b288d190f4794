// The Redis of the simulated world: the oracle behind the CacheRedis door, so that what it answers
// is what Redis answers. It counts what it is asked, and does what is asked of it behind the door:
// forgets, goes back in time, fails.
//
// It reads the clock of the world, or another one if its own shall differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "model/model.h"
#include "ports/cache_redis.h"
#include "ports/clock.h"

namespace keemun::sim {

class FakeRedis final : public ports::CacheRedis {
 public:
  // What becomes of a call that fails.
  enum class Failure : uint8_t {
    kNone,
    kNotSent,        // refused at once
    kRefused,        // an error reply to every command
    kLost,           // no answer, and it did not happen
    kAnswerLost,     // no answer, and it happened
    kHappensLater,   // no answer, and it happens at land_late()
    kBrokenHalfway,  // no answer, and its first half happened
  };

  // `clock` outlives it.
  explicit FakeRedis(ports::Clock& clock) : clock_(clock) {}

  std::vector<resp::Reply> call(std::span<const ports::RedisCommand> commands) override;

  int64_t call_count() const { return call_count_; }

  // The next calls fail, each in its way.
  void fail_next(Failure failure, size_t calls = 1) {
    failures_.insert(failures_.end(), calls, failure);
  }
  // What becomes of the next call.
  Failure next_failure() const { return failures_.empty() ? Failure::kNone : failures_.front(); }
  // All calls work from now on.
  void calm() { failures_.clear(); }
  // The next calls work.
  void pass_next(size_t calls) { failures_.insert(failures_.end(), calls, Failure::kNone); }
  // Runs once, when the next call has had its effect and before it is answered.
  void interrupt_next(std::function<void()> then) { interrupt_ = std::move(then); }
  // What was sent and not answered takes effect now.
  void land_late();

  // Behind the door.
  const model::Database& keys() { return model_.databases().front(); }
  void evict(BytesView key) { model_.databases().front().erase(key); }
  // Some key that `draw` chooses, if there is any.
  void evict_any(uint64_t draw);
  void flush() { model_.databases().front().clear(clock_.now_ms()); }

  // A replica that is as far as this moment, and what happens when it takes over.
  void remember() { replica_ = model_; }
  void fail_over() {
    if (replica_) model_ = *replica_;
  }

 private:
  using Commands = std::vector<ports::RedisCommand>;

  std::vector<resp::Reply> run(std::span<const ports::RedisCommand> commands);

  ports::Clock& clock_;
  model::Model model_{{.database_count = 1}};
  std::optional<model::Model> replica_;
  std::deque<Failure> failures_;
  std::function<void()> interrupt_;
  std::vector<Commands> late_;
  int64_t call_count_ = 0;
};

}  // namespace keemun::sim
