// XCLAIM and XAUTOCLAIM: what is pending for one consumer becomes pending for another.
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "model/stream_words.h"

namespace keemun::model {

namespace {

struct ClaimWords {
  int64_t idle_min = 0;
  int64_t delivered_at_ms = 0;
  std::optional<int64_t> deliveries;
  Id last_id;
  bool is_forced = false;
  bool is_without_entries = false;
};

int64_t number(const Call& call, size_t index, const Bytes& error) {
  const auto value = parse_int64(call.arg(index));
  if (!value) throw CommandError(error);
  return *value;
}

int64_t minus(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}

// Those behind the ids.
ClaimWords read_claim_words(const Call& call, size_t i) {
  ClaimWords words;
  std::optional<int64_t> delivered_at_ms;
  for (; i < call.size(); ++i) {
    const bool has_more = i + 1 < call.size();
    const auto value_of = [&](BytesView option) {
      return number(call, ++i, "ERR Invalid " + Bytes(option) + " option argument for XCLAIM");
    };
    if (call.is_word(i, "force")) {
      words.is_forced = true;
    } else if (call.is_word(i, "justid")) {
      words.is_without_entries = true;
    } else if (has_more && call.is_word(i, "idle")) {
      delivered_at_ms = minus(call.now_ms, value_of("IDLE"));
    } else if (has_more && call.is_word(i, "time")) {
      delivered_at_ms = value_of("TIME");
    } else if (has_more && call.is_word(i, "retrycount")) {
      words.deliveries = value_of("RETRYCOUNT");
    } else if (has_more && call.is_word(i, "lastid")) {
      words.last_id = id_argument(call, ++i);
    } else {
      throw CommandError(error_text(
          "ERR Unrecognized XCLAIM option '" + Bytes(call.arg(i).c_str()) + "'", Bytes::npos));
    }
  }
  const int64_t asked = delivered_at_ms.value_or(call.now_ms);
  words.delivered_at_ms = asked < 0 || asked > call.now_ms ? call.now_ms : asked;
  if (words.deliveries && *words.deliveries < 0) words.deliveries.reset();
  return words;
}

bool is_idle(const Call& call, const ClaimWords& words, const Stream::Pending& pending) {
  return words.idle_min == 0 || minus(call.now_ms, pending.delivered_at_ms) >= words.idle_min;
}

// It is pending for the consumer now.
void take(const Call& call, const ClaimWords& words, Stream::Group& group,
          Stream::Pending& pending) {
  see(call, group, call.arg(3));
  pending.consumer = call.arg(3);
  pending.delivered_at_ms = words.delivered_at_ms;
  if (words.deliveries) {
    pending.deliveries = *words.deliveries;
  } else if (!words.is_without_entries) {
    pending.deliveries = minus(pending.deliveries, -1);
  }
}

Reply claimed(const ClaimWords& words, const Id& id, const std::vector<Bytes>& entry) {
  return words.is_without_entries ? id_reply(id) : entry_reply(id, entry);
}

// XCLAIM key group consumer min-idle-time id [id ...] [IDLE ms] [TIME ms] [RETRYCOUNT count]
// [FORCE] [JUSTID] [LASTID id]
Reply xclaim(Call& call) {
  const auto [stream, group] = group_argument(call, 1);
  const int64_t idle_min =
      std::max<int64_t>(number(call, 4, "ERR Invalid min-idle-time argument for XCLAIM"), 0);
  std::vector<Id> ids;
  size_t i = 5;
  for (; i < call.size(); ++i) {
    const auto id = read_id(call.arg(i), 0);
    if (!id) break;
    ids.push_back(*id);
  }
  ClaimWords words = read_claim_words(call, i);
  words.idle_min = idle_min;
  group->last_delivered = std::max(group->last_delivered, words.last_id);
  Reply::Items items;
  for (const Id& id : ids) {
    auto pending = group->pending.find(id);
    const auto entry = stream->entries.find(id);
    if (entry == stream->entries.end()) {
      if (pending != group->pending.end()) group->pending.erase(pending);
      continue;
    }
    const bool is_new = pending == group->pending.end();
    if (is_new && !words.is_forced) continue;
    if (!is_new && !is_idle(call, words, pending->second)) continue;
    if (is_new) pending = group->pending.emplace(id, Stream::Pending()).first;
    take(call, words, *group, pending->second);
    items.push_back(claimed(words, id, entry->second));
  }
  return Reply::array(std::move(items));
}

// XAUTOCLAIM key group consumer min-idle-time start [COUNT count] [JUSTID]
Reply xautoclaim(Call& call) {
  ClaimWords words;
  words.idle_min =
      std::max<int64_t>(number(call, 4, "ERR Invalid min-idle-time argument for XAUTOCLAIM"), 0);
  words.delivered_at_ms = call.now_ms;
  const Id first = start_argument(call, 5);
  int64_t count = 100;
  for (size_t i = 6; i < call.size(); ++i) {
    if (i + 1 < call.size() && call.is_word(i, "count")) {
      count = call.integer_in(++i, 1, std::numeric_limits<int64_t>::max() / 16,
                              "ERR COUNT must be > 0");
    } else if (call.is_word(i, "justid")) {
      words.is_without_entries = true;
    } else {
      Call::throw_syntax_error();
    }
  }
  const auto [stream, group] = group_argument(call, 1);
  Reply::Items taken;
  Reply::Items gone;
  int64_t tries = count * 10;
  auto at = group->pending.lower_bound(first);
  while (at != group->pending.end() && tries-- > 0 && count > 0) {
    const auto entry = stream->entries.find(at->first);
    if (entry == stream->entries.end()) {
      gone.push_back(id_reply(at->first));
      at = group->pending.erase(at);
      --count;
      continue;
    }
    if (is_idle(call, words, at->second)) {
      take(call, words, *group, at->second);
      taken.push_back(claimed(words, at->first, entry->second));
      --count;
    }
    ++at;
  }
  const Id next = at == group->pending.end() ? Id() : at->first;
  return Reply::array(
      {id_reply(next), Reply::array(std::move(taken)), Reply::array(std::move(gone))});
}

constexpr Command kCommands[] = {{"xautoclaim", -6, xautoclaim}, {"xclaim", -6, xclaim}};

}  // namespace

std::span<const Command> stream_claim_commands() {
  return kCommands;
}

}  // namespace keemun::model
