// XREAD and XREADGROUP. The model never waits: where there is nothing to read it answers what a
// wait in vain answers, which is also what Redis answers inside of MULTI.
#include <algorithm>
#include <utility>
#include <vector>

#include "model/stream_words.h"

namespace keemun::model {

namespace {

struct ReadWords {
  int64_t count = 0;
  const Bytes* group = nullptr;
  const Bytes* consumer = nullptr;
  bool is_without_acks = false;
  size_t first_key = 0;
  size_t stream_count = 0;
};

void check_block(const Call& call, size_t index) {
  const auto ms = parse_int64(call.arg(index));
  if (!ms) throw CommandError("ERR timeout is not an integer or out of range");
  if (*ms < 0) throw CommandError("ERR timeout is negative");
}

ReadWords read_words(const Call& call, bool is_of_group) {
  ReadWords words;
  for (size_t i = 1; i < call.size() && words.first_key == 0; ++i) {
    const size_t behind = call.size() - i - 1;
    const auto refuse = [is_of_group](BytesView word) {
      if (is_of_group) return;
      throw CommandError("ERR The " + Bytes(word) +
                         " option is only supported by XREADGROUP. You called XREAD instead.");
    };
    if (behind > 0 && call.is_word(i, "block")) {
      check_block(call, ++i);
    } else if (behind > 0 && call.is_word(i, "count")) {
      words.count = std::max<int64_t>(call.integer(++i), 0);
    } else if (behind > 0 && call.is_word(i, "streams")) {
      if (behind % 2 != 0) {
        throw CommandError(
            "ERR Unbalanced XREAD list of streams: for each stream key an ID or '$' must be "
            "specified.");
      }
      words.first_key = i + 1;
      words.stream_count = behind / 2;
    } else if (behind > 1 && call.is_word(i, "group")) {
      refuse("GROUP");
      words.group = &call.arg(i + 1);
      words.consumer = &call.arg(i + 2);
      i += 2;
    } else if (call.is_word(i, "noack")) {
      refuse("NOACK");
      words.is_without_acks = true;
    } else {
      Call::throw_syntax_error();
    }
  }
  if (words.first_key == 0) Call::throw_syntax_error();
  if (is_of_group && words.group == nullptr) {
    throw CommandError("ERR Missing GROUP option for XREADGROUP");
  }
  return words;
}

// Behind which id a key is read; the last id of all is what a group has not been given.
Id read_behind(const Call& call, const ReadWords& words, size_t place) {
  const Bytes& key = call.arg(words.first_key + place);
  const size_t id_index = words.first_key + words.stream_count + place;
  const Stream* stream = call.find<Stream>(key);
  if (words.group != nullptr && (stream == nullptr || !stream->groups.contains(*words.group))) {
    throw CommandError(error_text("NOGROUP No such key '" + Bytes(key.c_str()) +
                                      "' or consumer group '" + Bytes(words.group->c_str()) +
                                      "' in XREADGROUP with GROUP option",
                                  Bytes::npos));
  }
  const Bytes word = call.arg(id_index).c_str();
  if (word == "$") {
    if (words.group == nullptr) return stream == nullptr ? Id() : stream->last_id;
    throw CommandError(
        "ERR The $ ID is meaningless in the context of XREADGROUP: you want to read the history of "
        "this consumer by specifying a proper ID, or use the > ID to get new messages. The $ ID "
        "would just return an empty result set.");
  }
  if (word == ">") {
    if (words.group != nullptr) return kLastId;
    throw CommandError(
        "ERR The > ID can be specified only when calling XREADGROUP using the GROUP <group> "
        "<consumer> option.");
  }
  return id_argument(call, id_index);
}

bool is_full(const ReadWords& words, const Reply::Items& items) {
  return words.count > 0 && static_cast<int64_t>(items.size()) >= words.count;
}

Reply::Items entries_behind(const Stream& stream, const ReadWords& words, const Id& id) {
  Reply::Items items;
  for (auto at = stream.entries.upper_bound(id); at != stream.entries.end(); ++at) {
    if (is_full(words, items)) break;
    items.push_back(entry_reply(at->first, at->second));
  }
  return items;
}

// Empty: there is nothing new.
Reply::Items read_new(const Call& call, Stream& stream, const ReadWords& words) {
  Stream::Group& group = stream.groups.find(*words.group)->second;
  Reply::Items items = entries_behind(stream, words, group.last_delivered);
  if (items.empty()) return items;
  see(call, group, *words.consumer);
  auto at = stream.entries.upper_bound(group.last_delivered);
  for (size_t i = 0; i < items.size(); ++i, ++at) {
    advance(stream, group, at->first);
    if (words.is_without_acks) continue;
    group.pending[at->first] = {*words.consumer, call.now_ms, 1};
  }
  return items;
}

// What is pending for the consumer.
Reply::Items read_history(const Call& call, Stream& stream, const ReadWords& words, const Id& id) {
  Stream::Group& group = stream.groups.find(*words.group)->second;
  see(call, group, *words.consumer);
  Reply::Items items;
  for (auto at = group.pending.upper_bound(id); at != group.pending.end(); ++at) {
    if (is_full(words, items)) break;
    auto& [pending_id, pending] = *at;
    if (pending.consumer != *words.consumer) continue;
    const auto entry = stream.entries.find(pending_id);
    if (entry == stream.entries.end()) {
      items.push_back(Reply::array({id_reply(pending_id), Reply::null_array()}));
      continue;
    }
    items.push_back(entry_reply(pending_id, entry->second));
    pending.delivered_at_ms = call.now_ms;
    pending.deliveries =
        static_cast<int64_t>(static_cast<uint64_t>(pending.deliveries) + uint64_t{1});
  }
  return items;
}

Reply read(const Call& call, bool is_of_group) {
  const ReadWords words = read_words(call, is_of_group);
  std::vector<Id> behind;
  for (size_t i = 0; i < words.stream_count; ++i) behind.push_back(read_behind(call, words, i));
  Reply::Items streams;
  for (size_t i = 0; i < words.stream_count; ++i) {
    const Bytes& key = call.arg(words.first_key + i);
    Stream* stream = call.find<Stream>(key);
    if (stream == nullptr) continue;
    const bool is_history = is_of_group && behind[i] != kLastId;
    Reply::Items entries = is_history    ? read_history(call, *stream, words, behind[i])
                           : is_of_group ? read_new(call, *stream, words)
                                         : entries_behind(*stream, words, behind[i]);
    if (entries.empty() && !is_history) continue;
    Reply of_key = Reply::array(std::move(entries));
    if (call.client.protocol == 3) {
      streams.push_back(Reply::bulk(key));
      streams.push_back(std::move(of_key));
    } else {
      streams.push_back(Reply::array({Reply::bulk(key), std::move(of_key)}));
    }
  }
  if (streams.empty()) return Reply::null_array();
  return call.client.protocol == 3 ? Reply::map(std::move(streams))
                                   : Reply::array(std::move(streams));
}

// XREAD [COUNT count] [BLOCK ms] STREAMS key [key ...] id [id ...]
Reply xread(Call& call) {
  return read(call, false);
}

// XREADGROUP GROUP group consumer [COUNT count] [BLOCK ms] [NOACK] STREAMS key [key ...] id [id
// ...]
Reply xreadgroup(Call& call) {
  return read(call, true);
}

constexpr Command kCommands[] = {{"xread", -4, xread}, {"xreadgroup", -7, xreadgroup}};

}  // namespace

std::span<const Command> stream_read_commands() {
  return kCommands;
}

}  // namespace keemun::model
