#include "commands/zset/zset_commands.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/number_text.h"
#include "commands/count_arguments.h"
#include "commands/distinct.h"
#include "commands/scan_options.h"
#include "commands/zset/zset_add.h"
#include "commands/zset/zset_answers.h"
#include "types/sampling.h"

namespace keemun::commands {

using types::AddRules;
using types::RankRange;
using types::ScoredMember;
using types::ScoredView;
using types::ZSetStore;

namespace {

// ZADD.

struct AddOptions {
  AddRules rules;
  bool counts_changes = false;  // CH
  size_t end = 0;               // the first word that is no option
};

AddOptions parse_add_options(const Call& call) {
  AddOptions options;
  AddRules& rules = options.rules;
  const std::pair<BytesView, bool*> words[] = {
      {"nx", &rules.only_new},  {"xx", &rules.only_existing},  {"gt", &rules.only_greater},
      {"lt", &rules.only_less}, {"incr", &rules.is_increment}, {"ch", &options.counts_changes}};
  for (options.end = 2; options.end < call.size(); ++options.end) {
    const auto word = std::find_if(std::begin(words), std::end(words), [&](const auto& one) {
      return call.is_word(options.end, one.first);
    });
    if (word == std::end(words)) break;
    *word->second = true;
  }
  return options;
}

void check_add_options(const AddRules& rules, size_t pair_count) {
  if (rules.only_new && rules.only_existing) {
    throw_error("ERR XX and NX options at the same time are not compatible");
  }
  if (rules.only_new + rules.only_greater + rules.only_less > 1) {
    throw_error("ERR GT, LT, and/or NX options at the same time are not compatible");
  }
  if (rules.is_increment && pair_count > 1) {
    throw_error("ERR INCR option supports a single increment-element pair");
  }
}

// Pairs of score and member from `first` on.
AddOutcome add(Call& call, const AddRules& rules, size_t first, BytesView event) {
  std::vector<ScoredView> pairs;
  for (size_t i = first; i < call.size(); i += 2) {
    pairs.push_back({call.arg(i + 1), call.number(i)});
  }
  return add_members(call, rules, pairs, event);
}

// Scores and ranks.

Reply score_or_null(std::optional<double> score) {
  return score ? Reply::number(*score) : Reply::null();
}

Reply rank_command(Call& call, bool is_reverse) {
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  if (!zset) return Reply::null();
  const BytesView member = call.arg(2);
  const auto score = zset->scores({&member, 1}).front();
  if (!score) return Reply::null();
  return Reply::integer(zset->rank({member, *score}, is_reverse));
}

// Pops.

// Nothing where there is no such key.
ScoredMembers pop(Call& call, BytesView key, bool is_highest, int64_t count) {
  auto zset = call.keys().zset(key, Create::kNo);
  if (!zset) return {};
  const RankRange ranks = {0, std::min(count, zset->size())};
  ScoredMembers popped = zset->range_by_rank(ranks, is_highest);
  remove_members(call, key, std::move(zset), popped, is_highest ? "zpopmax" : "zpopmin");
  return popped;
}

// Pairs are nested only where a count was given.
Reply pop_command(Call& call, bool is_highest) {
  if (call.size() > 3) throw_syntax_error();
  const bool has_count = call.size() == 3;
  const int64_t count =
      has_count ? count_from(call, 2, 0, "ERR value is out of range, must be positive") : 1;
  return members_and_scores_reply(pop(call, call.arg(1), is_highest, count),
                                  has_count ? pairs_of(call) : Pairs::kFlat);
}

// By chance.

std::vector<Bytes> sample_of(const Call& call, ZSetStore& zset, int64_t asked) {
  const types::NameOrder members{
      [&zset](const std::optional<Bytes>& after, size_t names_max) {
        std::vector<Bytes> names;
        for (ScoredMember& one : zset.scan(after, names_max)) {
          names.push_back(std::move(one.member));
        }
        return names;
      },
      [&zset] { return zset.size(); },
      [&zset] { return std::optional(zset.size()); },
      [&zset] { return zset.last_member(); },
      [&zset](std::span<const uint64_t> ranks) { return zset.members_at(ranks); },
  };
  return types::sample(members, sample_count_of(asked), [&call] { return call.host.draw(); });
}

ScoredMembers with_scores(ZSetStore& zset, std::vector<Bytes> names) {
  const std::vector<BytesView> views(names.begin(), names.end());
  const std::vector<std::optional<double>> scores = zset.scores(views);
  ScoredMembers members;
  for (size_t i = 0; i < names.size(); ++i) {
    if (scores[i]) members.push_back({std::move(names[i]), *scores[i]});
  }
  return members;
}

}  // namespace

// ZADD key [NX|XX] [GT|LT] [CH] [INCR] score member [score member ...]
Reply zadd(Call& call) {
  const AddOptions options = parse_add_options(call);
  const size_t words = call.size() - options.end;
  if (words == 0 || words % 2 != 0) throw_syntax_error();
  check_add_options(options.rules, words / 2);
  const bool is_increment = options.rules.is_increment;
  const AddOutcome outcome = add(call, options.rules, options.end, is_increment ? "zincr" : "zadd");
  if (is_increment) return score_or_null(outcome.last_score);
  return Reply::integer(outcome.added + (options.counts_changes ? outcome.updated : 0));
}

// ZINCRBY key increment member
Reply zincrby(Call& call) {
  // Redis reads it as a ZADD: an increment that is one of its options is none.
  if (parse_add_options(call).end != 2) throw_syntax_error();
  AddRules rules;
  rules.is_increment = true;
  return score_or_null(add(call, rules, 2, "zincr").last_score);
}

// ZREM key member [member ...]
Reply zrem(Call& call) {
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  if (!zset) return Reply::integer(0);
  const std::vector<BytesView> members = distinct(call.args.subspan(2));
  const std::vector<std::optional<double>> scores = zset->scores(members);
  std::vector<ScoredView> found;
  for (size_t i = 0; i < members.size(); ++i) {
    if (scores[i]) found.push_back({members[i], *scores[i]});
  }
  if (!found.empty()) {
    zset->remove(found);
    call.changed(call.arg(1), "zrem");
  }
  return Reply::integer(static_cast<int64_t>(found.size()));
}

// ZCARD key
Reply zcard(Call& call) {
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  return Reply::integer(zset ? zset->size() : 0);
}

// ZSCORE key member
Reply zscore(Call& call) {
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  const BytesView member = call.arg(2);
  return zset ? score_or_null(zset->scores({&member, 1}).front()) : Reply::null();
}

// ZMSCORE key member [member ...]
Reply zmscore(Call& call) {
  const auto members = call.args.subspan(2);
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  Reply::Items items(members.size());
  if (!zset) return Reply::array(std::move(items));
  const std::vector<std::optional<double>> scores = zset->scores(members);
  std::transform(scores.begin(), scores.end(), items.begin(), score_or_null);
  return Reply::array(std::move(items));
}

// ZRANK key member
Reply zrank(Call& call) {
  return rank_command(call, false);
}

// ZREVRANK key member
Reply zrevrank(Call& call) {
  return rank_command(call, true);
}

// ZPOPMIN key [count]
Reply zpopmin(Call& call) {
  return pop_command(call, false);
}

// ZPOPMAX key [count]
Reply zpopmax(Call& call) {
  return pop_command(call, true);
}

// ZMPOP numkeys key [key ...] MIN|MAX [COUNT count]
Reply zmpop(Call& call) {
  return zmpop_when_read(call, [] {});
}

Reply zmpop_when_read(Call& call, const std::function<void()>& is_read) {
  const int64_t key_count = count_from(call, 1, 1, "ERR numkeys should be greater than 0");
  if (key_count > static_cast<int64_t>(call.size()) - 3) throw_syntax_error();
  const size_t where = 2 + static_cast<size_t>(key_count);
  const bool is_highest = call.is_word(where, "max");
  if (!is_highest && !call.is_word(where, "min")) throw_syntax_error();

  int64_t count = 1;
  if (call.size() > where + 1) {
    if (call.size() == where + 2 || !call.is_word(where + 1, "count")) throw_syntax_error();
    count = count_from(call, where + 2, 1, "ERR count should be greater than 0");
    if (call.size() > where + 3) throw_syntax_error();
  }
  is_read();
  for (const BytesView key : call.args.subspan(2, where - 2)) {
    ScoredMembers popped = pop(call, key, is_highest, count);
    if (popped.empty()) continue;
    Reply::Items reply;
    reply.push_back(Reply::bulk(Bytes(key)));
    reply.push_back(members_and_scores_reply(std::move(popped), Pairs::kNested));
    return Reply::array(std::move(reply));
  }
  return Reply::null_array();
}

// ZRANDMEMBER key [count [WITHSCORES]]
Reply zrandmember(Call& call) {
  const bool has_count = call.size() > 2;
  const bool has_scores = call.size() == 4 && call.is_word(3, "withscores");
  const int64_t asked = has_count ? parse_sample_count(call, 2, has_scores) : 1;
  if (call.size() > 4 || (call.size() == 4 && !has_scores)) throw_syntax_error();
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  if (!zset) return has_count ? Reply::array() : Reply::null();
  std::vector<Bytes> names = sample_of(call, *zset, asked);
  if (has_scores) {
    return members_and_scores_reply(with_scores(*zset, std::move(names)), pairs_of(call));
  }
  if (!has_count) return names.empty() ? Reply::null() : Reply::bulk(std::move(names[0]));
  return Reply::array(Reply::bulks(std::move(names)));
}

// ZSCAN key cursor [MATCH pattern] [COUNT count]
Reply zscan(Call& call) {
  ScanCursor cursor = parse_scan_cursor(call, 2);
  const auto zset = call.keys().zset(call.arg(1), Create::kNo);
  if (!zset) return empty_scan_reply();
  const ScanOptions options = parse_scan_options(call, 3);
  ScanReply reply(call, std::move(cursor), options);
  auto page = reply.page(*zset);
  // A small one stands in the order of scores in Redis, and is answered so; some go by it.
  std::stable_sort(
      page.begin(), page.end(),
      [](const ScoredMember& one, const ScoredMember& other) { return one.score < other.score; });
  for (ScoredMember& one : page) {
    if (!options.matches(one.member)) continue;
    reply.add(std::move(one.member));
    reply.add(format_long_double(one.score));
  }
  return reply.finish();
}

}  // namespace keemun::commands
