#include "commands/list/list_search_commands.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "commands/count_arguments.h"

namespace keemun::commands {

using types::ListStore;

namespace {

constexpr int64_t kAll = std::numeric_limits<int64_t>::max();
constexpr int64_t kPageElements = 256;

// What is looked for, and how long.
struct Search {
  BytesView element;
  bool is_from_tail = false;
  int64_t matches_skipped = 0;
  int64_t matches_max = kAll;
  int64_t compared_max = kAll;
};

// Indexes of the matches, in the order in which they are met. Reads by pages.
std::vector<int64_t> find(ListStore& list, const Search& search) {
  std::vector<int64_t> found;
  const int64_t size = list.size();
  const int64_t compared_end = std::min(size, search.compared_max);
  int64_t skipped = 0;
  for (int64_t compared = 0; compared < compared_end;) {
    const int64_t count = std::min(compared_end - compared, kPageElements);
    const int64_t begin = search.is_from_tail ? size - compared - count : compared;
    const std::vector<Bytes> page = list.range({begin, count});
    for (int64_t i = 0; i < count; ++i) {
      const int64_t at = search.is_from_tail ? count - 1 - i : i;
      if (page[static_cast<size_t>(at)] != search.element) continue;
      if (skipped < search.matches_skipped) {
        ++skipped;
        continue;
      }
      found.push_back(begin + at);
      if (static_cast<int64_t>(found.size()) == search.matches_max) return found;
    }
    compared += count;
  }
  return found;
}

struct PositionOptions {
  int64_t rank = 1;
  std::optional<int64_t> count;
  int64_t compared_max = kAll;
};

PositionOptions parse_position_options(const Call& call, size_t first) {
  PositionOptions options;
  for (size_t i = first; i < call.size(); i += 2) {
    if (i + 1 == call.size()) throw_syntax_error();
    if (call.is_word(i, "rank")) {
      options.rank = call.integer(i + 1);
      if (options.rank == 0) {
        throw_error(
            "ERR RANK can't be zero: use 1 to start from the first match, 2 from the second ... or "
            "use negative to start from the end of the list");
      }
    } else if (call.is_word(i, "count")) {
      options.count = count_from(call, i + 1, 0, "ERR COUNT can't be negative");
    } else if (call.is_word(i, "maxlen")) {
      options.compared_max = count_from(call, i + 1, 0, "ERR MAXLEN can't be negative");
      if (options.compared_max == 0) options.compared_max = kAll;
    } else {
      throw_syntax_error();
    }
  }
  return options;
}

}  // namespace

// LINSERT key BEFORE | AFTER pivot element
Reply linsert(Call& call) {
  const bool is_after = call.is_word(2, "after");
  if (!is_after && !call.is_word(2, "before")) throw_syntax_error();
  const auto list = call.keys().list(call.arg(1), Create::kNo);
  if (!list) return Reply::integer(0);
  const auto pivot = find(*list, {.element = call.arg(3), .matches_max = 1});
  if (pivot.empty()) return Reply::integer(-1);
  list->insert(pivot[0] + (is_after ? 1 : 0), call.arg(4));
  call.changed(call.arg(1), "linsert");
  return Reply::integer(list->size());
}

// LREM key count element: from the head, from the tail when the count is negative, all when 0.
Reply lrem(Call& call) {
  const int64_t count = call.integer(2);
  const auto list = call.keys().list(call.arg(1), Create::kNo);
  if (!list) return Reply::integer(0);
  // The lowest count has no positive counterpart; nobody's list has that many elements.
  const int64_t matches_max = count == 0 ? kAll : count > 0 ? count : -std::max(count, -kAll);
  auto found =
      find(*list, {.element = call.arg(3), .is_from_tail = count < 0, .matches_max = matches_max});
  if (found.empty()) return Reply::integer(0);
  if (count < 0) std::reverse(found.begin(), found.end());
  list->remove(found);
  call.changed(call.arg(1), "lrem");
  return Reply::integer(static_cast<int64_t>(found.size()));
}

// LPOS key element [RANK rank] [COUNT num-matches] [MAXLEN len]
Reply lpos(Call& call) {
  const PositionOptions options = parse_position_options(call, 3);
  Search search{.element = call.arg(2)};
  search.is_from_tail = options.rank < 0;
  search.compared_max = options.compared_max;
  search.matches_max = options.count.value_or(1);
  if (search.matches_max == 0) search.matches_max = kAll;
  if (options.rank >= -kAll) {
    search.matches_skipped = std::abs(options.rank) - 1;
  } else if (options.count) {  // the lowest rank has no positive counterpart: nothing is skipped
    search.matches_max = kAll;
  }

  const auto list = call.keys().list(call.arg(1), Create::kNo);
  Reply::Items positions;
  if (list) {
    for (const int64_t index : find(*list, search)) positions.push_back(Reply::integer(index));
  }
  if (options.count) return Reply::array(std::move(positions));
  return positions.empty() ? Reply::null() : std::move(positions[0]);
}

}  // namespace keemun::commands
