// When what was read from a store may be remembered: not what was read while one of its commits was
// under way, nor anything for a while after a commit that may still happen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "ports/clock.h"
#include "ports/kv_store.h"
#include "ports/store_error.h"

namespace keemun::keyspace {

class CommitWatch {
 public:
  explicit CommitWatch(ports::Clock& clock) : clock_(clock) {}

  // To be asked before a read, and given back after it. None: it must not be remembered.
  std::optional<uint64_t> before_read() const {
    if (under_way_ > 0 || clock_.now_ms() < in_doubt_until_ms_) return std::nullopt;
    return begun_;
  }
  bool may_remember(std::optional<uint64_t> before_read) const { return before_read == begun_; }

  // What is being read is not remembered.
  void disturb() { ++begun_; }

  // From before the store is told of a commit until it has answered.
  class UnderWay {
   public:
    explicit UnderWay(CommitWatch& watch) : watch_(watch), number_(++watch.begun_) {
      ++watch_.under_way_;
    }
    UnderWay(const UnderWay&) = delete;
    UnderWay& operator=(const UnderWay&) = delete;
    ~UnderWay() { --watch_.under_way_; }

    uint64_t number() const { return number_; }  // no other's, and not 0

   private:
    CommitWatch& watch_;
    const uint64_t number_;
  };
  // `commit` tells the store below.
  template <typename Commit>
  void watch(Commit&& commit) {
    try {
      commit();
    } catch (const ports::StoreError&) {
      in_doubt_until_ms_ = clock_.now_ms() + ports::kLateWriteMsMax;
      throw;
    }
  }

 private:
  ports::Clock& clock_;
  size_t under_way_ = 0;
  uint64_t begun_ = 0;
  int64_t in_doubt_until_ms_ = 0;
};

}  // namespace keemun::keyspace
