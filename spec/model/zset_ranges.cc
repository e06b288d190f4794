// Ranges of sorted sets, by rank, by score and by name.
#include <algorithm>
#include <iterator>

#include "model/call.h"
#include "model/scored.h"

namespace keemun::model {

namespace {

// Which members a range holds: those that reach its lower end and do not pass its upper end.
struct ScoreRange {
  ScoreBound min;
  ScoreBound max;

  bool reaches_min(const ScoredMember& one) const {
    return min.exclusive ? one.first > min.value : one.first >= min.value;
  }
  bool reaches_max(const ScoredMember& one) const {
    return max.exclusive ? one.first < max.value : one.first <= max.value;
  }
};

// One end of a range by name: "-" before all, "+" after all, "[name" or "(name".
struct LexBound {
  enum class Kind : uint8_t { kBeforeAll, kName, kAfterAll };
  Kind kind = Kind::kName;
  Bytes name;
  bool exclusive = false;
};

struct LexRange {
  LexBound min;
  LexBound max;

  bool reaches_min(const ScoredMember& one) const {
    if (min.kind != LexBound::Kind::kName) return min.kind == LexBound::Kind::kBeforeAll;
    return min.exclusive ? one.second > min.name : one.second >= min.name;
  }
  bool reaches_max(const ScoredMember& one) const {
    if (max.kind != LexBound::Kind::kName) return max.kind == LexBound::Kind::kAfterAll;
    return max.exclusive ? one.second < max.name : one.second <= max.name;
  }
};

ScoreRange score_range(const Bytes& min, const Bytes& max) {
  const auto low = parse_score_bound(min);
  const auto high = parse_score_bound(max);
  if (!low || !high) throw CommandError("ERR min or max is not a float");
  return {*low, *high};
}

LexBound lex_bound(const Bytes& text) {
  // Redis reads up to a NUL here.
  const bool single = text.size() == 1 || (text.size() > 1 && text[1] == '\0');
  if (text.starts_with('-') && single) return {LexBound::Kind::kBeforeAll, {}, true};
  if (text.starts_with('+') && single) return {LexBound::Kind::kAfterAll, {}, true};
  if (!text.starts_with('[') && !text.starts_with('(')) {
    throw CommandError("ERR min or max not valid string range item");
  }
  return {LexBound::Kind::kName, text.substr(1), text.starts_with('(')};
}

LexRange lex_range(const Bytes& min, const Bytes& max) {
  return {lex_bound(min), lex_bound(max)};
}

enum class Direction : uint8_t { kUnsaid, kForward, kReverse };

// LIMIT offset count: a negative count is no limit, a negative offset skips everything.
struct Limit {
  int64_t offset = 0;
  int64_t count = -1;
};

// The stretch of `members` (all of a sorted set, in the order of the direction) that a range by
// score or name holds. Redis looks whether the two ends of the set leave room for the range, then
// walks from the first member inside until one is outside, and does not look at those that the
// offset skips. The steps only show where a range by name meets a set whose scores differ, for
// which nothing is promised.
template <typename Range>
ScoredMembers slice(const ScoredMembers& members, const Range& range, Direction direction,
                    Limit limit) {
  const bool reverse = direction == Direction::kReverse;
  const auto begins = [&](const ScoredMember& one) {
    return reverse ? range.reaches_max(one) : range.reaches_min(one);
  };
  const auto ends = [&](const ScoredMember& one) {
    return !(reverse ? range.reaches_min(one) : range.reaches_max(one));
  };
  if (members.empty() || !begins(members.back()) || ends(members.front())) return {};
  auto next = std::find_if(members.begin(), members.end(), begins);
  if (ends(*next)) return {};
  if (limit.offset < 0 || limit.offset >= std::distance(next, members.end())) return {};
  next += limit.offset;

  ScoredMembers found;
  for (; next != members.end() && !ends(*next); ++next) {
    // Every count below zero means all.
    if (limit.count >= 0 && std::ssize(found) == limit.count) break;
    found.push_back(*next);
  }
  return found;
}

// Ranks from both ends, as LRANGE takes them: -1 is the last.
struct RankRange {
  int64_t start = 0;
  int64_t stop = 0;
};

ScoredMembers slice(const ScoredMembers& members, RankRange range) {
  const auto size = static_cast<int64_t>(members.size());
  const int64_t start = std::max<int64_t>(range.start < 0 ? range.start + size : range.start, 0);
  const int64_t stop = std::min(range.stop < 0 ? range.stop + size : range.stop, size - 1);
  if (start > stop) return {};
  return {members.begin() + start, members.begin() + stop + 1};
}

enum class By : uint8_t { kUnsaid, kRank, kScore, kLex };

struct Query {
  By by = By::kUnsaid;
  Direction direction = Direction::kUnsaid;
  Limit limit;
  bool with_scores = false;
};

enum class Scores : uint8_t { kMayBeAsked, kAreAlwaysTaken };

// The options behind the two ends of the range. What the command's name has said already is no
// option any more.
Query parse_options(const Call& call, size_t first, Query query, Scores scores) {
  for (size_t i = first; i < call.size(); ++i) {
    if (scores == Scores::kMayBeAsked && call.is_word(i, "withscores")) {
      query.with_scores = true;
    } else if (call.is_word(i, "limit") && i + 2 < call.size()) {
      query.limit = {call.integer(i + 1), call.integer(i + 2)};
      i += 2;
    } else if (query.direction == Direction::kUnsaid && call.is_word(i, "rev")) {
      query.direction = Direction::kReverse;
    } else if (query.by == By::kUnsaid && call.is_word(i, "bylex")) {
      query.by = By::kLex;
    } else if (query.by == By::kUnsaid && call.is_word(i, "byscore")) {
      query.by = By::kScore;
    } else {
      Call::throw_syntax_error();
    }
  }
  if (query.direction == Direction::kUnsaid) query.direction = Direction::kForward;
  if (query.by == By::kUnsaid) query.by = By::kRank;
  if (query.limit.count != -1 && query.by == By::kRank) {
    throw CommandError(
        "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
  }
  if (query.with_scores && query.by == By::kLex) {
    throw CommandError("ERR syntax error, WITHSCORES not supported in combination with BYLEX");
  }
  return query;
}

ScoredMembers members_in_direction(const Call& call, const Bytes& key, Direction direction) {
  ScoredMembers members = all_members(call.find<ZSet>(key));
  if (direction == Direction::kReverse) std::reverse(members.begin(), members.end());
  return members;
}

// The members that `key` at args[at] has in the range that the next two arguments say. The range is
// read before the key is looked for.
ScoredMembers select(const Call& call, size_t at, const Query& query) {
  const Bytes& key = call.arg(at);
  if (query.by == By::kRank) {
    const RankRange range = {call.integer(at + 1), call.integer(at + 2)};
    return slice(members_in_direction(call, key, query.direction), range);
  }
  // In reverse the upper end comes first.
  const bool reverse = query.direction == Direction::kReverse;
  const Bytes& min = call.arg(reverse ? at + 2 : at + 1);
  const Bytes& max = call.arg(reverse ? at + 1 : at + 2);
  if (query.by == By::kScore) {
    const ScoreRange range = score_range(min, max);
    return slice(members_in_direction(call, key, query.direction), range, query.direction,
                 query.limit);
  }
  const LexRange range = lex_range(min, max);
  return slice(members_in_direction(call, key, query.direction), range, query.direction,
               query.limit);
}

Reply range_command(const Call& call, By by, Direction direction) {
  Query query;
  query.by = by;
  query.direction = direction;
  query = parse_options(call, 4, query, Scores::kMayBeAsked);
  const ScoredMembers members = select(call, 1, query);
  return query.with_scores ? members_and_scores_reply(members, pairs_of(call))
                           : members_reply(members);
}

// ZRANGE key start stop [BYSCORE|BYLEX] [REV] [LIMIT offset count] [WITHSCORES]
Reply zrange(Call& call) {
  return range_command(call, By::kUnsaid, Direction::kUnsaid);
}

// ZREVRANGE key start stop [WITHSCORES]
Reply zrevrange(Call& call) {
  return range_command(call, By::kRank, Direction::kReverse);
}

// ZRANGEBYSCORE key min max [WITHSCORES] [LIMIT offset count]
Reply zrangebyscore(Call& call) {
  return range_command(call, By::kScore, Direction::kForward);
}

// ZREVRANGEBYSCORE key max min [WITHSCORES] [LIMIT offset count]
Reply zrevrangebyscore(Call& call) {
  return range_command(call, By::kScore, Direction::kReverse);
}

// ZRANGEBYLEX key min max [LIMIT offset count]
Reply zrangebylex(Call& call) {
  return range_command(call, By::kLex, Direction::kForward);
}

// ZREVRANGEBYLEX key max min [LIMIT offset count]
Reply zrevrangebylex(Call& call) {
  return range_command(call, By::kLex, Direction::kReverse);
}

// ZRANGESTORE destination source min max [BYSCORE|BYLEX] [REV] [LIMIT offset count]
Reply zrangestore(Call& call) {
  const Query query = parse_options(call, 5, {}, Scores::kAreAlwaysTaken);
  return store(call, call.arg(1), select(call, 2, query));
}

Query forward(By by) {
  Query query;
  query.by = by;
  query.direction = Direction::kForward;
  return query;
}

Reply count_command(const Call& call, By by) {
  return Reply::integer(static_cast<int64_t>(select(call, 1, forward(by)).size()));
}

// ZCOUNT key min max
Reply zcount(Call& call) {
  return count_command(call, By::kScore);
}

// ZLEXCOUNT key min max
Reply zlexcount(Call& call) {
  return count_command(call, By::kLex);
}

Reply remove_command(const Call& call, By by) {
  const ScoredMembers members = select(call, 1, forward(by));
  for (const auto& [score, member] : members) call.find<ZSet>(call.arg(1))->erase(member);
  if (!members.empty()) call.changed(call.arg(1));
  return Reply::integer(static_cast<int64_t>(members.size()));
}

// ZREMRANGEBYRANK key start stop
Reply zremrangebyrank(Call& call) {
  return remove_command(call, By::kRank);
}

// ZREMRANGEBYSCORE key min max
Reply zremrangebyscore(Call& call) {
  return remove_command(call, By::kScore);
}

// ZREMRANGEBYLEX key min max
Reply zremrangebylex(Call& call) {
  return remove_command(call, By::kLex);
}

constexpr Command kCommands[] = {
    {"zrange", -4, zrange},
    {"zrevrange", -4, zrevrange},
    {"zrangebyscore", -4, zrangebyscore},
    {"zrevrangebyscore", -4, zrevrangebyscore},
    {"zrangebylex", -4, zrangebylex},
    {"zrevrangebylex", -4, zrevrangebylex},
    {"zrangestore", -5, zrangestore},
    {"zcount", 4, zcount},
    {"zlexcount", 4, zlexcount},
    {"zremrangebyrank", 4, zremrangebyrank},
    {"zremrangebyscore", 4, zremrangebyscore},
    {"zremrangebylex", 4, zremrangebylex},
};

}  // namespace

std::span<const Command> zset_range_commands() {
  return kCommands;
}

}  // namespace keemun::model
