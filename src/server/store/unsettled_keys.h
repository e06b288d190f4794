// Keys that a commit to come changes, of the group under way and of the one that is gathered: who
// has seen none of them is answered without waiting for these commits.
//
// By their names alone, whatever the database, and by a hash of them: a key may be taken for
// another that is unsettled, never the other way round.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "base/hash.h"
#include "commands/table/table.h"
#include "session/gate_keys.h"

namespace keemun::server {

class UnsettledKeys {
 public:
  explicit UnsettledKeys(const TableHash& hash) : hash_(hash) {}

  // The keys of one request.
  struct Keys {
    bool are_all = false;
    boost::container::small_vector<uint64_t, 4> hashes;
  };
  // Adds these to them; and those that a request may see or change.
  void name(const session::GateKeys& names, Keys& keys) const;
  void name(const commands::Command& command, std::span<const BytesView> args, Keys& keys) const;

  // What was gathered may change these.
  void add(const Keys& keys);
  bool empty() const { return departed_.empty() && gathered_.empty(); }
  bool hold_any_of(const Keys& keys) const;

  void depart();
  void arrive() { departed_.clear(); }
  void clear();

 private:
  // The keys of one group.
  class Marks {
   public:
    bool empty() const { return !are_all_ && marked_.empty(); }
    void mark_all() { are_all_ = true; }
    void mark(uint64_t hash);
    bool holds(uint64_t hash) const { return are_all_ || bits_[place_of(hash)]; }
    void clear();

   private:
    // Few keys are taken for others where as many small writes are gathered as may be.
    static constexpr size_t kBits = size_t{1} << 20;
    static size_t place_of(uint64_t hash) { return hash % kBits; }

    bool are_all_ = false;
    std::vector<bool> bits_ = std::vector<bool>(kBits);
    std::vector<size_t> marked_;
  };

  const TableHash hash_;
  Marks departed_;
  Marks gathered_;
};

}  // namespace keemun::server
