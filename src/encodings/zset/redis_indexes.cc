#include "encodings/zset/redis_indexes.h"

#include <memory>
#include <utility>

#include "base/command_error.h"
#include "base/number_text.h"
#include "encodings/corrupt_key.h"
#include "format/member_index.h"
#include "ports/store_error.h"

namespace keemun::encodings {

using ports::RedisCommand;
using ports::StoreError;
using resp::Reply;

namespace {

constexpr size_t kMembersPerCommand = 1'000;

const Reply* first_error(std::span<const Reply> replies) {
  for (const Reply& reply : replies) {
    if (reply.is_error()) return &reply;
    if (!reply.is_aggregate()) continue;
    if (const Reply* inner = first_error(reply.items())) return inner;
  }
  return nullptr;
}

bool is_long(BytesView index) {
  const auto decoded = format::MemberIndex::decode(index);
  return decoded && !decoded->is_inline();
}

// ZADD with those that stay, in commands of bounded length.
std::vector<RedisCommand> add_commands(const Bytes& name, const RedisIndexes::Scores& scores) {
  std::vector<RedisCommand> commands;
  size_t members = kMembersPerCommand;
  for (const auto& [index, score] : scores) {
    if (!score) continue;
    if (members == kMembersPerCommand) {
      commands.push_back({"ZADD", name});
      members = 0;
    }
    commands.back().push_back(format_score(*score));
    commands.back().push_back(index);
    ++members;
  }
  return commands;
}

}  // namespace

RedisIndexes::Replies RedisIndexes::ask(BytesView name, BytesView key,
                                        std::vector<RedisCommand> commands) {
  commands.push_back({"EXISTS", Bytes(name)});
  Replies replies;
  try {
    replies = redis_.call(commands);
  } catch (const StoreError& error) {
    throw StoreError(StoreError::Kind::kUnavailable, error.text());
  }
  if (const Reply* error = first_error(replies)) {
    throw StoreError(StoreError::Kind::kUnavailable, "Redis refused: " + error->text());
  }
  if (replies.back().integer() != 1) {
    throw CommandError("ERR the index of sorted set '" + shown_bytes(key) +
                       "' is lost: its Redis does not hold it any more");
  }
  replies.pop_back();
  return replies;
}

RedisIndexes::Pending RedisIndexes::pending(BytesView name) const {
  Pending all;
  const auto found = changes_.find(name);
  if (found == changes_.end()) return all;
  for (const Change* change : found->second) {
    const Pending& next = change->pending_;
    if (next.is_new || next.is_dropped) all.scores.clear();
    all.is_new = all.is_new || next.is_new;
    all.is_dropped = next.is_dropped || (all.is_dropped && next.scores.empty());
    for (const auto& [index, score] : next.scores) all.scores.insert_or_assign(index, score);
  }
  return all;
}

RedisIndexes::Change& RedisIndexes::change(ports::Rows& rows, const Bytes& name, bool is_new) {
  auto change = std::make_unique<Change>(*this, name, is_new);
  Change& joined = *change;
  rows.join(std::move(change));
  return joined;
}

void RedisIndexes::drop(ports::Rows& rows, const Bytes& name) {
  change(rows, name, false).drop();
}

// All of the commands take effect, or none.
RedisIndexes::Replies RedisIndexes::write(std::span<const RedisCommand> commands) {
  std::vector<RedisCommand> all = {{"MULTI"}};
  all.insert(all.end(), commands.begin(), commands.end());
  all.push_back({"EXEC"});
  Replies replies = redis_.call(all);
  if (const Reply* error = first_error(replies)) {
    throw StoreError(StoreError::Kind::kUnavailable, "Redis refused: " + error->text());
  }
  return std::move(replies.back().items());
}

void RedisIndexes::store_new(const Bytes& name, const Scores& scores) {
  std::vector<RedisCommand> commands = add_commands(name, scores);
  commands.insert(commands.begin(), {"DEL", name});
  write(commands);
}

RedisIndexes::Steps RedisIndexes::steps_of(const Bytes& name, const Scores& scores) {
  bool do_long_go = false;
  bool do_long_come = false;
  Steps steps;
  int64_t gone = 0;
  bool do_short_come = false;
  for (const auto& [index, score] : scores) {
    (score ? do_long_come : do_long_go) |= is_long(index);
    do_short_come |= score && !is_long(index);
    gone += score ? 0 : 1;
    (score && is_long(index) ? steps.after : steps.before).emplace(index, score);
  }
  if (!do_long_go) return {{}, scores};
  if (!do_long_come) return {scores, {}};
  if (do_short_come) return steps;
  // Members that are put again count as neither gone nor come, so this errs to the safe side.
  const std::vector<RedisCommand> count = {{"ZCARD", name}};
  if (redis_.call(count).front().integer() <= gone) return {{}, scores};
  return steps;
}

void RedisIndexes::apply(const Bytes& name, const Scores& scores) {
  if (scores.empty()) return;
  std::vector<RedisCommand> commands = add_commands(name, scores);
  commands.insert(commands.begin(), {"EXISTS", name});
  RedisCommand remove = {"ZREM", name};
  for (const auto& [index, score] : scores) {
    if (!score) remove.push_back(index);
  }
  if (remove.size() > 2) commands.push_back(std::move(remove));
  const Replies replies = write(commands);
  if (replies.front().integer() == 1) return;
  erase(name);
  throw StoreError(StoreError::Kind::kCorrupt, "the index of a sorted set was lost on the way");
}

// One that stays belongs to a version that nobody asks for.
void RedisIndexes::erase(const Bytes& name) {
  const RedisCommand erase = {"UNLINK", name};
  try {
    redis_.call({&erase, 1});
  } catch (const StoreError&) {
    return;
  }
}

RedisIndexes::Change::Change(RedisIndexes& indexes, Bytes name, bool is_new)
    : indexes_(indexes), name_(std::move(name)) {
  pending_.is_new = is_new;
  indexes_.changes_[name_].push_back(this);
}

RedisIndexes::Change::~Change() {
  const auto found = indexes_.changes_.find(name_);
  std::erase(found->second, this);
  if (found->second.empty()) indexes_.changes_.erase(found);
}

void RedisIndexes::Change::put(Bytes index, double score) {
  if (pending_.is_dropped) {
    pending_.is_dropped = false;
    pending_.is_new = true;
  }
  pending_.scores.insert_or_assign(std::move(index), score);
}

void RedisIndexes::Change::remove(Bytes index) {
  pending_.scores.insert_or_assign(std::move(index), std::nullopt);
}

void RedisIndexes::Change::drop() {
  pending_.is_dropped = true;
  pending_.scores.clear();
}

void RedisIndexes::Change::before_commit() {
  if (!acts()) return;
  const Pending all = indexes_.pending(name_);
  if (all.is_dropped) return;
  if (all.is_new) {
    indexes_.store_new(name_, all.scores);
  } else {
    Steps steps = indexes_.steps_of(name_, all.scores);
    after_ = std::move(steps.after);
    has_acted_ = !steps.before.empty();  // also when the answer does not come
    indexes_.apply(name_, steps.before);
  }
}

void RedisIndexes::Change::after_commit() {
  if (!acts()) return;
  const Pending all = indexes_.pending(name_);
  if (all.is_dropped) {
    indexes_.erase(name_);
  } else {
    indexes_.apply(name_, after_);
  }
}

}  // namespace keemun::encodings
