// A sorted set, whoever keeps it: members in the order of (score, member). Lifetime and rules as in
// hash_store.h.
//
// Whoever changes a score has read it: put() and remove() are given the old scores, so that a store
// need not read them a second time. They are exact in every encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "types/ranges.h"

namespace keemun::types {

struct ScoredMember {
  Bytes member;
  double score = 0;
};

struct ScoreChange {
  BytesView member;
  std::optional<double> old_score;  // what scores() answers in this unit of work
  double score = 0;
};

struct ScoredView {
  BytesView member;
  double score = 0;
};

class ZSetStore {
 public:
  virtual ~ZSetStore() = default;

  // Distinct members, each new or with another score than before.
  virtual void put(std::span<const ScoreChange> changes) = 0;
  // Distinct members that are there, with their scores.
  virtual void remove(std::span<const ScoredView> members) = 0;

  virtual std::vector<std::optional<double>> scores(std::span<const BytesView> members) = 0;
  virtual int64_t size() = 0;
  // size() where it costs nothing; none where somebody would have to be asked.
  virtual std::optional<int64_t> size_if_known() { return std::nullopt; }

  // Ranks count from the lowest, or from the highest when is_reverse; the answer runs the same way.
  virtual std::vector<ScoredMember> range_by_rank(RankRange ranks, bool is_reverse) = 0;
  virtual std::vector<ScoredMember> range_by_score(const ScoreRange& range, bool is_reverse,
                                                   Window window) = 0;
  // Where all scores are equal, in member order; where they differ, what Redis' walk finds: see
  // lex_walk.h.
  virtual std::vector<ScoredMember> range_by_lex(const LexRange& range, bool is_reverse,
                                                 Window window) = 0;
  // How many stand before (score, member) in the order asked for; the member is there.
  virtual int64_t rank(ScoredView member, bool is_reverse) = 0;
  virtual int64_t count_by_score(const ScoreRange& range) = 0;
  virtual int64_t count_by_lex(const LexRange& range) = 0;

  // Up to members_max members behind `after` (from the first where there is none), in member order;
  // fewer than members_max only at the end.
  virtual std::vector<ScoredMember> scan(const std::optional<Bytes>& after, size_t members_max) = 0;

  // The members at these ranks, which do not fall and are below size(); none where much would have
  // to be read for it.
  virtual std::optional<std::vector<Bytes>> members_at(std::span<const uint64_t>) {
    return std::nullopt;
  }

  // The last in member order.
  virtual std::optional<Bytes> last_member() = 0;

  // Whatever size() says, which may have been counted by others, and too low.
  bool has_more_than(size_t members);

  // Every member in member order. Composed from scan(); a store that knows better overrides it.
  virtual std::vector<ScoredMember> load_all();
};

}  // namespace keemun::types
