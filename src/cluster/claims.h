// The shares of one process: claims what is free, beats, lets go, and answers for the core which
// keys it may touch. Needs a store that takes batches with expectations.
//
// step() is the host's to call, again and again, faster than a third of the lease and one at a
// time; it may suspend, and commands run meanwhile. A step that fails is made up for by the next
// one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "cluster/ownership.h"
#include "cluster/shares.h"
#include "ports/clock.h"
#include "ports/key_owner.h"
#include "ports/kv_store.h"

namespace keemun::cluster {

// Who the keys are for.
class Tenant {
 public:
  virtual ~Tenant() = default;
  // The time that the next command would go by.
  virtual int64_t now_ms() = 0;
  // Keys come that another process had: what is remembered of any key may be of before it had them,
  // and commands go by no earlier time from now on.
  virtual void take_over(int64_t not_before_ms) = 0;
};

class Claims final : public ports::KeyOwner {
 public:
  struct Settings {
    Bytes node;  // what other nodes send clients to; no two processes have the same
    Shares shares{64};
    int64_t lease_ms = 10'000;
    std::set<size_t> home;  // claimed at once where nobody has ever had them
  };
  // What is given by reference outlives it.
  Claims(ports::KvStore& store, ports::SteadyClock& clock, Tenant& tenant, Settings settings);

  void step();
  // It goes once no command is on it.
  void hand_over(size_t share) { ownership_.let_go(share); }

  const Ownership& ownership() const { return ownership_; }

  bool has(BytesView key, int64_t now_ms) override;
  Visit enter(std::span<const BytesView> keys, bool are_all, int64_t now_ms) override;
  void check(const Visit& visit) override;
  void note_refusal(const Visit& visit) override;
  void leave(const Visit& visit) noexcept override;

 private:
  std::set<size_t> shares_of(std::span<const BytesView> keys, bool are_all) const;
  // What a command on these shares answers that may not enter them all.
  Bytes refusal(const std::set<size_t>& shares, uint16_t slot) const;

  void look();
  bool is_wanted(size_t share, int64_t elapsed_ms) const;
  void claim(size_t share);
  void beat(size_t share);
  void let_go(size_t share);
  // False if somebody else was there first, or nobody knows.
  bool write(size_t share, const ShareRows& rows);

  ports::KvStore& store_;
  ports::SteadyClock& clock_;
  Tenant& tenant_;
  const Settings settings_;
  Ownership ownership_;
  std::vector<size_t> guests_;   // visits under way, a share
  std::vector<Bytes> row_keys_;  // owner and beat of each share
};

}  // namespace keemun::cluster
