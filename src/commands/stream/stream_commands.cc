#include "commands/stream/stream_commands.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "commands/stream/stream_arguments.h"

namespace keemun::commands {

using types::StreamRange;
using types::StreamStore;

namespace {

constexpr size_t kEntryBytesMax = size_t{1} << 30;  // as in Redis
constexpr BytesView kTooLarge = "ERR Elements are too large to be stored";
constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

// The id of the next entry; one that is not behind the last id is refused.
StreamId next_id(const NewStreamId& given, const StreamId& last, int64_t now_ms) {
  if (given.is_whole_left_open) {
    const auto now = static_cast<uint64_t>(now_ms);
    return now > last.ms ? StreamId{now, 0} : *last.next();
  }
  StreamId id = given.id;
  if (given.is_sequence_left_open && id.ms == last.ms) {
    const bool has_room = last.sequence != std::numeric_limits<uint64_t>::max();
    if (!has_room) throw_error(kTooLarge);  // as Redis calls it
    id.sequence = last.sequence + 1;
  }
  if (id <= last) {
    throw_error("ERR The ID specified in XADD is equal or smaller than the target stream top item");
  }
  return id;
}

void check_entry_size(std::span<const BytesView> words) {
  size_t byte_count = 0;
  for (const BytesView word : words) byte_count += word.size();
  if (byte_count > kEntryBytesMax) throw_error(kTooLarge);
}

Reply range(Call& call, bool is_reverse) {
  StreamRange range;
  range.is_reverse = is_reverse;
  range.first = range_start_from(call, is_reverse ? 3 : 2);
  range.last = range_end_from(call, is_reverse ? 2 : 3);
  range.entries_max = kNoLimit;
  for (size_t i = 4; i < call.size(); i += 2) {
    if (!call.is_word(i, "count") || i + 1 == call.size()) throw_syntax_error();
    range.entries_max = static_cast<size_t>(std::max<int64_t>(call.integer(i + 1), 0));
  }
  const auto stream = call.keys().stream(call.arg(1), Create::kNo);
  if (!stream) return Reply::array();
  if (range.entries_max == 0) return Reply::null_array();
  return stream_entries_reply(stream->entries(range));
}

StreamId last_entry_id(StreamStore& stream) {
  const auto last = stream.ids({.entries_max = 1, .is_reverse = true});
  return last.empty() ? StreamId() : last.front();
}

struct StreamMarks {
  StreamId last_id;
  std::optional<int64_t> entries_added;
  StreamId greatest_deleted;
};

StreamMarks parse_marks(const Call& call) {
  StreamMarks marks = {stream_id_from(call, 2), std::nullopt, {}};
  for (size_t i = 3; i < call.size(); i += 2) {
    if (i + 1 == call.size()) throw_syntax_error();
    if (call.is_word(i, "entriesadded")) {
      marks.entries_added = call.integer(i + 1);
      if (*marks.entries_added < 0) throw_error("ERR entries_added must be positive");
    } else if (call.is_word(i, "maxdeletedid")) {
      marks.greatest_deleted = stream_id_from(call, i + 1);
      if (marks.last_id < marks.greatest_deleted) {
        throw_error(
            "ERR The ID specified in XSETID is smaller than the provided max_deleted_entry_id");
      }
    } else {
      throw_syntax_error();
    }
  }
  return marks;
}

}  // namespace

// XADD key [NOMKSTREAM] [MAXLEN | MINID [= | ~] threshold [LIMIT count]] * | id field value ...
Reply xadd(Call& call) {
  const StreamTrimArguments arguments = parse_stream_trim(call, true);
  const auto words = call.args.subspan(std::min(arguments.id_at + 1, call.size()));
  if (words.empty() || words.size() % 2 != 0) throw_wrong_arity(call.command);
  const NewStreamId& given = arguments.id;
  const bool is_whole = !given.is_whole_left_open && !given.is_sequence_left_open;
  if (is_whole && given.id.is_zero()) {
    throw_error("ERR The ID specified in XADD must be greater than 0-0");
  }
  const auto stream =
      call.keys().stream(call.arg(1), arguments.makes_stream ? Create::kYes : Create::kNo);
  if (!stream) return Reply::null();
  const StreamId last = stream->last_id();
  if (last == kStreamIdMax) {
    throw_error("ERR The stream has exhausted the last possible ID, unable to add more items");
  }
  const StreamId id = next_id(given, last, call.keys().now_ms());
  check_entry_size(words);
  stream->append(id, words);
  call.changed(call.arg(1), "xadd");
  if (trim_stream(*stream, arguments.trim) > 0) call.happened(call.arg(1), "xtrim");
  return stream_id_reply(id);
}

// XLEN key
Reply xlen(Call& call) {
  const auto stream = call.keys().stream(call.arg(1), Create::kNo);
  return Reply::integer(stream ? stream->size() : 0);
}

// XRANGE key start end [COUNT count]
Reply xrange(Call& call) {
  return range(call, false);
}

// XREVRANGE key end start [COUNT count]
Reply xrevrange(Call& call) {
  return range(call, true);
}

// XDEL key id [id ...]
Reply xdel(Call& call) {
  const auto stream = call.keys().stream(call.arg(1), Create::kNo);
  if (!stream) return Reply::integer(0);
  std::vector<StreamId> ids;
  for (size_t i = 2; i < call.size(); ++i) ids.push_back(stream_id_from(call, i));
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  const auto erased = static_cast<int64_t>(stream->erase(ids).size());
  if (erased > 0) call.changed(call.arg(1), "xdel");
  return Reply::integer(erased);
}

// XTRIM key MAXLEN | MINID [= | ~] threshold [LIMIT count]
Reply xtrim(Call& call) {
  const StreamTrimArguments arguments = parse_stream_trim(call, false);
  const auto stream = call.keys().stream(call.arg(1), Create::kNo);
  if (!stream) return Reply::integer(0);
  const int64_t trimmed = trim_stream(*stream, arguments.trim);
  if (trimmed > 0) call.changed(call.arg(1), "xtrim");
  return Reply::integer(trimmed);
}

// XSETID key last-id [ENTRIESADDED entries-added] [MAXDELETEDID max-deleted-id]
Reply xsetid(Call& call) {
  const StreamMarks marks = parse_marks(call);
  const auto stream = call.keys().stream(call.arg(1), Create::kNo);
  if (!stream) throw_error("ERR no such key");
  if (stream->size() > 0 && marks.last_id < last_entry_id(*stream)) {
    throw_error("ERR The ID specified in XSETID is smaller than the target stream top item");
  }
  if (marks.entries_added.value_or(stream->size()) < stream->size()) {
    throw_error(
        "ERR The entries_added specified in XSETID is smaller than the target stream length");
  }
  stream->set_last_id(marks.last_id);
  if (marks.entries_added || !marks.greatest_deleted.is_zero()) {
    types::StreamPast past = stream->past();
    if (marks.entries_added) past.entries_added = *marks.entries_added;
    if (!marks.greatest_deleted.is_zero()) past.greatest_deleted = marks.greatest_deleted;
    stream->set_past(past);
  }
  call.happened(call.arg(1), "xsetid");
  return Reply::ok();
}

}  // namespace keemun::commands
