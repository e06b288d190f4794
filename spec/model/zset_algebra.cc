// Unions, intersections and differences of sorted sets, weighted and aggregated. A plain set takes
// part as a sorted set whose scores are all 1.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "model/call.h"
#include "model/scored.h"

namespace keemun::model {

namespace {

using Scores = std::map<Bytes, double, std::less<>>;

struct Input {
  Scores scores;
  double weight = 1;
};

enum class Aggregate : uint8_t { kSum, kMin, kMax };

struct Request {
  std::vector<Input> inputs;
  Aggregate aggregate = Aggregate::kSum;
  bool with_scores = false;
  int64_t limit = 0;  // none
};

// Which options a command knows.
struct Grammar {
  bool weighted = false;  // WEIGHTS and AGGREGATE
  bool scores = false;    // WITHSCORES
  bool limit = false;     // LIMIT
};

double without_nan(double score) {
  return std::isnan(score) ? 0 : score;
}

double aggregate(Aggregate how, double sofar, double next) {
  // The comparisons are false for a NaN (0 * inf), which therefore never wins.
  if (how == Aggregate::kMin) return next < sofar ? next : sofar;
  if (how == Aggregate::kMax) return next > sofar ? next : sofar;
  return without_nan(sofar + next);
}

Scores find_scores(const Call& call, BytesView key) {
  const Entry* entry = call.find_entry(key);
  Scores scores;
  if (entry == nullptr) return scores;
  if (const auto* set = std::get_if<Set>(&entry->value)) {
    for (const Bytes& member : *set) scores.emplace(member, 1);
    return scores;
  }
  return call.find<ZSet>(key)->by_member();
}

Aggregate parse_aggregate(const Call& call, size_t index) {
  if (call.is_word(index, "sum")) return Aggregate::kSum;
  if (call.is_word(index, "min")) return Aggregate::kMin;
  if (call.is_word(index, "max")) return Aggregate::kMax;
  Call::throw_syntax_error();
}

double parse_weight(const Call& call, size_t index) {
  const auto weight = parse_double(call.arg(index));
  if (!weight) throw CommandError("ERR weight value is not a float");
  return *weight;
}

void parse_options(const Call& call, size_t first, Grammar grammar, Request& request) {
  const size_t key_count = request.inputs.size();
  for (size_t i = first; i < call.size(); ++i) {
    const size_t left = call.size() - i - 1;
    if (grammar.weighted && left >= key_count && call.is_word(i, "weights")) {
      for (Input& input : request.inputs) input.weight = parse_weight(call, ++i);
    } else if (grammar.weighted && left >= 1 && call.is_word(i, "aggregate")) {
      request.aggregate = parse_aggregate(call, ++i);
    } else if (grammar.scores && call.is_word(i, "withscores")) {
      request.with_scores = true;
    } else if (grammar.limit && left >= 1 && call.is_word(i, "limit")) {
      request.limit = call.integer_in(++i, 0, std::numeric_limits<int64_t>::max(),
                                      "ERR LIMIT can't be negative");
    } else {
      Call::throw_syntax_error();
    }
  }
}

// numkeys key [key ...] and the options, from args[at] on. The keys' types are checked before the
// options are read.
Request parse_request(const Call& call, size_t at, Grammar grammar) {
  const int64_t key_count = call.integer(at);
  if (key_count < 1) {
    throw CommandError("ERR at least 1 input key is needed for '" + Bytes(command_name(call.args)) +
                       "' command");
  }
  if (key_count > static_cast<int64_t>(call.size() - at - 1)) Call::throw_syntax_error();
  const size_t options = at + 1 + static_cast<size_t>(key_count);
  Request request;
  for (size_t i = at + 1; i < options; ++i) {
    request.inputs.push_back({find_scores(call, call.arg(i)), 1});
  }
  parse_options(call, options, grammar, request);
  return request;
}

// The smallest first: a sum of doubles depends on the order in which it is made.
void order_by_size(std::vector<Input>& inputs) {
  std::stable_sort(inputs.begin(), inputs.end(), [](const Input& a, const Input& b) {
    return a.scores.size() < b.scores.size();
  });
}

Scores union_of(Request& request) {
  order_by_size(request.inputs);
  Scores result;
  for (const Input& input : request.inputs) {
    for (const auto& [member, score] : input.scores) {
      const double weighted = without_nan(input.weight * score);
      const auto [place, added] = result.emplace(member, weighted);
      if (!added) place->second = aggregate(request.aggregate, place->second, weighted);
    }
  }
  return result;
}

Scores intersection_of(Request& request) {
  order_by_size(request.inputs);
  Scores result;
  for (const auto& [member, score] : request.inputs[0].scores) {
    double sofar = without_nan(request.inputs[0].weight * score);
    bool everywhere = true;
    for (size_t i = 1; i < request.inputs.size() && everywhere; ++i) {
      const Input& input = request.inputs[i];
      const auto found = input.scores.find(member);
      everywhere = found != input.scores.end();
      if (everywhere) sofar = aggregate(request.aggregate, sofar, input.weight * found->second);
    }
    if (everywhere) result.emplace(member, sofar);
  }
  return result;
}

Scores difference_of(Request& request) {
  Scores result = request.inputs[0].scores;
  for (size_t i = 1; i < request.inputs.size(); ++i) {
    for (const auto& [member, score] : request.inputs[i].scores) result.erase(member);
  }
  return result;
}

using Algebra = Scores (*)(Request& request);

ScoredMembers ranked(const Scores& scores) {
  ScoredMembers members;
  for (const auto& [member, score] : scores) members.emplace_back(score, member);
  std::sort(members.begin(), members.end());
  return members;
}

Reply answer(const Call& call, Algebra algebra, bool weighted) {
  Request request = parse_request(call, 1, {.weighted = weighted, .scores = true});
  const ScoredMembers members = ranked(algebra(request));
  return request.with_scores ? members_and_scores_reply(members, pairs_of(call))
                             : members_reply(members);
}

Reply store_result(const Call& call, Algebra algebra, bool weighted) {
  Request request = parse_request(call, 2, {.weighted = weighted});
  return store(call, call.arg(1), ranked(algebra(request)));
}

// ZUNION numkeys key [key ...] [WEIGHTS weight ...] [AGGREGATE SUM|MIN|MAX] [WITHSCORES]
Reply zunion(Call& call) {
  return answer(call, union_of, true);
}

// ZINTER numkeys key [key ...] [WEIGHTS weight ...] [AGGREGATE SUM|MIN|MAX] [WITHSCORES]
Reply zinter(Call& call) {
  return answer(call, intersection_of, true);
}

// ZDIFF numkeys key [key ...] [WITHSCORES]
Reply zdiff(Call& call) {
  return answer(call, difference_of, false);
}

// ZUNIONSTORE destination numkeys key [key ...] [WEIGHTS weight ...] [AGGREGATE SUM|MIN|MAX]
Reply zunionstore(Call& call) {
  return store_result(call, union_of, true);
}

// ZINTERSTORE destination numkeys key [key ...] [WEIGHTS weight ...] [AGGREGATE SUM|MIN|MAX]
Reply zinterstore(Call& call) {
  return store_result(call, intersection_of, true);
}

// ZDIFFSTORE destination numkeys key [key ...]
Reply zdiffstore(Call& call) {
  return store_result(call, difference_of, false);
}

// ZINTERCARD numkeys key [key ...] [LIMIT limit]
Reply zintercard(Call& call) {
  Request request = parse_request(call, 1, {.limit = true});
  const auto size = static_cast<int64_t>(intersection_of(request).size());
  return Reply::integer(request.limit == 0 ? size : std::min(size, request.limit));
}

constexpr Command kCommands[] = {
    {"zunion", -3, zunion},
    {"zinter", -3, zinter},
    {"zdiff", -3, zdiff},
    {"zunionstore", -4, zunionstore},
    {"zinterstore", -4, zinterstore},
    {"zdiffstore", -4, zdiffstore},
    {"zintercard", -3, zintercard},
};

}  // namespace

std::span<const Command> zset_algebra_commands() {
  return kCommands;
}

}  // namespace keemun::model
