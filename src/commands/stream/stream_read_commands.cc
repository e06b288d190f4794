#include "commands/stream/stream_read_commands.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/error_text.h"
#include "base/number_text.h"
#include "commands/stream/stream_arguments.h"
#include "types/pending_entries.h"
#include "types/stream_progress.h"

namespace keemun::commands {

using types::PendingEntries;
using types::PendingEntry;
using types::StreamEntry;
using types::StreamGroup;
using types::StreamStore;

namespace {

constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();
// Who has waited is not given more than that at once, unless it asks for more.
constexpr int64_t kWokenCount = 1000;

struct ReadOptions {
  std::optional<int64_t> block_ms;
  int64_t count = 0;  // 0: all
  std::optional<BytesView> group;
  BytesView consumer;
  bool is_without_acks = false;
  size_t streams_at = 0;  // where the first key stands
  size_t stream_count = 0;
};

// The word that says what is read of a key: behind an id, or what its group has not been given.
struct ReadFrom {
  StreamId behind;
  bool is_new_to_group = false;
};

class ReadArguments {
 public:
  explicit ReadArguments(const Call& call) : call_(call) {}

  ReadOptions read() {
    for (size_t i = 1; i < call_.size() && options_.streams_at == 0; ++i) i = read_option(i);
    if (options_.streams_at == 0) throw_syntax_error();
    if (is_of_group() && !options_.group) {
      throw_error("ERR Missing GROUP option for XREADGROUP");
    }
    return options_;
  }

 private:
  bool is_of_group() const { return call_.command.name == "xreadgroup"; }

  // The last word of the option.
  size_t read_option(size_t at) {
    const size_t words_behind = call_.size() - at - 1;
    if (call_.is_word(at, "block") && words_behind >= 1) {
      options_.block_ms = block_ms(at + 1);
      return at + 1;
    }
    if (call_.is_word(at, "count") && words_behind >= 1) {
      options_.count = std::max<int64_t>(call_.integer(at + 1), 0);
      return at + 1;
    }
    if (call_.is_word(at, "streams") && words_behind >= 1) {
      if (words_behind % 2 != 0) {
        throw_error(
            "ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be "
            "specified.");
      }
      options_.streams_at = at + 1;
      options_.stream_count = words_behind / 2;
      return at;
    }
    if (call_.is_word(at, "group") && words_behind >= 2) {
      check_of_group("GROUP");
      options_.group = call_.arg(at + 1);
      options_.consumer = call_.arg(at + 2);
      return at + 2;
    }
    if (!call_.is_word(at, "noack")) throw_syntax_error();
    check_of_group("NOACK");
    options_.is_without_acks = true;
    return at;
  }

  void check_of_group(BytesView word) const {
    if (is_of_group()) return;
    throw_error("ERR The " + Bytes(word) +
                " option is only supported by XREADGROUP. You called XREAD instead.");
  }

  int64_t block_ms(size_t at) const {
    if (call_.connection.is_of_script) {
      throw_error("ERR " + shown_in_error(call_.arg(0)) +
                  " command is not allowed with BLOCK option from scripts");
    }
    const auto ms = parse_int64(call_.arg(at));
    if (!ms) throw_error("ERR timeout is not an integer or out of range");
    if (*ms < 0) throw_error("ERR timeout is negative");
    return *ms;
  }

  const Call& call_;
  ReadOptions options_;
};

[[noreturn]] void throw_no_group_to_read(BytesView key, BytesView group) {
  throw_error("NOGROUP No such key '" + shown_in_error(key) + "' or consumer group '" +
              shown_in_error(group) + "' in XREADGROUP with GROUP option");
}

// A key that is not a stream, or of which the group is gone, while somebody waits for it.
[[noreturn]] void throw_group_is_gone(bool has_stream) {
  if (!has_stream) throw_error("UNBLOCKED the stream key no longer exists");
  throw_error("NOGROUP the consumer group this client was blocked on no longer exists");
}

class StreamReading {
 public:
  StreamReading(Call& call, const ReadOptions& options) : call_(call), options_(options) {}

  Reply run() {
    std::vector<ReadFrom> from;
    for (size_t i = 0; i < options_.stream_count; ++i) from.push_back(read_from(i));
    Reply::Items read;
    for (size_t i = 0; i < options_.stream_count; ++i) {
      auto entries = read_one(key(i), from[i]);
      if (entries) add(read, key(i), std::move(*entries));
    }
    if (!read.empty()) {
      return is_resp3() ? Reply::map(std::move(read)) : Reply::array(std::move(read));
    }
    if (options_.block_ms) wait(from);
    return Reply::null_array();
  }

 private:
  BytesView key(size_t i) const { return call_.arg(options_.streams_at + i); }
  size_t id_at(size_t i) const { return options_.streams_at + options_.stream_count + i; }
  bool is_resp3() const { return call_.connection.protocol == 3; }
  bool is_woken() const { return call_.connection.is_woken; }
  int64_t now_ms() const { return call_.keys().now_ms(); }

  size_t entries_max() const {
    if (options_.count > 0) return static_cast<size_t>(options_.count);
    return is_woken() ? kWokenCount : kNoLimit;
  }

  void add(Reply::Items& read, BytesView key, Reply entries) const {
    if (is_resp3()) {
      read.push_back(Reply::bulk(Bytes(key)));
      read.push_back(std::move(entries));
    } else {
      read.push_back(Reply::array({Reply::bulk(Bytes(key)), std::move(entries)}));
    }
  }

  // Null where the key is of another type and nobody is told any more.
  std::unique_ptr<StreamStore> open(BytesView key) const {
    if (is_woken()) {
      const auto found = call_.keys().find(key);
      const bool is_stream = found && found->type == types::KeyType::kStream;
      return is_stream ? call_.keys().stream(key, Create::kNo) : nullptr;
    }
    const keyspace::CountedLookups counted(call_.keys());
    return call_.keys().stream(key, Create::kNo);
  }

  ReadFrom read_from(size_t i) const {
    const auto stream = open(key(i));
    if (options_.group && (!stream || !stream->group(*options_.group))) {
      if (is_woken()) throw_group_is_gone(stream != nullptr);
      throw_no_group_to_read(key(i), *options_.group);
    }
    const BytesView word = call_.arg(id_at(i));
    const BytesView sign = word.substr(0, word.find('\0'));
    if (sign == "$") {
      if (options_.group) {
        throw_error(
            "ERR The $ ID is meaningless in the context of XREADGROUP: you want to read the "
            "history of this consumer by specifying a proper ID, or use the > ID to get new "
            "messages. The $ ID would just return an empty result set.");
      }
      return {stream ? stream->last_id() : StreamId()};
    }
    if (sign == ">") {
      if (!options_.group) {
        throw_error(
            "ERR The > ID can be specified only when calling XREADGROUP using the GROUP <group> "
            "<consumer> option.");
      }
      return {kStreamIdMax, true};
    }
    const StreamId id = stream_id_from(call_, id_at(i));
    return {id, options_.group && id == kStreamIdMax};
  }

  // None: there is nothing to be read.
  std::optional<Reply> read_one(BytesView key, const ReadFrom& from) {
    const auto stream = open(key);
    if (!stream) return std::nullopt;
    if (!options_.group) return read_behind(*stream, from.behind);
    if (from.is_new_to_group) return read_new(*stream, key);
    return read_history(*stream, key, *from.behind.next());
  }

  std::vector<StreamEntry> entries_behind(StreamStore& stream, const StreamId& id) const {
    const auto first = id.next();
    if (!first) return {};
    return stream.entries({.first = *first, .entries_max = entries_max()});
  }

  std::optional<Reply> read_behind(StreamStore& stream, const StreamId& id) const {
    std::vector<StreamEntry> entries = entries_behind(stream, id);
    if (entries.empty()) return std::nullopt;
    return stream_entries_reply(std::move(entries));
  }

  void meet_consumer(PendingEntries& pending, BytesView key) const {
    if (pending.meet(options_.consumer, now_ms())) call_.happened(key, "xgroup-createconsumer");
  }

  std::optional<Reply> read_new(StreamStore& stream, BytesView key) {
    StreamGroup group = *stream.group(*options_.group);
    std::vector<StreamEntry> entries = entries_behind(stream, group.last_delivered);
    if (entries.empty()) return std::nullopt;
    PendingEntries pending(stream, *options_.group);
    meet_consumer(pending, key);
    if (!options_.is_without_acks) make_pending(stream, pending, entries);
    types::StreamProgress progress(stream);
    for (const StreamEntry& entry : entries) group = progress.advanced(group, entry.id);
    stream.put_group(*options_.group, group);
    pending.write();
    return stream_entries_reply(std::move(entries));
  }

  void make_pending(StreamStore& stream, PendingEntries& pending,
                    const std::vector<StreamEntry>& entries) const {
    // Where the group was set back, some of them are pending already.
    std::vector<StreamId> ids;
    for (const StreamEntry& entry : entries) ids.push_back(entry.id);
    const auto before = stream.pending(*options_.group, ids);
    for (size_t i = 0; i < ids.size(); ++i) {
      const PendingEntry now = {ids[i], Bytes(options_.consumer), now_ms(), 1};
      if (before[i]) {
        pending.hand_over(now, before[i]->consumer);
      } else {
        pending.add(now);
      }
    }
  }

  // What the consumer was given and has not acknowledged; of an entry that is gone, its id.
  Reply read_history(StreamStore& stream, BytesView key, const StreamId& first) {
    const BytesView group = *options_.group;
    PendingEntries pending(stream, group);
    meet_consumer(pending, key);
    const auto ids =
        stream.pending_of(group, options_.consumer, {.first = first, .entries_max = entries_max()});
    auto entries = stream.find(ids);
    auto given = stream.pending(group, ids);
    Reply::Items items;
    for (size_t i = 0; i < ids.size(); ++i) {
      if (!entries[i]) {
        items.push_back(Reply::array({stream_id_reply(ids[i]), Reply::null_array()}));
        continue;
      }
      items.push_back(stream_entry_reply(std::move(*entries[i])));
      if (!given[i]) continue;
      const PendingEntry again = types::given_again(std::move(*given[i]), now_ms());
      pending.hand_over(again, again.consumer);
    }
    pending.write();
    return Reply::array(std::move(items));
  }

  // As the request reads for one key alone: what `$` means is settled now.
  void wait(const std::vector<ReadFrom>& from) const {
    Wait wait;
    wait.keys = call_.args.subspan(options_.streams_at, options_.stream_count);
    wait.timeout_ms = *options_.block_ms;
    wait.words.assign(call_.args.begin(),
                      call_.args.begin() + static_cast<std::ptrdiff_t>(options_.streams_at));
    wait.key_place = wait.words.size();
    wait.word_place = wait.key_place + 1;
    wait.words.resize(wait.word_place + 1);
    for (const ReadFrom& one : from) {
      wait.words_by_key.push_back(one.is_new_to_group ? ">" : one.behind.text());
    }
    if (options_.group) wait.readers = Bytes(*options_.group);
    call_.host.wait_for(wait);
  }

  Call& call_;
  const ReadOptions& options_;
};

}  // namespace

// XREAD [COUNT count] [BLOCK milliseconds] STREAMS key [key ...] id [id ...]
Reply xread(Call& call) {
  const ReadOptions options = ReadArguments(call).read();
  return StreamReading(call, options).run();
}

// XREADGROUP GROUP group consumer [COUNT count] [BLOCK milliseconds] [NOACK] STREAMS key [key ...]
// id [id ...]
Reply xreadgroup(Call& call) {
  return xread(call);
}

}  // namespace keemun::commands
