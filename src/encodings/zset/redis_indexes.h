// The Redis that keeps the index of sorted sets of version 3: nothing else holds their scores. One
// sorted set there per incarnation of a key; changes of it are queued with the unit of work and
// take effect around its commit.
//
// The two stores cannot change at once. What is done in which order, so that a crash in between
// leaves what a reader may find (rows are index rows, Redis is the index; only long members have
// rows):
//
//   a new key              Redis: all of it | commit: meta, rows | -
//   no long members go     - | commit: rows | Redis: all changes
//   long members go, and
//     no long ones come    Redis: all changes | commit: rows go | -
//     long ones come too   Redis: all but those | commit: rows | Redis: those
//   the last one goes, or
//   the key is erased      - | commit: meta goes | Redis: the index goes
//
// A crash at any bar leaves rows that no index names, or an index that no meta names, and members
// that are as they were before or as they are after; a key whose changes are of one kind changes in
// one step.
//
// So an index never names a member whose row is not there, and a meta is never there without its
// index. One case cannot have both: a transaction that replaces every member, long ones by nothing
// but long ones. It changes the index behind the commit; a crash in between leaves a key that
// answers "ERR corrupt key", until it is deleted.
//
// A failure in between is an unknown outcome. An index that is missing while its meta lives is an
// error, never an empty set.
//
// Changes that are not committed are seen by whoever asks pending(). It relies on key gates as
// RedisCache does. Outlives the units that join it; belongs to one thread.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/cache_redis.h"
#include "ports/rows.h"
#include "resp/reply.h"

namespace keemun::encodings {

class RedisIndexes {
 public:
  using Replies = std::vector<resp::Reply>;
  using Scores = std::map<Bytes, std::optional<double>>;  // by member index; none: it goes

  // What units of work have queued for one index.
  struct Pending {
    bool is_new = false;      // nothing is in Redis, or nothing that counts
    bool is_dropped = false;  // nothing is left
    Scores scores;
  };
  // One unit's part of it: owned by the unit, alive until that is over.
  class Change;

  explicit RedisIndexes(ports::CacheRedis& redis) : redis_(redis) {}
  RedisIndexes(const RedisIndexes&) = delete;
  RedisIndexes& operator=(const RedisIndexes&) = delete;

  // Replies to reading commands about the index `name`, none of them an error. `key` is for the
  // error text when the index is lost.
  Replies ask(BytesView name, BytesView key, std::vector<ports::RedisCommand> commands);

  bool has_pending(BytesView name) const { return changes_.find(name) != changes_.end(); }
  Pending pending(BytesView name) const;

  // Queues with the unit that `rows` belongs to.
  Change& change(ports::Rows& rows, const Bytes& name, bool is_new);
  void drop(ports::Rows& rows, const Bytes& name);

 private:
  Replies write(std::span<const ports::RedisCommand> commands);
  void store_new(const Bytes& name, const Scores& scores);
  // Changes an index that must be there; nothing to change is nothing to do.
  void apply(const Bytes& name, const Scores& scores);
  // What is to be changed before the commit; the rest after it.
  struct Steps {
    Scores before;
    Scores after;
  };
  Steps steps_of(const Bytes& name, const Scores& scores);
  void erase(const Bytes& name);

  ports::CacheRedis& redis_;
  // In the order in which they joined; the first of a name acts for all of that name.
  std::map<Bytes, std::vector<Change*>, std::less<>> changes_;
};

class RedisIndexes::Change final : public ports::Participant {
 public:
  Change(RedisIndexes& indexes, Bytes name, bool is_new);
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;
  ~Change() override;

  void put(Bytes index, double score);
  void remove(Bytes index);
  // The key goes; what was queued does not matter any more.
  void drop();

  void before_commit() override;
  void after_commit() override;
  bool has_acted() const override { return has_acted_; }

 private:
  friend class RedisIndexes;

  bool acts() const { return indexes_.changes_.find(name_)->second.front() == this; }

  RedisIndexes& indexes_;
  const Bytes name_;
  Pending pending_;
  Scores after_;  // what is left to change after the commit
  bool has_acted_ = false;
};

}  // namespace keemun::encodings
