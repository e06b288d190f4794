#include "commands/stream/stream_group_commands.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/number_text.h"
#include "base/wrapping.h"
#include "commands/stream/stream_arguments.h"
#include "commands/stream/stream_groups.h"
#include "commands/stream/stream_pages.h"
#include "types/pending_entries.h"

namespace keemun::commands {

using types::NamedConsumer;
using types::PendingEntries;
using types::PendingEntry;
using types::StreamGroup;
using types::StreamStore;

namespace {

constexpr size_t kPageEntries = 256;

struct GroupOptions {
  bool makes_stream = false;
  int64_t entries_read = types::kEntriesReadUnknown;
};

// XGROUP CREATE key group id …, and SETID without MKSTREAM.
GroupOptions parse_group_options(const Call& call, bool may_make_stream) {
  GroupOptions options;
  for (size_t i = 5; i < call.size(); ++i) {
    if (may_make_stream && call.is_word(i, "mkstream")) {
      options.makes_stream = true;
    } else if (call.is_word(i, "entriesread") && i + 1 < call.size()) {
      options.entries_read = call.integer(++i);
      if (options.entries_read < types::kEntriesReadUnknown) {
        throw_error("ERR value for ENTRIESREAD must be positive or -1");
      }
    } else {
      throw_bad_subcommand(call);
    }
  }
  return options;
}

std::unique_ptr<StreamStore> open_stream(const Call& call) {
  auto stream = call.keys().stream(call.arg(2), Create::kNo);
  if (stream) return stream;
  throw_error(
      "ERR The XGROUP subcommand requires the key to exist. Note that for CREATE you may want to "
      "use the MKSTREAM option to create an empty stream automatically.");
}

// XGROUP subcommand key group …, where the group must be there.
OpenGroup open_group_of_key(const Call& call) {
  auto stream = open_stream(call);
  const auto group = stream->group(call.arg(3));
  if (!group) throw_no_group_of_key(call.arg(2), call.arg(3));
  return {std::move(stream), call.arg(3), *group};
}

bool is_dollar(BytesView word) {
  return word.substr(0, word.find('\0')) == "$";
}

// What a consumer has not acknowledged is nobody's any more.
void erase_pending_of(StreamStore& stream, BytesView group, BytesView consumer) {
  // Always behind what is erased already, which the store would have to step over.
  for (std::optional<StreamId> next = StreamId(); next;) {
    const auto ids =
        stream.pending_of(group, consumer, {.first = *next, .entries_max = kPageEntries});
    for (const StreamId& id : ids) stream.erase_pending(group, id, consumer);
    if (ids.size() < kPageEntries) return;
    next = ids.back().next();
  }
}

Reply summary_of_pending(StreamStore& stream, BytesView group) {
  int64_t count = 0;
  Reply::Items consumers;
  visit_consumers(stream, group, [&](const NamedConsumer& one) {
    if (one.consumer.pending == 0) return;
    count += one.consumer.pending;
    consumers.push_back(
        Reply::array({Reply::bulk(one.name), Reply::bulk(format_int64(one.consumer.pending))}));
  });
  const auto first = stream.pending(group, {.entries_max = 1});
  const auto last = stream.pending(group, {.entries_max = 1, .is_reverse = true});
  if (first.empty() || last.empty()) {
    return Reply::array({Reply::integer(0), Reply::null(), Reply::null(), Reply::null_array()});
  }
  return Reply::array({Reply::integer(count), stream_id_reply(first.front().id),
                       stream_id_reply(last.front().id), Reply::array(std::move(consumers))});
}

struct PendingQuestion {
  int64_t idle_min_ms = 0;
  int64_t count = 0;
  StreamId first;
  StreamId last;
  std::optional<BytesView> consumer;
};

// XPENDING key group [IDLE min-idle-time] start end count [consumer]
PendingQuestion parse_pending_question(const Call& call) {
  if (call.size() < 6 || call.size() > 9) throw_syntax_error();
  PendingQuestion question;
  size_t at = 3;
  if (call.is_word(at, "idle")) {
    question.idle_min_ms = call.integer(at + 1);
    if (call.size() < 8) throw_syntax_error();
    at += 2;
  }
  question.count = std::max<int64_t>(call.integer(at + 2), 0);
  question.first = range_start_from(call, at);
  question.last = range_end_from(call, at + 1);
  if (at + 3 < call.size()) question.consumer = call.arg(at + 3);
  return question;
}

// The next pending entries of the group, or of one consumer.
std::vector<PendingEntry> next_pending(StreamStore& stream, BytesView group,
                                       const std::optional<BytesView>& consumer,
                                       const types::StreamRange& range) {
  if (!consumer) return stream.pending(group, range);
  std::vector<PendingEntry> found;
  for (auto& entry : stream.pending(group, stream.pending_of(group, *consumer, range))) {
    if (entry) found.push_back(std::move(*entry));
  }
  return found;
}

Reply list_of_pending(StreamStore& stream, BytesView group, const PendingQuestion& question,
                      int64_t now_ms) {
  Reply::Items items;
  std::optional<StreamId> next = question.first;
  for (int64_t left = question.count; left > 0 && next;) {
    const size_t wanted = std::min(static_cast<size_t>(left), kPageEntries);
    const auto page =
        next_pending(stream, group, question.consumer, {*next, question.last, wanted});
    for (const PendingEntry& entry : page) {
      const int64_t idle_ms = wrapping_difference(now_ms, entry.delivered_at_ms);
      if (question.idle_min_ms != 0 && idle_ms < question.idle_min_ms) continue;
      --left;
      items.push_back(Reply::array({stream_id_reply(entry.id), Reply::bulk(entry.consumer),
                                    Reply::integer(std::max<int64_t>(idle_ms, 0)),
                                    Reply::integer(entry.deliveries)}));
    }
    next = page.size() < wanted ? std::nullopt : page.back().id.next();
  }
  return Reply::array(std::move(items));
}

}  // namespace

// XGROUP subcommand ...
Reply xgroup(Call& call) {
  throw_wrong_arity(call.command);
}

// XGROUP CREATE key group id | $ [MKSTREAM] [ENTRIESREAD entries-read]
Reply xgroup_create(Call& call) {
  constexpr size_t kWordsMax = 8;
  const GroupOptions options = parse_group_options(call, true);
  auto stream =
      options.makes_stream ? call.keys().stream(call.arg(2), Create::kNo) : open_stream(call);
  if (call.size() > kWordsMax) throw_bad_subcommand(call);
  const bool is_at_end = is_dollar(call.arg(4));
  StreamGroup group = {is_at_end ? StreamId() : stream_id_from(call, 4), options.entries_read};
  if (stream && is_at_end) group.last_delivered = stream->last_id();
  if (!stream) {
    stream = call.keys().stream(call.arg(2), Create::kYes);
    stream->create();
    call.changed(call.arg(2), "");
  } else if (stream->group(call.arg(3))) {
    throw_error("BUSYGROUP Consumer Group name already exists");
  }
  stream->put_group(call.arg(3), group);
  call.happened(call.arg(2), "xgroup-create");
  return Reply::ok();
}

// XGROUP SETID key group id | $ [ENTRIESREAD entries-read]
Reply xgroup_setid(Call& call) {
  const GroupOptions options = parse_group_options(call, false);
  const OpenGroup opened = open_group_of_key(call);
  if (call.size() != 5 && call.size() != 7) throw_bad_subcommand(call);
  const StreamId id =
      is_dollar(call.arg(4)) ? opened.stream->last_id() : any_stream_id_from(call, 4, 0);
  opened.stream->put_group(opened.name, {id, options.entries_read});
  call.happened(call.arg(2), "xgroup-setid");
  return Reply::ok();
}

// XGROUP DESTROY key group
Reply xgroup_destroy(Call& call) {
  const auto stream = open_stream(call);
  if (!stream->group(call.arg(3))) return Reply::integer(0);
  stream->erase_group(call.arg(3));
  call.happened(call.arg(2), "xgroup-destroy");
  return Reply::integer(1);
}

// XGROUP CREATECONSUMER key group consumer
Reply xgroup_createconsumer(Call& call) {
  const OpenGroup opened = open_group_of_key(call);
  if (opened.stream->consumer(opened.name, call.arg(4))) return Reply::integer(0);
  opened.stream->put_consumer(opened.name, call.arg(4), {call.keys().now_ms(), 0});
  call.happened(call.arg(2), "xgroup-createconsumer");
  return Reply::integer(1);
}

// XGROUP DELCONSUMER key group consumer
Reply xgroup_delconsumer(Call& call) {
  const OpenGroup opened = open_group_of_key(call);
  const auto consumer = opened.stream->consumer(opened.name, call.arg(4));
  if (!consumer) return Reply::integer(0);
  erase_pending_of(*opened.stream, opened.name, call.arg(4));
  opened.stream->erase_consumer(opened.name, call.arg(4));
  call.happened(call.arg(2), "xgroup-delconsumer");
  return Reply::integer(consumer->pending);
}

// XGROUP HELP
Reply xgroup_help(Call&) {
  constexpr BytesView kLines[] = {
      "XGROUP <subcommand> [<arg> [value] [opt] ...]. Subcommands are:",
      "CREATE <key> <group> <id | $> [MKSTREAM] [ENTRIESREAD <count>]",
      "    Makes a group that will be given what stands behind the id.",
      "CREATECONSUMER <key> <group> <consumer>",
      "    Makes a consumer that has been given nothing.",
      "DELCONSUMER <key> <group> <consumer>",
      "    Ends a consumer, and forgets what is pending for it.",
      "DESTROY <key> <group>",
      "    Ends a group with all of its consumers.",
      "SETID <key> <group> <id | $> [ENTRIESREAD <count>]",
      "    Says behind which id the group goes on.",
      "HELP",
      "    Prints this help.",
  };
  Reply::Items lines;
  for (const BytesView line : kLines) lines.push_back(Reply::status(Bytes(line)));
  return Reply::array(std::move(lines));
}

// XACK key group id [id ...]
Reply xack(Call& call) {
  const keyspace::CountedLookups counted(call.keys());
  const auto stream = call.keys().stream(call.arg(1), Create::kNo);
  if (!stream || !stream->group(call.arg(2))) return Reply::integer(0);
  std::vector<StreamId> ids;
  for (size_t i = 3; i < call.size(); ++i) ids.push_back(stream_id_from(call, i));
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  PendingEntries pending(*stream, call.arg(2));
  int64_t acknowledged = 0;
  for (const auto& entry : stream->pending(call.arg(2), ids)) {
    if (!entry) continue;
    pending.remove(*entry);
    ++acknowledged;
  }
  pending.write();
  return Reply::integer(acknowledged);
}

// XPENDING key group [[IDLE min-idle-time] start end count [consumer]]
Reply xpending(Call& call) {
  const bool is_summary = call.size() == 3;
  const PendingQuestion question = is_summary ? PendingQuestion() : parse_pending_question(call);
  const OpenGroup opened = open_group(call, 1);
  StreamStore& stream = *opened.stream;
  if (is_summary) return summary_of_pending(stream, opened.name);
  if (question.consumer && !stream.consumer(opened.name, *question.consumer)) {
    return Reply::array();
  }
  return list_of_pending(stream, opened.name, question, call.keys().now_ms());
}

}  // namespace keemun::commands
