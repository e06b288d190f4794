#include "encodings/zset/redis_stored_zset.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/number_text.h"

namespace keemun::encodings {

using ports::RedisCommand;
using types::LexRange;
using types::RankRange;
using types::ScoreChange;
using types::ScoredMember;
using types::ScoredView;
using types::ScoreRange;
using types::Window;

namespace {

constexpr int64_t kPageMembers = 1'000;

Bytes index_of(BytesView member) {
  return redis_name(member, MemberNames::kIndexes);
}

bool by_member(const ScoredMember& a, const ScoredMember& b) {
  return a.member < b.member;
}

}  // namespace

RedisStoredZSet::RedisStoredZSet(OpenKey key, RedisIndexes& indexes, Bytes name)
    : key_(std::move(key)), indexes_(indexes), name_(std::move(name)), is_new_(!key_.exists()) {}

void RedisStoredZSet::put(std::span<const ScoreChange> changes) {
  if (changes.empty()) return;
  RedisIndexes::Change& queued = change();
  put_index_rows(key_, changes);
  for (const ScoreChange& one : changes) queued.put(index_of(one.member), one.score);
  key_.ensure_exists();
}

void RedisStoredZSet::remove(std::span<const ScoredView> members) {
  if (members.empty()) return;
  const bool is_last = size() == static_cast<int64_t>(members.size());
  RedisIndexes::Change& queued = change();
  erase_index_rows(key_, members);
  for (const ScoredView& member : members) queued.remove(index_of(member.member));
  if (!is_last) return;
  queued.drop();
  key_.drop();
}

std::vector<std::optional<double>> RedisStoredZSet::scores(std::span<const BytesView> members) {
  std::vector<std::optional<double>> scores(members.size());
  if (!key_.exists() || members.empty()) return scores;
  const RedisIndexes::Pending pending = indexes_.pending(name_);
  std::vector<RedisCommand> commands;
  std::vector<size_t> places;
  for (size_t i = 0; i < members.size(); ++i) {
    Bytes index = index_of(members[i]);
    const auto queued = pending.scores.find(index);
    if (queued != pending.scores.end()) {
      scores[i] = queued->second;
    } else if (!pending.is_new) {
      commands.push_back({"ZSCORE", name_, std::move(index)});
      places.push_back(i);
    }
  }
  if (commands.empty()) return scores;
  const RedisIndexes::Replies replies = ask(std::move(commands));
  for (size_t i = 0; i < places.size(); ++i) {
    if (!replies[i].is_null()) scores[places[i]] = read_redis_score(replies[i]);
  }
  return scores;
}

int64_t RedisStoredZSet::size() {
  if (is_settled()) return ask({{"ZCARD", name_}}).front().integer();
  return static_cast<int64_t>(load_index().size());
}

std::vector<ScoredMember> RedisStoredZSet::range_by_rank(RankRange range, bool is_reverse) {
  if (is_settled()) {
    const int64_t members = is_reverse ? size() : 0;
    if (auto found = ranks().range_by_rank(range, is_reverse, members)) return std::move(*found);
  }
  return load().range_by_rank(range, is_reverse);
}

std::vector<ScoredMember> RedisStoredZSet::range_by_score(const ScoreRange& range, bool is_reverse,
                                                          Window window) {
  if (is_settled()) {
    if (auto found = ranks().range_by_score(range, is_reverse, window)) return std::move(*found);
  }
  return load().range_by_score(range, is_reverse, window);
}

std::vector<ScoredMember> RedisStoredZSet::range_by_lex(const LexRange& range, bool is_reverse,
                                                        Window window) {
  return load().range_by_lex(range, is_reverse, window);
}

int64_t RedisStoredZSet::rank(ScoredView member, bool is_reverse) {
  if (is_settled()) {
    if (const auto rank = ranks().rank(member, is_reverse)) return *rank;
  }
  return load().rank(member, is_reverse);
}

int64_t RedisStoredZSet::count_by_score(const ScoreRange& range) {
  if (is_settled()) {
    if (const auto count = ranks().count_by_score(range)) return *count;
  }
  return load().count_by_score(range);
}

int64_t RedisStoredZSet::count_by_lex(const LexRange& range) {
  return load().count_by_lex(range);
}

std::vector<ScoredMember> RedisStoredZSet::scan(const std::optional<Bytes>& after,
                                                size_t members_max) {
  std::vector<ScoredMember> members = load_all();
  auto first = members.begin();
  if (after) {
    first = std::upper_bound(first, members.end(), ScoredMember{*after, 0}, by_member);
  }
  const auto left = static_cast<size_t>(members.end() - first);
  const auto end = first + static_cast<int64_t>(std::min(left, members_max));
  return {std::make_move_iterator(first), std::make_move_iterator(end)};
}

std::optional<Bytes> RedisStoredZSet::last_member() {
  std::vector<ScoredMember> members = load_members();
  const auto last = std::max_element(members.begin(), members.end(), by_member);
  if (last == members.end()) return std::nullopt;
  return std::move(last->member);
}

std::vector<ScoredMember> RedisStoredZSet::load_all() {
  std::vector<ScoredMember> members = load_members();
  std::sort(members.begin(), members.end(), by_member);
  return members;
}

RedisIndexes::Replies RedisStoredZSet::ask(std::vector<RedisCommand> commands) {
  return indexes_.ask(name_, key_.key(), std::move(commands));
}

RedisRanks RedisStoredZSet::ranks() {
  return RedisRanks(key_, name_, MemberNames::kIndexes, [this](std::vector<RedisCommand> commands) {
    return std::optional(ask(std::move(commands)));
  });
}

RedisIndexes::Change& RedisStoredZSet::change() {
  if (change_ == nullptr) change_ = &indexes_.change(key_.rows(), name_, is_new_);
  return *change_;
}

std::map<Bytes, double> RedisStoredZSet::load_index() {
  std::map<Bytes, double> index;
  if (!key_.exists()) return index;
  const RedisIndexes::Pending pending = indexes_.pending(name_);
  for (int64_t first = 0; !pending.is_new; first += kPageMembers) {
    const auto page = read_scored(ask({{"ZRANGE", name_, format_int64(first),
                                        format_int64(first + kPageMembers - 1), "WITHSCORES"}})
                                      .front());
    for (const ScoredMember& member : page) index.insert_or_assign(member.member, member.score);
    if (page.size() < kPageMembers) break;
  }
  for (const auto& [name, score] : pending.scores) {
    if (score) {
      index.insert_or_assign(name, *score);
    } else {
      index.erase(name);
    }
  }
  return index;
}

std::vector<ScoredMember> RedisStoredZSet::load_members() {
  std::vector<ScoredMember> members;
  for (auto& [index, score] : load_index()) members.push_back({index, score});
  resolve_members(key_, MemberNames::kIndexes, members);
  return members;
}

}  // namespace keemun::encodings
