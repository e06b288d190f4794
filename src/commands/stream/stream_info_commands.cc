#include "commands/stream/stream_info_commands.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "base/wrapping.h"
#include "commands/stream/stream_arguments.h"
#include "commands/stream/stream_groups.h"
#include "commands/stream/stream_pages.h"
#include "types/stream_progress.h"

namespace keemun::commands {

using types::NamedConsumer;
using types::NamedGroup;
using types::PendingEntry;
using types::StreamGroup;
using types::StreamProgress;
using types::StreamStore;

namespace {

// There is no radix tree: as many keys as Redis has where nothing was deleted, and a root.
constexpr int64_t kEntriesPerTreeKey = 100;

void add(Reply::Items& map, BytesView name, Reply value) {
  map.push_back(Reply::bulk(Bytes(name)));
  map.push_back(std::move(value));
}

std::unique_ptr<StreamStore> open_stream(const Call& call) {
  auto stream = call.keys().stream(call.arg(2), Create::kNo);
  if (!stream) throw_error("ERR no such key");
  return stream;
}

struct ConsumerTotals {
  int64_t consumers = 0;
  int64_t pending = 0;
};

ConsumerTotals totals_of(StreamStore& stream, BytesView group) {
  ConsumerTotals totals;
  visit_consumers(stream, group, [&](const NamedConsumer& one) {
    ++totals.consumers;
    totals.pending += one.consumer.pending;
  });
  return totals;
}

Reply number_or_null(const std::optional<int64_t>& number) {
  return number ? Reply::integer(*number) : Reply::null();
}

void add_progress(Reply::Items& map, StreamProgress& progress, const StreamGroup& group) {
  const bool is_known = group.entries_read != types::kEntriesReadUnknown;
  add(map, "last-delivered-id", stream_id_reply(group.last_delivered));
  add(map, "entries-read",
      number_or_null(is_known ? std::optional(group.entries_read) : std::nullopt));
  add(map, "lag", number_or_null(progress.lag_of(group)));
}

Reply first_entry_or_null(StreamStore& stream, bool is_reverse) {
  auto entries = stream.entries({.entries_max = 1, .is_reverse = is_reverse});
  return entries.empty() ? Reply::null() : stream_entry_reply(std::move(entries.front()));
}

void add_outline(Reply::Items& map, StreamStore& stream, StreamProgress& progress) {
  const types::StreamPast past = stream.past();
  const int64_t tree_keys = (stream.size() + kEntriesPerTreeKey - 1) / kEntriesPerTreeKey;
  add(map, "length", Reply::integer(stream.size()));
  add(map, "radix-tree-keys", Reply::integer(tree_keys));
  add(map, "radix-tree-nodes", Reply::integer(tree_keys + 1));
  add(map, "last-generated-id", stream_id_reply(stream.last_id()));
  add(map, "max-deleted-entry-id", stream_id_reply(past.greatest_deleted));
  add(map, "entries-added", Reply::integer(past.entries_added));
  add(map, "recorded-first-entry-id", stream_id_reply(progress.first_id()));
}

Reply full_consumer(StreamStore& stream, BytesView group, const NamedConsumer& one, size_t count) {
  Reply::Items pending;
  const auto ids = stream.pending_of(group, one.name, {.entries_max = count});
  for (const auto& entry : stream.pending(group, ids)) {
    if (!entry) continue;
    pending.push_back(
        Reply::array({stream_id_reply(entry->id), Reply::integer(entry->delivered_at_ms),
                      Reply::integer(entry->deliveries)}));
  }
  Reply::Items map;
  add(map, "name", Reply::bulk(one.name));
  add(map, "seen-time", Reply::integer(one.consumer.seen_at_ms));
  add(map, "pel-count", Reply::integer(one.consumer.pending));
  add(map, "pending", Reply::array(std::move(pending)));
  return Reply::map(std::move(map));
}

Reply full_group(StreamStore& stream, StreamProgress& progress, const NamedGroup& one,
                 size_t count) {
  Reply::Items pending;
  for (const PendingEntry& entry : stream.pending(one.name, {.entries_max = count})) {
    pending.push_back(
        Reply::array({stream_id_reply(entry.id), Reply::bulk(entry.consumer),
                      Reply::integer(entry.delivered_at_ms), Reply::integer(entry.deliveries)}));
  }
  int64_t pending_count = 0;
  Reply::Items consumers;
  visit_consumers(stream, one.name, [&](const NamedConsumer& consumer) {
    pending_count += consumer.consumer.pending;
    consumers.push_back(full_consumer(stream, one.name, consumer, count));
  });
  Reply::Items map;
  add(map, "name", Reply::bulk(one.name));
  add_progress(map, progress, one.group);
  add(map, "pel-count", Reply::integer(pending_count));
  add(map, "pending", Reply::array(std::move(pending)));
  add(map, "consumers", Reply::array(std::move(consumers)));
  return Reply::map(std::move(map));
}

// FULL [COUNT count]: how many entries of each kind; none without FULL.
std::optional<size_t> parse_full(const Call& call) {
  constexpr int64_t kCountUsual = 10;
  if (call.size() == 3) return std::nullopt;
  const bool has_count = call.size() == 6 && call.is_word(4, "count");
  if (!call.is_word(3, "full") || (call.size() != 4 && !has_count)) throw_bad_subcommand(call);
  int64_t count = has_count ? call.integer(5) : kCountUsual;
  if (count < 0) count = kCountUsual;
  return count == 0 ? std::numeric_limits<size_t>::max() : static_cast<size_t>(count);
}

}  // namespace

// XINFO subcommand ...
Reply xinfo(Call& call) {
  throw_wrong_arity(call.command);
}

// XINFO CONSUMERS key group
Reply xinfo_consumers(Call& call) {
  const auto stream = open_stream(call);
  const BytesView group = call.arg(3);
  if (!stream->group(group)) throw_no_group_of_key(call.arg(2), group);
  Reply::Items consumers;
  visit_consumers(*stream, group, [&](const NamedConsumer& one) {
    const int64_t idle_ms = wrapping_difference(call.keys().now_ms(), one.consumer.seen_at_ms);
    Reply::Items map;
    add(map, "name", Reply::bulk(one.name));
    add(map, "pending", Reply::integer(one.consumer.pending));
    add(map, "idle", Reply::integer(std::max<int64_t>(idle_ms, 0)));
    consumers.push_back(Reply::map(std::move(map)));
  });
  return Reply::array(std::move(consumers));
}

// XINFO GROUPS key
Reply xinfo_groups(Call& call) {
  const auto stream = open_stream(call);
  StreamProgress progress(*stream);
  Reply::Items groups;
  visit_groups(*stream, [&](const NamedGroup& one) {
    const ConsumerTotals totals = totals_of(*stream, one.name);
    Reply::Items map;
    add(map, "name", Reply::bulk(one.name));
    add(map, "consumers", Reply::integer(totals.consumers));
    add(map, "pending", Reply::integer(totals.pending));
    add_progress(map, progress, one.group);
    groups.push_back(Reply::map(std::move(map)));
  });
  return Reply::array(std::move(groups));
}

// XINFO HELP
Reply xinfo_help(Call&) {
  constexpr BytesView kLines[] = {
      "XINFO <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
      "CONSUMERS <key> <group>",
      "    Tells of the consumers of a group.",
      "GROUPS <key>",
      "    Tells of the groups of a stream.",
      "STREAM <key> [FULL [COUNT <count>]]",
      "    Tells of a stream; of all that it holds, where that is asked for.",
      "HELP",
      "    Prints this help.",
  };
  Reply::Items lines;
  for (const BytesView line : kLines) lines.push_back(Reply::status(Bytes(line)));
  return Reply::array(std::move(lines));
}

// XINFO STREAM key [FULL [COUNT count]]
Reply xinfo_stream(Call& call) {
  const auto stream = open_stream(call);
  const std::optional<size_t> count = parse_full(call);
  StreamProgress progress(*stream);
  Reply::Items map;
  add_outline(map, *stream, progress);
  if (!count) {
    int64_t groups = 0;
    visit_groups(*stream, [&](const NamedGroup&) { ++groups; });
    add(map, "groups", Reply::integer(groups));
    add(map, "first-entry", first_entry_or_null(*stream, false));
    add(map, "last-entry", first_entry_or_null(*stream, true));
    return Reply::map(std::move(map));
  }
  Reply::Items groups;
  visit_groups(*stream, [&](const NamedGroup& one) {
    groups.push_back(full_group(*stream, progress, one, *count));
  });
  add(map, "entries", stream_entries_reply(stream->entries({.entries_max = *count})));
  add(map, "groups", Reply::array(std::move(groups)));
  return Reply::map(std::move(map));
}

}  // namespace keemun::commands
