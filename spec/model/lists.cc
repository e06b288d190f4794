// Lists: both ends, and places by index.
#include <algorithm>
#include <limits>

#include "model/call.h"
#include "model/list_ends.h"

namespace keemun::model {

namespace {

Reply length_of(const List& list) {
  return Reply::integer(static_cast<int64_t>(list.size()));
}

}  // namespace

End list_end(const Call& call, size_t index) {
  if (call.is_word(index, "left")) return End::kLeft;
  if (call.is_word(index, "right")) return End::kRight;
  Call::throw_syntax_error();
}

void push(List& list, End end, Bytes value) {
  if (end == End::kLeft) {
    list.push_front(std::move(value));
  } else {
    list.push_back(std::move(value));
  }
}

Bytes pop(List& list, End end) {
  Bytes value;
  if (end == End::kLeft) {
    value = std::move(list.front());
    list.pop_front();
  } else {
    value = std::move(list.back());
    list.pop_back();
  }
  return value;
}

Reply pop_many(List& list, End end, int64_t count) {
  Reply::Items popped;
  while (count-- > 0 && !list.empty()) popped.push_back(Reply::bulk(pop(list, end)));
  return Reply::array(std::move(popped));
}

namespace {

Reply push_all(Call& call, End end) {
  List& list = call.find_or_create<List>(call.arg(1));
  for (const Bytes& value : call.args.subspan(2)) push(list, end, value);
  call.changed(call.arg(1));
  return length_of(list);
}

Reply push_if_present(Call& call, End end) {
  if (call.find<List>(call.arg(1)) == nullptr) return Reply::integer(0);
  return push_all(call, end);
}

// LPUSH key element [element ...]
Reply lpush(Call& call) {
  return push_all(call, End::kLeft);
}
// RPUSH key element [element ...]
Reply rpush(Call& call) {
  return push_all(call, End::kRight);
}
// LPUSHX key element [element ...]
Reply lpushx(Call& call) {
  return push_if_present(call, End::kLeft);
}
// RPUSHX key element [element ...]
Reply rpushx(Call& call) {
  return push_if_present(call, End::kRight);
}

Reply pop_command(Call& call, End end) {
  if (call.size() > 3) call.throw_wrong_arity();
  const bool has_count = call.size() == 3;
  const int64_t count = has_count ? call.integer_in(2, 0, std::numeric_limits<int64_t>::max(),
                                                    "ERR value is out of range, must be positive")
                                  : 1;
  List* list = call.find<List>(call.arg(1));
  if (list == nullptr) return has_count ? Reply::null_array() : Reply::null();
  if (count == 0) return Reply::array();
  Reply reply = has_count ? pop_many(*list, end, count) : Reply::bulk(pop(*list, end));
  call.changed(call.arg(1));
  return reply;
}

// LPOP key [count]
Reply lpop(Call& call) {
  return pop_command(call, End::kLeft);
}
// RPOP key [count]
Reply rpop(Call& call) {
  return pop_command(call, End::kRight);
}

// LLEN key
Reply llen(Call& call) {
  const List* list = call.find<List>(call.arg(1));
  return list == nullptr ? Reply::integer(0) : length_of(*list);
}

// The range [begin, end) that two indexes mean, both inclusive, negative ones from the end.
std::pair<int64_t, int64_t> clamp(int64_t start, int64_t stop, size_t list_size) {
  const auto size = static_cast<int64_t>(list_size);
  if (start < 0) start = std::max<int64_t>(start + size, 0);
  if (stop < 0) stop += size;
  stop = std::min(stop, size - 1);
  if (start > stop) return {0, 0};
  return {start, stop + 1};
}

// LRANGE key start stop
Reply lrange(Call& call) {
  const int64_t start = call.integer(2);
  const int64_t stop = call.integer(3);
  const List* list = call.find<List>(call.arg(1));
  if (list == nullptr) return Reply::array();
  const auto [begin, end] = clamp(start, stop, list->size());
  Reply::Items items;
  for (int64_t i = begin; i < end; ++i) {
    items.push_back(Reply::bulk((*list)[static_cast<size_t>(i)]));
  }
  return Reply::array(std::move(items));
}

// LTRIM key start stop
Reply ltrim(Call& call) {
  const int64_t start = call.integer(2);
  const int64_t stop = call.integer(3);
  List* list = call.find<List>(call.arg(1));
  if (list == nullptr) return Reply::ok();
  const auto [begin, end] = clamp(start, stop, list->size());
  list->erase(list->begin() + end, list->end());
  list->erase(list->begin(), list->begin() + begin);
  call.changed(call.arg(1));
  return Reply::ok();
}

// Null when the index is outside.
Bytes* at(List& list, int64_t index) {
  const auto size = static_cast<int64_t>(list.size());
  if (index < 0) index += size;
  return index < 0 || index >= size ? nullptr : &list[static_cast<size_t>(index)];
}

// LINDEX key index
Reply lindex(Call& call) {
  List* list = call.find<List>(call.arg(1));
  if (list == nullptr) return Reply::null();
  const Bytes* value = at(*list, call.integer(2));
  return value == nullptr ? Reply::null() : Reply::bulk(*value);
}

// LSET key index element
Reply lset(Call& call) {
  List* list = call.find<List>(call.arg(1));
  if (list == nullptr) throw CommandError("ERR no such key");
  Bytes* value = at(*list, call.integer(2));
  if (value == nullptr) throw CommandError("ERR index out of range");
  *value = call.arg(3);
  call.changed(call.arg(1));
  return Reply::ok();
}

constexpr Command kCommands[] = {
    {"lindex", 3, lindex},  {"llen", 2, llen},     {"lpop", -2, lpop},     {"lpush", -3, lpush},
    {"lpushx", -3, lpushx}, {"lrange", 4, lrange}, {"lset", 4, lset},      {"ltrim", 4, ltrim},
    {"rpop", -2, rpop},     {"rpush", -3, rpush},  {"rpushx", -3, rpushx},
};

}  // namespace

std::span<const Command> list_commands() {
  return kCommands;
}

}  // namespace keemun::model
