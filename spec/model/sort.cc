// SORT and SORT_RO.
//
// Words compare as in the C locale, the one that Debian's redis-server runs in: byte by byte, up to
// a NUL; with STORE over the whole word. Where elements compare equal Redis leaves their order open
// (and that of a set that is not sorted at all), so a judged reply is taken over when each group of
// equals holds what it may. What STORE keeps then is the order of a stable sort.
#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <vector>

#include "model/call.h"

namespace keemun::model {

namespace {

struct SortOptions {
  bool descending = false;
  bool words = false;
  bool unsorted = false;  // BY a pattern without '*'
  int64_t start = 0;
  int64_t count = -1;
  std::optional<Bytes> by;
  std::vector<Bytes> gets;
  std::optional<Bytes> target;
};

SortOptions sort_options(const Call& call, bool may_store) {
  SortOptions options;
  for (size_t i = 2; i < call.size(); ++i) {
    const size_t left = call.size() - i - 1;
    if (call.is_word(i, "asc")) {
      options.descending = false;
    } else if (call.is_word(i, "desc")) {
      options.descending = true;
    } else if (call.is_word(i, "alpha")) {
      options.words = true;
    } else if (call.is_word(i, "limit") && left >= 2) {
      options.start = call.integer(++i);
      options.count = call.integer(++i);
    } else if (may_store && call.is_word(i, "store") && left >= 1) {
      options.target = call.arg(++i);
    } else if (call.is_word(i, "by") && left >= 1) {
      options.by = call.arg(++i);
      if (BytesView(options.by->c_str()).find('*') == BytesView::npos) options.unsorted = true;
    } else if (call.is_word(i, "get") && left >= 1) {
      options.gets.push_back(call.arg(++i));
    } else {
      Call::throw_syntax_error();
    }
  }
  return options;
}

// What a pattern means for an element: "#" itself, otherwise the string at the key that results
// from putting the element in place of '*', or a field of the hash there ("key_*->field").
std::optional<Bytes> look_up(const Call& call, const Bytes& pattern, const Bytes& element) {
  const BytesView visible = pattern.c_str();  // Redis searches up to a NUL and copies beyond it
  if (visible == "#") return element;
  const size_t star = visible.find('*');
  if (star == BytesView::npos) return std::nullopt;
  size_t arrow = visible.find("->", star + 1);
  if (arrow == BytesView::npos || arrow + 2 == visible.size()) arrow = pattern.size();
  const Bytes key = pattern.substr(0, star) + element + pattern.substr(star + 1, arrow - star - 1);
  const Entry* entry = call.find_entry(key);
  if (entry == nullptr) return std::nullopt;
  if (arrow == pattern.size()) {
    const String* value = std::get_if<String>(&entry->value);
    return value == nullptr ? std::nullopt : std::optional<Bytes>(*value);
  }
  const Hash* hash = std::get_if<Hash>(&entry->value);
  if (hash == nullptr) return std::nullopt;
  const auto field = hash->find(pattern.substr(arrow + 2));
  return field == hash->end() ? std::nullopt : std::optional<Bytes>(field->second);
}

struct Row {
  Bytes element;
  double score = 0;
  std::optional<Bytes> word;
  size_t group = 0;  // rows of one group may stand in any order among themselves
};

constexpr const char* kNotANumber = "ERR One or more scores can't be converted into double";

double score_of(const Bytes& text) {
  char* end = nullptr;
  errno = 0;
  const double score = std::strtod(text.c_str(), &end);
  if (*end != '\0' || errno == ERANGE || std::isnan(score)) {
    throw CommandError(kNotANumber);
  }
  return score;
}

std::vector<Row> load(const Call& call) {
  std::vector<Row> rows;
  const Entry* entry = call.find_entry(call.arg(1));
  if (entry == nullptr) return rows;
  if (const auto* list = std::get_if<List>(&entry->value)) {
    for (const Bytes& element : *list) rows.push_back({element, 0, {}, 0});
  } else if (const auto* set = std::get_if<Set>(&entry->value)) {
    for (const Bytes& element : *set) rows.push_back({element, 0, {}, 0});
  } else if (const auto* zset = std::get_if<ZSet>(&entry->value)) {
    for (const auto& [score, element] : zset->by_rank()) rows.push_back({element, 0, {}, 0});
  } else {
    Call::throw_wrong_type();
  }
  return rows;
}

int compare(const Row& left, const Row& right, const SortOptions& options) {
  if (!options.words) {
    if (left.score != right.score) return left.score < right.score ? -1 : 1;
    return left.element.compare(right.element);
  }
  if (!left.word || !right.word) return int{left.word.has_value()} - int{right.word.has_value()};
  if (options.target) return left.word->compare(*right.word);
  return BytesView(left.word->c_str()).compare(right.word->c_str());
}

void sort_rows(const Call& call, const SortOptions& options, std::vector<Row>& rows) {
  bool read_scores = false;
  for (Row& row : rows) {
    const auto key = options.by ? look_up(call, *options.by, row.element) : row.element;
    if (options.words) {
      row.word = key;
    } else if (key) {
      row.score = score_of(*key);
      read_scores = true;
    }
  }
  // Redis 7.0 does not clear errno before it reads a score: any number out of range, in whatever
  // command before, can make it refuse scores that are fine.
  if (read_scores && call.observed != nullptr && *call.observed == Reply::error(kNotANumber)) {
    throw CommandError(kNotANumber);
  }
  const auto before = [&options](const Row& left, const Row& right) {
    const int order = compare(left, right, options);
    return options.descending ? order > 0 : order < 0;
  };
  std::stable_sort(rows.begin(), rows.end(), before);
  for (size_t i = 1; i < rows.size(); ++i) {
    rows[i].group = rows[i - 1].group + (compare(rows[i - 1], rows[i], options) != 0);
  }
}

// Of a set all rows stay one group.
void keep_order(const SortOptions& options, bool is_set, std::vector<Row>& rows) {
  if (is_set) return;
  if (options.descending) std::reverse(rows.begin(), rows.end());
  for (size_t i = 0; i < rows.size(); ++i) rows[i].group = i;
}

struct Window {
  size_t begin;
  size_t end;
};

Window window_of(const SortOptions& options, size_t row_count) {
  const auto size = static_cast<int64_t>(row_count);
  const int64_t begin = std::clamp<int64_t>(options.start, 0, size);
  const int64_t count = options.count < 0 ? size : std::min(options.count, size);
  return {static_cast<size_t>(begin), static_cast<size_t>(std::min(begin + count, size))};
}

Reply::Items output_of(const Call& call, const SortOptions& options, const Row& row) {
  if (options.gets.empty()) return {Reply::bulk(row.element)};
  Reply::Items items;
  for (const Bytes& pattern : options.gets) {
    auto value = look_up(call, pattern, row.element);
    items.push_back(value ? Reply::bulk(std::move(*value)) : Reply::null());
  }
  return items;
}

// Whether each place of the window shows a row of the group whose place it is, none twice.
bool could_answer(const std::vector<Row>& rows, const std::vector<Reply::Items>& outputs,
                  Window window, const Reply& observed) {
  const size_t width = outputs.empty() ? 1 : outputs[0].size();
  const auto& items = observed.items();
  if (observed.kind() != Reply::Kind::kArray ||
      items.size() != (window.end - window.begin) * width) {
    return false;
  }
  const auto text_of = [width](Reply::Items::const_iterator first) {
    return to_transcript(Reply::array({first, first + static_cast<std::ptrdiff_t>(width)}));
  };
  std::map<std::pair<size_t, Bytes>, int> left;
  for (size_t i = 0; i < rows.size(); ++i) ++left[{rows[i].group, text_of(outputs[i].begin())}];
  for (size_t i = window.begin; i < window.end; ++i) {
    const auto place = items.begin() + static_cast<std::ptrdiff_t>((i - window.begin) * width);
    if (left[{rows[i].group, text_of(place)}]-- <= 0) return false;
  }
  return true;
}

Reply store(const Call& call, const Bytes& target, const Reply::Items& items) {
  List list;
  for (const Reply& item : items) list.push_back(item.text());  // nothing found: empty
  const auto size = static_cast<int64_t>(list.size());
  const bool existed = call.find_entry(target) != nullptr;
  if (size > 0) {
    call.database().put(target, std::move(list));
  } else {
    call.database().erase(target);
  }
  if (size > 0 || existed) call.changed(target);
  return Reply::integer(size);
}

Reply sort_generic(Call& call, bool may_store) {
  SortOptions options = sort_options(call, may_store);
  std::vector<Row> rows = load(call);
  const Entry* entry = call.find_entry(call.arg(1));
  const bool is_set = entry != nullptr && std::holds_alternative<Set>(entry->value);
  // What is stored, or a script goes by, must not be open.
  if (options.unsorted && is_set && (options.target || call.is_of_script)) {
    options.unsorted = false;
    options.words = true;
    options.by.reset();
  }
  if (options.unsorted) {
    keep_order(options, is_set, rows);
  } else {
    sort_rows(call, options, rows);
  }
  const Window window = window_of(options, rows.size());
  std::vector<Reply::Items> outputs;
  for (const Row& row : rows) outputs.push_back(output_of(call, options, row));
  if (!options.target && call.observed != nullptr &&
      could_answer(rows, outputs, window, *call.observed)) {
    return *call.observed;
  }
  Reply::Items items;
  for (size_t i = window.begin; i < window.end; ++i) {
    items.insert(items.end(), outputs[i].begin(), outputs[i].end());
  }
  return options.target ? store(call, *options.target, items) : Reply::array(std::move(items));
}

// SORT key [BY pattern] [LIMIT offset count] [GET pattern ...] [ASC | DESC] [ALPHA] [STORE key]
Reply sort(Call& call) {
  return sort_generic(call, true);
}
// SORT_RO key [BY pattern] [LIMIT offset count] [GET pattern ...] [ASC | DESC] [ALPHA]
Reply sort_ro(Call& call) {
  return sort_generic(call, false);
}

constexpr Command kCommands[] = {
    {"sort", -2, sort},
    {"sort_ro", -2, sort_ro},
};

}  // namespace

std::span<const Command> sort_commands() {
  return kCommands;
}

}  // namespace keemun::model
