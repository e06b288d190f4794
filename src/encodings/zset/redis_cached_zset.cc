#include "encodings/zset/redis_cached_zset.h"

#include <algorithm>

#include "base/number_text.h"
#include "encodings/sub_rows.h"
#include "encodings/zset/zset_rows.h"

namespace keemun::encodings {

using ports::RedisCommand;
using types::LexRange;
using types::RankRange;
using types::ScoreChange;
using types::ScoredMember;
using types::ScoredView;
using types::ScoreRange;
using types::Window;

void RedisCachedZSet::put(std::span<const ScoreChange> changes) {
  if (changes.empty()) return;
  if (copies_) copies_->change();
  put_member_rows(key_, changes);
  if (names_ == MemberNames::kIndexes) put_index_rows(key_, changes);
  const auto added = std::count_if(changes.begin(), changes.end(),
                                   [](const ScoreChange& change) { return !change.old_score; });
  if (added > 0) key_.grow(added);
}

void RedisCachedZSet::remove(std::span<const ScoredView> members) {
  if (members.empty()) return;
  if (copies_) copies_->change();
  erase_member_rows(key_, members);
  if (names_ == MemberNames::kIndexes) erase_index_rows(key_, members);
  key_.shrink(static_cast<int64_t>(members.size()));
}

std::vector<std::optional<double>> RedisCachedZSet::scores(std::span<const BytesView> members) {
  return read_scores(key_, members);
}

std::vector<ScoredMember> RedisCachedZSet::range_by_rank(RankRange ranks, bool is_reverse) {
  if (auto members = copy().range_by_rank(ranks, is_reverse, size())) return std::move(*members);
  return load().range_by_rank(ranks, is_reverse);
}

std::vector<ScoredMember> RedisCachedZSet::range_by_score(const ScoreRange& range, bool is_reverse,
                                                          Window window) {
  if (auto members = copy().range_by_score(range, is_reverse, window)) return std::move(*members);
  return load().range_by_score(range, is_reverse, window);
}

std::vector<ScoredMember> RedisCachedZSet::range_by_lex(const LexRange& range, bool is_reverse,
                                                        Window window) {
  return load().range_by_lex(range, is_reverse, window);
}

int64_t RedisCachedZSet::rank(ScoredView member, bool is_reverse) {
  if (const auto rank = copy().rank(member, is_reverse)) return *rank;
  return load().rank(member, is_reverse);
}

int64_t RedisCachedZSet::count_by_score(const ScoreRange& range) {
  if (const auto count = copy().count_by_score(range)) return *count;
  return load().count_by_score(range);
}

int64_t RedisCachedZSet::count_by_lex(const LexRange& range) {
  return load().count_by_lex(range);
}

std::vector<ScoredMember> RedisCachedZSet::scan(const std::optional<Bytes>& after,
                                                size_t members_max) {
  return scan_scored_members(key_, after, members_max);
}

std::optional<Bytes> RedisCachedZSet::last_member() {
  return last_sub_row(key_);
}

bool RedisCachedZSet::may_have_copy() const {
  return copies_ && static_cast<size_t>(key_.meta().count) <= copies_->limits().elements_max;
}

// Whether the copy is there is asked last: then it was there for every question before.
RedisRanks RedisCachedZSet::copy() {
  const Bytes name = copies_ ? copies_->whole() : Bytes();
  return RedisRanks(
      key_, name, names_,
      [this](std::vector<RedisCommand> commands) -> std::optional<RedisCache::Replies> {
        if (!may_have_copy()) return std::nullopt;
        commands.push_back({"EXISTS", copies_->whole()});
        auto replies = copies_->read(std::move(commands));
        if (!replies || replies->back().integer() != 1) return std::nullopt;
        replies->pop_back();
        return replies;
      });
}

SortedMembers RedisCachedZSet::load() {
  std::vector<ScoredMember> members = load_all();
  if (may_have_copy() && !members.empty()) make_copy(members);
  return SortedMembers(std::move(members));
}

void RedisCachedZSet::make_copy(std::span<const ScoredMember> members) {
  RedisCommand put = {"ZADD", copies_->whole()};
  size_t bytes = 0;
  for (const ScoredMember& member : members) {
    put.push_back(format_score(member.score));
    put.push_back(redis_name(member.member, names_));
    bytes += put.back().size();
  }
  const CacheLimits& limits = copies_->limits();
  if (bytes > limits.copy_bytes_max) return;
  copies_->fill({{"DEL", copies_->whole()},
                 std::move(put),
                 {"PEXPIRE", copies_->whole(), format_int64(limits.collection_ms)}});
}

}  // namespace keemun::encodings
