// Copies of committed data in a Redis that may forget, delay or bring back anything at any time. A
// copy may make an answer faster, it never decides one: spec/invariants.md, "Caches".
//
// Every copy belongs to a subject: the collection, or the meta row, that it was taken from. The
// promise is that no copy is answered which is older than the last commit of its subject. Three
// things keep it:
//
//   epoch   Names of copies carry a number that no other epoch has. An epoch ends as soon as one
//           write to Redis was not answered with success, for then it may still happen later, and
//           with the process: nobody reads the names of an ended epoch again. The number is drawn
//           at random: what is counted in the store, a crash may take back.
//   fence   Whoever changes a subject deletes its copies before the commit, and counts that in
//           Redis, in a counter of the subject's stripe. Every read of copies reads the counter
//           too: where it is not what this process has counted, Redis has lost writes (it was
//           restored, or a replica that was behind took over), and the epoch ends.
//   pin     While a unit of work has changes of a subject that are not committed, copies of that
//           subject are neither read nor made. A commit of unknown outcome may happen long after,
//           so its subjects stay without copies for a while.
//
// It relies on key gates: while a command works on a key, no other command of this process does;
// and on keys having one owner among the processes of a store: one that takes keys over must
// start_over() first.
//
// A Redis that does not answer is left alone for a moment, which costs the copies and nothing else.
// Belongs to one thread; port calls suspend.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/cache_redis.h"
#include "ports/clock.h"
#include "ports/doubts.h"
#include "ports/kv_store.h"
#include "ports/random.h"
#include "resp/reply.h"

namespace keemun::encodings {

struct CacheLimits {
  int64_t collection_ms = 300'000;  // how long copies live
  int64_t field_ms = 300'000;
  int64_t meta_ms = 600'000;
  size_t elements_max = 10'000;               // larger collections are not copied as a whole
  size_t copy_bytes_max = 4 << 20;            // nor are heavier ones
  int64_t rest_ms = 1'000;                    // for which a Redis that failed is not asked
  int64_t doubt_ms = ports::kLateWriteMsMax;  // of a write of unknown outcome
  size_t doubts_max = 10'000;
};

class RedisCache {
 public:
  using Replies = std::vector<resp::Reply>;

  // Everything given outlives the cache.
  RedisCache(ports::CacheRedis& redis, ports::Clock& clock, ports::Random& random,
             const CacheLimits& limits)
      : redis_(redis),
        clock_(clock),
        random_(random),
        limits_(limits),
        doubts_(limits.doubts_max, limits.doubt_ms) {}
  RedisCache(const RedisCache&) = delete;
  RedisCache& operator=(const RedisCache&) = delete;

  const CacheLimits& limits() const { return limits_; }

  // In every command the second word is the plain name of a copy of `subject`; the cache makes the
  // real name of it.
  //
  // The replies, none of them an error; or none at all, which is a miss and may have any reason.
  // An answer says what the copies are, not that they are there.
  std::optional<Replies> read(BytesView subject, std::vector<ports::RedisCommand> commands);
  // Makes one copy from what was read of the subject in this command. The commands take effect all
  // together or not at all.
  void fill(BytesView subject, std::vector<ports::RedisCommand> commands);

  // Deletes copies of a subject that is about to change. Whether Redis obeys or not, they are not
  // read again.
  struct Forget {
    BytesView subject;
    std::span<const Bytes> names;
  };
  void forget(std::span<const Forget> forgets);

  void pin(BytesView subject);
  void unpin(BytesView subject);
  bool is_pinned(BytesView subject) const { return pins_.find(subject) != pins_.end(); }
  // A commit that changes the subject was tried and is not known to have happened.
  void doubt(BytesView subject) { doubts_.add(subject, clock_.now_ms()); }
  void doubt_all() { doubts_.add_all(clock_.now_ms()); }

  // No copy that exists now is ever read.
  void start_over() { epoch_.reset(); }

 private:
  // Counters of the present epoch. Subjects are spread over many, so that a change in flight keeps
  // few others from reading.
  struct Stripe {
    int64_t count = 0;      // what the counter in Redis must be when no change is in flight
    int64_t in_flight = 0;  // changes sent and not answered
    int64_t answered = 0;   // of those sent together, how many were
    int64_t highest = 0;    // and the highest count among their answers
    int64_t started = 0;    // all changes of this epoch
  };
  static constexpr size_t kStripes = 256;

  static size_t stripe_of(BytesView subject);
  static Bytes real_name(BytesView epoch, BytesView name);
  static Bytes fence_name(BytesView epoch, size_t stripe);

  bool is_usable(BytesView subject);
  bool is_resting();
  void rest();
  // The present epoch, or a new one.
  const Bytes& enter_epoch();
  std::optional<Replies> call(std::span<const ports::RedisCommand> commands);
  void settle(size_t stripe, const resp::Reply& counted);

  ports::CacheRedis& redis_;
  ports::Clock& clock_;
  ports::Random& random_;
  const CacheLimits limits_;
  std::optional<Bytes> epoch_;  // its number
  std::array<Stripe, kStripes> stripes_{};
  std::map<Bytes, int64_t, std::less<>> pins_;
  ports::Doubts doubts_;
  std::optional<int64_t> rest_began_ms_;
};

}  // namespace keemun::encodings
