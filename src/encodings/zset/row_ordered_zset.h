// A sorted set whose members stand in rows twice, by score and by name, whatever those rows look
// like: every range, rank and count by walking them. How rows are named and read is the business of
// whoever derives from it.
//
// A range by score begins at its bound. A range by rank counts from the nearer end, a rank from the
// end that is asked for, in pages of keys: both cost as much as what lies before, unless the store
// knows how many rows those are. A range by name begins at its bound only where all scores are
// equal, which two rows tell.
//
// On a store whose batches may be torn, a row by score that a change of the score has left counts
// only if the row by name says the same: each page of them is looked up by name.
#pragma once

#include <optional>
#include <vector>

#include "encodings/row_walk.h"
#include "format/key_range.h"
#include "ports/rows.h"
#include "types/lex_walk.h"
#include "types/zset_store.h"

namespace keemun::encodings {

class RowOrderedZSet : public types::ZSetStore {
 public:
  std::vector<types::ScoredMember> range_by_rank(types::RankRange ranks, bool is_reverse) final;
  std::vector<types::ScoredMember> range_by_score(const types::ScoreRange& range, bool is_reverse,
                                                  types::Window window) final;
  std::vector<types::ScoredMember> range_by_lex(const types::LexRange& range, bool is_reverse,
                                                types::Window window) final;
  std::optional<std::vector<Bytes>> members_at(std::span<const uint64_t> ranks) final;
  int64_t rank(types::ScoredView member, bool is_reverse) final;
  int64_t count_by_score(const types::ScoreRange& range) final;
  int64_t count_by_lex(const types::LexRange& range) final;

 protected:
  explicit RowOrderedZSet(bool may_be_torn = false) : may_be_torn_(may_be_torn) {}

 private:
  virtual ports::Rows& rows() const = 0;

  // Rows by score: of one member, of all, of a range.
  virtual Bytes sort_row(types::ScoredView member) const = 0;
  virtual format::KeyRange sort_rows() const = 0;
  virtual format::KeyRange sort_rows(const types::ScoreRange& range) const = 0;
  // Its key says it all.
  virtual types::ScoredMember read_sort_row(const ports::Row& row) const = 0;
  // Rows by name.
  virtual format::KeyRange named_rows(const types::LexRange& range) const = 0;
  virtual types::ScoredMember read_named_row(const ports::Row& row) const = 0;

  // The members of lowest and of highest score.
  struct Ends {
    types::ScoredMember lowest;
    types::ScoredMember highest;

    bool have_one_score() const { return lowest.score == highest.score; }
  };

  RowWalk walk(format::KeyRange range, bool is_reverse) const;
  // The first member from the end asked for; none in an empty set.
  std::optional<types::ScoredMember> end_member(bool is_reverse);
  std::optional<Ends> ends();
  // A page of a walk, at most so many rows; may be empty before the end.
  using Page = std::vector<types::ScoredMember>;
  Page next_by_score(RowWalk& walk, int64_t rows_max);
  Page next_by_name(RowWalk& walk, int64_t rows_max);
  // Passes over up to members_max members of a walk by score; how many there were.
  int64_t pass(RowWalk& by_score, int64_t members_max);
  // Up to members_max further members of a walk.
  using Next = Page (RowOrderedZSet::*)(RowWalk& walk, int64_t rows_max);
  Page take(RowWalk& walk, int64_t members_max, Next next);
  // The members of a range by name where scores differ, one by one.
  template <typename Take>
  void walk_by_lex(const Ends& ends, types::LexWalk lex, bool is_reverse, Take take);

  const bool may_be_torn_;
};

}  // namespace keemun::encodings
