// Sorted sets: members, scores, ranks, pops. Ranges and algebra have files of their own.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "model/call.h"
#include "model/sampling.h"
#include "model/scan_options.h"
#include "model/scored.h"

namespace keemun::model {

namespace {

constexpr int64_t kCountMax = std::numeric_limits<int64_t>::max();

struct AddOptions {
  bool only_new = false;       // NX
  bool only_existing = false;  // XX
  bool only_greater = false;   // GT
  bool only_less = false;      // LT
  bool count_changed = false;  // CH
  bool increment = false;      // INCR

  // Takes the word at `index` if it is an option.
  bool take(const Call& call, size_t index) {
    const std::pair<BytesView, bool*> words[] = {{"nx", &only_new},      {"xx", &only_existing},
                                                 {"gt", &only_greater},  {"lt", &only_less},
                                                 {"ch", &count_changed}, {"incr", &increment}};
    for (const auto& [word, option] : words) {
      if (!call.is_word(index, word)) continue;
      *option = true;
      return true;
    }
    return false;
  }

  void check(size_t pairs) const {
    if (only_new && only_existing) {
      throw CommandError("ERR XX and NX options at the same time are not compatible");
    }
    if ((only_new && only_greater) || (only_new && only_less) || (only_greater && only_less)) {
      throw CommandError("ERR GT, LT, and/or NX options at the same time are not compatible");
    }
    if (increment && pairs > 1) {
      throw CommandError("ERR INCR option supports a single increment-element pair");
    }
  }

  // Whether a member that has `score` may get `wanted`.
  bool allow(double score, double wanted) const {
    return !(only_greater && wanted <= score) && !(only_less && wanted >= score);
  }
};

struct AddResult {
  int64_t added = 0;
  int64_t updated = 0;
  std::optional<double> score;  // of the last member, unless an option left it as it was
};

void add_one(ZSet& zset, const AddOptions& options, const ScoredMember& given, AddResult& result) {
  const auto& [given_score, member] = given;
  const auto old_score = zset.score(member);
  result.score.reset();
  if (!old_score) {
    if (options.only_existing) return;
    put_score(zset, member, given_score);
    ++result.added;
    result.score = given_score;
    return;
  }
  if (options.only_new) return;
  const double score = options.increment ? *old_score + given_score : given_score;
  if (std::isnan(score)) throw CommandError("ERR resulting score is not a number (NaN)");
  if (!options.allow(*old_score, score)) return;
  result.score = score;
  if (score == *old_score) return;
  put_score(zset, member, score);
  ++result.updated;
}

// Pairs of score and member from args[first] on. All scores are read before anything is done.
AddResult add(Call& call, const AddOptions& options, size_t first) {
  ScoredMembers given;
  for (size_t i = first; i < call.size(); i += 2) {
    given.emplace_back(call.number(i), call.arg(i + 1));
  }
  AddResult result;
  if (call.find<ZSet>(call.arg(1)) == nullptr && options.only_existing) return result;
  ZSet& zset = call.find_or_create<ZSet>(call.arg(1));
  for (const ScoredMember& one : given) add_one(zset, options, one, result);
  if (result.added + result.updated > 0) call.changed(call.arg(1));
  return result;
}

// ZADD key [NX|XX] [GT|LT] [CH] [INCR] score member [score member ...]
Reply zadd(Call& call) {
  AddOptions options;
  size_t first = 2;
  while (first < call.size() && options.take(call, first)) ++first;
  const size_t items = call.size() - first;
  if (items == 0 || items % 2 != 0) Call::throw_syntax_error();
  options.check(items / 2);

  const AddResult result = add(call, options, first);
  if (options.increment) return result.score ? Reply::number(*result.score) : Reply::null();
  return Reply::integer(result.added + (options.count_changed ? result.updated : 0));
}

// ZINCRBY key increment member
Reply zincrby(Call& call) {
  AddOptions options;
  size_t first = 2;
  if (options.take(call, first)) Call::throw_syntax_error();  // an increment that looks like NX
  options.increment = true;
  return Reply::number(*add(call, options, 2).score);
}

// ZREM key member [member ...]
Reply zrem(Call& call) {
  ZSet* zset = call.find<ZSet>(call.arg(1));
  if (zset == nullptr) return Reply::integer(0);
  int64_t removed = 0;
  for (size_t i = 2; i < call.size(); ++i) removed += zset->erase(call.arg(i)) ? 1 : 0;
  if (removed > 0) call.changed(call.arg(1));
  return Reply::integer(removed);
}

// ZCARD key
Reply zcard(Call& call) {
  const ZSet* zset = call.find<ZSet>(call.arg(1));
  return Reply::integer(zset == nullptr ? 0 : static_cast<int64_t>(zset->size()));
}

Reply score_or_null(const ZSet* zset, BytesView member) {
  const auto score = zset == nullptr ? std::nullopt : zset->score(member);
  return score ? Reply::number(*score) : Reply::null();
}

// ZSCORE key member
Reply zscore(Call& call) {
  return score_or_null(call.find<ZSet>(call.arg(1)), call.arg(2));
}

// ZMSCORE key member [member ...]
Reply zmscore(Call& call) {
  const ZSet* zset = call.find<ZSet>(call.arg(1));
  Reply::Items scores;
  for (size_t i = 2; i < call.size(); ++i) scores.push_back(score_or_null(zset, call.arg(i)));
  return Reply::array(std::move(scores));
}

// How many members stand before this one.
std::optional<int64_t> rank_of(const ZSet* zset, const Bytes& member) {
  const auto score = zset == nullptr ? std::nullopt : zset->score(member);
  if (!score) return std::nullopt;
  const auto& ranked = zset->by_rank();
  return std::distance(ranked.begin(), ranked.find({*score, member}));
}

// ZRANK key member
Reply zrank(Call& call) {
  const auto rank = rank_of(call.find<ZSet>(call.arg(1)), call.arg(2));
  return rank ? Reply::integer(*rank) : Reply::null();
}

// ZREVRANK key member
Reply zrevrank(Call& call) {
  const ZSet* zset = call.find<ZSet>(call.arg(1));
  const auto rank = rank_of(zset, call.arg(2));
  return rank ? Reply::integer(static_cast<int64_t>(zset->size()) - 1 - *rank) : Reply::null();
}

enum class End : uint8_t { kLowest, kHighest };

ScoredMembers pop(const Call& call, const Bytes& key, End end, int64_t count) {
  ZSet* zset = call.find<ZSet>(key);
  ScoredMembers popped = all_members(zset);
  if (end == End::kHighest) std::reverse(popped.begin(), popped.end());
  popped.resize(std::min(popped.size(), static_cast<size_t>(count)));
  for (const auto& [score, member] : popped) zset->erase(member);
  if (!popped.empty()) call.changed(key);
  return popped;
}

// ZPOPMIN key [count] and ZPOPMAX key [count]: pairs are nested only where a count was given.
Reply pop_command(const Call& call, End end) {
  if (call.size() > 3) Call::throw_syntax_error();
  const bool counted = call.size() == 3;
  const int64_t count =
      counted ? call.integer_in(2, 0, kCountMax, "ERR value is out of range, must be positive") : 1;
  return members_and_scores_reply(pop(call, call.arg(1), end, count),
                                  counted ? pairs_of(call) : Pairs::kFlat);
}

Reply zpopmin(Call& call) {
  return pop_command(call, End::kLowest);
}

Reply zpopmax(Call& call) {
  return pop_command(call, End::kHighest);
}

// ZMPOP numkeys key [key ...] MIN|MAX [COUNT count]
Reply zmpop(Call& call) {
  const int64_t keys = call.integer_in(1, 1, kCountMax, "ERR numkeys should be greater than 0");
  if (keys > static_cast<int64_t>(call.size()) - 3) Call::throw_syntax_error();
  const size_t where = 2 + static_cast<size_t>(keys);
  if (!call.is_word(where, "min") && !call.is_word(where, "max")) Call::throw_syntax_error();
  const End end = call.is_word(where, "min") ? End::kLowest : End::kHighest;

  int64_t count = 1;
  if (call.size() > where + 1) {
    if (!call.is_word(where + 1, "count") || call.size() == where + 2) Call::throw_syntax_error();
    count = call.integer_in(where + 2, 1, kCountMax, "ERR count should be greater than 0");
    if (call.size() > where + 3) Call::throw_syntax_error();
  }
  for (size_t i = 2; i < where; ++i) {
    const ScoredMembers popped = pop(call, call.arg(i), end, count);
    if (popped.empty()) continue;
    return Reply::array(
        {Reply::bulk(call.arg(i)), members_and_scores_reply(popped, Pairs::kNested)});
  }
  return Reply::null_array();
}

// ZRANDMEMBER key [count [WITHSCORES]]
Reply zrandmember(Call& call) {
  const bool counted = call.size() > 2;
  const bool with_scores = call.size() == 4 && call.is_word(3, "withscores");
  const int64_t asked = counted ? sample_argument(call, 2, with_scores) : 1;
  if (call.size() > 4 || (call.size() == 4 && !with_scores)) Call::throw_syntax_error();

  const ZSet* zset = call.find<ZSet>(call.arg(1));
  if (zset == nullptr) return counted ? Reply::array() : Reply::null();
  ScoredMembers chosen;
  const SampleCount count = sample_count(asked, zset->size());
  for (const Bytes& member : sample(call, zset->by_member(), count, with_scores)) {
    chosen.emplace_back(*zset->score(member), member);
  }
  if (!counted) return Reply::bulk(chosen[0].second);
  return with_scores ? members_and_scores_reply(chosen, pairs_of(call)) : members_reply(chosen);
}

// Scores as a server wrote them, by member, where ZSCAN's pages lie in `observed`.
std::map<Bytes, Bytes> observed_scores(const Reply* observed) {
  std::map<Bytes, Bytes> texts;
  if (observed == nullptr || observed->items().size() != 2) return texts;
  const auto& items = observed->items()[1].items();
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    texts.emplace(items[i].text(), items[i + 1].text());
  }
  return texts;
}

// ZSCAN alone writes one score in several ways, by how Redis holds the set (1e+17 or
// 100000000000000000, 0 or -0): any text that reads as the same number will do.
Bytes scan_score(double score, const Bytes& observed) {
  return parse_double(observed) == score ? observed : format_long_double(score);
}

// ZSCAN key cursor [MATCH pattern] [COUNT count]
Reply zscan(Call& call) {
  const uint64_t cursor = scan_cursor(call, 2);
  const ZSet* zset = call.find<ZSet>(call.arg(1));
  if (zset == nullptr) return scan_reply(call, 0, {}, 2);
  const ScanOptions options = scan_options(call, 3);
  auto observed = observed_scores(call.observed);
  Reply::Items items;
  for (const auto& [score, member] : zset->by_rank()) {
    if (!options.matches(member)) continue;
    items.push_back(Reply::bulk(member));
    items.push_back(Reply::bulk(scan_score(score, observed[member])));
  }
  return scan_reply(call, cursor, std::move(items), 2);
}

constexpr Command kCommands[] = {
    {"zadd", -4, zadd},
    {"zincrby", 4, zincrby},
    {"zrem", -3, zrem},
    {"zcard", 2, zcard},
    {"zscore", 3, zscore},
    {"zmscore", -3, zmscore},
    {"zrank", 3, zrank},
    {"zrevrank", 3, zrevrank},
    {"zpopmin", -2, zpopmin},
    {"zpopmax", -2, zpopmax},
    {"zmpop", -4, zmpop},
    {"zrandmember", -2, zrandmember},
    {"zscan", -3, zscan, Order::kScanPairs},
};

}  // namespace

std::span<const Command> zset_commands() {
  return kCommands;
}

}  // namespace keemun::model
