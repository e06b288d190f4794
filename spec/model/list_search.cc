// Lists: elements by value, and from list to list.
#include <algorithm>
#include <limits>
#include <optional>

#include "model/call.h"
#include "model/list_ends.h"

namespace keemun::model {

namespace {

constexpr int64_t kIntegerMax = std::numeric_limits<int64_t>::max();

// LINSERT key BEFORE | AFTER pivot element
Reply linsert(Call& call) {
  const bool after = call.is_word(2, "after");
  if (!after && !call.is_word(2, "before")) Call::throw_syntax_error();
  List* list = call.find<List>(call.arg(1));
  if (list == nullptr) return Reply::integer(0);
  const auto pivot = std::find(list->begin(), list->end(), call.arg(3));
  if (pivot == list->end()) return Reply::integer(-1);
  list->insert(after ? pivot + 1 : pivot, call.arg(4));
  call.changed(call.arg(1));
  return Reply::integer(static_cast<int64_t>(list->size()));
}

// LREM key count element: from the head, from the tail when the count is negative, all when 0.
Reply lrem(Call& call) {
  const int64_t count = call.integer(2);
  List* list = call.find<List>(call.arg(1));
  if (list == nullptr) return Reply::integer(0);
  const bool from_tail = count < 0;
  if (from_tail) std::reverse(list->begin(), list->end());
  const bool all = count == 0 || count == std::numeric_limits<int64_t>::min();
  const int64_t removed_max = all ? kIntegerMax : std::abs(count);
  int64_t removed = 0;
  std::erase_if(*list, [&](const Bytes& value) {
    return value == call.arg(3) && removed < removed_max && ++removed > 0;
  });
  if (from_tail) std::reverse(list->begin(), list->end());
  if (removed > 0) call.changed(call.arg(1));
  return Reply::integer(removed);
}

struct PositionOptions {
  int64_t rank = 1;
  std::optional<int64_t> count;
  int64_t compared_max = 0;  // 0: all
};

PositionOptions position_options(const Call& call) {
  PositionOptions options;
  for (size_t i = 3; i < call.size(); i += 2) {
    const bool has_value = i + 1 < call.size();
    if (has_value && call.is_word(i, "rank")) {
      options.rank = call.integer(i + 1);
      if (options.rank == 0) {
        throw CommandError(
            "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... "
            "or use negative to start from the end of the list");
      }
    } else if (has_value && call.is_word(i, "count")) {
      options.count = call.integer_in(i + 1, 0, kIntegerMax, "ERR COUNT can't be negative");
    } else if (has_value && call.is_word(i, "maxlen")) {
      options.compared_max = call.integer_in(i + 1, 0, kIntegerMax, "ERR MAXLEN can't be negative");
    } else {
      Call::throw_syntax_error();
    }
  }
  return options;
}

// LPOS key element [RANK rank] [COUNT num-matches] [MAXLEN len]
Reply lpos(Call& call) {
  const PositionOptions options = position_options(call);
  const List* list = call.find<List>(call.arg(1));
  Reply::Items positions;
  const auto size = list == nullptr ? 0 : static_cast<int64_t>(list->size());
  const int64_t compared = options.compared_max == 0 ? size : std::min(size, options.compared_max);
  // The lowest rank has no positive counterpart: Redis skips nothing then, and counts nothing.
  const bool lowest = options.rank == std::numeric_limits<int64_t>::min();
  const bool all = options.count && (*options.count == 0 || lowest);
  const int64_t found_max = all ? size : options.count.value_or(1);
  int64_t to_skip = lowest ? 0 : std::abs(options.rank) - 1;
  for (int64_t i = 0; i < compared && static_cast<int64_t>(positions.size()) < found_max; ++i) {
    const int64_t index = options.rank > 0 ? i : size - 1 - i;
    if ((*list)[static_cast<size_t>(index)] != call.arg(2)) continue;
    if (to_skip-- > 0) continue;
    positions.push_back(Reply::integer(index));
  }
  if (options.count) return Reply::array(std::move(positions));
  return positions.empty() ? Reply::null() : positions.front();
}

Reply move_element(Call& call, End from, End to) {
  List* source = call.find<List>(call.arg(1));
  if (source == nullptr) return Reply::null();
  List& target = call.find_or_create<List>(call.arg(2));
  const Bytes value = pop(*source, from);
  push(target, to, value);
  call.changed(call.arg(2));
  call.changed(call.arg(1));
  return Reply::bulk(value);
}

// LMOVE source destination LEFT | RIGHT LEFT | RIGHT
Reply lmove(Call& call) {
  const End from = list_end(call, 3);
  const End to = list_end(call, 4);
  return move_element(call, from, to);
}

// RPOPLPUSH source destination
Reply rpoplpush(Call& call) {
  return move_element(call, End::kRight, End::kLeft);
}

// LMPOP numkeys key [key ...] LEFT | RIGHT [COUNT count]
Reply lmpop(Call& call) {
  const int64_t key_count =
      call.integer_in(1, 1, kIntegerMax, "ERR numkeys should be greater than 0");
  if (key_count >= static_cast<int64_t>(call.size()) - 2) Call::throw_syntax_error();
  const size_t end_index = static_cast<size_t>(key_count) + 2;
  const End end = list_end(call, end_index);
  std::optional<int64_t> count;
  for (size_t i = end_index + 1; i < call.size(); i += 2) {
    if (!call.is_word(i, "count") || i + 1 == call.size() || count) Call::throw_syntax_error();
    count = call.integer_in(i + 1, 1, kIntegerMax, "ERR count should be greater than 0");
  }
  for (size_t i = 2; i < end_index; ++i) {
    List* list = call.find<List>(call.arg(i));
    if (list == nullptr) continue;
    Reply popped = pop_many(*list, end, count.value_or(1));
    call.changed(call.arg(i));
    return Reply::array({Reply::bulk(call.arg(i)), std::move(popped)});
  }
  return Reply::null_array();
}

constexpr Command kCommands[] = {
    {"linsert", 5, linsert}, {"lmove", 5, lmove}, {"lmpop", -4, lmpop},
    {"lpos", -3, lpos},      {"lrem", 4, lrem},   {"rpoplpush", 3, rpoplpush},
};

}  // namespace

std::span<const Command> list_search_commands() {
  return kCommands;
}

}  // namespace keemun::model
