#include "commands/zset/zset_algebra_commands.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/number_text.h"
#include "base/resting_comparison.h"
#include "commands/ordered_walk.h"
#include "commands/zset/zset_answers.h"
#include "commands/zset/zset_inputs.h"

namespace keemun::commands {

using types::ScoredMember;

namespace {

enum class Aggregate : uint8_t { kSum, kMin, kMax };

struct Request {
  Host& host;
  std::vector<ZSetInput> inputs = {};
  Aggregate aggregate = Aggregate::kSum;
  bool has_scores = false;
  int64_t limit = 0;  // none
};

// The options that a command knows.
struct Grammar {
  bool weighted = false;  // WEIGHTS and AGGREGATE
  bool scores = false;    // WITHSCORES
  bool limit = false;     // LIMIT
};

// Parsing.

double parse_weight(const Call& call, size_t index) {
  const auto weight = parse_double(call.arg(index));
  if (!weight) throw_error("ERR weight value is not a float");
  return *weight;
}

Aggregate parse_aggregate(const Call& call, size_t index) {
  if (call.is_word(index, "sum")) return Aggregate::kSum;
  if (call.is_word(index, "min")) return Aggregate::kMin;
  if (call.is_word(index, "max")) return Aggregate::kMax;
  throw_syntax_error();
}

int64_t parse_limit(const Call& call, size_t index) {
  const auto limit = parse_int64(call.arg(index));
  if (!limit || *limit < 0) throw_error("ERR LIMIT can't be negative");
  return *limit;
}

void parse_options(const Call& call, size_t first, Grammar grammar, Request& request) {
  const size_t key_count = request.inputs.size();
  for (size_t i = first; i < call.size(); ++i) {
    const size_t words_behind = call.size() - i - 1;
    if (grammar.weighted && words_behind >= key_count && call.is_word(i, "weights")) {
      for (ZSetInput& input : request.inputs) input.weight = parse_weight(call, ++i);
    } else if (grammar.weighted && words_behind > 0 && call.is_word(i, "aggregate")) {
      request.aggregate = parse_aggregate(call, ++i);
    } else if (grammar.limit && words_behind > 0 && call.is_word(i, "limit")) {
      request.limit = parse_limit(call, ++i);
    } else if (grammar.scores && call.is_word(i, "withscores")) {
      request.has_scores = true;
    } else {
      throw_syntax_error();
    }
  }
}

// numkeys key [key ...] and the options, from the word at `at` on. Redis looks at the keys before
// it reads the options.
Request parse_request(Call& call, size_t at, Grammar grammar) {
  const int64_t key_count = call.integer(at);
  if (key_count < 1) {
    throw_error("ERR at least 1 input key is needed for '" + Bytes(call.command.name) +
                "' command");
  }
  if (key_count > static_cast<int64_t>(call.size() - at - 1)) throw_syntax_error();
  const auto keys = call.args.subspan(at + 1, static_cast<size_t>(key_count));
  Request request{call.host, open_inputs(call, keys)};
  parse_options(call, at + 1 + keys.size(), grammar, request);
  return request;
}

// Scores.

double zero_if_nan(double score) {
  return std::isnan(score) ? 0 : score;
}

// `next` may be no number (zero times infinity): it is neither less nor greater than anything.
double aggregate(Aggregate how, double so_far, double next) {
  switch (how) {
    case Aggregate::kSum:
      return zero_if_nan(so_far + next);
    case Aggregate::kMin:
      return next < so_far ? next : so_far;
    case Aggregate::kMax:
      return next > so_far ? next : so_far;
  }
  return so_far;
}

// The smallest first: that is quickest, and a sum of doubles depends on its order.
void order_by_size(std::vector<ZSetInput>& inputs) {
  std::stable_sort(inputs.begin(), inputs.end(), [](const ZSetInput& a, const ZSetInput& b) {
    return a.source->size() < b.source->size();
  });
}

void order_by_rank(Host& host, ScoredMembers& members) {
  const auto let_others_go = [&host] { host.let_others_go(); };
  RestingComparison comes_before(let_others_go, [](const ScoredMember& a, const ScoredMember& b) {
    return a.score != b.score ? a.score < b.score : a.member < b.member;
  });
  std::sort(members.begin(), members.end(), std::ref(comes_before));
}

std::vector<OtherInput> others_of(const Request& request) {
  std::vector<OtherInput> others;
  for (size_t i = 1; i < request.inputs.size(); ++i) {
    others.emplace_back(request.inputs[i], *request.inputs.front().source);
  }
  return others;
}

// Keeps the members of which `keep(member, its score in the other)` says so.
template <typename Keep>
void filter_by(OtherInput& other, ScoredMembers& members, Keep keep) {
  if (members.empty()) return;
  const std::vector<std::optional<double>> scores = other.scores(members);
  ScoredMembers kept;
  for (size_t i = 0; i < members.size(); ++i) {
    if (keep(members[i], scores[i])) kept.push_back(std::move(members[i]));
  }
  members = std::move(kept);
}

void append(ScoredMembers& all, ScoredMembers some) {
  std::move(some.begin(), some.end(), std::back_inserter(all));
}

// The three results, as long as they are; what is read for them is never held whole.

ScoredMembers union_of(Request& request) {
  order_by_size(request.inputs);
  std::map<Bytes, double> scores;
  for (const ZSetInput& input : request.inputs) {
    types::Pages pages(*input.source);
    for (ScoredMembers page = pages.next(); !page.empty(); page = pages.next()) {
      for (ScoredMember& one : page) {
        const double weighted = zero_if_nan(input.weight * one.score);
        const auto [place, is_new] = scores.emplace(std::move(one.member), weighted);
        if (!is_new) place->second = aggregate(request.aggregate, place->second, weighted);
      }
    }
  }
  ScoredMembers members;
  members.reserve(scores.size());
  constexpr size_t kMembersAtOnce = 256;
  while (!scores.empty()) {
    if (members.size() % kMembersAtOnce == 0) request.host.let_others_go();
    auto node = scores.extract(scores.begin());
    members.push_back({std::move(node.key()), node.mapped()});
  }
  return members;
}

// Hands on the intersection in pages, in the order of members, until `visit` answers false.
template <typename Visit>
void visit_intersection(Request& request, Visit visit) {
  order_by_size(request.inputs);
  const double weight = request.inputs.front().weight;
  std::vector<OtherInput> others = others_of(request);
  types::Pages pages(*request.inputs.front().source);
  for (ScoredMembers page = pages.next(); !page.empty(); page = pages.next()) {
    for (ScoredMember& one : page) one.score = zero_if_nan(weight * one.score);
    for (OtherInput& other : others) {
      filter_by(other, page, [&](ScoredMember& one, std::optional<double> score) {
        if (!score) return false;
        one.score = aggregate(request.aggregate, one.score, other.weight() * *score);
        return true;
      });
    }
    if (!visit(std::move(page))) return;
  }
}

ScoredMembers intersection_of(Request& request) {
  ScoredMembers members;
  visit_intersection(request, [&](ScoredMembers page) {
    append(members, std::move(page));
    return true;
  });
  return members;
}

ScoredMembers read_difference_of(const Request& request) {
  MergedWalk<ZSetSource> others;
  for (size_t i = 1; i < request.inputs.size(); ++i) others.add(*request.inputs[i].source);
  ScoredMembers members;
  types::Pages pages(*request.inputs.front().source);
  for (ScoredMembers page = pages.next(); !page.empty(); page = pages.next()) {
    for (ScoredMember& one : page) {
      if (!others.holds(one.member)) members.push_back(std::move(one));
    }
  }
  return members;
}

ScoredMembers difference_of(Request& request) {
  std::vector<std::optional<int64_t>> sizes;
  for (size_t i = 1; i < request.inputs.size(); ++i) {
    sizes.push_back(request.inputs[i].source->size_if_known());
  }
  if (are_better_read(request.inputs.front().source->size_if_known(), sizes)) {
    return read_difference_of(request);
  }
  ScoredMembers members;
  std::vector<OtherInput> others = others_of(request);
  types::Pages pages(*request.inputs.front().source);
  for (ScoredMembers page = pages.next(); !page.empty(); page = pages.next()) {
    for (OtherInput& other : others) {
      filter_by(other, page,
                [](const ScoredMember&, std::optional<double> score) { return !score; });
    }
    append(members, std::move(page));
  }
  return members;
}

using Algebra = ScoredMembers (*)(Request& request);

Reply answer(Call& call, Algebra algebra, Grammar grammar) {
  grammar.scores = true;
  Request request = parse_request(call, 1, grammar);
  ScoredMembers members = algebra(request);
  order_by_rank(call.host, members);
  return request.has_scores ? members_and_scores_reply(std::move(members), pairs_of(call))
                            : members_reply(std::move(members));
}

Reply store_result(Call& call, Algebra algebra, Grammar grammar) {
  ScoredMembers members;
  {
    // The destination may be an input too: all of them are closed before it is written.
    Request request = parse_request(call, 2, grammar);
    members = algebra(request);
  }
  return store_members(call, call.arg(1), members, call.command.name);
}

}  // namespace

// ZUNION numkeys key [key ...] [WEIGHTS weight ...] [AGGREGATE SUM|MIN|MAX] [WITHSCORES]
Reply zunion(Call& call) {
  return answer(call, union_of, {.weighted = true});
}

// ZINTER numkeys key [key ...] [WEIGHTS weight ...] [AGGREGATE SUM|MIN|MAX] [WITHSCORES]
Reply zinter(Call& call) {
  return answer(call, intersection_of, {.weighted = true});
}

// ZDIFF numkeys key [key ...] [WITHSCORES]
Reply zdiff(Call& call) {
  return answer(call, difference_of, {});
}

// ZUNIONSTORE destination numkeys key [key ...] [WEIGHTS weight ...] [AGGREGATE SUM|MIN|MAX]
Reply zunionstore(Call& call) {
  return store_result(call, union_of, {.weighted = true});
}

// ZINTERSTORE destination numkeys key [key ...] [WEIGHTS weight ...] [AGGREGATE SUM|MIN|MAX]
Reply zinterstore(Call& call) {
  return store_result(call, intersection_of, {.weighted = true});
}

// ZDIFFSTORE destination numkeys key [key ...]
Reply zdiffstore(Call& call) {
  return store_result(call, difference_of, {});
}

// ZINTERCARD numkeys key [key ...] [LIMIT limit]
Reply zintercard(Call& call) {
  Request request = parse_request(call, 1, {.limit = true});
  int64_t count = 0;
  visit_intersection(request, [&](const ScoredMembers& page) {
    count += static_cast<int64_t>(page.size());
    return request.limit == 0 || count < request.limit;
  });
  return Reply::integer(request.limit == 0 ? count : std::min(count, request.limit));
}

}  // namespace keemun::commands
