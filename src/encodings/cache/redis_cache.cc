#include "encodings/cache/redis_cache.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/hash.h"
#include "base/number_text.h"
#include "ports/store_error.h"

namespace keemun::encodings {

using ports::redis_command;
using ports::RedisCommand;
using resp::Reply;

namespace {

// A counter that nobody changes for so long may go: its absence ends the epoch.
constexpr int64_t kFenceMs = 86'400'000;

bool is_clean(const Reply& reply) {
  if (reply.is_error()) return false;
  if (!reply.is_aggregate()) return reply.kind() != Reply::Kind::kNullArray;
  return std::all_of(reply.items().begin(), reply.items().end(), is_clean);
}

int64_t count_of(const Reply& reply) {
  if (reply.kind() == Reply::Kind::kInteger) return reply.integer();
  if (reply.kind() != Reply::Kind::kBulk) return 0;
  return parse_int64(reply.text()).value_or(-1);
}

}  // namespace

size_t RedisCache::stripe_of(BytesView subject) {
  return hash_bytes(subject) % kStripes;
}

// No two of these are ever equal, nor the name of an index that is stored: that begins with "c#".
Bytes RedisCache::real_name(BytesView epoch, BytesView name) {
  Bytes real;
  real.reserve(epoch.size() + 1 + name.size());
  return std::move(real.append(epoch).append(":").append(name));
}

Bytes RedisCache::fence_name(BytesView epoch, size_t stripe) {
  return Bytes(epoch).append("!").append(format_int64(static_cast<int64_t>(stripe)));
}

std::optional<RedisCache::Replies> RedisCache::read(BytesView subject,
                                                    std::vector<RedisCommand> commands) {
  if (!is_usable(subject)) return std::nullopt;
  const Bytes epoch = enter_epoch();
  const size_t place = stripe_of(subject);
  const Stripe& stripe = stripes_[place];
  if (stripe.in_flight > 0) return std::nullopt;
  const int64_t started_before = stripe.started;
  for (RedisCommand& command : commands) command[1] = real_name(epoch, command[1]);
  commands.push_back(redis_command("GET", fence_name(epoch, place)));
  std::optional<Replies> replies = call(commands);
  if (!replies || epoch_ != epoch || stripe.started != started_before) return std::nullopt;
  if (count_of(replies->back()) != stripe.count) {
    start_over();
    return std::nullopt;
  }
  if (!std::all_of(replies->begin(), replies->end(), is_clean)) return std::nullopt;
  replies->pop_back();
  return replies;
}

void RedisCache::fill(BytesView subject, std::vector<RedisCommand> commands) {
  if (!is_usable(subject) || !epoch_ || stripes_[stripe_of(subject)].in_flight > 0) return;
  const Bytes epoch = *epoch_;
  for (RedisCommand& command : commands) command[1] = real_name(epoch, command[1]);
  if (commands.size() > 1) {
    commands.insert(commands.begin(), {"MULTI"});
    commands.push_back({"EXEC"});
  }
  const std::optional<Replies> replies = call(commands);
  const bool is_done = replies && std::all_of(replies->begin(), replies->end(), is_clean);
  if (!is_done && epoch_ == epoch) start_over();
}

void RedisCache::forget(std::span<const Forget> forgets) {
  if (!epoch_ || forgets.empty()) return;
  if (is_resting()) return start_over();
  const Bytes epoch = *epoch_;
  std::vector<RedisCommand> commands;
  std::set<size_t> places;
  for (const Forget& forget : forgets) {
    RedisCommand erase = {"DEL"};
    for (const Bytes& name : forget.names) erase.push_back(real_name(epoch, name));
    if (erase.size() > 1) commands.push_back(std::move(erase));
    places.insert(stripe_of(forget.subject));
  }
  const size_t first_fence = commands.size();
  for (const size_t place : places)
    commands.push_back(redis_command("INCR", fence_name(epoch, place)));
  for (const size_t place : places) {
    commands.push_back(redis_command("PEXPIRE", fence_name(epoch, place), format_int64(kFenceMs)));
    ++stripes_[place].in_flight;
    ++stripes_[place].started;
  }
  const std::optional<Replies> replies = call(commands);
  if (epoch_ != epoch) return;
  if (!replies || !std::all_of(replies->begin(), replies->end(), is_clean)) return start_over();
  size_t next = first_fence;
  for (const size_t place : places) settle(place, (*replies)[next++]);
}

// Changes that were in flight together may be answered in any order; but when none is left, the
// highest of their counts is as far from the last as there were changes. Until then nobody reads.
void RedisCache::settle(size_t place, const Reply& counted) {
  Stripe& stripe = stripes_[place];
  --stripe.in_flight;
  ++stripe.answered;
  stripe.highest = std::max(stripe.highest, count_of(counted));
  if (stripe.in_flight > 0) return;
  if (stripe.highest != stripe.count + stripe.answered) return start_over();
  stripe.count = stripe.highest;
  stripe.answered = 0;
}

void RedisCache::pin(BytesView subject) {
  ++pins_[Bytes(subject)];
}

void RedisCache::unpin(BytesView subject) {
  const auto found = pins_.find(subject);
  if (--found->second == 0) pins_.erase(found);
}

bool RedisCache::is_usable(BytesView subject) {
  return !is_pinned(subject) && !is_resting() && !doubts_.holds(subject, clock_.now_ms());
}

// A clock that steps back ends a rest too.
bool RedisCache::is_resting() {
  if (!rest_began_ms_) return false;
  const int64_t rested_ms = clock_.now_ms() - *rest_began_ms_;
  if (rested_ms >= 0 && rested_ms < limits_.rest_ms) return true;
  rest_began_ms_.reset();
  return false;
}

void RedisCache::rest() {
  rest_began_ms_ = clock_.now_ms();
}

const Bytes& RedisCache::enter_epoch() {
  if (!epoch_) {
    stripes_.fill({});
    epoch_ = format_int64(static_cast<int64_t>(random_.next() >> 1));
  }
  return *epoch_;
}

std::optional<RedisCache::Replies> RedisCache::call(std::span<const RedisCommand> commands) {
  try {
    return redis_.call(commands);
  } catch (const ports::StoreError&) {
    rest();
    return std::nullopt;
  }
}

}  // namespace keemun::encodings
