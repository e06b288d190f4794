#include "commands/stream/stream_claim_commands.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "base/error_text.h"
#include "base/number_text.h"
#include "base/wrapping.h"
#include "commands/stream/stream_arguments.h"
#include "commands/stream/stream_groups.h"
#include "types/pending_entries.h"

namespace keemun::commands {

using types::PendingEntries;
using types::PendingEntry;
using types::StreamEntry;

namespace {

struct ClaimOptions {
  int64_t idle_min_ms = 0;
  std::vector<StreamId> ids;
  std::optional<int64_t> delivered_at_ms;
  std::optional<int64_t> deliveries;
  StreamId last_id;
  bool is_forced = false;
  bool answers_ids = false;
};

int64_t number_from(const Call& call, size_t index, BytesView text) {
  const auto number = parse_int64(call.arg(index));
  if (!number) throw_error(text);
  return *number;
}

int64_t idle_min_from(const Call& call, BytesView command) {
  const Bytes text = "ERR Invalid min-idle-time argument for " + Bytes(command);
  return std::max<int64_t>(number_from(call, 4, text), 0);
}

// The last word of the option that stands at `at`.
size_t parse_claim_option(const Call& call, size_t at, ClaimOptions& options) {
  const bool has_more = at + 1 < call.size();
  if (call.is_word(at, "force")) {
    options.is_forced = true;
    return at;
  }
  if (call.is_word(at, "justid")) {
    options.answers_ids = true;
    return at;
  }
  if (has_more && call.is_word(at, "idle")) {
    const int64_t idle_ms =
        number_from(call, at + 1, "ERR Invalid IDLE option argument for XCLAIM");
    options.delivered_at_ms = wrapping_difference(call.keys().now_ms(), idle_ms);
  } else if (has_more && call.is_word(at, "time")) {
    options.delivered_at_ms =
        number_from(call, at + 1, "ERR Invalid TIME option argument for XCLAIM");
  } else if (has_more && call.is_word(at, "retrycount")) {
    options.deliveries =
        number_from(call, at + 1, "ERR Invalid RETRYCOUNT option argument for XCLAIM");
  } else if (has_more && call.is_word(at, "lastid")) {
    options.last_id = stream_id_from(call, at + 1);
  } else {
    throw_error("ERR Unrecognized XCLAIM option '" + shown_in_error(call.arg(at)) + "'");
  }
  return at + 1;
}

ClaimOptions parse_claim_options(const Call& call) {
  ClaimOptions options;
  options.idle_min_ms = idle_min_from(call, "XCLAIM");
  size_t at = 5;
  while (at < call.size()) {
    const auto id = parse_stream_id(call.arg(at), 0);
    if (!id) break;
    options.ids.push_back(*id);
    ++at;
  }
  for (; at < call.size(); ++at) at = parse_claim_option(call, at, options);
  const int64_t now_ms = call.keys().now_ms();
  const int64_t asked = options.delivered_at_ms.value_or(now_ms);
  options.delivered_at_ms = asked < 0 || asked > now_ms ? now_ms : asked;
  if (options.deliveries.value_or(0) < 0) options.deliveries.reset();
  return options;
}

// One consumer that takes over entries of a group, one after the other.
class Claiming {
 public:
  Claiming(Call& call, OpenGroup& opened, const ClaimOptions& options)
      : call_(call), options_(options), pending_(*opened.stream, opened.name) {}

  std::optional<PendingEntry> find(const StreamId& id) { return pending_.find(id); }

  // An entry that is not there any more is not pending either.
  void forget(const PendingEntry& entry) { pending_.remove(entry); }

  bool is_idle_enough(const PendingEntry& entry) const {
    const int64_t idle_ms = wrapping_difference(call_.keys().now_ms(), entry.delivered_at_ms);
    return options_.idle_min_ms == 0 || idle_ms >= options_.idle_min_ms;
  }

  // `before` is none where the entry was not pending.
  void take(std::optional<PendingEntry> before, StreamEntry&& entry) {
    meet_consumer();
    constexpr int64_t kFirstDelivery = 1;
    PendingEntry now = before ? *before : PendingEntry{entry.id, {}, 0, kFirstDelivery};
    if (options_.deliveries) {
      now.deliveries = *options_.deliveries;
    } else if (!options_.answers_ids) {
      now = types::given_again(std::move(now), 0);
    }
    now.delivered_at_ms = *options_.delivered_at_ms;
    now.consumer = call_.arg(3);
    if (before) {
      pending_.hand_over(now, before->consumer);
    } else {
      pending_.add(now);
    }
    claimed_.push_back(options_.answers_ids ? stream_id_reply(entry.id)
                                            : stream_entry_reply(std::move(entry)));
  }

  Reply finish() {
    pending_.write();
    return Reply::array(std::move(claimed_));
  }

 private:
  void meet_consumer() {
    if (std::exchange(has_met_, true)) return;
    if (pending_.meet(call_.arg(3), call_.keys().now_ms())) {
      call_.happened(call_.arg(1), "xgroup-createconsumer");
    }
  }

  Call& call_;
  const ClaimOptions& options_;
  PendingEntries pending_;
  Reply::Items claimed_;
  bool has_met_ = false;
};

struct AutoclaimOptions {
  ClaimOptions claim;
  StreamId first;
  int64_t count = 100;
};

AutoclaimOptions parse_autoclaim_options(const Call& call) {
  constexpr int64_t kCountMax = std::numeric_limits<int64_t>::max() / 16;
  AutoclaimOptions options;
  options.claim.idle_min_ms = idle_min_from(call, "XAUTOCLAIM");
  options.first = range_start_from(call, 5);
  for (size_t i = 6; i < call.size(); ++i) {
    if (call.is_word(i, "count") && i + 1 < call.size()) {
      options.count = number_from(call, ++i, "ERR COUNT must be > 0");
      if (options.count < 1 || options.count > kCountMax) throw_error("ERR COUNT must be > 0");
    } else if (call.is_word(i, "justid")) {
      options.claim.answers_ids = true;
    } else {
      throw_syntax_error();
    }
  }
  options.claim.delivered_at_ms = call.keys().now_ms();
  return options;
}

}  // namespace

// XCLAIM key group consumer min-idle-time id [id ...] [IDLE ms] [TIME unix-time-milliseconds]
// [RETRYCOUNT count] [FORCE] [JUSTID] [LASTID id]
Reply xclaim(Call& call) {
  OpenGroup opened = open_group(call, 1);
  const ClaimOptions options = parse_claim_options(call);
  if (options.last_id > opened.group.last_delivered) {
    opened.group.last_delivered = options.last_id;
    opened.stream->put_group(opened.name, opened.group);
  }
  Claiming claiming(call, opened, options);
  for (const StreamId& id : options.ids) {
    auto before = claiming.find(id);
    auto entry = std::move(opened.stream->find({&id, 1}).front());
    if (!entry) {
      if (before) claiming.forget(*before);
      continue;
    }
    if (before ? !claiming.is_idle_enough(*before) : !options.is_forced) continue;
    claiming.take(std::move(before), std::move(*entry));
  }
  return claiming.finish();
}

// XAUTOCLAIM key group consumer min-idle-time start [COUNT count] [JUSTID]
Reply xautoclaim(Call& call) {
  constexpr int64_t kTriesPerEntry = 10;
  constexpr int64_t kPageEntries = 64;
  {
    // Redis looks the key up before it reads the options: a miss counts whatever they are.
    const keyspace::CountedLookups counted(call.keys());
    call.keys().find(call.arg(1));
  }
  const AutoclaimOptions options = parse_autoclaim_options(call);
  OpenGroup opened = open_group(call, 1);
  Claiming claiming(call, opened, options.claim);
  Reply::Items gone;
  int64_t tries = options.count * kTriesPerEntry;
  int64_t left = options.count;
  std::optional<StreamId> next = options.first;
  while (next && tries > 0 && left > 0) {
    const auto wanted = static_cast<size_t>(std::min({tries, left, kPageEntries}));
    const auto page = opened.stream->pending(opened.name, {.first = *next, .entries_max = wanted});
    std::vector<StreamId> ids;
    for (const PendingEntry& one : page) ids.push_back(one.id);
    auto entries = opened.stream->find(ids);
    for (size_t i = 0; i < page.size(); ++i) {
      --tries;
      if (entries[i] && !claiming.is_idle_enough(page[i])) continue;
      --left;
      if (entries[i]) {
        claiming.take(page[i], std::move(*entries[i]));
      } else {
        claiming.forget(page[i]);
        gone.push_back(stream_id_reply(page[i].id));
      }
    }
    next = page.size() < wanted ? std::nullopt : page.back().id.next();
  }
  const auto rest = next ? opened.stream->pending(opened.name, {.first = *next, .entries_max = 1})
                         : std::vector<PendingEntry>();
  Reply go_on_from = stream_id_reply(rest.empty() ? StreamId() : rest.front().id);
  return Reply::array({std::move(go_on_from), claiming.finish(), Reply::array(std::move(gone))});
}

}  // namespace keemun::commands
