#include "commands/zset/zset_range_commands.h"

#include <optional>
#include <utility>
#include <variant>

#include "base/number_text.h"
#include "commands/zset/zset_answers.h"
#include "types/ranges.h"

namespace keemun::commands {

using types::LexRange;
using types::ScoreRange;
using types::ZSetStore;

namespace {

enum class By : uint8_t { kRank, kScore, kLex };

// What a command's name leaves open, and options fill in.
struct Query {
  std::optional<By> by;
  std::optional<bool> is_reverse;
  bool has_scores = false;
  int64_t offset = 0;
  int64_t count = -1;  // LIMIT: any negative count is no limit
};

enum class Scores : uint8_t { kMayBeAsked, kAreAlwaysTaken };

void check_query(const Query& query) {
  if (query.count != -1 && query.by == By::kRank) {
    throw_error(
        "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
  }
  if (query.has_scores && query.by == By::kLex) {
    throw_error("ERR syntax error, WITHSCORES not supported in combination with BYLEX");
  }
}

Query parse_options(const Call& call, size_t first, Query query, Scores scores) {
  for (size_t i = first; i < call.size(); ++i) {
    if (scores == Scores::kMayBeAsked && call.is_word(i, "withscores")) {
      query.has_scores = true;
    } else if (call.is_word(i, "limit") && i + 2 < call.size()) {
      query.offset = call.integer(i + 1);
      query.count = call.integer(i + 2);
      i += 2;
    } else if (!query.is_reverse && call.is_word(i, "rev")) {
      query.is_reverse = true;
    } else if (!query.by && call.is_word(i, "bylex")) {
      query.by = By::kLex;
    } else if (!query.by && call.is_word(i, "byscore")) {
      query.by = By::kScore;
    } else {
      throw_syntax_error();
    }
  }
  query.by = query.by.value_or(By::kRank);
  query.is_reverse = query.is_reverse.value_or(false);
  check_query(query);
  return query;
}

// The two ends of a range as a client gave them.
struct RankEnds {
  int64_t start = 0;
  int64_t stop = 0;
};
using Ends = std::variant<RankEnds, ScoreRange, LexRange>;

ScoreRange parse_score_range(BytesView min, BytesView max) {
  const auto low = parse_score_bound(min);
  const auto high = parse_score_bound(max);
  if (!low || !high) throw_error("ERR min or max is not a float");
  return {*low, *high};
}

LexRange parse_lex_range(BytesView min, BytesView max) {
  auto low = types::parse_lex_bound(min);
  auto high = types::parse_lex_bound(max);
  if (!low || !high) throw_error("ERR min or max not valid string range item");
  return {std::move(*low), std::move(*high)};
}

// The words at `at` and `at` + 1; in reverse the upper end comes first.
Ends parse_ends(const Call& call, size_t at, const Query& query) {
  if (query.by == By::kRank) return RankEnds{call.integer(at), call.integer(at + 1)};
  const bool is_reverse = query.is_reverse.value_or(false);
  const BytesView min = call.arg(is_reverse ? at + 1 : at);
  const BytesView max = call.arg(is_reverse ? at : at + 1);
  if (query.by == By::kScore) return parse_score_range(min, max);
  return parse_lex_range(min, max);
}

// The members between the ends, in the direction asked for.
ScoredMembers select(ZSetStore& zset, const Ends& ends, const Query& query) {
  const bool is_reverse = query.is_reverse.value_or(false);
  if (const auto* ranks = std::get_if<RankEnds>(&ends)) {
    const auto range = types::clamp_ranks(ranks->start, ranks->stop, zset.size());
    return range.is_empty() ? ScoredMembers() : zset.range_by_rank(range, is_reverse);
  }
  if (query.offset < 0 || query.count == 0) return {};
  types::Window window;
  window.offset = query.offset;
  if (query.count > 0) window.count = query.count;
  if (const auto* scores = std::get_if<ScoreRange>(&ends)) {
    return zset.range_by_score(*scores, is_reverse, window);
  }
  return zset.range_by_lex(std::get<LexRange>(ends), is_reverse, window);
}

// The ends at `at` + 1, of the sorted set under the key at `at`; they are read before the key.
ScoredMembers select(Call& call, size_t at, const Query& query) {
  const Ends ends = parse_ends(call, at + 1, query);
  const keyspace::CountedLookups counted(call.keys());
  const auto zset = call.keys().zset(call.arg(at), Create::kNo);
  return zset ? select(*zset, ends, query) : ScoredMembers();
}

Reply range_command(Call& call, const Query& named) {
  const Query query = parse_options(call, 4, named, Scores::kMayBeAsked);
  ScoredMembers members = select(call, 1, query);
  return query.has_scores ? members_and_scores_reply(std::move(members), pairs_of(call))
                          : members_reply(std::move(members));
}

Query named(By by, bool is_reverse) {
  Query query;
  query.by = by;
  query.is_reverse = is_reverse;
  return query;
}

Reply remove_command(Call& call, By by) {
  const Query query = named(by, false);
  const Ends ends = parse_ends(call, 2, query);
  auto zset = call.keys().zset(call.arg(1), Create::kNo);
  if (!zset) return Reply::integer(0);
  const ScoredMembers members = select(*zset, ends, query);
  remove_members(call, call.arg(1), std::move(zset), members, call.command.name);
  return Reply::integer(static_cast<int64_t>(members.size()));
}

}  // namespace

// ZRANGE key start stop [BYSCORE|BYLEX] [REV] [LIMIT offset count] [WITHSCORES]
Reply zrange(Call& call) {
  return range_command(call, {});
}

// ZRANGESTORE destination source start stop [BYSCORE|BYLEX] [REV] [LIMIT offset count]
Reply zrangestore(Call& call) {
  const Query query = parse_options(call, 5, {}, Scores::kAreAlwaysTaken);
  const ScoredMembers members = select(call, 2, query);
  return store_members(call, call.arg(1), members, call.command.name);
}

// ZRANGEBYSCORE key min max [WITHSCORES] [LIMIT offset count]
Reply zrangebyscore(Call& call) {
  return range_command(call, named(By::kScore, false));
}

// ZRANGEBYLEX key min max [LIMIT offset count]
Reply zrangebylex(Call& call) {
  return range_command(call, named(By::kLex, false));
}

// ZREVRANGE key start stop [WITHSCORES]
Reply zrevrange(Call& call) {
  return range_command(call, named(By::kRank, true));
}

// ZREVRANGEBYSCORE key max min [WITHSCORES] [LIMIT offset count]
Reply zrevrangebyscore(Call& call) {
  return range_command(call, named(By::kScore, true));
}

// ZREVRANGEBYLEX key max min [LIMIT offset count]
Reply zrevrangebylex(Call& call) {
  return range_command(call, named(By::kLex, true));
}

// ZCOUNT key min max
Reply zcount(Call& call) {
  const ScoreRange range = parse_score_range(call.arg(2), call.arg(3));
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  return Reply::integer(zset ? zset->count_by_score(range) : 0);
}

// ZLEXCOUNT key min max
Reply zlexcount(Call& call) {
  const LexRange range = parse_lex_range(call.arg(2), call.arg(3));
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  return Reply::integer(zset ? zset->count_by_lex(range) : 0);
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

}  // namespace keemun::commands
