// Groups of consumers of a stream: making and ending them, and what is pending there.
#include <algorithm>
#include <utility>

#include "model/stream_words.h"

namespace keemun::model {

namespace {

// An entry from `start` on may have been deleted by name.
bool has_gap_from(const Stream& stream, const Id& start) {
  if (stream.entries.empty() || stream.greatest_deleted == Id()) return false;
  return stream.entries.begin()->first <= stream.greatest_deleted &&
         start <= stream.greatest_deleted;
}

// How many were added up to an id; -1 where it cannot be known.
int64_t added_up_to(const Stream& stream, const Id& id) {
  const auto all = static_cast<int64_t>(stream.entries_added);
  if (all == 0) return 0;
  if (id == stream.last_id || (stream.entries.empty() && id < stream.last_id)) return all;
  if (id > stream.last_id) return -1;
  const Id first = stream.entries.begin()->first;
  if (stream.greatest_deleted != Id() && stream.greatest_deleted >= first) return -1;
  if (id > first) return -1;
  const auto gone = static_cast<int64_t>(stream.entries_added - stream.entries.size());
  return id < first ? gone : static_cast<int64_t>(static_cast<uint64_t>(gone) + 1);
}

}  // namespace

void advance(const Stream& stream, Stream::Group& group, const Id& id) {
  if (group.entries_read != -1 && !has_gap_from(stream, id)) {
    group.entries_read =
        static_cast<int64_t>(static_cast<uint64_t>(group.entries_read) + uint64_t{1});
  } else if (stream.entries_added != 0) {
    group.entries_read = added_up_to(stream, id);
  }
  group.last_delivered = id;
}

std::optional<int64_t> lag_of(const Stream& stream, const Stream::Group& group) {
  if (stream.entries_added == 0) return 0;
  const bool is_known = group.entries_read != -1 && !has_gap_from(stream, group.last_delivered);
  const int64_t read = is_known ? group.entries_read : added_up_to(stream, group.last_delivered);
  if (!is_known && read == -1) return std::nullopt;
  return static_cast<int64_t>(stream.entries_added - static_cast<uint64_t>(read));
}

void throw_no_group_of(BytesView key, BytesView group) {
  throw CommandError(error_text("NOGROUP No such consumer group '" +
                                    Bytes(group.substr(0, group.find('\0'))) + "' for key name '" +
                                    Bytes(key.substr(0, key.find('\0'))) + "'",
                                Bytes::npos));
}

GroupOf group_argument(const Call& call, size_t index) {
  Stream* stream = call.find<Stream>(call.arg(index));
  const Bytes& name = call.arg(index + 1);
  if (stream != nullptr) {
    const auto found = stream->groups.find(name);
    if (found != stream->groups.end()) return {stream, &found->second};
  }
  throw CommandError(error_text("NOGROUP No such key '" + Bytes(call.arg(index).c_str()) +
                                    "' or consumer group '" + Bytes(name.c_str()) + "'",
                                Bytes::npos));
}

void throw_subcommand(const Call& call) {
  Bytes upper = call.arg(0).c_str();
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  throw CommandError("ERR unknown subcommand or wrong number of arguments for '" +
                     error_text(call.arg(1)) + "'. Try " + upper + " HELP.");
}

void see(const Call& call, Stream::Group& group, const Bytes& consumer) {
  group.seen_at_ms.insert_or_assign(consumer, call.now_ms);
}

int64_t pending_count(const Stream::Group& group, BytesView consumer) {
  return std::count_if(group.pending.begin(), group.pending.end(),
                       [consumer](const auto& entry) { return entry.second.consumer == consumer; });
}

namespace {

struct GroupWords {
  bool makes_stream = false;
  int64_t entries_read = -1;
};

GroupWords read_group_words(const Call& call, bool is_create) {
  GroupWords words;
  for (size_t i = 5; i < call.size(); ++i) {
    if (is_create && call.is_word(i, "mkstream")) {
      words.makes_stream = true;
    } else if (i + 1 < call.size() && call.is_word(i, "entriesread")) {
      words.entries_read = call.integer(++i);
      if (words.entries_read < -1) {
        throw CommandError("ERR value for ENTRIESREAD must be positive or -1");
      }
    } else {
      throw_subcommand(call);
    }
  }
  return words;
}

Stream& stream_of_group(const Call& call) {
  Stream* stream = call.find<Stream>(call.arg(2));
  if (stream != nullptr) return *stream;
  throw CommandError(
      "ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to "
      "use the MKSTREAM option to create an empty stream automatically.");
}

Stream::Group& group_of_key(const Call& call) {
  Stream& stream = stream_of_group(call);
  const auto found = stream.groups.find(call.arg(3));
  if (found == stream.groups.end()) throw_no_group_of(call.arg(2), call.arg(3));
  return found->second;
}

// XGROUP without a subcommand never passes the arity check.
Reply xgroup(Call& call) {
  call.throw_wrong_arity();
}

// XGROUP CREATE key group id | $ [MKSTREAM] [ENTRIESREAD count]
Reply xgroup_create(Call& call) {
  const GroupWords words = read_group_words(call, true);
  Stream* stream = call.find<Stream>(call.arg(2));
  if (!words.makes_stream) stream = &stream_of_group(call);
  if (call.size() > 8) throw_subcommand(call);
  Id id;
  if (call.arg(4) != "$" && Bytes(call.arg(4).c_str()) != "$") {
    id = id_argument(call, 4);
  } else if (stream != nullptr) {
    id = stream->last_id;
  }
  if (stream == nullptr) {
    stream = &call.find_or_create<Stream>(call.arg(2));
    call.changed(call.arg(2));
  }
  const Stream::Group group = {id, words.entries_read, {}, {}};
  if (!stream->groups.try_emplace(call.arg(3), group).second) {
    throw CommandError("BUSYGROUP Consumer Group name already exists");
  }
  return Reply::ok();
}

// XGROUP SETID key group id | $ [ENTRIESREAD count]
Reply xgroup_setid(Call& call) {
  const GroupWords words = read_group_words(call, false);
  Stream::Group& group = group_of_key(call);
  if (call.size() != 5 && call.size() != 7) throw_subcommand(call);
  group.last_delivered = Bytes(call.arg(4).c_str()) == "$" ? stream_of_group(call).last_id
                                                           : open_id_argument(call, 4, 0);
  group.entries_read = words.entries_read;
  return Reply::ok();
}

// XGROUP DESTROY key group
Reply xgroup_destroy(Call& call) {
  return Reply::integer(static_cast<int64_t>(stream_of_group(call).groups.erase(call.arg(3))));
}

// XGROUP CREATECONSUMER key group consumer
Reply xgroup_createconsumer(Call& call) {
  return Reply::integer(group_of_key(call).seen_at_ms.try_emplace(call.arg(4), call.now_ms).second);
}

// XGROUP DELCONSUMER key group consumer
Reply xgroup_delconsumer(Call& call) {
  Stream::Group& group = group_of_key(call);
  group.seen_at_ms.erase(call.arg(4));
  return Reply::integer(static_cast<int64_t>(std::erase_if(
      group.pending, [&](const auto& entry) { return entry.second.consumer == call.arg(4); })));
}

// XGROUP HELP: in words of one's own.
Reply xgroup_help(Call& call) {
  const bool is_help = call.observed != nullptr &&
                       item_of(*call.observed, 0).kind() == Reply::Kind::kStatus &&
                       item_of(*call.observed, 0).text().starts_with("XGROUP <subcommand>");
  return is_help ? *call.observed : Reply::array({Reply::status("XGROUP <subcommand> ...")});
}

// XACK key group id [id ...]
Reply xack(Call& call) {
  Stream* stream = call.find<Stream>(call.arg(1));
  if (stream == nullptr) return Reply::integer(0);
  const auto found = stream->groups.find(call.arg(2));
  if (found == stream->groups.end()) return Reply::integer(0);
  std::vector<Id> ids;
  for (size_t i = 3; i < call.size(); ++i) ids.push_back(id_argument(call, i));
  size_t count = 0;
  for (const Id& id : ids) count += found->second.pending.erase(id);
  return Reply::integer(static_cast<int64_t>(count));
}

Reply pending_summary(const Stream::Group& group) {
  if (group.pending.empty()) {
    return Reply::array({Reply::integer(0), Reply::null(), Reply::null(), Reply::null_array()});
  }
  Reply::Items consumers;
  for (const auto& [name, seen_at_ms] : group.seen_at_ms) {
    const int64_t count = pending_count(group, name);
    if (count == 0) continue;
    consumers.push_back(Reply::array({Reply::bulk(name), Reply::bulk(std::to_string(count))}));
  }
  return Reply::array({Reply::integer(static_cast<int64_t>(group.pending.size())),
                       id_reply(group.pending.begin()->first),
                       id_reply(group.pending.rbegin()->first),
                       Reply::array(std::move(consumers))});
}

// XPENDING key group [[IDLE ms] start end count [consumer]]
Reply xpending(Call& call) {
  if (call.size() == 3) return pending_summary(*group_argument(call, 1).group);
  if (call.size() < 6 || call.size() > 9) Call::throw_syntax_error();
  const bool has_idle = call.is_word(3, "idle");
  const int64_t idle_min = has_idle ? call.integer(4) : 0;
  if (has_idle && call.size() < 8) Call::throw_syntax_error();
  const size_t start = has_idle ? 5 : 3;
  const int64_t count = call.integer(start + 2);
  const Id first = start_argument(call, start);
  const Id last = end_argument(call, start + 1);
  const Bytes* consumer = start + 3 < call.size() ? &call.arg(start + 3) : nullptr;
  const Stream::Group& group = *group_argument(call, 1).group;
  Reply::Items items;
  for (const auto& [id, pending] : group.pending) {
    if (static_cast<int64_t>(items.size()) >= count) break;
    if (id < first || id > last || (consumer != nullptr && *consumer != pending.consumer)) continue;
    const int64_t idle_ms = call.now_ms - pending.delivered_at_ms;
    if (idle_min != 0 && idle_ms < idle_min) continue;
    Reply idle = Reply::integer(std::max<int64_t>(idle_ms, 0));
    if (call.observed != nullptr) {
      take_time(call, idle, item_of(item_of(*call.observed, items.size()), 2));
    }
    items.push_back(Reply::array({id_reply(id), Reply::bulk(pending.consumer), std::move(idle),
                                  Reply::integer(pending.deliveries)}));
  }
  return Reply::array(std::move(items));
}

constexpr Command kCommands[] = {
    {"xack", -4, xack},
    {"xgroup", -2, xgroup},
    {"xgroup|create", -5, xgroup_create},
    {"xgroup|createconsumer", 5, xgroup_createconsumer},
    {"xgroup|delconsumer", 5, xgroup_delconsumer},
    {"xgroup|destroy", 4, xgroup_destroy},
    {"xgroup|help", 2, xgroup_help},
    {"xgroup|setid", -5, xgroup_setid},
    {"xpending", -3, xpending},
};

}  // namespace

std::span<const Command> stream_group_commands() {
  return kCommands;
}

}  // namespace keemun::model
