#include "commands/list/list_commands.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "commands/count_arguments.h"
#include "types/ranges.h"

namespace keemun::commands {

using types::ListEnd;
using types::ListStore;

namespace {

Reply array_of(std::vector<Bytes> elements) {
  return Reply::array(Reply::bulks(std::move(elements)));
}

BytesView push_event(ListEnd end) {
  return end == ListEnd::kHead ? "lpush" : "rpush";
}

BytesView pop_event(ListEnd end) {
  return end == ListEnd::kHead ? "lpop" : "rpop";
}

Reply push(Call& call, ListEnd end, Create create) {
  const auto list = call.keys().list(call.arg(1), create);
  if (!list) return Reply::integer(0);
  list->push(end, call.args.subspan(2));
  call.changed(call.arg(1), push_event(end));
  return Reply::integer(list->size());
}

Reply pop(Call& call, ListEnd end) {
  if (call.size() > 3) throw_wrong_arity(call.command);
  const bool has_count = call.size() == 3;
  const int64_t count =
      has_count ? count_from(call, 2, 0, "ERR value is out of range, must be positive") : 1;
  const auto list = call.keys().list(call.arg(1), Create::kNo);
  if (!list) return has_count ? Reply::null_array() : Reply::null();
  if (count == 0) return Reply::array();
  std::vector<Bytes> popped = list->pop(end, std::min(count, list->size()));
  call.changed(call.arg(1), pop_event(end));
  if (has_count) return array_of(std::move(popped));
  return popped.empty() ? Reply::null() : Reply::bulk(std::move(popped[0]));
}

// Where an index, negative from the end, stands in the list.
std::optional<int64_t> resolve(int64_t index, ListStore& list) {
  const int64_t size = list.size();
  if (index < 0) index += size;
  if (index < 0 || index >= size) return std::nullopt;
  return index;
}

ListEnd parse_end(const Call& call, size_t index) {
  if (call.is_word(index, "left")) return ListEnd::kHead;
  if (call.is_word(index, "right")) return ListEnd::kTail;
  throw_syntax_error();
}

Reply move_element(Call& call, ListEnd from, ListEnd to) {
  const auto source = call.keys().list(call.arg(1), Create::kNo);
  if (!source) return Reply::null();
  const bool is_rotation = call.arg(1) == call.arg(2);
  const auto other = is_rotation ? nullptr : call.keys().list(call.arg(2), Create::kYes);
  ListStore& destination = is_rotation ? *source : *other;

  // The only element of a list that is rotated stays where it is: its key must not go in between.
  const bool stays = is_rotation && source->size() == 1;
  std::vector<Bytes> popped = stays ? source->range({0, 1}) : source->pop(from, 1);
  const BytesView element = popped[0];
  if (!stays) destination.push(to, {&element, 1});
  call.changed(call.arg(2), push_event(to));
  call.changed(call.arg(1), pop_event(from));
  return Reply::bulk(std::move(popped[0]));
}

}  // namespace

// LPUSH key element [element ...]
Reply lpush(Call& call) {
  return push(call, ListEnd::kHead, Create::kYes);
}

// RPUSH key element [element ...]
Reply rpush(Call& call) {
  return push(call, ListEnd::kTail, Create::kYes);
}

// LPUSHX key element [element ...]
Reply lpushx(Call& call) {
  return push(call, ListEnd::kHead, Create::kNo);
}

// RPUSHX key element [element ...]
Reply rpushx(Call& call) {
  return push(call, ListEnd::kTail, Create::kNo);
}

// LPOP key [count]
Reply lpop(Call& call) {
  return pop(call, ListEnd::kHead);
}

// RPOP key [count]
Reply rpop(Call& call) {
  return pop(call, ListEnd::kTail);
}

// LLEN key
Reply llen(Call& call) {
  const auto list = call.keys().list(call.arg(1), Create::kNo);
  return Reply::integer(list ? list->size() : 0);
}

// LRANGE key start stop
Reply lrange(Call& call) {
  const int64_t start = call.integer(2);
  const int64_t stop = call.integer(3);
  const auto list = call.keys().list(call.arg(1), Create::kNo);
  if (!list) return Reply::array();
  return array_of(list->range(types::clamp_ranks(start, stop, list->size())));
}

// LTRIM key start stop
Reply ltrim(Call& call) {
  const int64_t start = call.integer(2);
  const int64_t stop = call.integer(3);
  const auto list = call.keys().list(call.arg(1), Create::kNo);
  if (!list) return Reply::ok();
  const types::RankRange kept = types::clamp_ranks(start, stop, list->size());
  if (kept.count < list->size()) list->trim(kept);
  call.changed(call.arg(1), "ltrim");
  return Reply::ok();
}

// LINDEX key index
Reply lindex(Call& call) {
  const auto list = call.keys().list(call.arg(1), Create::kNo);
  if (!list) return Reply::null();
  const auto index = resolve(call.integer(2), *list);
  return index ? Reply::bulk(list->at(*index)) : Reply::null();
}

// LSET key index element
Reply lset(Call& call) {
  const auto list = call.keys().list(call.arg(1), Create::kNo);
  if (!list) throw_error("ERR no such key");
  const auto index = resolve(call.integer(2), *list);
  if (!index) throw_error("ERR index out of range");
  list->set(*index, call.arg(3));
  call.changed(call.arg(1), "lset");
  return Reply::ok();
}

// LMOVE source destination LEFT | RIGHT LEFT | RIGHT
Reply lmove(Call& call) {
  const ListEnd from = parse_end(call, 3);
  const ListEnd to = parse_end(call, 4);
  return move_element(call, from, to);
}

// RPOPLPUSH source destination
Reply rpoplpush(Call& call) {
  return move_element(call, ListEnd::kTail, ListEnd::kHead);
}

// LMPOP numkeys key [key ...] LEFT | RIGHT [COUNT count]
Reply lmpop(Call& call) {
  return lmpop_when_read(call, [] {});
}

Reply lmpop_when_read(Call& call, const std::function<void()>& is_read) {
  const int64_t key_count = count_from(call, 1, 1, "ERR numkeys should be greater than 0");
  if (key_count >= static_cast<int64_t>(call.size()) - 2) throw_syntax_error();
  const size_t end_at = static_cast<size_t>(key_count) + 2;
  const ListEnd end = parse_end(call, end_at);
  std::optional<int64_t> count;
  for (size_t i = end_at + 1; i < call.size(); i += 2) {
    if (!call.is_word(i, "count") || i + 1 == call.size() || count) throw_syntax_error();
    count = count_from(call, i + 1, 1, "ERR count should be greater than 0");
  }
  is_read();
  for (const BytesView key : call.args.subspan(2, end_at - 2)) {
    const auto list = call.keys().list(key, Create::kNo);
    if (!list) continue;
    Reply popped = array_of(list->pop(end, std::min(count.value_or(1), list->size())));
    call.changed(key, pop_event(end));
    return Reply::array({Reply::bulk(Bytes(key)), std::move(popped)});
  }
  return Reply::null_array();
}

}  // namespace keemun::commands
