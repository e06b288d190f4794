#include "encodings/zset/redis_ranks.h"

#include <algorithm>
#include <iterator>

#include "base/number_text.h"
#include "encodings/zset/sorted_members.h"
#include "ports/store_error.h"

namespace keemun::encodings {

using resp::Reply;
using types::RankRange;
using types::ScoredMember;
using types::ScoredView;
using types::ScoreRange;
using types::Window;

namespace {

Bytes bound_text(const ScoreBound& bound) {
  return bound.exclusive ? "(" + format_score(bound.value) : format_score(bound.value);
}

// The highest score below the range.
Bytes text_below(const ScoreBound& low) {
  return bound_text({low.value, !low.exclusive});
}

}  // namespace

double read_redis_score(const Reply& reply) {
  const auto score = parse_double(reply.text());
  if (!score) {
    throw ports::StoreError(ports::StoreError::Kind::kCorrupt, "Redis answered no score");
  }
  return *score;
}

std::vector<ScoredMember> read_scored(const Reply& reply) {
  std::vector<ScoredMember> members;
  const Reply::Items& items = reply.items();
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    members.push_back({items[i].text(), read_redis_score(items[i + 1])});
  }
  return members;
}

std::optional<std::vector<ScoredMember>> RedisRanks::range_by_rank(RankRange ranks, bool is_reverse,
                                                                   int64_t size) {
  if (is_reverse) ranks.first = size - ranks.first - ranks.count;
  auto members = ascending(ranks);
  if (members && is_reverse) std::reverse(members->begin(), members->end());
  return members;
}

std::optional<std::vector<ScoredMember>> RedisRanks::ascending(RankRange ranks) {
  if (ranks.is_empty()) return std::vector<ScoredMember>();
  const auto page = ask_({{"ZRANGE", name_, format_int64(ranks.first),
                           format_int64(ranks.first + ranks.count - 1), "WITHSCORES"}});
  if (!page) return std::nullopt;
  std::vector<ScoredMember> members = read_scored(page->front());
  if (names_ == MemberNames::kMembers || members.empty()) return members;
  const Bytes low = format_score(members.front().score);
  const Bytes high = format_score(members.back().score);
  const auto ties = ask_(
      {{"ZRANGEBYSCORE", name_, low, high, "WITHSCORES"}, {"ZCOUNT", name_, "-inf", "(" + low}});
  if (!ties) return std::nullopt;
  members = read_scored(ties->front());
  resolve_members(key_, names_, members);
  sort_members(members);
  const int64_t before = ranks.first - (*ties)[1].integer();
  const int64_t after = static_cast<int64_t>(members.size()) - before - ranks.count;
  if (before < 0 || after < 0) return std::nullopt;
  return std::vector<ScoredMember>(std::make_move_iterator(members.begin() + before),
                                   std::make_move_iterator(members.end() - after));
}

std::optional<std::vector<ScoredMember>> RedisRanks::range_by_score(const ScoreRange& range,
                                                                    bool is_reverse,
                                                                    Window window) {
  const auto counts = ask_({{"ZCOUNT", name_, bound_text(range.low), bound_text(range.high)},
                            {"ZCOUNT", name_, "-inf", text_below(range.low)}});
  if (!counts) return std::nullopt;
  const RankRange matching{(*counts)[1].integer(), (*counts)[0].integer()};
  auto members = ascending(apply_window(matching, is_reverse, window));
  if (members && is_reverse) std::reverse(members->begin(), members->end());
  return members;
}

std::optional<int64_t> RedisRanks::rank(ScoredView member, bool is_reverse) {
  const Bytes score = format_score(member.score);
  const auto replies = ask_({{"ZCOUNT", name_, "-inf", "(" + score},
                             {"ZRANGEBYSCORE", name_, score, score, "WITHSCORES"},
                             {"ZCARD", name_}});
  if (!replies) return std::nullopt;
  std::vector<ScoredMember> ties = read_scored((*replies)[1]);
  resolve_members(key_, names_, ties);
  const int64_t rank = (*replies)[0].integer() +
                       std::count_if(ties.begin(), ties.end(), [&](const ScoredMember& other) {
                         return other.member < member.member;
                       });
  return is_reverse ? (*replies)[2].integer() - 1 - rank : rank;
}

std::optional<int64_t> RedisRanks::count_by_score(const ScoreRange& range) {
  const auto replies = ask_({{"ZCOUNT", name_, bound_text(range.low), bound_text(range.high)}});
  if (!replies) return std::nullopt;
  return replies->front().integer();
}

}  // namespace keemun::encodings
