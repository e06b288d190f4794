// XINFO: what a stream, its groups and their consumers are.
#include <algorithm>
#include <limits>
#include <utility>

#include "model/stream_words.h"

namespace keemun::model {

namespace {

// Adds to a map, and knows what stands at the same place of the reply that was observed.
class MapReply {
 public:
  MapReply(const Call& call, const Reply& observed) : call_(call), observed_(observed) {}

  void add(BytesView name, Reply value) {
    items_.push_back(Reply::bulk(Bytes(name)));
    items_.push_back(std::move(value));
  }
  void add_time(BytesView name, int64_t ms) {
    Reply value = Reply::integer(ms);
    take_time(call_, value, next());
    add(name, std::move(value));
  }
  // There is no one answer: any number that is not negative.
  void add_any(BytesView name) {
    const Reply& theirs = next();
    const bool is_count = theirs.kind() == Reply::Kind::kInteger && theirs.integer() >= 0;
    add(name, is_count ? theirs : Reply::integer(1));
  }
  // What was observed where the next value comes.
  const Reply& next() const { return item_of(observed_, items_.size() + 1); }

  Reply finish() { return Reply::map(std::move(items_)); }

 private:
  const Call& call_;
  const Reply& observed_;
  Reply::Items items_;
};

const Reply& observed(const Call& call) {
  static const Reply kNothing;
  return call.observed == nullptr ? kNothing : *call.observed;
}

const Stream& stream_there(const Call& call) {
  const Stream* stream = call.find<Stream>(call.arg(2));
  if (stream == nullptr) throw CommandError("ERR no such key");
  return *stream;
}

Reply number_or_null(std::optional<int64_t> number) {
  return number ? Reply::integer(*number) : Reply::null();
}

void add_progress(MapReply& map, const Stream& stream, const Stream::Group& group) {
  map.add("last-delivered-id", id_reply(group.last_delivered));
  map.add("entries-read",
          group.entries_read == -1 ? Reply::null() : Reply::integer(group.entries_read));
  map.add("lag", number_or_null(lag_of(stream, group)));
}

// XINFO without a subcommand never passes the arity check.
Reply xinfo(Call& call) {
  call.throw_wrong_arity();
}

// XINFO CONSUMERS key group
Reply xinfo_consumers(Call& call) {
  const Stream& stream = stream_there(call);
  const auto group = stream.groups.find(call.arg(3));
  if (group == stream.groups.end()) throw_no_group_of(call.arg(2), call.arg(3));
  Reply::Items consumers;
  for (const auto& [name, seen_at_ms] : group->second.seen_at_ms) {
    MapReply map(call, item_of(observed(call), consumers.size()));
    map.add("name", Reply::bulk(name));
    map.add("pending", Reply::integer(pending_count(group->second, name)));
    map.add_time("idle", std::max<int64_t>(call.now_ms - seen_at_ms, 0));
    consumers.push_back(map.finish());
  }
  return Reply::array(std::move(consumers));
}

// XINFO GROUPS key
Reply xinfo_groups(Call& call) {
  const Stream& stream = stream_there(call);
  Reply::Items groups;
  for (const auto& [name, group] : stream.groups) {
    MapReply map(call, item_of(observed(call), groups.size()));
    map.add("name", Reply::bulk(name));
    map.add("consumers", Reply::integer(static_cast<int64_t>(group.seen_at_ms.size())));
    map.add("pending", Reply::integer(static_cast<int64_t>(group.pending.size())));
    add_progress(map, stream, group);
    groups.push_back(map.finish());
  }
  return Reply::array(std::move(groups));
}

// XINFO HELP: in words of one's own.
Reply xinfo_help(Call& call) {
  const bool is_help = item_of(observed(call), 0).kind() == Reply::Kind::kStatus &&
                       item_of(observed(call), 0).text().starts_with("XINFO <subcommand>");
  return is_help ? observed(call) : Reply::array({Reply::status("XINFO <subcommand> ...")});
}

bool is_full(const Reply::Items& items, int64_t count) {
  return static_cast<int64_t>(items.size()) >= count;
}

Reply full_consumer(const Call& call, const Stream::Group& group, const Bytes& name, int64_t count,
                    const Reply& theirs) {
  MapReply map(call, theirs);
  map.add("name", Reply::bulk(name));
  map.add_time("seen-time", group.seen_at_ms.find(name)->second);
  map.add("pel-count", Reply::integer(pending_count(group, name)));
  Reply::Items items;
  for (const auto& [id, pending] : group.pending) {
    if (pending.consumer != name || is_full(items, count)) continue;
    Reply time = Reply::integer(pending.delivered_at_ms);
    take_time(call, time, item_of(item_of(map.next(), items.size()), 1));
    items.push_back(
        Reply::array({id_reply(id), std::move(time), Reply::integer(pending.deliveries)}));
  }
  map.add("pending", Reply::array(std::move(items)));
  return map.finish();
}

Reply full_group(const Call& call, const Stream& stream, const Bytes& name, int64_t count,
                 const Reply& theirs) {
  const Stream::Group& group = stream.groups.find(name)->second;
  MapReply map(call, theirs);
  map.add("name", Reply::bulk(name));
  add_progress(map, stream, group);
  map.add("pel-count", Reply::integer(static_cast<int64_t>(group.pending.size())));
  Reply::Items items;
  for (const auto& [id, pending] : group.pending) {
    if (is_full(items, count)) break;
    Reply time = Reply::integer(pending.delivered_at_ms);
    take_time(call, time, item_of(item_of(map.next(), items.size()), 2));
    items.push_back(Reply::array({id_reply(id), Reply::bulk(pending.consumer), std::move(time),
                                  Reply::integer(pending.deliveries)}));
  }
  map.add("pending", Reply::array(std::move(items)));
  Reply::Items consumers;
  for (const auto& [consumer, seen_at_ms] : group.seen_at_ms) {
    consumers.push_back(
        full_consumer(call, group, consumer, count, item_of(map.next(), consumers.size())));
  }
  map.add("consumers", Reply::array(std::move(consumers)));
  return map.finish();
}

void add_full(const Call& call, MapReply& map, const Stream& stream, int64_t count) {
  Reply::Items entries;
  for (const auto& [id, words] : stream.entries) {
    if (!is_full(entries, count)) entries.push_back(entry_reply(id, words));
  }
  map.add("entries", Reply::array(std::move(entries)));
  Reply::Items groups;
  for (const auto& [name, group] : stream.groups) {
    groups.push_back(full_group(call, stream, name, count, item_of(map.next(), groups.size())));
  }
  map.add("groups", Reply::array(std::move(groups)));
}

// XINFO STREAM key [FULL [COUNT count]]
Reply xinfo_stream(Call& call) {
  const Stream& stream = stream_there(call);
  int64_t count = 10;
  if (call.size() > 3) {
    const bool has_count = call.size() == 6 && call.is_word(4, "count");
    if (!call.is_word(3, "full") || (call.size() != 4 && !has_count)) throw_subcommand(call);
    if (has_count) count = call.integer(5);
    if (count < 0) count = 10;
    if (count == 0) count = std::numeric_limits<int64_t>::max();
  }
  const bool is_empty = stream.entries.empty();
  MapReply map(call, observed(call));
  map.add("length", Reply::integer(static_cast<int64_t>(stream.entries.size())));
  map.add_any("radix-tree-keys");
  map.add_any("radix-tree-nodes");
  map.add("last-generated-id", id_reply(stream.last_id));
  map.add("max-deleted-entry-id", id_reply(stream.greatest_deleted));
  map.add("entries-added", Reply::integer(static_cast<int64_t>(stream.entries_added)));
  map.add("recorded-first-entry-id", id_reply(is_empty ? Id() : stream.entries.begin()->first));
  if (call.size() > 3) {
    add_full(call, map, stream, count);
    return map.finish();
  }
  const auto entry_or_null = [&](auto at) {
    return is_empty ? Reply::null() : entry_reply(at->first, at->second);
  };
  map.add("groups", Reply::integer(static_cast<int64_t>(stream.groups.size())));
  map.add("first-entry", entry_or_null(stream.entries.begin()));
  map.add("last-entry", entry_or_null(stream.entries.rbegin()));
  return map.finish();
}

constexpr Command kCommands[] = {
    {"xinfo", -2, xinfo},
    {"xinfo|consumers", 4, xinfo_consumers},
    {"xinfo|groups", 3, xinfo_groups},
    {"xinfo|help", 2, xinfo_help},
    {"xinfo|stream", -3, xinfo_stream},
};

}  // namespace

std::span<const Command> stream_info_commands() {
  return kCommands;
}

}  // namespace keemun::model
